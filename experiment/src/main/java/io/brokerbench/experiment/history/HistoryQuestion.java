package io.brokerbench.experiment.history;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.figure.Better;
import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.core.statistics.ChangePointDetection;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * What is asked of stored results.
 *
 * @param rule which results are of one build
 * @param figures that are looked at
 * @param detection how changes are found
 */
public record HistoryQuestion(
    BuildRule rule, List<Figure> figures, ChangePointDetection detection) {

  /**
   * Longer windows and a stricter level than Otava's 50 and 0.001, with which a thousand points
   * without a change have about one change point; with these, 0.3. A step of 5 % in noise of 3 % is
   * found within 10 further builds 96 times in 100.
   */
  public static final ChangePointDetection DETECTION = new ChangePointDetection(100, 0.0005, 0);

  /** Copies the list. */
  public HistoryQuestion {
    Objects.requireNonNull(rule, "rule");
    Objects.requireNonNull(detection, "detection");
    figures = List.copyOf(figures);
  }

  /** Of the figures that are compared without being asked for. */
  public static HistoryQuestion usual(BuildRule rule) {
    List<Figure> figures =
        FigureCatalogue.comparable().stream().filter(f -> f.tolerance().isPresent()).toList();
    return new HistoryQuestion(rule, figures, DETECTION);
  }

  /**
   * Of some figures.
   *
   * @param names their paths, ends of paths, or titles, with commas between them
   * @throws DefinitionException if there is no such figure, or neither more nor less of it is
   *     better
   */
  public HistoryQuestion about(String names) {
    List<Figure> named =
        Stream.of(names.split(",", -1))
            .map(String::strip)
            .map(name -> compared(FigureCatalogue.named(name)))
            .distinct()
            .toList();
    return new HistoryQuestion(rule, named, detection);
  }

  private static Figure compared(Figure figure) {
    if (figure.better() == Better.NEITHER) {
      throw new DefinitionException(
          "figure", "neither more nor less of it is better", figure.path());
    }
    return figure;
  }

  /** Only changes by more than a share: 0.02 for 2 %. */
  public HistoryQuestion beyond(double share) {
    return new HistoryQuestion(
        rule, figures, new ChangePointDetection(detection.window(), detection.maxP(), share));
  }
}
