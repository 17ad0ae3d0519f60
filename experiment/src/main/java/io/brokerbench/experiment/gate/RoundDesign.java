package io.brokerbench.experiment.gate;

import io.brokerbench.core.base.Bounds;
import io.brokerbench.core.scenario.ClosedLoad;
import io.brokerbench.core.scenario.OpenLoad;
import io.brokerbench.core.scenario.Phases;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.RampLoad;
import io.brokerbench.core.scenario.Scenario;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * What happens in each round of a comparison.
 *
 * @param sideBySide whether the brokers of both sides run at the same time, and the load goes from
 *     one to the other; else each is started for its own turn
 * @param slices runs of each side under the scenario's load
 * @param slice steady state of each of them, such as 2s500ms
 * @param capacitySlices runs of each side under a closed load after them, of a second each, which
 *     find its capacity
 */
public record RoundDesign(
    boolean sideBySide,
    @Bounds(min = 1) int slices,
    Duration slice,
    @Bounds(min = 0) int capacitySlices) {

  /** Most slices of a round. */
  static final int MOST_SLICES = 4;

  /** Least time of a slice in which percentiles and CPU mean something. */
  static final Duration LEAST_SLICE = Duration.ofSeconds(1);

  /** Load that comes before what counts, in each slice. */
  private static final Duration SETTLING = Duration.ofSeconds(1);

  /** Messages that a closed load keeps under way in all. */
  private static final int IN_FLIGHT = 1_000;

  /** Checks that all is there. */
  public RoundDesign {
    Objects.requireNonNull(slice, "slice");
  }

  /** One whole run of each side, on a broker that is started for it. */
  public static RoundDesign inTurns(Scenario scenario) {
    return new RoundDesign(false, 1, scenario.phases().steady(), 0);
  }

  /** Slices of the scenario's steady state, on brokers that run at the same time. */
  public static RoundDesign sideBySide(Scenario scenario) {
    Duration steady = scenario.phases().steady();
    int slices = (int) Math.max(1, Math.min(MOST_SLICES, steady.dividedBy(LEAST_SLICE)));
    return new RoundDesign(true, slices, steady.dividedBy(slices), hasCapacity(scenario) ? 1 : 0);
  }

  /**
   * Whether a steady state can be cut in slices: the load is the same all along, and nothing is
   * done to the broker or to clients on the way.
   */
  public static boolean isSliceable(Scenario scenario) {
    return !(scenario.workload().load() instanceof RampLoad)
        && !scenario.connectsOnly()
        && scenario.conditions().fault().isEmpty()
        && !scenario.conditions().highAvailability()
        && scenario.session().absentFraction() == 0;
  }

  /**
   * Whether a scenario's load can be closed: with acknowledgements, and without a network whose
   * delay would be the limit.
   */
  private static boolean hasCapacity(Scenario scenario) {
    return scenario.workload().load() instanceof OpenLoad
        && scenario.workload().qos() != Qos.AT_MOST_ONCE
        && scenario.conditions().network().isEmpty();
  }

  /**
   * A closed load on a broker that has settled, which finds what it carries on this machine; empty
   * where the load cannot be closed.
   */
  public static Optional<Scenario> rehearsal(Scenario scenario) {
    return isSliceable(scenario) && hasCapacity(scenario)
        ? Optional.of(closed(scenario).withPhases(scenario.phases().withSteady(LEAST_SLICE)))
        : Optional.empty();
  }

  /**
   * The load before a round's first slice, which does not count: until the broker has settled, or
   * as long as the scenario's warm-up is.
   */
  public Scenario warmUp(Scenario scenario) {
    Phases phases = scenario.phases();
    if (phases.settles()) {
      return scenario.withPhases(phases.withSteady(LEAST_SLICE));
    }
    Duration load = phases.warmUp().compareTo(SETTLING) < 0 ? SETTLING : phases.warmUp();
    return scenario.withPhases(phases.with(Duration.ZERO, load));
  }

  /** A slice of the scenario's load. */
  public Scenario slice(Scenario scenario) {
    return sideBySide ? scenario.withPhases(scenario.phases().with(SETTLING, slice)) : scenario;
  }

  private static Scenario closed(Scenario scenario) {
    int window = Math.max(1, IN_FLIGHT / scenario.topology().publishers());
    return scenario.withWorkload(scenario.workload().withLoad(new ClosedLoad(window)));
  }

  /** A slice of closed load. */
  public Scenario capacitySlice(Scenario scenario) {
    Duration steady = slice.compareTo(LEAST_SLICE) < 0 ? slice : LEAST_SLICE;
    return closed(scenario).withPhases(scenario.phases().with(SETTLING, steady));
  }
}
