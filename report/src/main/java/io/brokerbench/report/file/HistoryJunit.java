package io.brokerbench.report.file;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.experiment.history.FigureHistory;
import io.brokerbench.experiment.history.HistoryResult;
import io.brokerbench.experiment.history.LevelChange;
import io.brokerbench.experiment.history.ReleaseLine;
import io.brokerbench.experiment.history.ReleaseLine.Finding;
import io.brokerbench.report.file.JunitXml.CaseStatus;
import io.brokerbench.report.text.HistoryText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A history as JUnit XML: a test case for each figure of each line, which fails where its level has
 * become worse in the latest builds.
 */
public final class HistoryJunit {

  private HistoryJunit() {}

  /**
   * The document.
   *
   * @param latest how many builds of each line count as the latest
   */
  public static String of(HistoryResult result, int latest) {
    List<JunitXml.Case> cases = new ArrayList<>();
    for (ReleaseLine line : result.lines()) {
      List<Finding> worsenings = line.worsenings(latest);
      for (FigureHistory each : line.figures()) {
        Optional<Finding> worse =
            worsenings.stream().filter(one -> one.figure().equals(each.figure())).findFirst();
        cases.add(
            new JunitXml.Case(
                "brokerbench." + line.name(),
                each.figure().title(),
                Duration.ZERO,
                properties(each),
                worse.isPresent() ? CaseStatus.FAILED : CaseStatus.PASSED,
                worse.map(HistoryJunit::message).orElse(""),
                ""));
      }
    }
    return JunitXml.of("brokerbench history", cases);
  }

  private static String message(Finding finding) {
    List<String> row = HistoryText.row(finding);
    return NumberText.plain(
        "WORSE: %s %s, from %s to %s, since %s"
            .formatted(row.get(0), row.get(3), row.get(1), row.get(2), row.get(5)));
  }

  private static Map<String, String> properties(FigureHistory figure) {
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put("figure", figure.figure().path());
    properties.put("builds", Integer.toString(figure.builds().size()));
    properties.put("latest", Double.toString(figure.values().get(figure.values().size() - 1)));
    properties.put("changes", Integer.toString(figure.changes().size()));
    if (!figure.changes().isEmpty()) {
      LevelChange last = figure.changes().get(figure.changes().size() - 1);
      properties.put("lastChange", Integer.toString(last.build()));
      properties.put("before", Double.toString(last.before()));
      properties.put("after", Double.toString(last.after()));
      properties.put("p", Double.toString(last.p()));
    }
    return properties;
  }
}
