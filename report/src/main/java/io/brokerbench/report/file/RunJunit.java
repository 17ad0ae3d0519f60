package io.brokerbench.report.file;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.core.figure.ThresholdCheck;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict;
import io.brokerbench.experiment.group.GroupsResult;
import io.brokerbench.report.file.JunitXml.CaseStatus;
import io.brokerbench.report.text.ResultSentences;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A run as JUnit XML: a test case for its verdict, with all figures as properties, and one for each
 * threshold. Of a run that says nothing about the broker, or that was stopped before anything spoke
 * against it, all are skipped.
 */
public final class RunJunit {

  private RunJunit() {}

  /** The document. */
  public static String of(RunResult result) {
    return JunitXml.of("brokerbench " + result.scenario().name(), cases(result));
  }

  /**
   * The document of several groups: the cases of each. Those of a group that says nothing about the
   * broker are skipped, whatever the others show.
   */
  public static String of(GroupsResult result) {
    return JunitXml.of(
        "brokerbench " + result.name(),
        result.groups().stream().flatMap(group -> cases(group.run()).stream()).toList());
  }

  private static List<JunitXml.Case> cases(RunResult result) {
    Verdict verdict = result.verdict();
    boolean holds = verdict.status() == Verdict.Status.OK;
    boolean stopped = holds && !verdict.complete();
    boolean invalid = verdict.isInvalid() || stopped;
    String name = "brokerbench." + result.scenario().name();
    List<JunitXml.Case> cases = new ArrayList<>();
    cases.add(
        new JunitXml.Case(
            name,
            "verdict",
            result.scenario().phases().steady(),
            figures(result),
            outcome(holds, invalid),
            NumberText.plain(
                ResultSentences.word(result)
                    + ": "
                    + (stopped
                        ? ResultSentences.incomplete(result)
                        : ResultSentences.verdict(result))),
            ""));
    for (ThresholdCheck check : ThresholdCheck.of(result)) {
      cases.add(GateJunit.thresholdCase(result.scenario().name(), check, invalid));
    }
    return cases;
  }

  private static Map<String, String> figures(RunResult result) {
    Map<String, String> figures = new LinkedHashMap<>();
    FigureCatalogue.values(result)
        .forEach((figure, value) -> figures.put(figure.path(), Double.toString(value)));
    return figures;
  }

  private static CaseStatus outcome(boolean holds, boolean invalid) {
    return invalid ? CaseStatus.SKIPPED : holds ? CaseStatus.PASSED : CaseStatus.FAILED;
  }
}
