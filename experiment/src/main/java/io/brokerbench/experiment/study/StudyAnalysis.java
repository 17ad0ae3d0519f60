package io.brokerbench.experiment.study;

import io.brokerbench.core.statistics.BoxPlot;
import io.brokerbench.core.statistics.LinearFit;
import io.brokerbench.core.statistics.WelchTest;
import io.brokerbench.experiment.cell.CellKey;
import io.brokerbench.experiment.cell.RunFigures;
import io.brokerbench.experiment.cell.StudyCell;
import io.brokerbench.experiment.study.StudyResult.Box;
import io.brokerbench.experiment.study.StudyResult.BoxChart;
import io.brokerbench.experiment.study.StudyResult.Curve;
import io.brokerbench.experiment.study.StudyResult.Fit;
import io.brokerbench.experiment.study.StudyResult.LineChart;
import io.brokerbench.experiment.study.StudyResult.StudyBroker;
import io.brokerbench.experiment.study.StudyResult.VariantTest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes a study's document of its cells. Only cells whose figures count go into statistics; a
 * function of the cells and the study alone.
 */
public final class StudyAnalysis {

  /**
   * Samples that are drawn as boxes and compared.
   *
   * @param series name of the samples
   * @param title in words
   * @param unit that is shown
   * @param factor from the samples' unit to that
   */
  private record Quantity(String series, String title, String unit, double factor) {}

  private static final List<Quantity> SAMPLED =
      List.of(
          new Quantity(RunFigures.LATENCY, "round-trip latency", "ms", 1),
          new Quantity(RunFigures.CPU, "broker CPU", "% of a core", 1));

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
        SAMPLED.stream().map(this::boxes).filter(chart -> !chart.boxes().isEmpty()).toList(),
        SAMPLED.stream().flatMap(quantity -> tests(quantity).stream()).toList(),
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

  /** A row of the matrix on one broker, with the samples of all repetitions. */
  private record Group(String scenario, String variant, String broker, List<Double> samples) {}

  private List<Group> groups(Quantity quantity) {
    Map<List<String>, List<Double>> samples = new LinkedHashMap<>();
    for (StudyCell cell : counting) {
      List<Double> own = cell.series().getOrDefault(quantity.series(), List.of());
      if (!own.isEmpty()) {
        samples
            .computeIfAbsent(
                List.of(cell.scenario(), cell.variant(), cell.broker()), k -> new ArrayList<>())
            .addAll(own.stream().map(value -> value * quantity.factor()).toList());
      }
    }
    return samples.entrySet().stream()
        .map(e -> new Group(e.getKey().get(0), e.getKey().get(1), e.getKey().get(2), e.getValue()))
        .toList();
  }

  private BoxChart boxes(Quantity quantity) {
    return new BoxChart(
        quantity.title(),
        quantity.unit(),
        groups(quantity).stream()
            .map(g -> new Box(g.scenario(), g.variant(), g.broker(), BoxPlot.of(g.samples())))
            .toList());
  }

  private List<VariantTest> tests(Quantity quantity) {
    List<Group> groups = groups(quantity);
    List<VariantTest> tests = new ArrayList<>();
    for (int i = 0; i < groups.size(); i++) {
      for (int j = i + 1; j < groups.size(); j++) {
        Group one = groups.get(i);
        Group other = groups.get(j);
        if (one.scenario().equals(other.scenario()) && one.broker().equals(other.broker())) {
          WelchTest.of(one.samples(), other.samples())
              .map(test -> test(quantity, one, other, test))
              .ifPresent(tests::add);
        }
      }
    }
    return tests;
  }

  private static VariantTest test(Quantity quantity, Group one, Group other, WelchTest test) {
    return new VariantTest(
        quantity.title(),
        quantity.unit(),
        one.scenario(),
        one.broker(),
        one.variant(),
        other.variant(),
        test,
        test.significant());
  }

  private List<LineChart> lines() {
    List<LineChart> lines = new ArrayList<>();
    study.axis().ifPresent(axis -> SAMPLED.forEach(q -> alongAxis(axis, q).ifPresent(lines::add)));
    overTime("memoryBytesOverTime", "broker memory").ifPresent(lines::add);
    overTime("storedBytesOverTime", "bytes stored, as the broker reports").ifPresent(lines::add);
    return lines;
  }

  /** Means along the study's axis: a curve for each broker and each kind of variant. */
  private Optional<LineChart> alongAxis(Study.Axis axis, Quantity quantity) {
    Map<List<String>, List<List<Double>>> curves = new LinkedHashMap<>();
    for (Group group : groups(quantity)) {
      Optional<StudyVariant> row =
          study.variant(new CellKey(group.scenario(), group.variant(), group.broker(), 1));
      if (row.isPresent() && row.get().x().isPresent()) {
        boolean alongVariants =
            study.variants().stream()
                    .filter(v -> v.scenario().equals(group.scenario()))
                    .map(StudyVariant::x)
                    .distinct()
                    .count()
                > 1;
        String label = alongVariants ? group.scenario() : group.variant();
        double mean = group.samples().stream().mapToDouble(d -> d).average().orElseThrow();
        curves
            .computeIfAbsent(List.of(label, group.broker()), k -> new ArrayList<>())
            .add(List.of(row.get().x().getAsDouble(), mean));
      }
    }
    return curves.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new LineChart(
                "mean " + quantity.title(),
                axis.title(),
                axis.unit(),
                quantity.title(),
                quantity.unit(),
                curves(curves)));
  }

  private static List<Curve> curves(Map<List<String>, List<List<Double>>> curves) {
    return curves.entrySet().stream()
        .map(e -> new Curve(e.getKey().get(0), e.getKey().get(1), e.getValue()))
        .toList();
  }

  private Optional<LineChart> overTime(String series, String title) {
    List<Curve> curves = new ArrayList<>();
    for (StudyCell cell : counting) {
      List<Double> seconds = cell.series().get("seconds");
      List<Double> bytes = cell.series().get(series);
      if (seconds != null && bytes != null) {
        curves.add(new Curve(label(cell), cell.broker(), points(seconds, bytes)));
      }
    }
    return curves.isEmpty()
        ? Optional.empty()
        : Optional.of(new LineChart(title + " over time", "time", "s", title, "bytes", curves));
  }

  private static List<List<Double>> points(List<Double> x, List<Double> y) {
    List<List<Double>> points = new ArrayList<>();
    for (int i = 0; i < x.size(); i++) {
      points.add(List.of(x.get(i), y.get(i)));
    }
    return points;
  }

  /** The name of a cell, which differs from those of the other cells of its broker. */
  static String label(StudyCell cell) {
    return cell.variant() + ", " + cell.repetition();
  }

  private List<Fit> fits() {
    List<Fit> fits = new ArrayList<>();
    for (StudyCell cell : counting) {
      fit(cell, "clients", "clientsMemoryBytes").ifPresent(fits::add);
      fit(cell, "subscriptions", "subscriptionsMemoryBytes").ifPresent(fits::add);
    }
    return fits;
  }

  private static Optional<Fit> fit(StudyCell cell, String xSeries, String ySeries) {
    List<Double> x = cell.series().get(xSeries);
    List<Double> y = cell.series().get(ySeries);
    return x == null || y == null
        ? Optional.empty()
        : LinearFit.of(x, y)
            .map(
                line ->
                    new Fit(
                        "broker memory by number of " + xSeries,
                        xSeries,
                        "broker memory",
                        "bytes",
                        cell.broker(),
                        label(cell),
                        line,
                        points(x, y)));
  }
}
