package io.brokerbench.mqtt.messagesight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.brokerbench.core.publication.PublishedScenario;
import io.brokerbench.core.publication.PublishedSize;
import io.brokerbench.core.publication.PublishedValue;
import io.brokerbench.core.publication.RunSize;
import io.brokerbench.experiment.cell.StudyCell;
import io.brokerbench.experiment.study.StudyResult.Bar;
import io.brokerbench.experiment.study.StudyResult.Curve;
import io.brokerbench.experiment.study.StudyResult.LineChart;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class ScoreCardChartsTest {

  private static final String THROUGHPUT = "throughput by consumers";
  private static final String LATENCY = "latency.endToEnd.p50";
  private static final String REPORT = new MessageSightReport().title();

  /** The rows of the report with 100 consumers. */
  private static final int PUBLISHED_RATES = 25;

  private static List<StudyCell> cells(String broker, int scenarios) {
    List<StudyCell> cells = new ArrayList<>();
    new MessageSightReport()
        .scenarios().stream()
            .map(each -> each.name())
            .filter(name -> name.startsWith("FANIN") && !name.endsWith("SINGLE"))
            .limit(scenarios)
            .forEach(
                scenario ->
                    Stream.of("10 consumers", "100 consumers")
                        .map(variant -> cell(scenario, variant, broker))
                        .forEach(cells::add));
    return cells;
  }

  private static StudyCell cell(String scenario, String variant, String broker) {
    return cell(scenario, variant, broker, "peakPerSecond");
  }

  private static StudyCell cell(String scenario, String variant, String broker, String figure) {
    return cell(StudyCell.Status.MEASURED, scenario, variant, broker, figure);
  }

  private static StudyCell cell(
      StudyCell.Status status, String scenario, String variant, String broker, String... figures) {
    return ExampleCell.of(
        status,
        scenario,
        variant,
        broker,
        1,
        Stream.of(figures).collect(Collectors.toMap(figure -> figure, figure -> 100.0)));
  }

  private static List<LineChart> charts(List<StudyCell> cells) {
    return new ScoreCardCharts(cells, Optional.empty()).charts();
  }

  @Test
  void brokersWithFewCurvesShareAChart() {
    List<StudyCell> both = cells("one", 2);
    both.addAll(cells("two", 2));

    assertThat(charts(both)).extracting(LineChart::title).containsExactly(THROUGHPUT);
  }

  @Test
  void brokersWithManyCurvesHaveChartsOfTheirOwn() {
    List<StudyCell> both = cells("one", 8);
    both.addAll(cells("two", 7));

    List<LineChart> charts = charts(both);
    assertThat(charts)
        .extracting(LineChart::title)
        .containsExactly(THROUGHPUT + ": one", THROUGHPUT + ": two");
    assertThat(charts.get(1).curves())
        .filteredOn(curve -> !curve.label().contains("published"))
        .hasSize(7)
        .allMatch(curve -> curve.broker().equals("two"));
    assertThat(charts(cells("one", 8))).extracting(LineChart::title).containsExactly(THROUGHPUT);
  }

  @Test
  void whatMetTheGeneratorsLimitIsTheLeastThatABrokerSustains() {
    StudyCell.Status limited = StudyCell.Status.INVALID;
    List<StudyCell> cells =
        List.of(
            cell("FANIN.Q0.SHARED", "10 consumers", "one"),
            cell(limited, "FANIN.Q0.SHARED", "100 consumers", "one", "peakPerSecond"),
            cell("FANIN.Q0.SHARED", "10 consumers", "two"),
            cell("FANIN.Q0.SHARED", "100 consumers", "two"),
            cell(limited, "BROADCAST", "32 B", "one", "broadcast.peakEgress", LATENCY),
            cell(limited, "CONNBURST", "CONNBURST", "one", "latency.connect.p50"));

    List<LineChart> charts = charts(cells);
    assertThat(charts)
        .extracting(LineChart::title)
        .as("no latencies of a late generator")
        .containsExactly(THROUGHPUT, "broadcast: peak egress by payload");
    assertThat(charts.get(0).curves())
        .extracting(Curve::label, Curve::broker)
        .containsExactly(
            tuple("FANIN.Q0.SHARED, at least", "one"),
            tuple("FANIN.Q0.SHARED", "two"),
            tuple("FANIN.Q0.SHARED, published S", REPORT));
    assertThat(charts.get(1).curves())
        .extracting(Curve::label, Curve::broker)
        .containsExactly(tuple("measured, at least", "one"), tuple("published S", REPORT));
  }

  /** As the table has it: the rate is the pace at which clients came. */
  @Test
  void theBarOfABurstWhoseClientsAllCameIsTheLeast() {
    String rate = "connections.peakPerSecond";
    StudyCell cell = cell("CONNBURST.SEC", "CONNBURST.SEC", "one", rate);
    StudyCell paced = cell.withLowerBounds(Optional.of(List.of(rate)));

    assertThat(new ScoreCardCharts(List.of(paced), Optional.empty()).connectRates().bars())
        .first()
        .extracting(Bar::label, Bar::counts)
        .containsExactly("CONNBURST.SEC, one, at least", true);
  }

  @Test
  void aRateThatASearchSaysIsTheLeastIsDrawnAsThat() {
    StudyCell doubtful =
        ExampleCell.leastPeak(
            cell(
                StudyCell.Status.DOUBTFUL,
                "FANIN.Q0.SHARED",
                "100 consumers",
                "one",
                "peakPerSecond"));

    assertThat(charts(List.of(cell("FANIN.Q0.SHARED", "10 consumers", "one"), doubtful)))
        .flatExtracting(LineChart::curves)
        .extracting(Curve::label)
        .contains("FANIN.Q0.SHARED, at least");
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.INCLUDE,
      names = {"DOUBTFUL", "FAILED"})
  void whatSaysNothingOfABrokersRateIsNotDrawn(StudyCell.Status status) {
    List<StudyCell> cells =
        List.of(
            cell("FANIN.Q0.SHARED", "10 consumers", "one"),
            cell(status, "FANIN.Q0.SHARED", "100 consumers", "one", "peakPerSecond"),
            cell(status, "BROADCAST", "32 B", "one", "broadcast.peakEgress"));

    assertThat(charts(cells)).isEmpty();
  }

  /** A wrong point, scenario or size of any of them would be seen. */
  @ParameterizedTest
  @EnumSource(PublishedSize.class)
  void eachPublishedFigureIsAPointOrABar(PublishedSize size) {
    List<StudyCell> cells = cells("one", Integer.MAX_VALUE);
    cells.add(cell("BROADCAST", "32 B", "one", "broadcast.peakEgress"));
    List<PublishedScenario> published = new MessageSightReport().scenarios();
    published.stream()
        .map(PublishedScenario::name)
        .filter(name -> name.startsWith("CONNBURST"))
        .map(name -> cell(name, name, "one", "connections.peakPerSecond"))
        .forEach(cells::add);
    Optional<RunSize> ran = Optional.of(RunSize.as(size));
    ScoreCardCharts charts = new ScoreCardCharts(cells, ran);

    Map<String, Double> drawn = new TreeMap<>();
    charts.charts().stream()
        .flatMap(chart -> chart.curves().stream())
        .filter(curve -> curve.broker().equals(REPORT))
        .forEach(
            curve ->
                curve
                    .points()
                    .forEach(point -> drawn.put(curve.label() + " " + point.get(0), point.get(1))));
    charts.connectRates().bars().stream()
        .filter(bar -> bar.series().equals("published " + size.letter()))
        .forEach(bar -> drawn.put(bar.label() + " rate", bar.value()));

    Map<String, Double> printed = new TreeMap<>();
    for (PublishedScenario scenario : published) {
      for (PublishedValue value : scenario.values()) {
        pointOf(scenario.name(), value, size)
            .ifPresent(point -> printed.put(point, inChart(value, size)));
      }
    }
    assertThat(drawn).isEqualTo(printed).hasSize(PUBLISHED_RATES + 3 + 4 + 4 * 3);
  }

  /** Where a published value is drawn; empty where it is in a table alone. */
  private static Optional<String> pointOf(String name, PublishedValue value, PublishedSize size) {
    String label = name + ", published " + size.letter();
    return switch (value.figure().path()) {
      case "throughput.sustainable" ->
          name.endsWith("SINGLE") ? Optional.empty() : Optional.of(label + " 100.0");
      case "broadcast.peakEgress" ->
          Optional.of(
              "published %s %d.0".formatted(size.letter(), value.payloadBytes().orElseThrow()));
      case "connections.peakPerSecond" -> Optional.of(label + " rate");
      case "latency.connect.p50" -> Optional.of(label + " 50.0");
      case "latency.connect.p95" -> Optional.of(label + " 95.0");
      case "latency.connect.p99" -> Optional.of(label + " 99.0");
      default -> Optional.empty();
    };
  }

  private static double inChart(PublishedValue value, PublishedSize size) {
    double printed = value.at(size).orElseThrow();
    return value.figure().path().startsWith("latency") ? printed / 1e6 : printed;
  }
}
