package io.brokerbench.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.core.figure.GuardGrade;
import io.brokerbench.core.figure.ThresholdCheck;
import io.brokerbench.core.scenario.Threshold;
import io.brokerbench.experiment.gate.Decision;
import io.brokerbench.experiment.gate.Evidence;
import io.brokerbench.experiment.gate.ExampleComparison;
import io.brokerbench.experiment.gate.FigureComparison;
import io.brokerbench.experiment.gate.Gate;
import io.brokerbench.experiment.gate.GuardFinding;
import io.brokerbench.experiment.gate.Regressed;
import io.brokerbench.experiment.metric.RunMeasurement;
import io.brokerbench.report.file.GateJunit;
import io.brokerbench.report.file.GateMarkdown;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class GateReportTest {

  private static final GateText REGRESSED =
      GateText.of(ExampleComparison.ab(ExampleComparison.regressed()));

  @Test
  void theAnswerComesBeforeItsReasonsAndTheGravestFigureFirst() {
    String report =
        new GateReport(false)
            .of(REGRESSED, List.of("a note"), List.of(new GateReport.Labelled("again", "x")));

    assertThat(report)
        .startsWith("REGRESSED  worse than tolerated: usual p99\nIt would have found, ")
        .contains(
            """

            candidate embedded:next against baseline Artemis 2.55.0 (embedded:artemis):
            1 round, side by side, 11 min
            """)
        .containsPattern(
            "\n"
                + "REGRESSED    usual p99 \\+50 % \\(90 % CI \\+4\\d .. \\+5\\d %\\),"
                + " tolerance 20 %\n")
        .containsPattern("\nINCONCLUSIVE p50 end-to-end \\+1\\d % ")
        .containsPattern("\npass         CPU per message \\S+ % \\(90 % CI -.* .. \\+.* %\\)")
        .contains("\npass         loss 0 % points, tolerance 0 %\n")
        .containsPattern(
            "It would have found, nine times out of ten: usual p99 worse by \\d+ %"
                + " \\(tolerance\\s+20 %\\), CPU")
        .endsWith("a note\n\nagain       x\n");
    assertThat(report.indexOf("REGRESSED    ")).isLessThan(report.indexOf("INCONCLUSIVE p50"));
    assertThat(report.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThan(81));
  }

  @Test
  void markdownIsATableOfAllFigures() {
    assertThat(GateMarkdown.of(REGRESSED))
        .startsWith("### brokerbench: REGRESSED\n\n")
        .contains("| **REGRESSED** | usual p99 | 2.0 ms | 3.0 ms | +50 % | +4")
        .contains("| pass | CPU per message | 61 us | 61 us | ")
        .contains("- p50 end-to-end: the interval holds values within and beyond the tolerance");
  }

  @Test
  void junitHasATestCaseForEachFigureThatFailsWhereItRegressed() throws Exception {
    Document document = junit(GateJunit.of(REGRESSED, true));
    assertThat(document.getDocumentElement().getAttribute("tests")).isEqualTo("4");
    assertThat(document.getDocumentElement().getAttribute("failures")).isEqualTo("2");
    assertThat(document.getElementsByTagName("failure").getLength()).isEqualTo(2);
    Element failure = (Element) document.getElementsByTagName("failure").item(1);
    assertThat(failure.getAttribute("message")).startsWith("REGRESSED: usual p99 +50 % (90 %");
    assertThat(document.getElementsByTagName("property").getLength()).isGreaterThan(20);
  }

  @Test
  void whatIsInconclusiveIsSkippedWhereTheGateLetsItPass() throws Exception {
    Document document = junit(GateJunit.of(REGRESSED, false));

    assertThat(document.getDocumentElement().getAttribute("failures")).isEqualTo("1");
    assertThat(document.getDocumentElement().getAttribute("skipped")).isEqualTo("1");
    assertThat(document.getElementsByTagName("skipped").getLength()).isEqualTo(1);
  }

  /** No policy lets a lost acknowledged message pass; the whole and the contract both fail. */
  @Test
  void aLossFailsWhereTheGateLetsPassWhatIsInconclusive() throws Exception {
    GuardFinding.Tally none = new GuardFinding.Tally(20, 0, 0, 100, List.of());
    GuardFinding.Tally some = new GuardFinding.Tally(20, 4, 9, 100, List.of("a"));
    GuardFinding lost =
        new GuardFinding(
            "messages.lost",
            "lost",
            GuardGrade.LOSS,
            Decision.INCONCLUSIVE,
            "lost some",
            OptionalDouble.of(0.053),
            none,
            some);
    Document document =
        junit(
            GateJunit.of(
                GateText.of(
                    ExampleComparison.ab(ExampleComparison.passed().guardedBy(List.of(lost)))),
                false));
    assertThat(document.getDocumentElement().getAttribute("failures")).isEqualTo("2");
  }

  @Test
  void whereNothingCountsNoThresholdIsKeptOrCrossed() {
    ThresholdCheck check = ThresholdCheck.of(Threshold.parse("p99>5ms"));
    GateText text =
        new GateText("t", "s", "no rounds", Gate.judge(List.of()), List.of(check), false);

    assertThat(check.isCrossed()).as("it is not known").isTrue();
    assertThat(new GateReport(false).of(text, List.of(), List.of()))
        .startsWith("INCONCLUSIVE  nothing was compared")
        .contains("thresholds  not counted p99 end-to-end");
    assertThat(GateMarkdown.of(text)).contains(": INCONCLUSIVE").contains("- not counted p99");
    assertThat(GateJunit.of(text, false)).contains("failures=\"0\"").contains("skipped=\"2\"");
  }

  @Test
  void aReasonOfTheWholeIsATestCaseOfItsOwn() throws Exception {
    Document document =
        junit(GateJunit.of(GateText.of(ExampleComparison.ab(Gate.judge(List.of()))), true));

    assertThat(document.getElementsByTagName("testcase").getLength()).isEqualTo(1);
    assertThat(((Element) document.getElementsByTagName("failure").item(0)).getAttribute("message"))
        .isEqualTo("INCONCLUSIVE: nothing was compared");
  }

  /** Losses are compared by their difference, in points, and other shares by their ratio. */
  @ParameterizedTest
  @CsvSource({"messages.loss, +18 % points", "broker.cpuOfSystem, +18 %"})
  void aChangeOfAShareIsInPointsOnlyWhereItIsADifference(String path, String change) {
    Evidence evidence =
        new Evidence(
            0.18,
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            0.05,
            OptionalDouble.empty(),
            6,
            6);
    FigureComparison figure =
        new FigureComparison(
            FigureCatalogue.find(path), new Regressed(evidence), List.of(0.1), List.of(0.118));

    assertThat(GateText.changeOnly(figure)).isEqualTo(change);
  }

  @Test
  void aLostAcknowledgedMessageLeadsEveryReport() throws Exception {
    GateText text = GateText.of(ExampleComparison.ab(ExampleComparison.losing()));
    String lost = "the candidate lost 4 acknowledged messages in 2 of 8 runs, the baseline in none";

    String terminal = new GateReport(false).of(text, List.of(), List.of());
    assertThat(terminal.replaceAll("\\s+", " "))
        .contains("REGRESSED " + lost + "; worse than tolerated: usual p99 ")
        .contains("INCONCLUSIVE " + lost + " (chance 23 %)")
        .contains(
            "pass contracts kept, none in any run: runs that broke off, runs that fell behind,"
                + " received again");
    assertThat(terminal.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThan(81));
    assertThat(GateMarkdown.of(text))
        .startsWith("### brokerbench: REGRESSED\n\nFANIN.Q1.PERSISTENT.SHARED: " + lost)
        .contains("| **INCONCLUSIVE** | lost | 0 of 8 runs | 4 in 2 of 8 runs | 23 % |");
    Document document = junit(GateJunit.of(text, true));
    Element first = (Element) document.getElementsByTagName("failure").item(0);
    assertThat(first.getAttribute("message")).startsWith("REGRESSED: " + lost);
    assertThat(((Element) document.getElementsByTagName("testcase").item(1)).getAttribute("name"))
        .isEqualTo("contract: lost");
  }

  @Test
  void aBaselineIsShownWithItsMachineAndItsFigures() {
    assertThat(NumberText.plain(BaselineText.of(ExampleComparison.baseline())))
        .contains("main  ", "Artemis 2.55.0, 8 repetitions", "Example CPU, 2 cores, 8.0 GB")
        .containsPattern("usual p99 +2\\.0 ms   1\\.0 ms \\.\\. 3\\.0 ms")
        .contains("left out: results/9.json");
  }

  private static Document junit(String xml) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
  }

  /** A round is shown by what decides, where it has it. */
  @Test
  void roundsAreShownByTheUsualP99() {
    Map<Figure, Double> values =
        Map.of(
            FigureCatalogue.find("latency.endToEnd.p99"), 9e6,
            FigureCatalogue.find("latency.tail.p50"), 2e6);
    RunMeasurement run =
        new RunMeasurement(RunMeasurement.Status.VALID, "", values, "run", Optional.empty());

    assertThat(new GateReport(false).header(run))
        .isEqualTo("round  first        baseline   candidate usual p99      cpu");
  }
}
