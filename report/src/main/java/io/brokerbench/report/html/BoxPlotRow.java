package io.brokerbench.report.html;

import io.brokerbench.core.statistics.BoxPlot;
import io.brokerbench.report.html.RowChart.Mark;
import io.brokerbench.report.html.RowChart.Row;
import io.brokerbench.report.html.RowChart.Shape;
import java.util.ArrayList;
import java.util.List;

/** A box plot as a row of a chart: whiskers, the box, a stroke at the median, points beyond. */
public final class BoxPlotRow {

  /** What the mark at the median is called. */
  public static final String MEDIAN = "median";

  private BoxPlotRow() {}

  /** The row. */
  public static Row of(BoxPlot plot, String label) {
    List<Mark> marks = new ArrayList<>();
    marks.add(new Mark(Shape.WHISKER, plot.lowerWhisker(), plot.upperWhisker(), "whiskers"));
    marks.add(new Mark(Shape.BAR, plot.q1(), plot.q3(), "quartiles"));
    marks.add(Mark.at(Shape.TICK, plot.median(), MEDIAN));
    plot.outliers().forEach(value -> marks.add(Mark.at(Shape.DOT, value, "outliers")));
    return new Row(label, marks);
  }
}
