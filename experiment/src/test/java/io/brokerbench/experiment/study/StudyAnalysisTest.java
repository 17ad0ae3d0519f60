package io.brokerbench.experiment.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.experiment.cell.CellPlan;
import io.brokerbench.experiment.cell.StudyCell;
import io.brokerbench.experiment.study.StudyResult.LineChart;
import io.brokerbench.experiment.study.StudyResult.Mark;
import io.brokerbench.experiment.study.StudyTable.Column;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class StudyAnalysisTest {

  private static final Study STUDY = StubStudy.study(1, "x:one");

  @Test
  void alongAnAxisLatenciesAreDrawnByTheirMediansAndCpuByItsMeans() {
    Study along =
        STUDY
            .withVariants(
                List.of(
                    new StudyVariant(
                        "a", "ten", OptionalDouble.of(10), CellPlan.run(StubStudy.scenario("a")))))
            .withAxis(Optional.of(new Study.VariantAxis("subscribers", "")));
    List<Double> samples = List.of(1.0, 2.0, 30.0);
    List<LineChart> lines =
        new StudyAnalysis(
                along,
                List.of(
                    StubStudy.cell(
                        "ten",
                        1,
                        Map.of(),
                        Map.of("latencyMillis", samples, "cpuPercentOfCore", samples))))
            .result("")
            .lines();
    assertThat(lines)
        .extracting(LineChart::title)
        .containsExactly("median round-trip latency", "mean broker CPU");
    assertThat(lines.get(0).curves().get(0).points()).containsExactly(List.of(10.0, 2.0));
    assertThat(lines.get(1).curves().get(0).points()).containsExactly(List.of(10.0, 11.0));
  }

  @Test
  void aFigureThatMayBeGreaterIsAtLeastSoMuchInATable() {
    StudyCell cell = StubStudy.cell("1 KB", 1, Map.of("peakPerSecond", 1_000.0), Map.of());

    assertThat(peak(cell)).isEqualTo("1 000");
    assertThat(peak(cell.withLowerBounds(Optional.of(List.of("peakPerSecond")))))
        .isEqualTo(">= 1 000");
    assertThat(peak(cell.withStatus(StudyCell.Status.INVALID)))
        .as("of what the tool held up, what a broker does at most")
        .isEqualTo(">= 1 000");
  }

  private static String peak(StudyCell cell) {
    StudyTable table = new StudyAnalysis(STUDY, List.of(cell)).result("").tables().get(0);
    int column = table.columns().stream().map(Column::title).toList().indexOf("peak rate");
    return NumberText.plain(table.rows().get(0).get(column).text());
  }

  @Test
  void theEndOfPublishingIsMarkedOverTime() {
    List<LineChart> lines =
        new StudyAnalysis(
                STUDY,
                List.of(
                    StubStudy.cell(
                        "60 s",
                        1,
                        Map.of("publishedAtSeconds", 12.5),
                        Map.of(
                            "seconds",
                            List.of(0.0, 1.0),
                            "memoryBytesOverTime",
                            List.of(1e6, 2e6)))))
            .result("")
            .lines();
    assertThat(lines)
        .singleElement()
        .satisfies(
            chart ->
                assertThat(chart.marks())
                    .containsExactly(new Mark("end of publishing", "x:one", 12.5)));
  }
}
