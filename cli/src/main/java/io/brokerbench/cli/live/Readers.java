package io.brokerbench.cli.live;

import io.brokerbench.core.cell.CellStep;
import io.brokerbench.core.search.SearchStep;

/** Those who look at a page while the work is under way. */
@FunctionalInterface
public interface Readers {

  /** Nobody does. */
  Readers NONE = page -> {};

  /** Shows the page of a result. */
  void show(String html);

  /**
   * Says which part of the work begins.
   *
   * @param part such as {@code cell 3 of 12}
   */
  default void begin(String part) {}

  /** Shows a step of a search that is over. */
  default void onStep(SearchStep step) {}

  /** Says how far work has come that is no run. */
  default void onStep(CellStep step) {}
}
