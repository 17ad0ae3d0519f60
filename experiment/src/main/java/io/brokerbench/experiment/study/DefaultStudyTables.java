package io.brokerbench.experiment.study;

import io.brokerbench.core.broker.BrokerSelector;
import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.core.figure.Unit;
import io.brokerbench.core.load.OpenLoad;
import io.brokerbench.core.publication.Publications;
import io.brokerbench.core.result.BrokerIdentity;
import io.brokerbench.experiment.cell.CellFigures;
import io.brokerbench.experiment.cell.CellSeries;
import io.brokerbench.experiment.cell.StudyCell;
import io.brokerbench.experiment.study.StudyTable.Column;
import io.brokerbench.experiment.study.StudyTable.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The tables of a study without a layout of its own: for each scenario, a row for each cell. */
record DefaultStudyTables(Study study, List<StudyCell> cells) {

  /** Figures of the tool and of the machine say nothing of a broker. */
  private static final Set<String> OTHERS = Set.of("generator", "machine");

  private static final Figure PROJECTED = FigureCatalogue.find("broker.atOneCore");
  private static final Figure P99 = FigureCatalogue.find("latency.endToEnd.p99");
  private static final int LEAST_FOR_P99 = 100;

  private static final Publications PUBLICATIONS = Publications.load();

  private static final List<Figure> FIGURES =
      Stream.concat(
              FigureCatalogue.all().stream()
                  .filter(figure -> figure.brief() && !OTHERS.contains(figure.group())),
              CellFigures.IN_TABLES.stream())
          .toList();

  List<StudyTable> tables() {
    List<String> scenarios = cells.stream().map(StudyCell::scenario).distinct().toList();
    return scenarios.stream().map(this::table).toList();
  }

  private StudyTable table(String scenario) {
    List<StudyCell> own = sorted(scenario);
    List<Figure> shown =
        FIGURES.stream().filter(f -> own.stream().anyMatch(cell -> isSeen(f, cell))).toList();
    boolean repeated = own.stream().anyMatch(cell -> cell.repetition() > 1);
    List<Column> columns = new ArrayList<>();
    columns.add(new Column("variant", ""));
    columns.add(new Column("broker", ""));
    if (repeated) {
      columns.add(new Column("#", ""));
    }
    shown.forEach(f -> columns.add(new Column(f.title(), f.unit().column())));
    columns.add(new Column("", ""));
    List<List<Place>> rows = new ArrayList<>();
    for (StudyCell cell : own) {
      rows.add(row(cell, shown, repeated));
    }
    return new StudyTable(scenario, published(scenario), columns, rows);
  }

  /** What was published of it, or of its variants where that differs. */
  private String published(String scenario) {
    List<String> products =
        cells.stream()
            .flatMap(cell -> cell.identity().map(BrokerIdentity::product).stream())
            .distinct()
            .toList();
    return study.variants().stream()
        .filter(variant -> variant.scenario().equals(scenario))
        .flatMap(variant -> variant.plan().load().stream())
        .flatMap(load -> PUBLICATIONS.sentence(load, products).stream())
        .distinct()
        .map(sentence -> "Published: " + sentence + ".")
        .collect(Collectors.joining(" "));
  }

  /**
   * A figure that says something of the cell. At a rate that was given, CPU was not the limit, and
   * a projection to a full core says nothing; nor does a percentile that no sample is beyond.
   */
  private Optional<Double> shown(Figure figure, StudyCell cell) {
    boolean known =
        figure.equals(P99)
            ? CellSeries.LATENCY.in(cell).filter(all -> all.size() < LEAST_FOR_P99).isEmpty()
            : !figure.equals(PROJECTED) || !isAtGivenRate(cell);
    return cell.figure(figure).filter(value -> known);
  }

  private boolean isAtGivenRate(StudyCell cell) {
    return cell.figure(CellFigures.PEAK).isEmpty()
        && study
            .variant(cell.key())
            .flatMap(row -> row.plan().load())
            .filter(load -> !(load.workload().load() instanceof OpenLoad))
            .isEmpty();
  }

  /** Counts of nothing are not. */
  private boolean isSeen(Figure figure, StudyCell cell) {
    return shown(figure, cell)
        .filter(value -> figure.unit() != Unit.COUNT || value != 0)
        .isPresent();
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

  private List<Place> row(StudyCell cell, List<Figure> shown, boolean repeated) {
    List<Place> row = new ArrayList<>();
    row.add(Place.of(cell.variant()).from(cell));
    row.add(Place.of(nameOf(cell.broker())).from(cell));
    if (repeated) {
      row.add(Place.of("" + cell.repetition(), cell.repetition()).from(cell));
    }
    for (Figure figure : shown) {
      row.add(shown(figure, cell).isPresent() ? Place.of(figure, cell) : Place.of("-").from(cell));
    }
    row.add(Place.of(cell.remark()).from(cell));
    return row;
  }

  /** The product alone, unless it comes from two places. */
  private String nameOf(String broker) {
    String product = new BrokerSelector(broker).shortName();
    long alike =
        brokers().stream()
            .map(selector -> new BrokerSelector(selector).shortName())
            .filter(product::equals)
            .count();
    return alike == 1 ? product : broker;
  }
}
