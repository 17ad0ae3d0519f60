package io.brokerbench.experiment.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.experiment.cell.CellPlan;
import io.brokerbench.experiment.study.StudyResult.LineChart;
import io.brokerbench.experiment.study.StudyResult.Mark;
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
