package io.brokerbench.core.figure;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIncludeProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.result.RunResult;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * One figure, for all that show or compare it. Documents hold all but how it is read from a result.
 *
 * @param path by which options, documents and assertions name it: {@code latency.endToEnd.p99}; its
 *     first part is its group
 * @param title as reports call it
 * @param unit of its values
 * @param better which way is good
 * @param tolerance by how much it may be worse in a comparison (as a share; for the loss, the share
 *     of deliveries that may be lost beyond the baseline's); absent where it is compared only if a
 *     tolerance is given
 * @param decides whether a comparison decides by it; else it only reports it
 * @param brief whether it is among the few that the terminal and the tables of a study show
 * @param guard the contract that it guards; empty for most
 * @param value reads it from a result; empty where the run does not have it
 */
@RecordBuilder
@JsonIncludeProperties({"path", "title", "unit", "better", "tolerance", "decides"})
public record Figure(
    String path,
    String title,
    Unit unit,
    Better better,
    OptionalDouble tolerance,
    boolean decides,
    boolean brief,
    Optional<Guard> guard,
    Function<RunResult, OptionalDouble> value)
    implements FigureBuilder.With {

  /** Path of the share of deliveries that were lost, which is compared by counting. */
  public static final String LOSS = "messages.loss";

  /** Stands for zero, which has no logarithm: far below all that is measured. */
  private static final double LEAST = 1e-9;

  /** Checks the limits. */
  public Figure {
    Objects.requireNonNull(path, "path");
    Objects.requireNonNull(title, "title");
    Objects.requireNonNull(unit, "unit");
    Objects.requireNonNull(better, "better");
    Objects.requireNonNull(guard, "guard");
    Objects.requireNonNull(value, "value");
    if (tolerance.isPresent()) {
      check(path, better, tolerance.getAsDouble());
    }
  }

  private static void check(String path, Better better, double share) {
    if (!(share >= 0 && share < 1_000)) {
      throw new DefinitionException(path, "a tolerance between 0% and 99999%", share);
    }
    if (better == Better.HIGHER && share >= 1) {
      throw new DefinitionException(
          path, "a tolerance below 100%, as nothing falls by more", share * 100 + "%");
    }
    if (better == Better.NEITHER) {
      throw new DefinitionException(
          path, "no tolerance, as neither more nor less of it is better", share * 100 + "%");
    }
  }

  /** One that is not read from results: of another tool, or of a document. */
  @JsonCreator
  public static Figure of(
      @JsonProperty("path") String path,
      @JsonProperty("title") String title,
      @JsonProperty("unit") Unit unit,
      @JsonProperty("better") Better better,
      @JsonProperty("tolerance") OptionalDouble tolerance,
      @JsonProperty("decides") boolean decides) {
    return new Figure(
        path,
        title,
        unit,
        better,
        tolerance,
        decides,
        false,
        Optional.empty(),
        result -> OptionalDouble.empty());
  }

  /** One that is not read from results, by which a comparison decides. */
  public static Figure of(
      String path, String title, Unit unit, Better better, OptionalDouble tolerance) {
    return of(path, title, unit, better, tolerance, true);
  }

  /** The same, compared with this tolerance. */
  public Figure withTolerance(double share) {
    return withTolerance(OptionalDouble.of(share));
  }

  /** The same as one of the few that the terminal shows. */
  Figure briefly() {
    return withBrief(true);
  }

  /** The same as the guard of a contract. */
  Figure guarding(Guard contract) {
    return withGuard(Optional.of(contract));
  }

  /**
   * The same of one group of clients: its name comes before path and title. What is the broker's or
   * the machine's as a whole has no group, and stays as it is.
   */
  public Figure ofGroup(String name) {
    return isOfGroups()
        ? withPath(name + "." + path).withTitle(name + ": " + title).withGuard(Optional.empty())
        : this;
  }

  /** Whether each group of clients has a value of its own; else all together have one. */
  private boolean isOfGroups() {
    return !group().equals("broker") && !group().equals("machine");
  }

  /** The same as a multiple of a reference's. */
  public Figure asRatio() {
    return withTitle(title + " to the reference's")
        .withUnit(Unit.OTHER)
        .withGuard(Optional.empty());
  }

  /** Its value in a run; empty where the run does not have it. */
  public OptionalDouble in(RunResult result) {
    return value.apply(result);
  }

  /** Whether it is a latency that may rise above its value in a run, as messages are missing. */
  public boolean isLowerBound(RunResult result) {
    return LatencyFigures.isLowerBound(this, result);
  }

  /** Whether documents say the same of both. */
  @Override
  public boolean equals(Object other) {
    return other instanceof Figure figure
        && path.equals(figure.path)
        && title.equals(figure.title)
        && unit == figure.unit
        && better == figure.better
        && tolerance.equals(figure.tolerance)
        && decides == figure.decides;
  }

  @Override
  public int hashCode() {
    return Objects.hash(path, title, unit, better, tolerance, decides);
  }

  /** The first part of its path: {@code broker}. */
  public String group() {
    int dot = path.indexOf('.');
    return dot < 0 ? path : path.substring(0, dot);
  }

  /** {@code peak memory 412 MB}, {@code 17 lost}. */
  public String text(double measured) {
    return unit == Unit.COUNT
        ? unit.text(measured) + " " + title
        : title + " " + unit.text(measured);
  }

  /** Whether it is of clients that connect, and so compared only where nothing else is done. */
  public boolean ofConnecting() {
    return group().equals("connections") || LatencyFigures.ofConnecting(this);
  }

  /** Whether it is compared by counting, as what is mostly zero has no ratio. */
  public boolean comparedByCounting() {
    return path.equals(LOSS) || path.endsWith("." + LOSS);
  }

  /**
   * Whether a value can be compared. Where more is better, zero is the worst of all; where less is,
   * it is a time or a cost that was too small to be measured.
   */
  public boolean comparable(double measured) {
    boolean zeroIsKnown = comparedByCounting() || better == Better.HIGHER;
    return better != Better.NEITHER
        && measured < Double.POSITIVE_INFINITY
        && (measured > 0 || (zeroIsKnown && measured == 0));
  }

  /** By how much it may be worse, where it is compared. */
  public double tolerated() {
    return tolerance.orElseThrow();
  }

  /** The natural logarithm of how much worse its tolerance allows it to be. */
  public double margin() {
    return better == Better.LOWER ? Math.log1p(tolerated()) : -Math.log1p(-tolerated());
  }

  /** Positive where the value to is worse than the value from. */
  public double worsening(double from, double to) {
    double up = Math.log(Math.max(to, LEAST)) - Math.log(Math.max(from, LEAST));
    return better == Better.LOWER ? up : -up;
  }

  /** The change as a share of the baseline: 0.1 for 10 % more. */
  public double change(double worsening) {
    return Math.expm1(better == Better.LOWER ? worsening : -worsening);
  }
}
