package io.brokerbench.mqtt.stress;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.core.result.BrokerIdentity;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.experiment.cell.CellFigures;
import io.brokerbench.experiment.cell.StudyCell;
import io.brokerbench.experiment.study.Study;
import io.brokerbench.experiment.study.StudyTable;
import io.brokerbench.experiment.study.StudyTable.Column;
import io.brokerbench.experiment.study.StudyTable.Place;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * The tables of the stress study, with the paper's figures beside those that were measured: brokers
 * that use one core and those that use several, each beside the paper's local and its cloud
 * testbed, and the rankings. A last table says what both equations give, and from what it was seen
 * how many cores a broker uses.
 */
record StressTables(Study study, List<StudyCell> cells) {

  /** More CPU than this, in percent of a core, and a broker has used more than one. */
  static final double ONE_CORE_PERCENT = 110;

  private static final Figure CPU = FigureCatalogue.find("broker.cpu");
  private static final Figure CPU_OF_SYSTEM = FigureCatalogue.find("broker.cpuOfSystem");
  private static final Figure LATENCY = FigureCatalogue.find("latency.endToEnd.mean");
  private static final List<String> TESTBEDS = List.of("local", "cloud");

  /**
   * The best sample of a broker with a QoS.
   *
   * @param cell its best cell without loss, or the best one there is, which may have failed
   * @param qos of the messages
   * @param product of the broker
   * @param name of the broker, which distinguishes it from others of the same product
   * @param several whether the broker was seen to use several cores
   */
  private record Best(StudyCell cell, Qos qos, String product, String name, boolean several) {
    double peak() {
      return figure(CellFigures.PEAK);
    }

    double cpu() {
      return 100 * figure(several ? CPU_OF_SYSTEM : CPU);
    }

    double projected() {
      return figure(several ? CellFigures.PROJECTED_PER_SYSTEM : CellFigures.PROJECTED_PER_CORE);
    }

    double latency() {
      return figure(LATENCY) / 1e6;
    }

    double figure(Figure figure) {
      return cell.figure(figure).orElse(Double.NaN);
    }
  }

  List<StudyTable> tables() {
    List<Best> bests = bests();
    List<StudyTable> tables = new ArrayList<>();
    for (boolean several : List.of(false, true)) {
      for (String testbed : TESTBEDS) {
        tables.add(table(bests, several, testbed));
      }
    }
    tables.add(
        ranking(
            "Ranking by projected rate",
            bests,
            best -> -best.projected(),
            Comparator.comparingDouble(PublishedStress::projectedPerSecond).reversed()));
    tables.add(
        ranking(
            "Ranking by latency",
            bests,
            Best::latency,
            Comparator.comparingDouble(PublishedStress::latencyMillis)));
    tables.add(projections(bests));
    tables.removeIf(table -> table.rows().isEmpty());
    return tables;
  }

  private List<Best> bests() {
    List<Best> bests = new ArrayList<>();
    for (Qos qos : Qos.values()) {
      for (String broker : brokers()) {
        List<StudyCell> samples =
            cells.stream()
                .filter(
                    cell ->
                        cell.broker().equals(broker)
                            && cell.scenario().equals(StressCatalog.name(qos)))
                .toList();
        Comparator<StudyCell> byRate =
            Comparator.comparing(StudyCell::counts)
                .thenComparing(cell -> cell.figure(CellFigures.PEAK).orElse(-1.0));
        samples.stream()
            .max(byRate)
            .map(cell -> new Best(cell, qos, product(broker), name(broker), usesSeveral(broker)))
            .ifPresent(bests::add);
      }
    }
    return bests;
  }

  private List<String> brokers() {
    Set<String> brokers = new LinkedHashSet<>(study.brokers());
    cells.forEach(cell -> brokers.add(cell.broker()));
    return List.copyOf(brokers);
  }

  /** As it calls itself; its selector where it never came so far. */
  private String product(String broker) {
    return cells.stream()
        .filter(cell -> cell.broker().equals(broker))
        .flatMap(cell -> cell.identity().map(BrokerIdentity::product).stream())
        .findFirst()
        .orElse(broker);
  }

  /** The product, with the selector where another broker is the same product. */
  private String name(String broker) {
    String product = product(broker);
    boolean alone = brokers().stream().filter(b -> product(b).equals(product)).count() == 1;
    return alone ? product : product + " (" + broker + ")";
  }

  /** Seen, not assumed: the most CPU that it took in any step of any search. */
  private boolean usesSeveral(String broker) {
    return greatestCpu(broker).filter(seen -> seen.percent() > ONE_CORE_PERCENT).isPresent();
  }

  /** CPU in percent of a core, and the cell in which it was seen. */
  private record Seen(double percent, StudyCell cell) {
    Place place() {
      return shown(percent).from(cell);
    }
  }

  /** Empty where its CPU was never seen. */
  private Optional<Seen> greatestCpu(String broker) {
    return cells.stream()
        .filter(cell -> cell.broker().equals(broker))
        .flatMap(
            cell ->
                Stream.concat(
                        cell.figure(CellFigures.GREATEST_CPU).stream(),
                        cell.figure(CPU).map(cores -> 100 * cores).stream())
                    .map(percent -> new Seen(percent, cell)))
        .max(Comparator.comparingDouble(Seen::percent));
  }

  private StudyTable table(List<Best> bests, boolean several, String testbed) {
    List<List<Place>> rows = new ArrayList<>();
    boolean starred = false;
    for (Qos qos : Qos.values()) {
      for (Best best : bests) {
        if (best.qos() == qos && best.several() == several) {
          Optional<PublishedStress> published = PublishedStress.find(testbed, best.product(), qos);
          boolean other = published.filter(p -> p.ofSystem() != several).isPresent();
          starred |= other;
          rows.add(row(qos, best.name(), Optional.of(best), published, other));
        }
      }
      for (PublishedStress row : PublishedStress.all()) {
        boolean measured =
            bests.stream().anyMatch(b -> b.qos() == qos && b.product().equals(row.broker()));
        if (row.testbed().equals(testbed)
            && row.qos() == qos
            && row.ofSystem() == several
            && !measured) {
          rows.add(row(qos, row.broker(), Optional.empty(), Optional.of(row), false));
        }
      }
    }
    String title =
        "Brokers that use %s, beside the paper's %s testbed"
            .formatted(several ? "several cores" : "one core, as far as was seen", testbed);
    String scope = several ? "of all cores" : "of a core";
    String note = starred ? "* published of the other kind: of one core, or of all cores" : "";
    return new StudyTable(title, note, columns(scope), rows);
  }

  private static List<Column> columns(String scope) {
    List<Column> columns = new ArrayList<>();
    columns.add(new Column("QoS", ""));
    columns.add(new Column("broker", ""));
    for (Column figure :
        List.of(
            new Column(CellFigures.PEAK.title(), "msg/s"),
            new Column("CPU", "% " + scope),
            new Column("projected", "msg/s"),
            new Column("latency", "ms"))) {
      columns.add(figure);
      columns.add(new Column("published", figure.unit()));
    }
    columns.add(new Column("", ""));
    return columns;
  }

  private static List<Place> row(
      Qos qos,
      String name,
      Optional<Best> best,
      Optional<PublishedStress> published,
      boolean star) {
    List<Place> row = new ArrayList<>();
    row.add(Place.of("" + qos.level(), qos.level()));
    row.add(best.map(b -> Place.of(name).from(b.cell())).orElseGet(() -> Place.of(name)));
    pair(row, best, Best::peak, published, PublishedStress::peakPerSecond, false);
    pair(row, best, Best::cpu, published, PublishedStress::cpuPercent, star);
    pair(row, best, Best::projected, published, PublishedStress::projectedPerSecond, star);
    pair(row, best, Best::latency, published, PublishedStress::latencyMillis, false);
    row.add(
        best.map(b -> Place.of(b.cell().remark()).from(b.cell())).orElseGet(() -> Place.of("")));
    return row;
  }

  private static void pair(
      List<Place> row,
      Optional<Best> best,
      ToDoubleFunction<Best> measured,
      Optional<PublishedStress> published,
      ToDoubleFunction<PublishedStress> printed,
      boolean star) {
    row.add(
        best.filter(b -> !Double.isNaN(measured.applyAsDouble(b)))
            .map(b -> shown(measured.applyAsDouble(b)).from(b.cell()))
            .orElseGet(() -> Place.of("-")));
    row.add(
        published
            .map(printed::applyAsDouble)
            .map(value -> Place.of(NumberText.exact(value) + (star ? "*" : ""), value))
            .orElseGet(() -> Place.of("-")));
  }

  private static Place shown(double value) {
    return Place.of(
        Math.abs(value) >= 1_000 ? NumberText.rate(value) : NumberText.measured(value), value);
  }

  private static StudyTable ranking(
      String title,
      List<Best> bests,
      ToDoubleFunction<Best> order,
      Comparator<PublishedStress> publishedOrder) {
    List<List<Place>> rows = new ArrayList<>();
    for (Qos qos : Qos.values()) {
      List<Best> ranked =
          bests.stream()
              .filter(best -> best.qos() == qos && best.cell().counts())
              .filter(best -> !Double.isNaN(order.applyAsDouble(best)))
              .sorted(Comparator.comparingDouble(order))
              .toList();
      List<String> local = published("local", qos, publishedOrder);
      List<String> cloud = published("cloud", qos, publishedOrder);
      int ranks = Math.max(ranked.size(), Math.max(local.size(), cloud.size()));
      for (int rank = 0; !ranked.isEmpty() && rank < ranks; rank++) {
        List<Place> row = new ArrayList<>();
        row.add(Place.of("" + qos.level(), qos.level()));
        row.add(Place.of("" + (rank + 1), rank + 1));
        row.add(
            rank < ranked.size()
                ? Place.of(ranked.get(rank).name()).from(ranked.get(rank).cell())
                : Place.of(""));
        row.add(Place.of(rank < local.size() ? local.get(rank) : ""));
        row.add(Place.of(rank < cloud.size() ? cloud.get(rank) : ""));
        rows.add(row);
      }
    }
    return new StudyTable(
        title,
        "brokers whose figures do not count, or are not known, are left out",
        List.of(
            new Column("QoS", ""),
            new Column("rank", ""),
            new Column("measured", ""),
            new Column("published, local", ""),
            new Column("published, cloud", "")),
        rows);
  }

  private static List<String> published(
      String testbed, Qos qos, Comparator<PublishedStress> publishedOrder) {
    return PublishedStress.all().stream()
        .filter(row -> row.testbed().equals(testbed) && row.qos() == qos)
        .sorted(publishedOrder)
        .map(PublishedStress::broker)
        .toList();
  }

  private StudyTable projections(List<Best> bests) {
    List<List<Place>> rows = new ArrayList<>();
    for (Best best : bests) {
      StudyCell cell = best.cell();
      List<Place> row = new ArrayList<>();
      row.add(Place.of("" + best.qos().level(), best.qos().level()));
      row.add(Place.of(best.name()).from(cell));
      for (Figure figure :
          List.of(
              CellFigures.PEAK,
              CPU,
              CellFigures.PROJECTED_PER_CORE,
              CPU_OF_SYSTEM,
              CellFigures.PROJECTED_PER_SYSTEM)) {
        double factor = figure.group().equals("broker") ? 100 : 1;
        row.add(
            cell.figure(figure)
                .map(value -> shown(factor * value))
                .orElse(Place.of("-"))
                .from(cell));
      }
      Optional<Seen> most = greatestCpu(cell.broker());
      row.add(most.map(Seen::place).orElse(Place.of("-")));
      String atMost = most.isPresent() ? "one" : "not seen";
      Place cores = Place.of(best.several() ? "several" : atMost);
      row.add(most.map(seen -> cores.from(seen.cell())).orElse(cores));
      rows.add(row);
    }
    return new StudyTable(
        "Projections by both equations, and the cores that brokers used",
        "rate / CPU x 100; more than %.0f %% of a core anywhere in a search are several cores"
            .formatted(ONE_CORE_PERCENT),
        List.of(
            new Column("QoS", ""),
            new Column("broker", ""),
            new Column(CellFigures.PEAK.title(), "msg/s"),
            new Column("CPU", "% of a core"),
            new Column("R_ns", "msg/s"),
            new Column("CPU", "% of all cores"),
            new Column("R_s", "msg/s"),
            new Column("most CPU", "% of a core"),
            new Column("cores", "")),
        rows);
  }
}
