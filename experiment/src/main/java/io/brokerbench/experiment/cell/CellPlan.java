package io.brokerbench.experiment.cell;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.scenario.Scenario;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What is measured in one cell of a study, in a broker of its own. Its parts go together as far as
 * they make sense: what is stored is stored before the load, the probe runs beside the load.
 *
 * @param load the messages that keep the broker busy; absent for none
 * @param probe a run beside the load, on topics of its own, whose latencies are the cell's samples
 * @param stored messages that the broker is made to hold before
 * @param connectionMemory clients that connect in steps to measure the memory they need
 * @param peak how the highest rate of {@code load} is searched for before it is measured
 * @param bridge a second broker that is bridged to the first
 */
@RecordBuilder
public record CellPlan(
    Optional<Scenario> load,
    Optional<Scenario> probe,
    Optional<StorePlan> stored,
    Optional<ConnectionMemoryPlan> connectionMemory,
    Optional<PeakPlan> peak,
    Optional<BridgePlan> bridge)
    implements CellPlanBuilder.With {

  private static final Duration BROKER_START = Duration.ofSeconds(3);

  /** About what a broker takes over of QoS 1 messages, with a disk that is not fast. */
  private static final long STORED_BYTES_PER_MILLI = 5_000;

  /** Checks that there is something to measure. */
  public CellPlan {
    boolean vanishes = stored.isPresent() && stored.get().vanish().isPresent();
    if (load.isEmpty() && probe.isEmpty() && connectionMemory.isEmpty() && !vanishes) {
      throw new DefinitionException(
          "a cell of a study needs a load, a probe or a measurement of memory");
    }
    if (peak.isPresent() && load.isEmpty()) {
      throw new DefinitionException("a peak needs a load whose highest rate it is");
    }
    if (probe.isPresent() && load.isPresent() && load.get().connectsOnly()) {
      throw new DefinitionException("a probe needs a load of messages, or none");
    }
  }

  /** A run of a scenario. */
  public static CellPlan run(Scenario scenario) {
    return CellPlanBuilder.builder().load(Optional.of(scenario)).build();
  }

  /** A probe, and nothing else yet. */
  public static CellPlan probe(Scenario probe) {
    return CellPlanBuilder.builder().probe(Optional.of(probe)).build();
  }

  /** Clients in steps. */
  public static CellPlan connectionMemory(ConnectionMemoryPlan plan) {
    return CellPlanBuilder.builder().connectionMemory(Optional.of(plan)).build();
  }

  /** Messages for a subscriber that vanishes. */
  public static CellPlan vanished(StorePlan plan) {
    return CellPlanBuilder.builder().stored(Optional.of(plan)).build();
  }

  /** The same with a load. */
  public CellPlan withLoad(Scenario scenario) {
    return withLoad(Optional.of(scenario));
  }

  /** The same with a probe. */
  public CellPlan withProbe(Scenario scenario) {
    return withProbe(Optional.of(scenario));
  }

  /** The same with messages that are stored before. */
  public CellPlan withStored(StorePlan plan) {
    return withStored(Optional.of(plan));
  }

  /** The same, of the highest rate. */
  public CellPlan withPeak(PeakPlan plan) {
    return withPeak(Optional.of(plan));
  }

  /** The same over a bridge. */
  public CellPlan withBridge(BridgePlan plan) {
    return withBridge(Optional.of(plan));
  }

  /**
   * About how long it takes, by the lengths that are planned: what estimates begin with, until
   * cells have shown how long they take.
   */
  public Duration planned() {
    Duration planned =
        scenarios()
            .map(run -> run.phases().warmUp().plus(run.phases().steady()))
            .max(Comparator.naturalOrder())
            .orElse(Duration.ZERO)
            .plus(BROKER_START);
    if (peak.isPresent()) {
      planned = planned.plus(peak.get().probeWindow().multipliedBy(peak.get().maxSteps()));
    }
    if (connectionMemory.isPresent()) {
      planned =
          planned.plus(
              connectionMemory.get().settle().multipliedBy(2L * connectionMemory.get().steps()));
    }
    if (stored.isPresent()) {
      planned = planned.plusMillis(stored.get().bytes() / STORED_BYTES_PER_MILLI);
    }
    Optional<StorePlan.SilentDisconnect> vanish = stored.flatMap(StorePlan::vanish);
    return vanish.isPresent()
        ? planned.plus(vanish.get().noticedAfter()).plus(vanish.get().watch())
        : planned;
  }

  /** The runs of it, the load first. */
  @JsonIgnore
  public Stream<Scenario> scenarios() {
    return Stream.concat(load.stream(), probe.stream());
  }
}
