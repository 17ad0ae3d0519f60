package io.brokerbench.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.statistics.BoxPlot;
import io.brokerbench.experiment.study.StudyResult;
import io.brokerbench.report.html.LineChart;
import io.brokerbench.report.html.RowChart;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StudyChartsTest {

  private static List<String> labels(String... scenarios) {
    return boxes(scenarios).rows().stream().map(RowChart.Row::label).toList();
  }

  private static RowChart boxes(String... scenarios) {
    List<StudyResult.Box> boxes = new ArrayList<>();
    for (String scenario : scenarios) {
      int median = 2 + boxes.size();
      BoxPlot plot = new BoxPlot(5, 1, 1, 1, median, 3, 4, 4, 2, List.of());
      boxes.add(new StudyResult.Box(scenario, "1 KB", "x:one", plot));
    }
    StudyResult study = study(List.of(new StudyResult.BoxChart("latency", "ms", boxes)), List.of());
    return (RowChart) new StudyCharts(study).boxPlots().get(0);
  }

  @Test
  void barsGoFromZeroToTheirValuesAndLeadToTheirRuns() {
    StudyResult.Bar paper = new StudyResult.Bar("a, paper", "paper", 37_983.15, true, none());
    StudyResult.Bar measured =
        new StudyResult.Bar("a, measured", "delivered", 12, false, Optional.of("cells/1"));
    RowChart chart =
        (RowChart)
            new StudyCharts(
                    study(
                        List.of(
                            new StudyResult.BarChart(
                                "rates", "rate", "msg/s", List.of(paper, measured))),
                        List.of(),
                        List.of()))
                .bars(Map.of("cells/1", "cells/1/run.html"))
                .get(0);

    assertThat(chart.rows())
        .containsExactly(
            new RowChart.Row("a, paper", List.of(bar(37_983.15, "paper"))),
            new RowChart.Row(
                "a, measured", List.of(bar(12, "delivered")), "cells/1/run.html", false));
    assertThat(chart.axis().label()).isEqualTo("rate (msg/s)");
    assertThat(chart.summary())
        .isEqualTo(
            "The shortest bar is that of a, measured (12 msg/s), the longest that of a, paper"
                + " (38\u202f000 msg/s).");
  }

  private static Optional<String> none() {
    return Optional.empty();
  }

  private static RowChart.Mark bar(double value, String series) {
    return RowChart.Mark.at(RowChart.Shape.FROM_ZERO, value, series);
  }

  private static StudyResult study(
      List<StudyResult.BoxChart> boxPlots, List<StudyResult.LineChart> lines) {
    return study(List.of(), boxPlots, lines);
  }

  private static StudyResult study(
      List<StudyResult.BarChart> bars,
      List<StudyResult.BoxChart> boxPlots,
      List<StudyResult.LineChart> lines) {
    return new StudyResult(
        StudyResult.SCHEMA,
        "study",
        "",
        Optional.empty(),
        true,
        "",
        Optional.empty(),
        List.of(),
        List.of(),
        List.of(),
        bars,
        boxPlots,
        List.of(),
        "",
        lines,
        List.of());
  }

  @Test
  void boxesOfSeveralScenariosAreToldApart() {
    assertThat(labels("A")).containsExactly("1 KB, x:one");
    assertThat(labels("A", "B")).containsExactly("A, 1 KB, x:one", "B, 1 KB, x:one");
  }

  @Test
  void boxesAreToldInWords() {
    assertThat(boxes("A").summary()).startsWith("The median is 2 ms. ");
    assertThat(boxes("A", "B").summary())
        .startsWith(
            "The median is lowest for A, 1 KB, x:one (2 ms) and highest for B, 1 KB, x:one (3"
                + " ms).");
  }

  @Test
  void curvesAreDescribedInWords() {
    List<List<Double>> points =
        List.of(List.of(0.0, 0.5), List.of(4000.0, 0.25), List.of(8000.0, 2.0));
    List<StudyResult.Curve> curves =
        List.of(
            new StudyResult.Curve("Q0", "x", points),
            new StudyResult.Curve("Q1", "x", List.of(List.of(0.0, 3.0))));
    StudyResult study =
        study(
            List.of(),
            List.of(
                new StudyResult.LineChart(
                    "mean latency", "load", "msg/s", "latency", "ms", curves, List.of())));
    assertThat(new StudyCharts(study).curves().get(0).summary())
        .isEqualTo("Q0, x: 0.5 ms at 0 to 2 ms at 8\u202f000; Q1, x: 3 ms at 0.");
  }

  /** 0.4 ms beside 16 s would lie at zero. */
  @ParameterizedTest
  @CsvSource({"0.4, 16000, true", "0.4, 300, false", "0, 16000, false"})
  void curvesThatDifferByFarHaveALogarithmicAxis(double least, double most, boolean logarithmic) {
    StudyResult.LineChart lines =
        new StudyResult.LineChart(
            "connect latency",
            "percentile",
            "%",
            "latency",
            "ms",
            List.of(
                new StudyResult.Curve("plain", "x", List.of(List.of(50.0, least))),
                new StudyResult.Curve("TLS", "x", List.of(List.of(50.0, most)))),
            List.of());
    LineChart chart = (LineChart) new StudyCharts(study(List.of(), List.of(lines))).curves().get(0);

    assertThat(chart.axes().y().logarithmic()).isEqualTo(logarithmic);
    assertThat(chart.axes().x().logarithmic()).isFalse();
  }

  @Test
  void whatHappenedIsMarkedInTheChartAndInWords() {
    LineChart one = memory(List.of(new StudyResult.Mark("end of publishing", "x", 12)));
    assertThat(one.places()).containsExactly(LineChart.Place.at("end of publishing", 12));
    assertThat(one.summary()).endsWith("5 bytes at 60. Marked: end of publishing at 12 s.");

    List<StudyResult.Mark> both =
        List.of(
            new StudyResult.Mark("end of publishing", "x", 12),
            new StudyResult.Mark("end of publishing", "y", 15));
    assertThat(memory(both).places())
        .containsExactly(
            LineChart.Place.at("end of publishing, x", 12),
            LineChart.Place.at("end of publishing, y", 15));
  }

  private static LineChart memory(List<StudyResult.Mark> marks) {
    List<List<Double>> points = List.of(List.of(0.0, 1.0), List.of(60.0, 5.0));
    StudyResult.LineChart lines =
        new StudyResult.LineChart(
            "memory over time",
            "time",
            "s",
            "memory",
            "bytes",
            List.of(new StudyResult.Curve("60 s", "x", points)),
            marks);
    return (LineChart) new StudyCharts(study(List.of(), List.of(lines))).curves().get(0);
  }
}
