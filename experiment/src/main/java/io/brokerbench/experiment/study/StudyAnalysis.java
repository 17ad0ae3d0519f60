package io.brokerbench.experiment.study;

import io.brokerbench.core.statistics.BoxPlot;
import io.brokerbench.core.statistics.LinearFit;
import io.brokerbench.experiment.cell.CellFigures;
import io.brokerbench.experiment.cell.CellSeries;
import io.brokerbench.experiment.cell.StudyCell;
import io.brokerbench.experiment.study.StudyResult.Box;
import io.brokerbench.experiment.study.StudyResult.BoxChart;
import io.brokerbench.experiment.study.StudyResult.Curve;
import io.brokerbench.experiment.study.StudyResult.Fit;
import io.brokerbench.experiment.study.StudyResult.LineChart;
import io.brokerbench.experiment.study.StudyResult.Mark;
import io.brokerbench.experiment.study.StudyResult.StudyBroker;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Makes a study's document of its cells. Only cells whose figures count go into statistics; a
 * function of the cells and the study alone.
 */
public final class StudyAnalysis {

  private static final List<CellSeries> SAMPLED = RepetitionTests.SAMPLED;

  private final Study study;
  private final List<StudyCell> cells;
  private final List<StudyCell> counting;

  /**
   * Of the cells that are finished.
   *
   * @param cells those of the study's matrix first; cells of an earlier, larger matrix may follow
   */
  public StudyAnalysis(Study study, List<StudyCell> cells) {
    this.study = study;
    this.cells = List.copyOf(cells);
    this.counting = cells.stream().filter(StudyCell::counts).toList();
  }

  /** The document. */
  public StudyResult result(String again) {
    RepetitionTests tests = RepetitionTests.of(study, cells);
    return new StudyResult(
        StudyResult.SCHEMA,
        study.name(),
        study.description(),
        cells.stream().map(StudyCell::startedAt).min(Comparator.naturalOrder()),
        cells.stream().map(StudyCell::key).toList().containsAll(study.cells()),
        again,
        cells.stream().map(StudyCell::environment).findFirst(),
        brokers(),
        cells,
        study.layout().tables(study, cells),
        study.layout().bars(study, cells),
        SAMPLED.stream().map(this::boxes).filter(chart -> !chart.boxes().isEmpty()).toList(),
        tests.tests(),
        tests.note(),
        lines(),
        fits());
  }

  private List<StudyBroker> brokers() {
    Map<String, StudyBroker> brokers = new LinkedHashMap<>();
    study.brokers().forEach(s -> brokers.put(s, new StudyBroker(s, Optional.empty())));
    for (StudyCell cell : cells) {
      if (cell.identity().isPresent() || !brokers.containsKey(cell.broker())) {
        brokers.put(cell.broker(), new StudyBroker(cell.broker(), cell.identity()));
      }
    }
    return List.copyOf(brokers.values());
  }

  private BoxChart boxes(CellSeries quantity) {
    return new BoxChart(
        quantity.title(),
        quantity.unit(),
        RowSamples.of(counting, quantity).stream()
            .map(row -> new Box(row.scenario(), row.variant(), row.broker(), BoxPlot.of(row.all())))
            .toList());
  }

  private List<LineChart> lines() {
    List<LineChart> lines = new ArrayList<>();
    study.axis().ifPresent(axis -> SAMPLED.forEach(q -> alongAxis(axis, q).ifPresent(lines::add)));
    overTime(CellSeries.MEMORY_OVER_TIME).ifPresent(lines::add);
    overTime(CellSeries.STORED_OVER_TIME).ifPresent(lines::add);
    lines.addAll(study.layout().lines(study, cells));
    return lines;
  }

  /** Medians or means along the study's axis: a curve for each broker and each kind of variant. */
  private Optional<LineChart> alongAxis(Study.VariantAxis axis, CellSeries quantity) {
    Map<List<String>, List<List<Double>>> curves = new LinkedHashMap<>();
    for (RowSamples row : RowSamples.of(counting, quantity)) {
      OptionalDouble x = row.x(study);
      if (x.isPresent()) {
        boolean alongVariants =
            study.variants().stream()
                    .filter(v -> v.scenario().equals(row.scenario()))
                    .map(StudyVariant::x)
                    .distinct()
                    .count()
                > 1;
        String label = alongVariants ? row.scenario() : row.variant();
        curves
            .computeIfAbsent(List.of(label, row.broker()), k -> new ArrayList<>())
            .add(List.of(x.getAsDouble(), quantity.middle(row.all())));
      }
    }
    return curves.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new LineChart(
                quantity.middleName() + " " + quantity.title(),
                axis.title(),
                axis.unit(),
                quantity.title(),
                quantity.unit(),
                curves(curves),
                List.of()));
  }

  private static List<Curve> curves(Map<List<String>, List<List<Double>>> curves) {
    return curves.entrySet().stream()
        .map(e -> new Curve(e.getKey().get(0), e.getKey().get(1), e.getValue()))
        .toList();
  }

  private Optional<LineChart> overTime(CellSeries series) {
    CellSeries time = CellSeries.SECONDS;
    List<Curve> curves = new ArrayList<>();
    List<Mark> marks = new ArrayList<>();
    for (StudyCell cell : counting) {
      if (time.in(cell).isPresent() && series.in(cell).isPresent()) {
        curves.add(new Curve(label(cell), cell.broker(), points(cell, time, series)));
        cell.figure(CellFigures.PUBLISHED_AT)
            .ifPresent(at -> marks.add(new Mark("end of publishing", cell.broker(), at)));
      }
    }
    return curves.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new LineChart(
                series.title() + " over time",
                time.title(),
                time.unit(),
                series.title(),
                series.unit(),
                curves,
                marks));
  }

  private static List<List<Double>> points(StudyCell cell, CellSeries xSeries, CellSeries ySeries) {
    List<Double> x = xSeries.in(cell).orElseThrow();
    List<Double> y = ySeries.in(cell).orElseThrow();
    List<List<Double>> points = new ArrayList<>();
    for (int i = 0; i < x.size(); i++) {
      points.add(List.of(x.get(i), y.get(i)));
    }
    return points;
  }

  /** The name of a cell, which differs from those of the other cells of its broker. */
  static String label(StudyCell cell) {
    return cell.variant() + ", repetition " + cell.repetition();
  }

  private List<Fit> fits() {
    List<Fit> fits = new ArrayList<>();
    for (StudyCell cell : counting) {
      fit(cell, CellSeries.CLIENTS, CellSeries.CLIENTS_MEMORY).ifPresent(fits::add);
      fit(cell, CellSeries.SUBSCRIPTIONS, CellSeries.SUBSCRIPTIONS_MEMORY).ifPresent(fits::add);
    }
    return fits;
  }

  private static Optional<Fit> fit(StudyCell cell, CellSeries x, CellSeries y) {
    return x.in(cell)
        .flatMap(xs -> y.in(cell).flatMap(ys -> LinearFit.of(xs, ys)))
        .map(
            line ->
                new Fit(
                    y.title() + " by number of " + x.title(),
                    x.title(),
                    y.title(),
                    y.unit(),
                    cell.broker(),
                    label(cell),
                    line,
                    points(cell, x, y)));
  }
}
