package io.brokerbench.report.file;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.figure.GuardGrade;
import io.brokerbench.core.figure.ThresholdCheck;
import io.brokerbench.experiment.gate.Decision;
import io.brokerbench.experiment.gate.Evidence;
import io.brokerbench.experiment.gate.FigureComparison;
import io.brokerbench.experiment.gate.GuardFinding;
import io.brokerbench.experiment.gate.Inconclusive;
import io.brokerbench.report.file.JunitXml.CaseStatus;
import io.brokerbench.report.text.GateText;
import io.brokerbench.report.text.GuardText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A comparison as JUnit XML: a test case for each contract and each figure, which fails where it
 * has regressed, with its figures as properties.
 *
 * <p>An inconclusive figure fails as well, or is skipped, as the gate is configured; a contract
 * that no busy machine excuses fails.
 */
public final class GateJunit {

  private final GateText text;
  private final boolean inconclusiveFails;

  private GateJunit(GateText text, boolean inconclusiveFails) {
    this.text = text;
    this.inconclusiveFails = inconclusiveFails;
  }

  /**
   * The document.
   *
   * @param inconclusiveFails whether an inconclusive figure fails
   */
  public static String of(GateText text, boolean inconclusiveFails) {
    return JunitXml.of(
        "brokerbench " + text.subject(), new GateJunit(text, inconclusiveFails).cases());
  }

  private List<JunitXml.Case> cases() {
    List<JunitXml.Case> cases = new ArrayList<>();
    // A reason of the whole is no figure's: it has a case of its own.
    if (!text.verdict().reason().isEmpty()) {
      String answer = NumberText.plain(text.answer());
      cases.add(
          testCase(
              "comparison",
              Map.of(),
              text.verdict().decision(),
              answer,
              inconclusiveFails || text.verdict().withholdsPass()));
    }
    for (GuardFinding guard : GuardText.all(text.verdict())) {
      String said = NumberText.plain(GuardText.sentence(guard));
      String name = "contract: " + guard.title();
      boolean fails = inconclusiveFails || guard.grade() != GuardGrade.PACE;
      cases.add(testCase(name, properties(guard), guard.decision(), said, fails));
    }
    for (FigureComparison figure : text.verdict().figures()) {
      String said = NumberText.plain(figure.figure().title() + " " + GateText.change(figure));
      String why =
          figure.outcome() instanceof Inconclusive open ? ": " + GateText.reason(open) : "";
      cases.add(
          testCase(
              figure.figure().title(),
              properties(figure),
              figure.figure().decides() ? figure.outcome().decision() : Decision.PASS,
              figure.figure().decides() ? said + why : "reported: " + said,
              inconclusiveFails));
    }
    for (ThresholdCheck check : text.thresholds()) {
      cases.add(thresholdCase(text.subject(), check, !text.counts()));
    }
    return cases;
  }

  /**
   * The case of a threshold.
   *
   * @param subject what was run
   * @param skipped whether what was measured says nothing about the broker
   */
  static JunitXml.Case thresholdCase(String subject, ThresholdCheck check, boolean skipped) {
    return new JunitXml.Case(
        "brokerbench." + subject,
        check.threshold().toString(),
        Duration.ZERO,
        Map.of("figure", check.figure().path()),
        skipped ? CaseStatus.SKIPPED : check.isCrossed() ? CaseStatus.FAILED : CaseStatus.PASSED,
        NumberText.plain(check.measured() + ", " + check.margin()),
        "");
  }

  private JunitXml.Case testCase(
      String name,
      Map<String, String> properties,
      Decision decision,
      String message,
      boolean inconclusiveFails) {
    return new JunitXml.Case(
        "brokerbench." + text.subject(),
        name,
        Duration.ZERO,
        properties,
        outcome(decision, inconclusiveFails),
        decision + ": " + message,
        "");
  }

  private static CaseStatus outcome(Decision decision, boolean inconclusiveFails) {
    return switch (decision) {
      case PASS -> CaseStatus.PASSED;
      case REGRESSED -> CaseStatus.FAILED;
      case INCONCLUSIVE -> inconclusiveFails ? CaseStatus.FAILED : CaseStatus.SKIPPED;
    };
  }

  private static Map<String, String> properties(GuardFinding guard) {
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put("guard", guard.guard());
    properties.put("baselineRuns", Integer.toString(guard.baseline().runs()));
    properties.put("baselineBroken", Integer.toString(guard.baseline().broken()));
    properties.put("candidateRuns", Integer.toString(guard.candidate().runs()));
    properties.put("candidateBroken", Integer.toString(guard.candidate().broken()));
    guard.chance().ifPresent(chance -> properties.put("chance", Double.toString(chance)));
    return properties;
  }

  private static Map<String, String> properties(FigureComparison figure) {
    Map<String, String> properties = new LinkedHashMap<>();
    Evidence evidence = figure.outcome().evidence();
    properties.put("figure", figure.figure().path());
    properties.put("change", Double.toString(evidence.change()));
    evidence.low().ifPresent(low -> properties.put("low", Double.toString(low)));
    evidence.high().ifPresent(high -> properties.put("high", Double.toString(high)));
    properties.put("tolerance", Double.toString(evidence.tolerance()));
    evidence
        .smallestDetectable()
        .ifPresent(seen -> properties.put("smallestDetectable", Double.toString(seen)));
    properties.put("baselineCount", Integer.toString(evidence.baselineCount()));
    properties.put("candidateCount", Integer.toString(evidence.candidateCount()));
    return properties;
  }
}
