package io.brokerbench.experiment.gate;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.brokerbench.core.base.Bounds;
import io.brokerbench.core.load.ClosedLoad;
import io.brokerbench.core.load.OnOff;
import io.brokerbench.core.load.OpenLoad;
import io.brokerbench.core.load.ProfileLoad;
import io.brokerbench.core.load.RampLoad;
import io.brokerbench.core.scenario.GroupedScenario;
import io.brokerbench.core.scenario.Phases;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What happens in each round of a comparison.
 *
 * @param arrangement how the load goes from one side to the other
 * @param slices times that each side has the scenario's load
 * @param slice how long each of them counts, such as 2500ms
 * @param capacitySlices times that each side has a closed load after that, of a second each, which
 *     find its capacity
 */
public record RoundDesign(
    Arrangement arrangement,
    @Bounds(min = 1) int slices,
    Duration slice,
    @Bounds(min = 0) int capacitySlices) {

  /** How the load goes from one side to the other. */
  public enum Arrangement {
    /** Each broker is started for its own turn, and each slice is a run. */
    IN_TURNS,
    /** The brokers run at the same time, and each slice is a run with clients of its own. */
    SIDE_BY_SIDE,
    /**
     * The brokers run at the same time, the clients of both stay connected, and the load alternates
     * between them: all slices of a side are one run.
     */
    ALTERNATING
  }

  /** Most slices of a round that are runs. */
  static final int MOST_SLICES = 4;

  /**
   * A slice of a round whose clients stay connected. A machine's short stalls spoil fewer turns of
   * half a second than of a second, and the median turn is one without.
   */
  static final Duration TURN = Duration.ofMillis(500);

  /** Most slices that find the capacity where clients stay connected. */
  static final int CAPACITY_TURNS = 7;

  /** The same where a broker is a JVM, which has a wider tolerance and takes longer to settle. */
  static final int CAPACITY_TURNS_JVM = 5;

  /** Least time of a slice in which percentiles and CPU mean something. */
  static final Duration LEAST_SLICE = Duration.ofSeconds(1);

  /**
   * The beginning of each turn, in which nothing is sent: what is under way to the other side's
   * consumers arrives, and once a second the tool looks at what the processes use.
   */
  private static final Duration REST = Duration.ofMillis(100);

  /** Longest phase of a rehearsal that only shows that a side can do it. */
  private static final Duration BRIEF = Duration.ofSeconds(1);

  /** Load that comes before what counts, in each slice. */
  private static final Duration SETTLING = Duration.ofSeconds(1);

  /** Load that alternates and does not count, while the brokers settle. */
  private static final Duration SETTLING_TURNS = Duration.ofSeconds(4);

  /** The same where a broker is a JVM, which compiles its code meanwhile: decision 33. */
  private static final Duration SETTLING_JVM = Duration.ofSeconds(32);

  /** Deliveries to a side from which its percentiles, the mean and CPU are known well enough. */
  private static final int DELIVERIES = 20_000;

  /** How many times the steady state a side may be loaded for so many deliveries. */
  private static final int LONGEST = 2;

  /** Messages that a closed load keeps under way in all. */
  private static final int IN_FLIGHT = 1_000;

  /** Checks that all is there. */
  public RoundDesign {
    Objects.requireNonNull(arrangement, "arrangement");
    Objects.requireNonNull(slice, "slice");
  }

  /** One whole run of each side, on a broker that is started for it. */
  public static RoundDesign inTurns(Scenario scenario) {
    return new RoundDesign(Arrangement.IN_TURNS, 1, scenario.phases().steady(), 0);
  }

  /** The same of groups, whose loads begin and end at times of their own. */
  public static RoundDesign inTurns(GroupedScenario scenario) {
    return new RoundDesign(Arrangement.IN_TURNS, 1, scenario.length(), 0);
  }

  /** Slices of the scenario's steady state, on brokers that run at the same time. */
  public static RoundDesign sideBySide(Scenario scenario) {
    Duration steady = scenario.phases().steady();
    int slices = parts(scenario, LEAST_SLICE, MOST_SLICES);
    return new RoundDesign(
        Arrangement.SIDE_BY_SIDE,
        slices,
        steady.dividedBy(slices),
        hasCapacityAnywhere(scenario) ? slices : 0);
  }

  /**
   * Half a second each in turn, until each side has had the scenario's steady state; up to twice as
   * long where the load is so low that a side would have few deliveries. A second each where the
   * load is closed.
   *
   * @param ofJvm whether a broker is a JVM
   */
  public static RoundDesign alternating(Scenario scenario, boolean ofJvm) {
    Duration turn = isClosed(scenario) ? LEAST_SLICE : TURN;
    int turns = parts(scenario, turn, Integer.MAX_VALUE);
    int asLong = turns / 3 + 1; // as a turn at capacity takes three seconds with its rests
    return new RoundDesign(
        Arrangement.ALTERNATING,
        Math.max(turns, Math.min(turns * LONGEST, turnsForDeliveries(scenario))),
        turn,
        hasCapacity(scenario) ? Math.min(ofJvm ? CAPACITY_TURNS_JVM : CAPACITY_TURNS, asLong) : 0);
  }

  /** Zero where the rate is not known before. */
  private static int turnsForDeliveries(Scenario scenario) {
    if (!(scenario.workload().load() instanceof OpenLoad open)) {
      return 0;
    }
    double perSecond = open.peakRate().perSecond() * scenario.topology().fanOut();
    double perTurn = perSecond * TURN.minus(REST).toMillis() / 1_000;
    return (int) Math.min(Integer.MAX_VALUE, Math.ceil(DELIVERIES / perTurn));
  }

  private static boolean isClosed(Scenario scenario) {
    return scenario.workload().load() instanceof ClosedLoad;
  }

  private static int parts(Scenario scenario, Duration part, int most) {
    return (int) Math.max(1, Math.min(most, scenario.phases().steady().dividedBy(part)));
  }

  /** Whether the brokers of both sides run at the same time. */
  @JsonIgnore
  public boolean bothRun() {
    return arrangement != Arrangement.IN_TURNS;
  }

  /** Whether the clients of both sides stay connected. */
  @JsonIgnore
  public boolean alternates() {
    return arrangement == Arrangement.ALTERNATING;
  }

  /**
   * Whether a steady state can be cut in slices: the load is the same all along, and nothing is
   * done to the broker or to clients on the way.
   */
  public static boolean isSliceable(Scenario scenario) {
    return !(scenario.workload().load() instanceof RampLoad)
        && !(scenario.workload().load() instanceof ProfileLoad)
        && !scenario.connectsOnly()
        && scenario.workload().onOff().isEmpty()
        && scenario.conditions().fault().isEmpty()
        && scenario.conditions().storm().isEmpty()
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
   * The same where several processes may have the clients: under a closed load, messages that
   * expire are for one.
   */
  private static boolean hasCapacityAnywhere(Scenario scenario) {
    return hasCapacity(scenario) && scenario.session().messageExpiry().isEmpty();
  }

  /** A scenario as it is rehearsed where its load is not looked for: a second of each phase. */
  public static Scenario brief(Scenario scenario) {
    Phases phases = scenario.phases();
    return scenario.withPhases(
        phases.with(atMostBrief(phases.warmUp()), atMostBrief(phases.steady())));
  }

  private static Duration atMostBrief(Duration phase) {
    return phase.compareTo(BRIEF) < 0 ? phase : BRIEF;
  }

  /**
   * A closed load on a broker that has settled, which finds what it carries on this machine; empty
   * where the load cannot be closed.
   */
  public static Optional<Scenario> rehearsal(Scenario scenario) {
    return isSliceable(scenario) && hasCapacityAnywhere(scenario)
        ? Optional.of(closed(scenario).withPhases(scenario.phases().withSteady(LEAST_SLICE)))
        : Optional.empty();
  }

  /**
   * The load before a round's first slice, which does not count: until the broker has settled, or
   * as long as the scenario's warm-up is. Empty where the load alternates, and the brokers settle
   * by that.
   */
  public Optional<Scenario> warmUp(Scenario scenario) {
    Phases phases = scenario.phases();
    if (phases.settles()) {
      return alternates()
          ? Optional.empty()
          : Optional.of(scenario.withPhases(phases.withSteady(LEAST_SLICE)));
    }
    Duration load = phases.warmUp().compareTo(SETTLING) < 0 ? SETTLING : phases.warmUp();
    return Optional.of(scenario.withPhases(phases.with(Duration.ZERO, load)));
  }

  /** A slice of the scenario's load. */
  public Scenario slice(Scenario scenario) {
    return bothRun() ? scenario.withPhases(scenario.phases().with(SETTLING, slice)) : scenario;
  }

  private static Scenario closed(Scenario scenario) {
    int window = Math.max(1, IN_FLIGHT / scenario.topology().publishers());
    return scenario.withWorkload(scenario.workload().withLoad(new ClosedLoad(window)));
  }

  /**
   * The same, whose publishers also wait for deliveries: what a broker has taken in and not
   * delivered when its turn ends, it would deliver in the turn of the other side.
   */
  private static Scenario closedByDeliveries(Scenario scenario) {
    Scenario closed = closed(scenario);
    if (!scenario.session().deliversAll()) {
      return closed;
    }
    int window = ((ClosedLoad) closed.workload().load()).window();
    long owed = 2L * IN_FLIGHT * scenario.topology().fanOut();
    OptionalInt most = OptionalInt.of((int) Math.min(owed, ClosedLoad.MAX_BACKLOG));
    return closed.withWorkload(closed.workload().withLoad(new ClosedLoad(window, most)));
  }

  /** A slice of closed load. */
  public Scenario capacitySlice(Scenario scenario) {
    Duration steady = slice.compareTo(LEAST_SLICE) < 0 ? slice : LEAST_SLICE;
    return closed(scenario).withPhases(scenario.phases().with(SETTLING, steady));
  }

  /**
   * All slices of a side as one run, whose load is off for more than half of the time: that of the
   * other side, which begins half a cycle later, is on meanwhile. Four seconds or more of it are
   * its warm-up, and 32 where a broker is a JVM; two where the scenario has a warm-up of a given
   * length, which was before. A closed load is on for a second and off for two: what a broker has
   * taken in by then may take another half. At capacity, one such cycle is the warm-up, as the
   * brokers have settled.
   *
   * @param atCapacity whether the load is closed
   * @param ofJvm whether a broker is a JVM
   */
  public Scenario turns(Scenario scenario, boolean atCapacity, boolean ofJvm) {
    Scenario loaded = atCapacity ? closedByDeliveries(scenario) : scenario;
    OnOff times =
        isClosed(loaded)
            ? new OnOff(LEAST_SLICE, LEAST_SLICE.multipliedBy(2))
            : new OnOff(slice.minus(REST), slice.plus(REST), Optional.of(REST));
    Duration cycle = times.cycle();
    return loaded
        .withWorkload(loaded.workload().withOnOff(Optional.of(times)))
        .withPhases(
            scenario
                .phases()
                .with(
                    atCapacity ? cycle : wholeCycles(settling(scenario, ofJvm), cycle),
                    cycle.multipliedBy(atCapacity ? capacitySlices : slices)));
  }

  private static Duration wholeCycles(Duration least, Duration cycle) {
    return cycle.multipliedBy(least.plus(cycle).minusNanos(1).dividedBy(cycle));
  }

  private static Duration settling(Scenario scenario, boolean ofJvm) {
    if (!scenario.phases().settles()) {
      return SETTLING.multipliedBy(2);
    }
    return ofJvm ? SETTLING_JVM : SETTLING_TURNS;
  }
}
