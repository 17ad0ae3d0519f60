package io.brokerbench.cli.live;

import io.brokerbench.experiment.cell.CellStep;
import io.brokerbench.experiment.search.SearchStep;

/** Shows a page to browsers while the work is under way. */
@FunctionalInterface
public interface LiveView {

  /** Shows nothing. */
  LiveView NONE = page -> {};

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
