package io.brokerbench.experiment.study;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.statistics.BoxPlot;
import io.brokerbench.core.statistics.LinearFit;
import io.brokerbench.core.statistics.WelchTest;
import io.brokerbench.experiment.cell.StudyCell;
import io.brokerbench.experiment.study.StudyResult.Box;
import io.brokerbench.experiment.study.StudyResult.BoxChart;
import io.brokerbench.experiment.study.StudyResult.Fit;
import io.brokerbench.experiment.study.StudyResult.VariantTest;
import io.brokerbench.experiment.study.StudyTable.Column;
import io.brokerbench.experiment.study.StudyTable.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

/** What box plots, tests and fits of a study say, as tables with all digits of their figures. */
public final class StatisticsTables {

  private final StudyResult result;

  private StatisticsTables(StudyResult result) {
    this.result = result;
  }

  /**
   * The study's own tables, then one for each quantity with box plots, one of the tests and one of
   * the fits.
   */
  public static List<StudyTable> withThoseOf(StudyResult result) {
    return new StatisticsTables(result).all();
  }

  private List<StudyTable> all() {
    List<StudyTable> tables = new ArrayList<>(result.tables());
    result.boxPlots().forEach(chart -> tables.add(boxes(chart)));
    if (!result.testNote().isEmpty()) {
      tables.add(tests());
    }
    if (!result.fits().isEmpty()) {
      tables.add(fits(result.fits()));
    }
    return tables;
  }

  /** Led to the cell whose samples they are, unless they are those of several. */
  private List<Place> from(Predicate<StudyCell> source, List<Place> row) {
    return only(source).map(cell -> row.stream().map(p -> p.from(cell)).toList()).orElse(row);
  }

  private Optional<StudyCell> only(Predicate<StudyCell> source) {
    List<StudyCell> cells =
        result.cells().stream().filter(StudyCell::counts).filter(source).toList();
    return cells.size() == 1 ? Optional.of(cells.get(0)) : Optional.empty();
  }

  private static Predicate<StudyCell> of(String scenario, String variant, String broker) {
    return cell ->
        cell.scenario().equals(scenario)
            && cell.variant().equals(variant)
            && cell.broker().equals(broker);
  }

  private static Column words(String title) {
    return new Column(title, "");
  }

  private static Place figure(double value) {
    return Place.of(NumberText.measured(value), value);
  }

  private static Place formatted(String format, double value) {
    return Place.of(String.format(Locale.ROOT, format, value), value);
  }

  private static Place count(long value) {
    return Place.of(NumberText.count(value), (double) value);
  }

  private StudyTable boxes(BoxChart chart) {
    String unit = chart.unit();
    return new StudyTable(
        "Box plots: " + chart.title(),
        "",
        List.of(
            words("scenario"),
            words("variant"),
            words("broker"),
            words("n"),
            new Column("lower whisker", unit),
            new Column("q1", unit),
            new Column("median", unit),
            new Column("q3", unit),
            new Column("upper whisker", unit),
            words("outliers"),
            new Column("mean", unit)),
        chart.boxes().stream().map(this::row).toList());
  }

  private List<Place> row(Box box) {
    BoxPlot plot = box.plot();
    return from(
        of(box.scenario(), box.variant(), box.broker()),
        List.of(
            Place.of(box.scenario()),
            Place.of(box.variant()),
            Place.of(box.broker()),
            count(plot.n()),
            figure(plot.lowerWhisker()),
            figure(plot.q1()),
            figure(plot.median()),
            figure(plot.q3()),
            figure(plot.upperWhisker()),
            count(plot.outliers().size()),
            figure(plot.mean())));
  }

  private StudyTable tests() {
    return new StudyTable(
        "Welch's t-tests",
        result.testNote(),
        List.of(
            words("quantity"),
            words("scenario"),
            words("broker"),
            words("first"),
            words("second"),
            words("repetitions of first"),
            words("repetitions of second"),
            words("mean of first"),
            words("mean of second"),
            words("t"),
            words("df"),
            words("p"),
            words("adjusted p"),
            words("different")),
        result.tTests().stream().map(this::row).toList());
  }

  private List<Place> row(VariantTest tested) {
    WelchTest test = tested.test();
    return List.of(
        Place.of(tested.title() + ", " + tested.unit()),
        Place.of(tested.scenario()),
        Place.of(tested.broker()),
        Place.of(tested.first()),
        Place.of(tested.second()),
        count(tested.firstRepetitions()),
        count(tested.secondRepetitions()),
        figure(test.meanFirst()),
        figure(test.meanSecond()),
        formatted("%.3f", test.t()),
        formatted("%.1f", test.degreesOfFreedom()),
        Place.of(NumberText.chance(test.p()), test.p()),
        Place.of(NumberText.chance(tested.adjustedP()), tested.adjustedP()),
        Place.of(tested.significant() ? "yes" : "no"));
  }

  private StudyTable fits(List<Fit> fits) {
    return new StudyTable(
        "Linear fits",
        "",
        List.of(
            words("fit"),
            words("broker"),
            words("row"),
            words("unit"),
            words("slope"),
            words("standard error"),
            words("intercept"),
            words("R2")),
        fits.stream().map(this::row).toList());
  }

  private List<Place> row(Fit fit) {
    LinearFit line = fit.line();
    return from(
        cell ->
            cell.broker().equals(fit.broker())
                && fit.label().equals(StudyAnalysis.label(cell))
                && cell.series().containsKey(fit.xTitle()),
        List.of(
            Place.of(fit.title()),
            Place.of(fit.broker()),
            Place.of(fit.label()),
            Place.of(fit.yUnit()),
            figure(line.slope()),
            figure(line.slopeStandardError()),
            figure(line.intercept()),
            formatted("%.4f", line.rSquared())));
  }
}
