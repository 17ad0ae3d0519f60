package io.brokerbench.report.text;

import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.core.figure.Unit;
import io.brokerbench.core.result.RunResult;
import java.util.List;

/** The few figures of a group that the terminal shows. */
final class BriefFigures {

  private BriefFigures() {}

  /** Each that the run has, without counts of nothing: {@code CPU 0.61 cores}, {@code 17 lost}. */
  static List<String> of(RunResult result, String group) {
    return FigureCatalogue.values(result).entrySet().stream()
        .filter(entry -> entry.getKey().brief() && entry.getKey().group().equals(group))
        .filter(entry -> entry.getKey().unit() != Unit.COUNT || entry.getValue() != 0)
        .map(entry -> entry.getKey().text(entry.getValue()))
        .toList();
  }

  /** The same in one line. */
  static String line(RunResult result, String group) {
    return String.join(", ", of(result, group));
  }
}
