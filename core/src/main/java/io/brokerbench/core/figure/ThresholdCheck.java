package io.brokerbench.core.figure;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.GroupedScenario;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Threshold;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A threshold, and what its figure was.
 *
 * @param threshold as it was written
 * @param figure what it is about
 * @param limit of the figure, in the unit of its values
 * @param value of the figure; empty where it was not measured, or where it is a lower bound that
 *     does not decide
 */
public record ThresholdCheck(
    Threshold threshold, Figure figure, double limit, OptionalDouble value) {

  /** From this share over its limit on, a value is shown in multiples of it. */
  private static final double MANY = 10;

  /**
   * The thresholds of a scenario, not checked yet.
   *
   * @throws DefinitionException if there is no such figure, or its limit is in another unit
   */
  public static List<ThresholdCheck> of(Scenario scenario) {
    return scenario.thresholds().stream().flatMap(List::stream).map(ThresholdCheck::of).toList();
  }

  /** Those of all groups, whose figures have the names of their groups. */
  public static List<ThresholdCheck> of(GroupedScenario scenario) {
    return scenario.groups().stream()
        .flatMap(group -> of(group.scenario()).stream().map(check -> check.ofGroup(group.name())))
        .toList();
  }

  /**
   * One that is not checked yet.
   *
   * @throws DefinitionException if there is no such figure, or its limit is in another unit
   */
  public static ThresholdCheck of(Threshold threshold) {
    Figure figure = figure(threshold.figure());
    double limit =
        figure
            .unit()
            .parse(threshold.limit())
            .orElseThrow(
                () ->
                    new DefinitionException(
                        "thresholds",
                        "the limit of %s is %s".formatted(figure.path(), figure.unit().form()),
                        threshold));
    return new ThresholdCheck(threshold, figure, limit, OptionalDouble.empty());
  }

  private static Figure figure(String name) {
    try {
      return FigureCatalogue.named(name);
    } catch (DefinitionException e) {
      throw e.named("thresholds");
    }
  }

  /** The thresholds of a run's scenario, checked. */
  public static List<ThresholdCheck> of(RunResult run) {
    return of(run.scenario()).stream().map(each -> each.in(run)).toList();
  }

  /** Checked with the figures of a run. */
  public ThresholdCheck in(RunResult run) {
    ThresholdCheck checked = with(figure.in(run));
    boolean open = checked.isCrossed() != threshold.comparison().upward();
    return open && figure.isLowerBound(run) ? with(OptionalDouble.empty()) : checked;
  }

  /** Checked with a value. */
  public ThresholdCheck with(OptionalDouble measured) {
    return new ThresholdCheck(threshold, figure, limit, measured);
  }

  /** The same of one group of clients, whose name its figure has. */
  public ThresholdCheck ofGroup(String name) {
    return new ThresholdCheck(threshold, figure.ofGroup(name), limit, value);
  }

  /** Whether the run fails by it. A figure that is not known crosses every threshold. */
  @JsonIgnore
  public boolean isCrossed() {
    return value.isEmpty() || threshold.comparison().holds(value.getAsDouble(), limit);
  }

  /** The figure with its value: {@code p99 end-to-end 7.2 ms}. */
  public String measured() {
    return value.isPresent() ? figure.text(value.getAsDouble()) : figure.title() + " is not known";
  }

  /** What it fails at, and how far from that it was: {@code fails above 5.0 ms; 44 % over}. */
  public String margin() {
    return "fails " + fails() + distance().map(apart -> "; " + apart).orElse("");
  }

  /** What it fails at: {@code above 5.0 ms}. */
  public String fails() {
    return threshold.comparison().words() + " " + figure.unit().text(limit);
  }

  /**
   * How far the value is from the limit: {@code 44 % over}, {@code 20 times as much}; empty where
   * that is no share.
   */
  public Optional<String> distance() {
    if (value.isEmpty() || limit == 0 || value.getAsDouble() == limit) {
      return Optional.empty();
    }
    double share = (value.getAsDouble() - limit) / Math.abs(limit);
    if (share >= MANY && limit > 0) {
      return Optional.of(NumberText.measured(value.getAsDouble() / limit) + " times as much");
    }
    return Optional.of(
        "%s %% %s"
            .formatted(NumberText.measured(Math.abs(share) * 100), share > 0 ? "over" : "under"));
  }

  /**
   * Checked with several runs: with the worst of a count or a share, as what must not happen must
   * not happen in any of them; with the median of all else. Not known in one, it is not known.
   */
  public ThresholdCheck over(List<ThresholdCheck> runs) {
    if (runs.isEmpty() || runs.stream().anyMatch(run -> run.value.isEmpty())) {
      return with(OptionalDouble.empty());
    }
    double[] values = runs.stream().mapToDouble(run -> run.value.getAsDouble()).sorted().toArray();
    boolean worst = figure.unit() == Unit.COUNT || figure.unit() == Unit.SHARE;
    int last = values.length - 1;
    return with(
        OptionalDouble.of(
            worst
                ? values[threshold.comparison().upward() ? last : 0]
                : (values[last / 2] + values[(last + 1) / 2]) / 2));
  }
}
