package io.brokerbench.core.study;

import io.brokerbench.core.base.Figures;
import io.brokerbench.core.cell.StudyCell;
import io.brokerbench.core.study.StudyTable.Column;
import io.brokerbench.core.study.StudyTable.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;

/** The tables of a study without a layout of its own: for each scenario, a row for each cell. */
final class PlainTables {

  /**
   * A column of figures.
   *
   * @param name of the figure
   * @param title that is shown
   * @param unit that is shown
   * @param factor from the figure's unit to that
   * @param form of its text
   */
  private record Shown(
      String name, String title, String unit, double factor, DoubleFunction<String> form) {}

  private static final double MEGA = 1e-6;

  private static final List<Shown> FIGURES =
      List.of(
          new Shown("sentPerSecond", "sent", "msg/s", 1, Figures::rate),
          new Shown("receivedPerSecond", "received", "msg/s", 1, Figures::rate),
          new Shown("connectsPerSecond", "connects", "/s", 1, Figures::rate),
          new Shown("latencyMeanMillis", "mean", "ms", 1, Figures::measured),
          new Shown("latencyP50Millis", "p50", "ms", 1, Figures::measured),
          new Shown("latencyP99Millis", "p99", "ms", 1, Figures::measured),
          new Shown("latencyMaxMillis", "max", "ms", 1, Figures::measured),
          new Shown("brokerCpuPercentOfCore", "CPU", "% of a core", 1, Figures::measured),
          new Shown("brokerPeakRssBytes", "RSS", "MB", MEGA, Figures::measured),
          new Shown("storedBytesBefore", "stored", "MB", MEGA, Figures::measured),
          new Shown("storedBytesAfter", "stored later", "MB", MEGA, Figures::measured),
          new Shown("storedBytesMost", "stored", "MB", MEGA, Figures::measured),
          new Shown("queuedMessagesBefore", "queued", "messages", 1, PlainTables::whole),
          new Shown("queuedMessagesAfter", "queued later", "messages", 1, PlainTables::whole),
          new Shown("queuedMessagesMost", "queued", "messages", 1, PlainTables::whole),
          new Shown("memoryBytesBefore", "memory before", "MB", MEGA, Figures::measured),
          new Shown("memoryBytesPublished", "after publishing", "MB", MEGA, Figures::measured),
          new Shown("memoryBytesMostAfter", "most later", "MB", MEGA, Figures::measured),
          new Shown("memoryBytesEnd", "at the end", "MB", MEGA, Figures::measured),
          new Shown("bytesPerClient", "per client", "B", 1, Figures::measured),
          new Shown("bytesPerSubscription", "per subscription", "B", 1, Figures::measured),
          new Shown("lost", "lost", "", 1, PlainTables::whole));

  private final Study study;
  private final List<StudyCell> cells;

  PlainTables(Study study, List<StudyCell> cells) {
    this.study = study;
    this.cells = cells;
  }

  private static String whole(double value) {
    return Figures.count(Math.round(value));
  }

  List<StudyTable> tables() {
    List<String> scenarios = cells.stream().map(StudyCell::scenario).distinct().toList();
    return scenarios.stream().map(this::table).toList();
  }

  private StudyTable table(String scenario) {
    List<StudyCell> own = sorted(scenario);
    List<Shown> shown =
        FIGURES.stream()
            .filter(f -> own.stream().anyMatch(cell -> cell.figures().containsKey(f.name())))
            .toList();
    boolean repeated = own.stream().anyMatch(cell -> cell.repetition() > 1);
    List<Column> columns = new ArrayList<>();
    columns.add(new Column("variant", ""));
    columns.add(new Column("broker", ""));
    if (repeated) {
      columns.add(new Column("#", ""));
    }
    shown.forEach(f -> columns.add(new Column(f.title(), f.unit())));
    columns.add(new Column("", ""));
    List<List<Place>> rows = new ArrayList<>();
    for (StudyCell cell : own) {
      rows.add(row(cell, shown, repeated));
    }
    return new StudyTable(scenario, "", columns, rows);
  }

  private List<StudyCell> sorted(String scenario) {
    List<StudyCell> sorted = new ArrayList<>();
    List<String> variants =
        cells.stream()
            .filter(c -> c.scenario().equals(scenario))
            .map(StudyCell::variant)
            .distinct()
            .toList();
    for (String variant : variants) {
      for (String broker : brokers()) {
        cells.stream()
            .filter(c -> c.scenario().equals(scenario))
            .filter(c -> c.variant().equals(variant) && c.broker().equals(broker))
            .sorted((a, b) -> Integer.compare(a.repetition(), b.repetition()))
            .forEach(sorted::add);
      }
    }
    return sorted;
  }

  private List<String> brokers() {
    List<String> brokers = new ArrayList<>(study.brokers());
    cells.stream().map(StudyCell::broker).filter(b -> !brokers.contains(b)).forEach(brokers::add);
    return brokers.stream().distinct().toList();
  }

  private List<Place> row(StudyCell cell, List<Shown> shown, boolean repeated) {
    List<Place> row = new ArrayList<>();
    row.add(Place.of(cell.variant()).from(cell));
    row.add(Place.of(nameOf(cell.broker())).from(cell));
    if (repeated) {
      row.add(Place.of("" + cell.repetition(), cell.repetition()).from(cell));
    }
    for (Shown figure : shown) {
      row.add(
          cell.figure(figure.name())
              .map(value -> value * figure.factor())
              .map(value -> Place.of(figure.form().apply(value), value))
              .orElseGet(() -> Place.of("-"))
              .from(cell));
    }
    row.add(Place.of(mark(cell)).from(cell));
    return row;
  }

  /** The product alone, unless it comes from two places. */
  private String nameOf(String broker) {
    String product = shortName(broker);
    long alike = brokers().stream().map(PlainTables::shortName).filter(product::equals).count();
    return alike == 1 ? product : broker;
  }

  /** What has to be said of a cell in a word or two. */
  static String mark(StudyCell cell) {
    return switch (cell.status()) {
      case MEASURED -> "";
      case DOUBTFUL, INVALID -> cell.reason().replaceFirst("[:;,].*", "");
      case FAILED -> "FAILED";
    };
  }

  /** {@code artemis} of {@code embedded:artemis}. */
  private static String shortName(String selector) {
    return selector.contains("://")
        ? selector.replaceFirst("[?#].*", "")
        : selector.substring(selector.indexOf(':') + 1);
  }
}
