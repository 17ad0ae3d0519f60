package io.brokerbench.cli;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.engine.Rig;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.stage.IntervalLatency;
import io.brokerbench.core.engine.stage.Phase;
import io.brokerbench.core.engine.stage.Progress;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.engine.stage.RunTotals;
import io.brokerbench.core.load.ConstantLoad;
import io.brokerbench.core.result.Backlog;
import io.brokerbench.core.result.Connections;
import io.brokerbench.core.result.DriverInfo;
import io.brokerbench.core.result.Environment;
import io.brokerbench.core.result.GeneratorUsage;
import io.brokerbench.core.result.Latencies;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.LatencySummary;
import io.brokerbench.core.result.Machine;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.result.Pressure;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Throughput;
import io.brokerbench.core.result.Verdict;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.experiment.bench.RigFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** Measures nothing, and returns what it is set to. */
public final class StubRig implements Rig {

  private final Scenario scenario;
  private final Broker broker;
  private final RunListener listener;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final Duration drain;

  private StubRig(Scenario scenario, Broker broker, RunListener listener, Duration drain) {
    this.scenario = scenario;
    this.broker = broker;
    this.listener = listener;
    this.drain = drain;
  }

  /** Rigs that go through all phases at once and end with a verdict. */
  static RigFactory ending(Verdict.Status status) {
    return (scenario, broker, driver, settings, listener) ->
        new Rig() {
          @Override
          public RunResult run() {
            for (Phase phase : Phase.values()) {
              listener.onProgress(progress(phase));
            }
            return result(scenario, broker, status, status != Verdict.Status.FAILED);
          }

          @Override
          public void stop() {}
        };
  }

  /** Rigs whose generator keeps rates up to a limit. */
  static RigFactory keepingUpTo(double limit) {
    return (scenario, broker, driver, settings, listener) ->
        new Rig() {
          @Override
          public RunResult run() {
            double rate = ((ConstantLoad) scenario.workload().load()).rate().perSecond();
            Verdict.Status status =
                rate <= limit ? Verdict.Status.OK : Verdict.Status.GENERATOR_LIMITED;
            return result(scenario, broker, status, true, new Throughput(rate, rate, rate));
          }

          @Override
          public void stop() {}
        };
  }

  /** Rigs that keep every rate on a machine that is busy with other things. */
  static RigFactory disturbed() {
    return (scenario, broker, driver, settings, listener) ->
        new Rig() {
          @Override
          public RunResult run() {
            return disturbed(result(scenario, broker, Verdict.Status.OK, true));
          }

          @Override
          public void stop() {}
        };
  }

  /** The same on a machine without other work. */
  static RunResult undisturbed(RunResult result) {
    return on(result, 0, List.of());
  }

  static RunResult disturbed(RunResult result) {
    Machine.Finding finding =
        new Machine.Finding(
            Machine.Cause.CPU,
            Machine.AffectedSide.GENERATOR,
            0.3,
            0.1,
            "other processes took 1.6 of 2 cores: the generator waited 35 % of the time for a CPU");
    return on(result, 1.6, List.of(finding));
  }

  private static RunResult on(RunResult r, double others, List<Machine.Finding> findings) {
    OptionalLong none = OptionalLong.empty();
    Machine machine =
        new Machine(
            1,
            2,
            OptionalDouble.of(others),
            OptionalDouble.of(0.3),
            OptionalDouble.empty(),
            Pressure.UNKNOWN,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            new Machine.Disk(none, none, none, none, none),
            Optional.empty(),
            new Machine.Memory(none, none),
            findings);
    return r.withMachine(Optional.of(machine));
  }

  /** Rigs that do something before they end well. */
  static RigFactory doing(Runnable task) {
    return (scenario, broker, driver, settings, listener) ->
        new Rig() {
          @Override
          public RunResult run() {
            task.run();
            return result(scenario, broker, Verdict.Status.OK, true);
          }

          @Override
          public void stop() {}
        };
  }

  /** Rigs that cannot measure anything. */
  static RigFactory failing(Exception failure) {
    return (scenario, broker, driver, settings, listener) ->
        new Rig() {
          @Override
          public RunResult run() throws RunException {
            if (failure instanceof RunException expected) {
              throw expected;
            }
            throw new IllegalStateException(failure);
          }

          @Override
          public void stop() {}
        };
  }

  /** Rigs whose clients connect until they are stopped, and which then have measured nothing. */
  static RigFactory connecting() {
    return (scenario, broker, driver, settings, listener) -> {
      CountDownLatch stopped = new CountDownLatch(1);
      return new Rig() {
        @Override
        public RunResult run() throws RunException, InterruptedException {
          listener.onProgress(progress(Phase.CONNECT));
          stopped.await();
          throw new RunException("stopped before there was load: nothing was measured", null);
        }

        @Override
        public void stop() {
          stopped.countDown();
        }
      };
    };
  }

  /** Rigs that run until they are stopped, and then drain for some time. */
  static RigFactory endless(Duration drain) {
    return (scenario, broker, driver, settings, listener) ->
        new StubRig(scenario, broker, listener, drain);
  }

  @Override
  public RunResult run() throws InterruptedException {
    do {
      listener.onProgress(progress(Phase.STEADY));
    } while (!stopped.await(50, TimeUnit.MILLISECONDS));
    listener.onProgress(progress(Phase.DRAIN));
    TimeUnit.MILLISECONDS.sleep(drain.toMillis());
    return result(scenario, broker, Verdict.Status.OK, false);
  }

  @Override
  public void stop() {
    stopped.countDown();
  }

  public static Progress progress(Phase phase) {
    return new Progress(
        phase,
        Duration.ofSeconds(7),
        Duration.ofSeconds(10),
        1_010,
        1_010,
        10_000,
        9_984,
        12,
        2_100_000,
        OptionalDouble.of(0.61),
        0.22,
        OptionalDouble.empty(),
        RunTotals.NONE,
        IntervalLatency.NONE);
  }

  static RunResult result(
      Scenario scenario, Broker broker, Verdict.Status status, boolean complete) {
    return result(scenario, broker, status, complete, new Throughput(1, 1, 1));
  }

  static RunResult result(
      Scenario scenario,
      Broker broker,
      Verdict.Status status,
      boolean complete,
      Throughput throughput) {
    LatencySummary latency = latency();
    return new RunResult(
        RunResult.SCHEMA,
        scenario,
        broker.identity(),
        new DriverInfo("swarm", "nio", 2, Optional.empty(), 1),
        new Environment("test", "test", "test", "test", 2, 1, "test"),
        Instant.EPOCH,
        new Messages(10, 10, 10, 10, 10, 0, 0, 0, 0, List.of()),
        Optional.empty(),
        throughput,
        new Latencies(
            Map.of(
                LatencyKind.END_TO_END, latency,
                LatencyKind.SERVICE, latency,
                LatencyKind.SEND_DELAY, latency,
                LatencyKind.CONNECT, latency,
                LatencyKind.SUBSCRIBE, latency)),
        new Backlog(1, 0, 0, false),
        new GeneratorUsage(
            1,
            1,
            1,
            OptionalDouble.of(1),
            1_000_000,
            1,
            0,
            true,
            Optional.empty(),
            Optional.empty()),
        Optional.empty(),
        Optional.empty(),
        new Connections(
            2, 2, 0, 0, 1, 2, 2, OptionalDouble.empty(), OptionalDouble.empty(), List.of()),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        new Verdict(status, complete, List.of("because")));
  }

  /** The same result with other end-to-end latencies. */
  static RunResult withLatency(RunResult r, long nanos) {
    Histogram histogram = new Histogram(3);
    histogram.recordValue(nanos);
    LatencySummary other = LatencySummary.of(histogram);
    Map<LatencyKind, LatencySummary> latencies = new EnumMap<>(r.latency().recorded());
    latencies.put(LatencyKind.END_TO_END, other);
    return copy(r, new Latencies(latencies), r.generator(), r.verdict());
  }

  /** The same result, of a generator that did not keep its schedule. */
  static RunResult unhealthy(RunResult r) {
    GeneratorUsage late =
        new GeneratorUsage(
            1,
            1,
            1,
            OptionalDouble.of(1),
            1_000_000,
            1,
            0,
            false,
            Optional.empty(),
            Optional.empty());
    return copy(r, r.latency(), late, r.verdict());
  }

  /** The same result, of a run that broke off. */
  static RunResult failed(RunResult r) {
    Verdict verdict = new Verdict(Verdict.Status.FAILED, false, List.of("the broker ended"));
    return copy(r, r.latency(), r.generator(), verdict);
  }

  private static RunResult copy(
      RunResult r, Latencies latencies, GeneratorUsage generator, Verdict verdict) {
    return r.with()
        .latency(latencies)
        .generator(generator)
        .machine(Optional.empty())
        .drift(Optional.empty())
        .verdict(verdict)
        .build();
  }

  private static LatencySummary latency() {
    Histogram histogram = new Histogram(3);
    histogram.recordValue(1_000_000);
    return LatencySummary.of(histogram);
  }
}
