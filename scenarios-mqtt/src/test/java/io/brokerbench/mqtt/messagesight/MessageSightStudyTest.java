package io.brokerbench.mqtt.messagesight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.definition.ScenarioChange;
import io.brokerbench.core.definition.Scenarios;
import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.publication.PublishedScenario;
import io.brokerbench.core.publication.PublishedSize;
import io.brokerbench.core.publication.PublishedValue;
import io.brokerbench.core.publication.RunSize;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.experiment.cell.CellPlan;
import io.brokerbench.experiment.cell.StudyCell;
import io.brokerbench.experiment.study.Study;
import io.brokerbench.experiment.study.StudyLayout;
import io.brokerbench.experiment.study.StudyResult.Bar;
import io.brokerbench.experiment.study.StudyResult.Curve;
import io.brokerbench.experiment.study.StudyResult.LineChart;
import io.brokerbench.experiment.study.StudySize;
import io.brokerbench.experiment.study.StudyTable;
import io.brokerbench.experiment.study.StudyTable.Place;
import io.brokerbench.experiment.study.StudyVariant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MessageSightStudyTest {

  private static final StudySize MEDIUM =
      new StudySize(false, OptionalInt.empty(), Optional.of(RunSize.as(PublishedSize.MEDIUM)));

  private static final double PUBLISHED_PARTITIONS_M = 450_000;
  private static final double PUBLISHED_BURST_M = 31_500;

  /** Rates and high-water marks of fan-in, the broadcast, and four bursts. */
  private static final int PUBLISHED_OF_EACH_SIZE = 27 + 24 + 3 + 24;

  /** Nothing that a table could take for a published figure. */
  private static final Map<String, Double> ANY = Map.of();

  private static Study study(StudySize size) {
    return new MessageSightStudy().find("messagesight", size).orElseThrow();
  }

  private static List<StudyVariant> rows(Study study, String family) {
    return study.variants().stream().filter(row -> row.scenario().startsWith(family)).toList();
  }

  @Test
  void eachPublishedRowIsSearchedForOrRun() {
    Study study = study(StudySize.USUAL);

    assertThat(rows(study, "FANIN")).allMatch(row -> row.plan().peak().isPresent());
    assertThat(rows(study, "FANIN"))
        .filteredOn(row -> !row.variant().equals("10 consumers"))
        .extracting(StudyVariant::scenario)
        .hasSize(29)
        .doesNotHaveDuplicates();
    assertThat(rows(study, "FANIN"))
        .filteredOn(row -> row.variant().equals("10 consumers"))
        .hasSize(11);
    assertThat(rows(study, "BROADCAST"))
        .extracting(StudyVariant::variant)
        .containsExactly("32 B", "128 B", "512 B");
    assertThat(rows(study, "CONNBURST")).hasSize(4);
    assertThat(rows(study, "MEMORY")).hasSize(1);
  }

  @Test
  void theSizeIsThatOfTheReport() {
    Scenario load =
        rows(study(MEDIUM), "FANIN.Q1.PERSISTENT.SHARED").get(0).plan().load().orElseThrow();

    assertThat(load.topology().publishers()).isEqualTo(256_000);
    assertThat(load.topology().consumers()).isEqualTo(100);
    assertThat(load.phases().steady()).isEqualTo(Duration.ofMinutes(5));
  }

  /** 256 000 handshakes take longer than a minute, however briefly the load is on. */
  @Test
  void fewerSamplesLeaveTheTimeToConnectAndToSettleAndTheTenBroadcasts() {
    Study study = study(new StudySize(false, OptionalInt.of(60), MEDIUM.clients()));
    Scenario fanIn = rows(study, "FANIN.SEC.Q0.PARTITIONS").get(0).plan().load().orElseThrow();
    Scenario broadcast = rows(study, "BROADCAST").get(0).plan().load().orElseThrow();

    assertThat(fanIn.phases().steady()).isEqualTo(Duration.ofMinutes(1));
    assertThat(fanIn.phases().connectLimit()).isEqualTo(Duration.ofMinutes(15));
    assertThat(fanIn.phases().settles()).as("a JVM compiles as long as before").isTrue();
    assertThat(broadcast.phases().steady()).isEqualTo(Duration.ofSeconds(200));
  }

  @Test
  void aSmallOneHasARowOfEachTable() {
    Study small = study(new StudySize(true, OptionalInt.empty()));

    assertThat(small.variants())
        .extracting(StudyVariant::scenario)
        .containsExactly("FANIN.Q0.SHARED", "BROADCAST", "CONNBURST");
    assertThat(small.variants()).allMatch(row -> row.plan().planned().toSeconds() <= 20);
  }

  @Test
  void theScoreCardHasWhatWasMeasuredBesideThePublishedColumn() {
    StudyCell cell =
        cell(
            "FANIN.Q0.SHARED",
            "100 consumers",
            Map.of(
                "peakPerSecond", 12_345.0,
                "latency.endToEnd.mean", 2e6,
                "latency.endToEnd.p50", 1e6,
                "latency.endToEnd.p95", 3e6,
                "latency.endToEnd.p99", 4e6,
                "latency.endToEnd.stdev", 5e5,
                "backlog.highWaterMark", 77.0));
    StudyTable table = tables(MEDIUM, cell).get(0);

    assertThat(table.note())
        .contains("MessageSight 1.2, 2015, size M (12 cores, 64 GB", "other hardware")
        .doesNotContain("other clients");
    assertThat(table.columns())
        .extracting(StudyTable.Column::title)
        .containsExactly(
            "scenario",
            "broker",
            "variant",
            "rate",
            "published rate, M",
            "average",
            "p50",
            "p95",
            "p99",
            "stdev",
            "most buffered",
            "published most buffered, M",
            "");
    assertThat(values(table))
        .containsExactly(12_345.0, 340_000.0, 2.0, 1.0, 3.0, 4.0, 0.5, 77.0, 5_335.0);
  }

  @Test
  void fewConsumersHaveTheirOwnHighWaterMarkAndNoPublishedRate() {
    StudyTable table =
        tables(MEDIUM, cell("FANIN.Q0.PARTITIONS", "10 consumers", Map.of("peakPerSecond", 9.0)))
            .get(0);

    assertThat(values(table)).containsExactly(9.0, 7_825.0);
  }

  @Test
  void aBurstHasThePublishedLatenciesBesideItsOwn() {
    StudyTable table =
        tables(
                StudySize.USUAL,
                cell(
                    "CONNBURST.SEC",
                    "CONNBURST.SEC",
                    Map.of("connections.peakPerSecond", 900.0, "latency.connect.p99", 2e6)))
            .get(0);

    assertThat(table.title()).isEqualTo("Connection bursts");
    assertThat(table.note()).contains("size S", "These cells had other clients than that.");
    assertThat(values(table)).containsExactly(900.0, 1_800.0, 9.8, 8.1, 22.2, 2.0, 36.7, 7.5);
  }

  @Test
  void theChartsAreThoseOfTheReport() {
    List<StudyCell> cells =
        List.of(
            cell("FANIN.Q0.PARTITIONS", "100 consumers", Map.of("peakPerSecond", 300.0)),
            cell("FANIN.Q0.PARTITIONS", "10 consumers", Map.of("peakPerSecond", 200.0)),
            cell("FANIN.Q0.SHARED", "100 consumers", Map.of("peakPerSecond", 100.0)),
            cell(
                "BROADCAST",
                "128 B",
                Map.of("broadcast.peakEgress", 4e4, "latency.endToEnd.p95", 2e6)),
            cell(
                "CONNBURST",
                "CONNBURST",
                Map.of(
                    "connections.peakPerSecond", 800.0,
                    "latency.connect.p50", 1e6,
                    "latency.connect.p999", 3e6,
                    "latency.connect.max", 4e6)));
    Study study = study(MEDIUM);
    Map<String, LineChart> charts =
        study.layout().lines(study, cells).stream()
            .collect(Collectors.toMap(LineChart::title, chart -> chart));

    assertThat(charts.get("throughput by consumers").curves())
        .containsExactly(
            new Curve(
                "FANIN.Q0.PARTITIONS",
                "embedded",
                List.of(List.of(10.0, 200.0), List.of(100.0, 300.0))),
            new Curve(
                "FANIN.Q0.PARTITIONS, published M",
                "MessageSight 1.2, 2015",
                List.of(List.of(100.0, PUBLISHED_PARTITIONS_M))));
    assertThat(charts.get("broadcast: peak egress by payload").curves())
        .contains(
            new Curve("measured", "embedded", List.of(List.of(128.0, 4e4))),
            new Curve(
                "published M",
                "MessageSight 1.2, 2015",
                List.of(List.of(32.0, 5e4), List.of(128.0, 5e4), List.of(512.0, 5e4))));
    assertThat(charts.get("broadcast: latency by payload").curves())
        .containsExactly(new Curve("p95", "embedded", List.of(List.of(128.0, 2.0))));
    assertThat(charts.get("connection bursts: connect latency by percentile").curves())
        .extracting(Curve::label)
        .containsExactly("CONNBURST", "CONNBURST, published M");
    assertThat(
            charts.get("connection bursts: connect latency by percentile").curves().get(0).points())
        .as("the tail too")
        .containsExactly(List.of(50.0, 1.0), List.of(99.9, 3.0), List.of(100.0, 4.0));
    assertThat(study.layout().bars(study, cells).get(0).bars())
        .extracting(Bar::label, Bar::series, Bar::value)
        .containsExactly(
            tuple("CONNBURST, embedded", "embedded", 800.0),
            tuple("CONNBURST, published M", "published M", PUBLISHED_BURST_M));
  }

  @Test
  void repetitionsAreApartInTablesAndMediansInCurves() {
    List<StudyCell> cells = new ArrayList<>();
    for (int repetition = 1; repetition <= 3; repetition++) {
      double rate = repetition == 3 ? 900 : repetition * 100;
      cells.add(
          repeated(repetition, "FANIN.Q0.PARTITIONS", "100 consumers", "peakPerSecond", rate));
      cells.add(repeated(repetition, "FANIN.Q0.PARTITIONS", "10 consumers", "peakPerSecond", 50));
      cells.add(repeated(repetition, "CONNBURST", "CONNBURST", "connections.peakPerSecond", rate));
    }
    Study study = study(MEDIUM);

    StudyTable table = study.layout().tables(study, cells).get(0);
    assertThat(table.columns().get(3).title()).isEqualTo("#");
    assertThat(table.rows())
        .extracting(row -> row.get(2).text() + " " + row.get(3).text() + " " + row.get(4).text())
        .contains("100 consumers 1 100", "100 consumers 2 200", "100 consumers 3 900");
    assertThat(study.layout().lines(study, cells).get(0).curves().get(0).points())
        .containsExactly(List.of(10.0, 50.0), List.of(100.0, 200.0));
    assertThat(study.layout().bars(study, cells).get(0).bars())
        .extracting(Bar::series)
        .containsExactly("embedded #1", "embedded #2", "embedded #3", "published M");
  }

  private static StudyCell repeated(
      int repetition, String scenario, String variant, String figure, double value) {
    return cell(repetition, scenario, variant, Map.of(figure, value));
  }

  /** A wrong row, column or size of any of them would be seen. */
  @ParameterizedTest
  @EnumSource(PublishedSize.class)
  void eachPublishedFigureStandsInItsRow(PublishedSize size) {
    StudySize sized = new StudySize(false, OptionalInt.empty(), Optional.of(RunSize.as(size)));
    int values = 0;
    for (PublishedScenario scenario : new MessageSightReport().scenarios()) {
      for (PublishedValue value : scenario.values()) {
        if (value.at(size).isPresent()) {
          StudyTable table =
              tables(sized, cell(scenario.name(), variant(scenario, value), ANY)).get(0);
          String column = "published %s, %s".formatted(columnOf(value.figure()), size.letter());
          assertThat(places(table).get(column))
              .as("%s %s of %s", value.figure().path(), size, scenario.name())
              .isEqualTo(value.figure().unit().inColumn(value.at(size).getAsDouble()));
          values++;
        }
      }
    }
    assertThat(values).isEqualTo(PUBLISHED_OF_EACH_SIZE);
  }

  private static String variant(PublishedScenario scenario, PublishedValue value) {
    if (value.consumers().isPresent()) {
      return value.consumers().getAsInt() == 1
          ? "1 consumer"
          : value.consumers().getAsInt() + " consumers";
    }
    return value.payloadBytes().isPresent()
        ? value.payloadBytes().getAsInt() + " B"
        : scenario.name();
  }

  private static String columnOf(Figure figure) {
    return switch (figure.path()) {
      case "throughput.sustainable" -> "rate";
      case "backlog.highWaterMark" -> "most buffered";
      case "broadcast.peakEgress" -> "peak egress";
      case "connections.peakPerSecond" -> "peak rate";
      case "latency.connect.mean" -> "average";
      default -> figure.path().replace("latency.connect.", "");
    };
  }

  private static Map<String, Double> places(StudyTable table) {
    Map<String, Double> places = new HashMap<>();
    for (int i = 0; i < table.columns().size(); i++) {
      OptionalDouble value = table.rows().get(0).get(i).value();
      if (value.isPresent()) {
        places.put(table.columns().get(i).title(), value.getAsDouble());
      }
    }
    return places;
  }

  @Test
  void memoryHasWhatThePublicationSaysOfIt() {
    StudyTable table = tables(MEDIUM, cell("MEMORY", "MEMORY", ANY)).get(0);

    assertThat(table.note()).contains("4 000 devices for each GB", "MessageSight 1.2, 2015");
  }

  /** As in a study of the user's own: one row as it was published, and one that is other work. */
  @Test
  void otherStudiesSayWhatWasPublishedOfTheirScenarios() {
    Scenario published = Scenarios.load().find("FANIN.Q1.PERSISTENT.SHARED");
    Scenario other = ScenarioChange.set("workload.qos", 0).applyTo(published);
    Study own =
        new Study(
            "own",
            "",
            StudyLayout.PLAIN,
            1,
            Optional.empty(),
            List.of("embedded"),
            List.of(
                new StudyVariant("as published", "one", CellPlan.run(published)),
                new StudyVariant("changed", "one", CellPlan.run(other))));
    List<StudyCell> cells = List.of(cell("as published", "one", ANY), cell("changed", "one", ANY));
    assertThat(own.layout().tables(own, cells))
        .extracting(table -> NumberText.plain(table.note()))
        .containsExactly(
            "Published: MessageSight 1.2, 2015, other hardware: sustainable throughput 40 000/s"
                + " (S), 40 000/s (M), 44 000/s (L) with 100 consumers.",
            "");
  }

  @Test
  void withoutCellsThereAreNoTablesAndNoCharts() {
    Study study = study(MEDIUM);

    assertThat(study.layout().tables(study, List.of())).isEmpty();
    assertThat(study.layout().lines(study, List.of())).isEmpty();
  }

  private static List<StudyTable> tables(StudySize size, StudyCell... cells) {
    Study study = study(size);
    return study.layout().tables(study, List.of(cells));
  }

  private static List<Double> values(StudyTable table) {
    assertThat(table.rows()).hasSize(1);
    return table.rows().get(0).stream()
        .map(Place::value)
        .filter(value -> value.isPresent())
        .map(value -> Math.round(value.getAsDouble() * 1e6) / 1e6)
        .toList();
  }

  private static StudyCell cell(String scenario, String variant, Map<String, Double> figures) {
    return cell(1, scenario, variant, figures);
  }

  private static StudyCell cell(
      int repetition, String scenario, String variant, Map<String, Double> figures) {
    return ExampleCell.of(
        StudyCell.Status.MEASURED, scenario, variant, "embedded", repetition, figures);
  }
}
