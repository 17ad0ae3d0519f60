package io.brokerbench.report.text;

import io.brokerbench.core.figure.Unit;
import io.brokerbench.experiment.search.SearchStep;
import io.brokerbench.experiment.search.StepFigures;
import java.util.List;

/** What was measured in a step of a search: a column each in tables, a line each in charts. */
public enum StepColumn {
  OFFERED("offered", 9, Unit.PER_SECOND),
  RECEIVED("received", 9, Unit.PER_SECOND),
  CARRIED("carried", 9, Unit.PER_SECOND),
  P50("p50", 8, Unit.NANOS),
  MEAN("mean", 8, Unit.NANOS),
  P99("p99", 8, Unit.NANOS),
  BACKLOG("backlog", 9, Unit.COUNT),
  BROKER_CPU("broker", 6, Unit.CORES),
  GENERATOR_CPU("generator", 9, Unit.CORES);

  /** Of each step, in the order of its table. */
  public static final List<StepColumn> STEPS =
      List.of(OFFERED, RECEIVED, P50, P99, BACKLOG, BROKER_CPU);

  /** Of each step, on a terminal, which has less room. */
  static final List<StepColumn> STEPS_BRIEFLY =
      STEPS.stream().filter(column -> column != P50).toList();

  /** Of each rate of the knee curve, after the rate and its share of the rate found. */
  static final List<StepColumn> KNEE = List.of(P50, MEAN, P99, BROKER_CPU);

  private final String title;
  private final int width;
  private final Unit unit;

  StepColumn(String title, int width, Unit unit) {
    this.title = title;
    this.width = width;
    this.unit = unit;
  }

  /** Its title: {@code p99}. */
  public String title() {
    return title;
  }

  /** Its title where there is room: {@code broker CPU, cores}. */
  public String heading() {
    return unit == Unit.CORES ? title + " CPU, cores" : title;
  }

  /** The value of a step; not a number where it is not known. */
  public double value(SearchStep step) {
    StepFigures figures = step.figures();
    return switch (this) {
      case OFFERED -> step.offeredPerSecond();
      case RECEIVED -> figures.receivedPerSecond();
      case CARRIED -> figures.carriedPerSecond();
      case P50 -> measured((double) figures.p50Nanos());
      case MEAN -> measured(figures.meanNanos());
      case P99 -> measured((double) figures.p99Nanos());
      case BACKLOG -> (double) figures.backlogHighWaterMark();
      case BROKER_CPU -> figures.brokerCpuPercentOfCore().orElse(Double.NaN) / 100;
      case GENERATOR_CPU -> figures.generatorCpuPercentOfCore() / 100;
    };
  }

  /** The value with its unit, cores without: {@code 2.1 ms}, {@code 0.94}; a dash if unknown. */
  public String text(SearchStep step) {
    double found = value(step);
    if (Double.isNaN(found)) {
      return "-";
    }
    return unit == Unit.CORES ? unit.columnText(found) : unit.text(found);
  }

  /** A cell of text, at the right of a column of fixed width. */
  String cell(String text) {
    return " ".repeat(Math.max(0, width - text.length())) + text;
  }

  /** Steps without deliveries have 0 for latencies. */
  private static double measured(double nanos) {
    return nanos > 0 ? nanos : Double.NaN;
  }
}
