package io.brokerbench.core.engine.worker;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Durations;
import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.result.Calibration;
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
 * @param calibration what the generator can do on this machine; empty where nobody has measured it
 * @param crew agents on other machines that carry the clients; empty where this machine does
 * @param strict whether a run that is OK is disturbed all the same where other work held up the
 *     tool or the broker
 */
public record RigSettings(
    int lanes,
    Duration precision,
    List<InetAddress> sources,
    NanoClock clock,
    Clock wallClock,
    int workers,
    Optional<Calibration> calibration,
    Optional<Crew> crew,
    boolean strict) {

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
        false);
  }

  /** The same with another number of lanes. */
  public RigSettings withLanes(int count) {
    return new RigSettings(
        count, precision, sources, clock, wallClock, workers, calibration, crew, strict);
  }

  /** The same with another precision. */
  public RigSettings withPrecision(Duration value) {
    return new RigSettings(
        lanes, value, sources, clock, wallClock, workers, calibration, crew, strict);
  }

  /** The same, connecting from given addresses. */
  public RigSettings withSources(List<InetAddress> addresses) {
    return new RigSettings(
        lanes, precision, addresses, clock, wallClock, workers, calibration, crew, strict);
  }

  /** The same with another number of processes. */
  public RigSettings withWorkers(int count) {
    return new RigSettings(
        lanes, precision, sources, clock, wallClock, count, calibration, crew, strict);
  }

  /** The same, comparing the generator with what it was calibrated to. */
  public RigSettings withCalibration(Optional<Calibration> known) {
    return new RigSettings(
        lanes, precision, sources, clock, wallClock, workers, known, crew, strict);
  }

  /** The same, on other machines, which have calibrations of their own. */
  public RigSettings withCrew(Crew agents) {
    return new RigSettings(
        lanes,
        precision,
        sources,
        clock,
        wallClock,
        workers,
        Optional.empty(),
        Optional.of(agents),
        strict);
  }

  /** The same, with a run that other work held up counted as disturbed even where it is OK. */
  public RigSettings strictly(boolean value) {
    return new RigSettings(
        lanes, precision, sources, clock, wallClock, workers, calibration, crew, value);
  }
}
