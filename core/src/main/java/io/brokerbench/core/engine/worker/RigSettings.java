package io.brokerbench.core.engine.worker;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Durations;
import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.broker.FaultCommands;
import io.brokerbench.core.engine.measure.Companion;
import io.brokerbench.core.result.Calibration;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.net.InetAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * How the tool itself works, whatever the scenario.
 *
 * @param lanes threads that carry clients in each worker, 1 to 256; 0 lets the driver choose
 * @param precision shortest time between two turns of a send loop, 0 to 10 ms. What falls due in
 *     between is sent together, which costs less CPU and adds half of it to the mean send delay
 * @param sources local addresses to connect from, in turn; empty lets the system choose
 * @param clock of the run
 * @param wallClock for the date of the result
 * @param workers processes that carry clients, 1 to {@value #MAX_WORKERS}; 1 is this one, more are
 *     forked from it
 * @param calibration what the generator can do on this machine; empty where it has not been
 *     measured
 * @param agentPool agents on other machines that carry the clients; empty where this machine does
 * @param strict whether a run that is OK is disturbed all the same where other work held up the
 *     tool or the broker
 * @param companion a run that this process makes at the same time; only where this process carries
 *     the clients, or both share their workers
 * @param sharedWorkers processes that carry this run and those beside it; empty where each run has
 *     its own
 * @param faultCommands what a fault of the kind {@code COMMAND} does; stays on this machine
 */
@RecordBuilder
public record RigSettings(
    int lanes,
    Duration precision,
    List<InetAddress> sources,
    NanoClock clock,
    Clock wallClock,
    int workers,
    Optional<Calibration> calibration,
    Optional<AgentPool> agentPool,
    boolean strict,
    Optional<Companion> companion,
    Optional<SharedWorkers> sharedWorkers,
    Optional<FaultCommands> faultCommands)
    implements RigSettingsBuilder.With {

  /** Most workers on one machine. */
  public static final int MAX_WORKERS = 64;

  /** Coarsest precision: the limit of the send delay beyond which a run is generator limited. */
  private static final Duration MAX_PRECISION = Duration.ofMillis(10);

  /** Checks the limits. */
  public RigSettings {
    sources = List.copyOf(sources);
    Objects.requireNonNull(clock, "clock");
    Objects.requireNonNull(wallClock, "wallClock");
    Objects.requireNonNull(calibration, "calibration");
    Objects.requireNonNull(companion, "companion");
    Objects.requireNonNull(faultCommands, "faultCommands");
    Objects.requireNonNull(sharedWorkers, "sharedWorkers");
    if (companion.isPresent() && sharedWorkers.isEmpty()) {
      requireOneProcess(workers, agentPool.isPresent());
    }
    if (lanes < 0 || lanes > 256) {
      throw new DefinitionException("lanes", "between 0 and 256", lanes);
    }
    if (workers < 1 || workers > MAX_WORKERS) {
      throw new DefinitionException("workers", "between 1 and " + MAX_WORKERS, workers);
    }
    if (precision.isNegative() || precision.compareTo(MAX_PRECISION) > 0) {
      throw new DefinitionException(
          "precision", "between 0s and 10ms", Durations.format(precision));
    }
  }

  private static void requireOneProcess(int workers, boolean agents) {
    if (agents) {
      throw new DefinitionException("agents", "none beside another run in this process", "some");
    }
    if (workers > 1) {
      throw new DefinitionException("workers", "1 beside another run in this process", workers);
    }
  }

  /** The driver's own number of lanes, 100 us, this machine's clocks. */
  public static RigSettings defaults() {
    return new RigSettings(
        0,
        Duration.ofNanos(100_000),
        List.of(),
        NanoClock.SYSTEM,
        Clock.systemUTC(),
        1,
        Optional.empty(),
        Optional.empty(),
        false,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** The same, on other machines, which have calibrations of their own. */
  public RigSettings withAgentPool(AgentPool agents) {
    return with().agentPool(Optional.of(agents)).calibration(Optional.empty()).build();
  }
}
