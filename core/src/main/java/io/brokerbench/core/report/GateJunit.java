package io.brokerbench.core.report;

import io.brokerbench.core.base.Figures;
import io.brokerbench.core.gate.Decision;
import io.brokerbench.core.gate.Evidence;
import io.brokerbench.core.gate.Inconclusive;
import io.brokerbench.core.gate.MetricComparison;
import io.brokerbench.core.report.JunitXml.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A comparison as JUnit XML: a test case for each metric, which fails where it has regressed, with
 * its figures as properties.
 *
 * <p>What is inconclusive fails as well, or is skipped, as the gate is told to take it.
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
   * @param inconclusiveFails whether a metric of which nothing can be told fails
   */
  public static String of(GateText text, boolean inconclusiveFails) {
    return JunitXml.of(
        "brokerbench " + text.subject(), new GateJunit(text, inconclusiveFails).cases());
  }

  private List<JunitXml.Case> cases() {
    List<JunitXml.Case> cases = new ArrayList<>();
    // A reason of the whole is no metric's: it has a case of its own.
    if (!text.verdict().reason().isEmpty()) {
      cases.add(
          testCase("comparison", Map.of(), text.verdict().decision(), text.verdict().reason()));
    }
    for (MetricComparison metric : text.verdict().metrics()) {
      String said = Figures.plain(metric.metric().title() + " " + GateText.change(metric));
      String why =
          metric.outcome() instanceof Inconclusive open ? ": " + GateText.reason(open) : "";
      cases.add(
          testCase(
              metric.metric().title(),
              properties(metric),
              metric.outcome().decision(),
              said + why));
    }
    return cases;
  }

  private JunitXml.Case testCase(
      String name, Map<String, String> properties, Decision decision, String message) {
    return new JunitXml.Case(
        "brokerbench." + text.subject(),
        name,
        Duration.ZERO,
        properties,
        outcome(decision),
        decision + ": " + message,
        "");
  }

  private Outcome outcome(Decision decision) {
    return switch (decision) {
      case PASS -> Outcome.PASSED;
      case REGRESSED -> Outcome.FAILED;
      case INCONCLUSIVE -> inconclusiveFails ? Outcome.FAILED : Outcome.SKIPPED;
    };
  }

  private static Map<String, String> properties(MetricComparison metric) {
    Map<String, String> properties = new LinkedHashMap<>();
    Evidence evidence = metric.outcome().evidence();
    properties.put("metric", metric.metric().name());
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
