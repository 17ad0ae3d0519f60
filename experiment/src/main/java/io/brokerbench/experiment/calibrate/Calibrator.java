package io.brokerbench.experiment.calibrate;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.result.Calibration;
import io.brokerbench.core.result.Calibration.Ceiling;
import io.brokerbench.core.result.Calibration.ConnectionCost;
import io.brokerbench.core.result.Calibration.Floor;
import io.brokerbench.core.result.Calibration.Limit;
import io.brokerbench.core.result.GeneratorUsage;
import io.brokerbench.core.result.Latencies;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.LatencySummary;
import io.brokerbench.core.result.Machine;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict.Status;
import io.brokerbench.core.scenario.Scenario;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Measures what the generator can do, in a row of runs: idle connections, connects, the least
 * latencies, the greatest rates. Memory comes first, while the process is still small.
 */
public final class Calibrator {

  private static final double FLOOR_RATE = 1_000;
  private static final int FLOOR_PUBLISHERS = 10;

  /** As runs have it by default. */
  private static final Duration FLOOR_PRECISION = Duration.ofNanos(100_000);

  /** Rate at which the JVM compiles what is hot, and which any machine should keep. */
  private static final double WARM_UP_RATE = 200_000;

  /** Share of the ceiling of fewer publishers at which the search for more begins. */
  private static final double CAUTION = 0.25;

  private static final int GARBAGE_PIECES = 64;
  private static final int GARBAGE_PIECE_BYTES = 1 << 20;

  private final CalibrationPlan plan;
  private final CalibrationRuns runs;
  private final NanoClock clock;

  /** Makes one; nothing runs yet. */
  public Calibrator(CalibrationPlan plan, CalibrationRuns runs, NanoClock clock) {
    this.plan = plan;
    this.runs = runs;
    this.clock = clock;
  }

  /**
   * Measures everything.
   *
   * @param at date of the calibration
   * @throws CalibrationException if other work, or too slow a machine, takes the meaning from it
   * @throws RunException if a run measured nothing
   * @throws InterruptedException if it was stopped
   */
  public Calibration calibrate(Instant at)
      throws CalibrationException, RunException, InterruptedException {
    ConnectionCost connections = connections();
    RunResult warm =
        load("warm-up", plan.publishers().get(0), WARM_UP_RATE, plan.warmUp(), plan.precision());
    Floor floor = floor();
    List<Ceiling> ceilings = new ArrayList<>();
    double start = promisedBy(warm);
    for (int publishers : plan.publishers()) {
      Ceiling ceiling = ceiling(publishers, start);
      ceilings.add(ceiling);
      start = CAUTION * ceiling.perSecond();
    }
    return new Calibration(
        Calibration.SCHEMA,
        at,
        warm.environment(),
        Runtime.version().feature(),
        warm.driver().name(),
        warm.driver().transport(),
        warm.driver().lanes(),
        plan.precision(),
        floor,
        ceilings,
        connections);
  }

  private ConnectionCost connections()
      throws RunException, InterruptedException, CalibrationException {
    touchYoungGeneration();
    int count = plan.connections();
    RunResult one = idle("one connection", 1, new ConnectPhaseMeter(clock));
    RunResult all =
        idle(NumberText.count(count) + " connections", count, new ConnectPhaseMeter(clock));
    ConnectPhaseMeter meter = new ConnectPhaseMeter(clock);
    RunResult again = idle(NumberText.count(count) + " connects", count, meter);
    long bytes = all.generator().peakRssBytes() - one.generator().peakRssBytes();
    LatencySummary connect = again.latency().of(LatencyKind.CONNECT);
    return new ConnectionCost(
        count,
        meter.perSecond(count + 1),
        meter.cpuMicrosPerConnect(count + 1),
        connect.p50Nanos(),
        connect.p99Nanos(),
        Math.max(0, bytes / (count - 1)));
  }

  /** Or what connects leave behind for the collector would count as memory of connections. */
  private static void touchYoungGeneration() {
    long sum = 0;
    for (int i = 0; i < GARBAGE_PIECES; i++) {
      sum += new byte[GARBAGE_PIECE_BYTES].length;
    }
    if (sum != (long) GARBAGE_PIECES * GARBAGE_PIECE_BYTES) {
      throw new AssertionError("never, but the compiler does not know");
    }
  }

  private RunResult idle(String what, int connections, ConnectPhaseMeter meter)
      throws RunException, InterruptedException, CalibrationException {
    Scenario scenario = CalibrationScenarios.idle(connections);
    return usable(runs.run(what, scenario, FLOOR_PRECISION, meter));
  }

  private Floor floor() throws RunException, InterruptedException, CalibrationException {
    RunResult run =
        load("floor latency", FLOOR_PUBLISHERS, FLOOR_RATE, plan.settle(), FLOOR_PRECISION);
    if (run.verdict().isInvalid()) {
      throw tooBusy(FLOOR_RATE, run);
    }
    Latencies latency = run.latency();
    return new Floor(
        FLOOR_RATE,
        latency.of(LatencyKind.END_TO_END).p50Nanos(),
        latency.of(LatencyKind.END_TO_END).p99Nanos(),
        latency.of(LatencyKind.SERVICE).p50Nanos(),
        latency.of(LatencyKind.SERVICE).p99Nanos(),
        latency.of(LatencyKind.SEND_DELAY).p50Nanos(),
        latency.of(LatencyKind.SEND_DELAY).p99Nanos());
  }

  private Ceiling ceiling(int publishers, double start)
      throws RunException, InterruptedException, CalibrationException {
    CeilingSearch search =
        new CeilingSearch(
            rate -> load("ceiling", publishers, rate, plan.settle(), plan.precision()));
    CeilingSearch.Found found =
        search
            .from(start, plan.refinements())
            .orElseThrow(
                () ->
                    new CalibrationException(
                        "this machine is too busy to be calibrated: no rate was kept with %s publishers"
                            .formatted(NumberText.count(publishers))));
    RunResult best = found.best();
    GeneratorUsage usage = best.generator();
    double micros = usage.cpuMicrosPerMessage().orElse(0);
    if (!(micros > 0)) {
      throw new CalibrationException("the CPU that the generator uses cannot be measured here");
    }
    return new Ceiling(
        publishers,
        CalibrationScenarios.CONSUMERS,
        best.throughput().sentPerSecond(),
        micros,
        1e6 / micros,
        usage.cpuPercentOfCore() / 100 / best.driver().lanes(),
        found.next().map(Calibrator::limit).orElse(Limit.NONE));
  }

  private static Limit limit(RunResult failed) {
    return failed.verdict().isInvalid() ? Limit.GENERATOR : Limit.BROKER;
  }

  private RunResult load(
      String what, int publishers, double perSecond, Duration warmUp, Duration precision)
      throws RunException, InterruptedException, CalibrationException {
    Scenario scenario = CalibrationScenarios.load(publishers, perSecond, warmUp, plan.steady());
    String text =
        "%s: %s publishers, %s msg/s"
            .formatted(what, NumberText.count(publishers), NumberText.rate(perSecond));
    return usable(runs.run(text, scenario, precision, new ConnectPhaseMeter(clock)));
  }

  /** Messages per second that all lanes would carry at the price of this run. */
  private static double promisedBy(RunResult run) {
    double micros = run.generator().cpuMicrosPerMessage().orElse(0);
    return micros > 0 ? Math.max(WARM_UP_RATE, run.driver().lanes() * 1e6 / micros) : WARM_UP_RATE;
  }

  private static RunResult usable(RunResult result)
      throws RunException, InterruptedException, CalibrationException {
    if (result.verdict().status() == Status.FAILED) {
      throw new RunException(result.verdict().reasons().get(0), null);
    }
    if (!result.verdict().complete()) {
      throw new InterruptedException("stopped");
    }
    Optional<String> disturbed =
        result.machine().stream()
            .flatMap(machine -> machine.disturbedBy().stream())
            .map(Machine.Finding::text)
            .findFirst();
    if (disturbed.isPresent()) {
      throw new CalibrationException(
          disturbed.get() + ". Nothing was stored; run calibrate again on a quieter machine");
    }
    return result;
  }

  private static CalibrationException tooBusy(double rate, RunResult run) {
    return new CalibrationException(
        "this machine is too busy to be calibrated: not even %s msg/s were kept: %s"
            .formatted(NumberText.rate(rate), run.verdict().reasons().get(0)));
  }
}
