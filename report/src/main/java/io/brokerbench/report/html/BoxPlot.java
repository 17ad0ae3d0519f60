package io.brokerbench.report.html;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.report.html.RowChart.Mark;
import io.brokerbench.report.html.RowChart.Row;
import io.brokerbench.report.html.RowChart.Shape;
import java.util.ArrayList;
import java.util.List;

/**
 * Samples as a box plot (Tukey): the box from the first to the third quartile, a stroke at the
 * median, whiskers to the farthest samples within 1.5 times the box's length, points beyond.
 *
 * <p>Quartiles are interpolated between samples (type 7 of Hyndman and Fan), as R and NumPy do
 * unless told otherwise.
 *
 * @param low end of the lower whisker
 * @param q1 first quartile
 * @param median the second
 * @param q3 the third
 * @param high end of the upper whisker
 * @param outliers samples beyond the whiskers, in ascending order
 */
public record BoxPlot(
    double low, double q1, double median, double q3, double high, List<Double> outliers) {

  /** What the mark at the median is called. */
  public static final String MEDIAN = "median";

  private static final double REACH = 1.5;

  /** Copies the list. */
  public BoxPlot {
    outliers = List.copyOf(outliers);
  }

  /**
   * The box plot of some samples, in any order.
   *
   * @throws DefinitionException if there is none
   */
  public static BoxPlot of(List<Double> samples) {
    if (samples.isEmpty()) {
      throw new DefinitionException("samples", "at least one", 0);
    }
    List<Double> sorted = samples.stream().sorted().toList();
    double q1 = quantile(sorted, 0.25);
    double q3 = quantile(sorted, 0.75);
    double reach = REACH * (q3 - q1);
    List<Double> inside = sorted.stream().filter(v -> v >= q1 - reach && v <= q3 + reach).toList();
    List<Double> outside = sorted.stream().filter(v -> v < q1 - reach || v > q3 + reach).toList();
    return new BoxPlot(
        inside.get(0), q1, quantile(sorted, 0.5), q3, inside.get(inside.size() - 1), outside);
  }

  private static double quantile(List<Double> sorted, double share) {
    double place = (sorted.size() - 1) * share;
    int below = (int) place;
    int above = Math.min(below + 1, sorted.size() - 1);
    return sorted.get(below) + (place - below) * (sorted.get(above) - sorted.get(below));
  }

  /** As a row of a chart. */
  public Row row(String label) {
    List<Mark> marks = new ArrayList<>();
    marks.add(new Mark(Shape.WHISKER, low, high, "whiskers"));
    marks.add(new Mark(Shape.BAR, q1, q3, "quartiles"));
    marks.add(Mark.at(Shape.TICK, median, MEDIAN));
    outliers.forEach(value -> marks.add(Mark.at(Shape.DOT, value, "outliers")));
    return new Row(label, marks);
  }
}
