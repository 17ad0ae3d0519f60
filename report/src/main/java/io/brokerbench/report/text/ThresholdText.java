package io.brokerbench.report.text;

import io.brokerbench.core.figure.ThresholdCheck;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** Thresholds as text: each with the value of its figure, and its margin. */
public final class ThresholdText {

  private ThresholdText() {}

  /**
   * A line for each, the crossed ones first; none where there are no thresholds.
   *
   * @param counts whether what was measured says something
   */
  public static List<String> lines(List<ThresholdCheck> thresholds, boolean counts) {
    List<String> lines = new ArrayList<>();
    for (ThresholdCheck each : gravestFirst(thresholds)) {
      lines.addAll(Paragraph.labelled(lines.isEmpty() ? "thresholds" : "", sentence(each, counts)));
    }
    return lines;
  }

  /** The crossed ones first. */
  public static List<ThresholdCheck> gravestFirst(List<ThresholdCheck> thresholds) {
    return thresholds.stream()
        .sorted(Comparator.comparing((ThresholdCheck each) -> !each.isCrossed()))
        .toList();
  }

  /**
   * {@code CROSSED p99 end-to-end 7.2 ms, fails above 5.0 ms; 44 % over}; {@code not counted p99
   * end-to-end ...} where what was measured says nothing.
   */
  public static String sentence(ThresholdCheck check, boolean counts) {
    return outcome(check, counts) + " " + check.measured() + ", " + check.margin();
  }

  /** {@code CROSSED} or {@code kept}; neither where the figures do not count. */
  public static String outcome(ThresholdCheck check, boolean counts) {
    return !counts ? "not counted" : check.isCrossed() ? "CROSSED" : "kept";
  }

  /** What leads a report where some are crossed; empty where none is. */
  public static String headline(List<ThresholdCheck> thresholds) {
    return thresholds.stream()
        .filter(ThresholdCheck::isCrossed)
        .map(each -> each.threshold().toString())
        .collect(Collectors.joining(", "));
  }
}
