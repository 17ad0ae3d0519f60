package io.brokerbench.mqtt.messagesight;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.broker.BrokerSelector;
import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.core.publication.PublishedScenario;
import io.brokerbench.core.publication.PublishedSize;
import io.brokerbench.core.publication.PublishedValue;
import io.brokerbench.core.publication.RunSize;
import io.brokerbench.experiment.cell.CellFigures;
import io.brokerbench.experiment.cell.CellKey;
import io.brokerbench.experiment.cell.StudyCell;
import io.brokerbench.experiment.study.Study;
import io.brokerbench.experiment.study.StudyTable;
import io.brokerbench.experiment.study.StudyTable.Column;
import io.brokerbench.experiment.study.StudyTable.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * The tables of the report: what was measured, beside what was published at the size that was run.
 */
record ScoreCard(Study study, List<StudyCell> cells, Optional<RunSize> size) {

  private static final List<String> STATISTICS = List.of("mean", "p50", "p95", "p99", "stdev");
  private static final Figure HIGH_WATER_MARK = FigureCatalogue.find("backlog.highWaterMark");
  private static final Figure EGRESS = FigureCatalogue.find("broadcast.peakEgress");
  private static final Figure CONNECTS = FigureCatalogue.find("connections.peakPerSecond");

  private static final Figure MEAN_CONNECTS = FigureCatalogue.find("connections.perSecond");

  private static final String OF_EGRESS =
      " Egress is that of the busiest 10 ms of all broadcasts; over how long the report counted, it"
          + " does not say.";

  private static final String OF_BURSTS =
      " The peak rate is that of the busiest second, and the mean of a burst that takes less."
          + " Latencies count from when a client was due to TCP, TLS and CONNACK. Clients with TLS"
          + " come at the report's pace. Where they are accepted as they come, the rates are that"
          + " pace, and the broker may accept more. Where they queue, many get in at once in the"
          + " end, and the mean rate says more than the peak.";

  private static final String NONE = "";
  private static final MessageSightReport REPORT = new MessageSightReport();
  private static final String MEMORY_NOTE =
      "Published: %s, takes 4 000 devices for each GB of memory, which is 250 kB for each."
          .formatted(REPORT.title());

  /**
   * A figure that is shown.
   *
   * @param title of its column
   * @param measured the figure of the cell
   * @param published the figure of the report; absent where the report has none
   */
  private record Shown(String title, Figure measured, Optional<Figure> published) {}

  /** Those that have rows. */
  List<StudyTable> tables() {
    return Stream.of(
            table("Fan-in: the highest rate that is sustained", "FANIN", fanIn(), note()),
            table(
                "Broadcast: peak egress",
                MessageSightStudy.BROADCAST,
                broadcast(),
                note() + OF_EGRESS),
            table("Connection bursts", "CONNBURST", bursts(), note() + OF_BURSTS),
            table("Memory", MessageSightStudy.MEMORY, memory(), MEMORY_NOTE))
        .filter(table -> !table.rows().isEmpty())
        .toList();
  }

  private static List<Shown> fanIn() {
    List<Shown> shown = new ArrayList<>();
    shown.add(new Shown("rate", CellFigures.PEAK, Optional.of(FigureCatalogue.SUSTAINABLE)));
    shown.addAll(latencies("latency.endToEnd.", false));
    shown.add(new Shown("most buffered", HIGH_WATER_MARK, Optional.of(HIGH_WATER_MARK)));
    return shown;
  }

  private static List<Shown> broadcast() {
    List<Shown> shown = new ArrayList<>();
    shown.add(new Shown("peak egress", EGRESS, Optional.of(EGRESS)));
    shown.addAll(latencies("latency.endToEnd.", false));
    return shown;
  }

  private static List<Shown> bursts() {
    List<Shown> shown = new ArrayList<>();
    shown.add(new Shown("peak rate", CONNECTS, Optional.of(CONNECTS)));
    shown.add(new Shown("mean rate", MEAN_CONNECTS, Optional.empty()));
    shown.addAll(latencies("latency.connect.", true));
    return shown;
  }

  private static List<Shown> memory() {
    return CellFigures.IN_TABLES.stream()
        .filter(figure -> figure.path().startsWith("bytesPer"))
        .map(figure -> new Shown(figure.title(), figure, Optional.empty()))
        .toList();
  }

  private static List<Shown> latencies(String path, boolean published) {
    return STATISTICS.stream()
        .map(statistic -> FigureCatalogue.find(path + statistic))
        .map(
            figure ->
                new Shown(
                    figure.path().replaceFirst(".*\\.", "").replace("mean", "average"),
                    figure,
                    Optional.of(figure).filter(it -> published)))
        .toList();
  }

  private StudyTable table(String title, String family, List<Shown> shown, String note) {
    List<StudyCell> own = sorted(family);
    boolean repeated = own.stream().anyMatch(cell -> cell.repetition() > 1);
    List<Column> columns = new ArrayList<>();
    columns.add(new Column("scenario", NONE));
    columns.add(new Column("broker", NONE));
    columns.add(new Column("variant", NONE));
    if (repeated) {
      columns.add(new Column("#", NONE));
    }
    for (Shown each : shown) {
      columns.add(new Column(each.title(), each.measured().unit().column()));
      if (each.published().isPresent()) {
        columns.add(
            new Column(
                "published %s, %s".formatted(each.title(), reported().letter()),
                each.measured().unit().column()));
      }
    }
    columns.add(new Column(NONE, NONE));
    List<List<Place>> rows = own.stream().map(cell -> row(cell, shown, repeated)).toList();
    return new StudyTable(title, note, columns, rows);
  }

  private String note() {
    String ran =
        size.flatMap(RunSize::published).isPresent()
            ? ""
            : size.map(
                    run ->
                        " These cells had %s devices instead."
                            .formatted(NumberText.count(run.devices())))
                .orElse(" These cells had other clients than that.");
    return "Published: %s, size %s (%s, %s devices). That is other hardware and another broker, to compare with.%s"
        .formatted(
            REPORT.title(),
            reported().letter(),
            ReportSize.hardware(reported()),
            NumberText.count(ReportSize.devices(reported())),
            ran);
  }

  /** The published size beside the cells. */
  private PublishedSize reported() {
    return size.flatMap(RunSize::published).orElse(PublishedSize.SMALL);
  }

  /** In the order of the study, then those of an earlier, larger matrix. */
  private List<StudyCell> sorted(String family) {
    List<CellKey> order = new ArrayList<>();
    study
        .variants()
        .forEach(
            row ->
                cells.stream()
                    .filter(cell -> cell.scenario().equals(row.scenario()))
                    .filter(cell -> cell.variant().equals(row.variant()))
                    .forEach(cell -> order.add(cell.key())));
    return Stream.concat(
            order.stream().flatMap(key -> cells.stream().filter(cell -> cell.key().equals(key))),
            cells.stream().filter(cell -> !order.contains(cell.key())))
        .filter(cell -> cell.scenario().replaceFirst("\\..*", "").equals(family))
        .toList();
  }

  private List<Place> row(StudyCell cell, List<Shown> shown, boolean repeated) {
    List<Place> row = new ArrayList<>();
    row.add(Place.of(cell.scenario()).from(cell));
    row.add(Place.of(new BrokerSelector(cell.broker()).shortName()).from(cell));
    row.add(Place.of(cell.variant().equals(cell.scenario()) ? NONE : cell.variant()).from(cell));
    if (repeated) {
      row.add(Place.of("" + cell.repetition(), cell.repetition()).from(cell));
    }
    for (Shown each : shown) {
      row.add(Place.of(each.measured(), cell));
      each.published()
          .map(figure -> published(cell, figure))
          .map(value -> exactly(each.measured(), value))
          .ifPresent(row::add);
    }
    row.add(Place.of(cell.remark()).from(cell));
    return row;
  }

  private OptionalDouble published(StudyCell cell, Figure figure) {
    return REPORT.scenarios().stream()
        .filter(scenario -> scenario.name().equals(cell.scenario()))
        .map(PublishedScenario::values)
        .flatMap(List::stream)
        .filter(value -> value.figure().path().equals(figure.path()))
        .filter(value -> isOf(value, cell.variant()))
        .map(value -> value.at(reported()))
        .findFirst()
        .orElse(OptionalDouble.empty());
  }

  /** A published value belongs to the variant that has its consumers or its payload. */
  private static boolean isOf(PublishedValue value, String variant) {
    if (value.consumers().isPresent()) {
      return variant.equals(MessageSightStudy.consumers(value.consumers().getAsInt()));
    }
    return value.payloadBytes().isEmpty()
        || variant.equals(MessageSightStudy.payload(value.payloadBytes().getAsInt()));
  }

  private static Place exactly(Figure figure, OptionalDouble value) {
    return value.isEmpty()
        ? Place.of("-")
        : Place.of(
            PublishedValue.exactly(figure.unit(), value.getAsDouble()),
            figure.unit().inColumn(value.getAsDouble()));
  }
}
