package io.brokerbench.core.cell;

import io.brokerbench.core.search.SearchStep;

/** Hears how a cell goes, beside its runs, on the thread that measures it. Must not block. */
@FunctionalInterface
public interface CellListener {

  /** How far it has come with what is no run. */
  void onStep(CellStep step);

  /** A step of a search that is over. */
  default void onStep(SearchStep step) {}
}
