package io.brokerbench.experiment.search;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Durations;
import io.brokerbench.core.scenario.DeliveryContract;
import io.brokerbench.core.scenario.Phases;
import io.brokerbench.core.scenario.Scenario;
import java.time.Duration;
import java.util.Optional;

/**
 * How long the parts of a step take.
 *
 * @param firstWarmUp of the first step, in which a broker that is a JVM gets going
 * @param warmUp of every other step
 * @param probe steady window of a step that looks for the limit, or shows the knee
 * @param confirm steady window of a confirmation
 * @param drainLimit longest wait at the end for what is under way
 */
public record StepWindows(
    Duration firstWarmUp, Duration warmUp, Duration probe, Duration confirm, Duration drainLimit) {

  /** Steady window of a probe unless asked otherwise. */
  public static final Duration USUAL_PROBE = Duration.ofSeconds(5);

  /** Messages in a probe window, at least: of fewer it cannot be said whether they are kept up. */
  public static final int LEAST_MESSAGES = 20;

  private static final Duration WARM_UP = Duration.ofSeconds(2);

  /** QoS 0 promises nothing for a longer wait: what has not come by then never will. */
  private static final Duration DRAIN_WITHOUT_PROMISE = Duration.ofSeconds(5);

  /** Checks the limits. */
  public StepWindows {
    if (probe.compareTo(confirm) > 0) {
      throw new DefinitionException(
          "probe",
          "at most the steady window, " + Durations.format(confirm),
          Durations.format(probe));
    }
  }

  /**
   * Those of a scenario: its warm-up for the first step, its steady state for confirmations.
   *
   * @param probe steady window of a probe
   */
  public static StepWindows of(Scenario scenario, Duration probe) {
    Phases phases = scenario.phases();
    boolean promised = !DeliveryContract.of(scenario).mayLose();
    return new StepWindows(
        phases.warmUp(),
        shorter(phases.warmUp(), WARM_UP),
        probe,
        phases.steady(),
        promised ? phases.drainLimit() : shorter(phases.drainLimit(), DRAIN_WITHOUT_PROMISE));
  }

  /** Those of a scenario with the usual probe window, or with another one. */
  public static StepWindows of(Scenario scenario, Optional<Duration> probe) {
    return of(scenario, probe.orElse(shorter(USUAL_PROBE, scenario.phases().steady())));
  }

  /** The lowest rate of which a probe window holds enough messages. */
  public double leastPerSecond() {
    return LEAST_MESSAGES * 1e9 / probe.toNanos();
  }

  /** The least time that a search takes: a step that looks for the limit, and one that confirms. */
  public Duration least() {
    return firstWarmUp.plus(probe).plus(warmUp).plus(confirm);
  }

  /**
   * The phases of a step.
   *
   * @param usual those of the scenario, for what is the same in each step
   */
  Phases phases(StepRequest request, Phases usual) {
    boolean first = request.number() == 1;
    return new Phases(
        first ? firstWarmUp : warmUp,
        first ? usual.warmUpLimit() : Optional.empty(),
        request.kind() == StepKind.CONFIRM ? confirm : probe,
        drainLimit,
        usual.quietPeriod(),
        usual.connectLimit());
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
