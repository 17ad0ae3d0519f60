package io.brokerbench.experiment.cell;

import io.brokerbench.experiment.search.SearchStep;

/** Hears how a cell goes, beside its runs, on the thread that measures it. Must not block. */
@FunctionalInterface
public interface CellListener {

  /** How far it has come with what is no run. */
  void onStep(CellStep step);

  /** A step of a search that is over. */
  default void onStep(SearchStep step) {}
}
