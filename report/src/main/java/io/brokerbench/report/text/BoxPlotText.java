package io.brokerbench.report.text;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.statistics.BoxPlot;
import io.brokerbench.experiment.study.StudyResult.Box;
import io.brokerbench.experiment.study.StudyResult.BoxChart;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Box plots as text, on one scale: {@code o |--[==|===]-----| o}, and their figures. */
final class BoxPlotText {

  private static final int WIDTH = 40;

  private BoxPlotText() {}

  static List<String> lines(BoxChart chart) {
    double min = chart.boxes().stream().mapToDouble(box -> box.plot().min()).min().orElse(0);
    double max = chart.boxes().stream().mapToDouble(box -> box.plot().max()).max().orElse(0);
    List<String> lines = new ArrayList<>();
    lines.add(
        "Box plots: %s, %s; from %s to %s"
            .formatted(
                chart.title(), chart.unit(), NumberText.measured(min), NumberText.measured(max)));
    for (Box box : chart.boxes()) {
      lines.addAll(Paragraph.of("  ", label(box)));
      BoxPlot plot = box.plot();
      lines.add(
          "  %s  %s [%s %s %s] %s, n = %d"
              .formatted(
                  drawn(plot, min, max),
                  NumberText.measured(plot.lowerWhisker()),
                  NumberText.measured(plot.q1()),
                  NumberText.measured(plot.median()),
                  NumberText.measured(plot.q3()),
                  NumberText.measured(plot.upperWhisker()),
                  plot.n()));
    }
    return lines;
  }

  private static String label(Box box) {
    String row =
        box.variant().equals(box.scenario())
            ? box.scenario()
            : box.scenario() + ", " + box.variant();
    return row + " on " + box.broker();
  }

  /** Whiskers first, so that the box stands above them, and the median above all. */
  static String drawn(BoxPlot plot, double min, double max) {
    char[] line = new char[WIDTH];
    Arrays.fill(line, ' ');
    for (double outlier : plot.outliers()) {
      line[at(outlier, min, max)] = 'o';
    }
    int low = at(plot.lowerWhisker(), min, max);
    int high = at(plot.upperWhisker(), min, max);
    Arrays.fill(line, low, high + 1, '-');
    line[low] = '|';
    line[high] = '|';
    int q1 = at(plot.q1(), min, max);
    int q3 = at(plot.q3(), min, max);
    Arrays.fill(line, q1, q3 + 1, '=');
    line[q1] = '[';
    line[q3] = ']';
    line[at(plot.median(), min, max)] = '#';
    return new String(line);
  }

  private static int at(double value, double min, double max) {
    return max == min ? 0 : (int) Math.round((value - min) / (max - min) * (WIDTH - 1));
  }
}
