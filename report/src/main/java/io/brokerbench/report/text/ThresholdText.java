package io.brokerbench.report.text;

import io.brokerbench.core.figure.ThresholdCheck;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** Thresholds as text: each with the value of its figure, and its margin. */
public final class ThresholdText {

  private ThresholdText() {}

  /** A line for each, the crossed ones first; none where there are no thresholds. */
  static List<String> lines(List<ThresholdCheck> thresholds) {
    List<String> lines = new ArrayList<>();
    for (ThresholdCheck each : gravestFirst(thresholds)) {
      lines.addAll(Paragraph.labelled(lines.isEmpty() ? "thresholds" : "", sentence(each)));
    }
    return lines;
  }

  /** The crossed ones first. */
  public static List<ThresholdCheck> gravestFirst(List<ThresholdCheck> thresholds) {
    return thresholds.stream()
        .sorted(Comparator.comparing((ThresholdCheck each) -> !each.isCrossed()))
        .toList();
  }

  /** {@code CROSSED p99 end-to-end 7.2 ms, fails above 5.0 ms; 44 % over}. */
  public static String sentence(ThresholdCheck check) {
    return (check.isCrossed() ? "CROSSED " : "kept ") + check.measured() + ", " + check.margin();
  }

  /** What leads a report where some are crossed; empty where none is. */
  public static String headline(List<ThresholdCheck> thresholds) {
    return thresholds.stream()
        .filter(ThresholdCheck::isCrossed)
        .map(each -> each.threshold().toString())
        .collect(Collectors.joining(", "));
  }
}
