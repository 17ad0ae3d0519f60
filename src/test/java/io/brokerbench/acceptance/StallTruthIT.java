package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.brokerbench.core.driver.ClientDriver;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.driver.DriverSettings;
import io.brokerbench.core.driver.Lane;
import io.brokerbench.core.engine.stage.Phase;
import io.brokerbench.core.result.Latencies;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.mqtt.swarm.SwarmDriverProvider;
import io.brokerbench.testkit.OversleepMeter;
import io.brokerbench.testkit.RetryOnNoise;
import io.brokerbench.testkit.broker.FaultyBroker;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A stall of one second, of the broker and of the generator: where did the time go?
 *
 * <p>On any machine the wait is there, and on the right side. That it is there alone needs a quiet
 * machine, or a clock moved by hand, as in {@code StalledSideTest}.
 */
class StallTruthIT {

  private static final double MILLI = 1e6;
  private static final Duration SECOND = Duration.ofSeconds(1);

  /** Of this machine: what would itself be seen among the figures. */
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(50);

  /** As long a pause of any thread may change the side on which most of a wait shows. */
  private static final Duration HALF_A_STALL = Duration.ofMillis(500);

  private static Runs atOneThousand(int steadySeconds) {
    return Runs.of(10, 1, Distribution.SINGLE)
        .rate(1_000)
        .warmUp(SECOND)
        .steady(Duration.ofSeconds(steadySeconds))
        .drainLimit(Duration.ofSeconds(30));
  }

  /**
   * Whatever else the machine does: each message that was due in the stall waited until its end, so
   * these bounds hold. A busy machine adds to the waits, and takes nothing from them.
   */
  private static void theWaitIsInTheEndToEndLatencyAtLeast(RunResult result) {
    assertThat(result.messages().received())
        .isEqualTo(result.messages().scheduled())
        .isEqualTo(5_000);
    Latencies latency = result.latency();
    assertThat(latency.of(LatencyKind.END_TO_END).count()).isEqualTo(4_000);
    assertThat(latency.of(LatencyKind.END_TO_END).meanNanos() / MILLI).isGreaterThanOrEqualTo(120);
    assertThat(latency.of(LatencyKind.END_TO_END).p99Nanos() / MILLI).isGreaterThanOrEqualTo(940);
    Runs.accusesNoBroker(result);
  }

  /** A machine that holds up the sending thread as well moves the wait to the send delay. */
  @Test
  void aStallOfTheBrokerIsInTheServiceTimeMoreThanInTheSendDelay() throws Exception {
    try (OversleepMeter pauses = OversleepMeter.watch()) {
      RunResult result = withABrokerThatStalls(4);
      theWaitIsInTheEndToEndLatencyAtLeast(result);
      if (pauses.longest().compareTo(HALF_A_STALL) < 0) {
        Latencies latency = result.latency();
        assertThat(latency.of(LatencyKind.SERVICE).meanNanos())
            .isGreaterThan(latency.of(LatencyKind.SEND_DELAY).meanNanos());
        assertThat(latency.of(LatencyKind.SERVICE).p99Nanos())
            .isGreaterThan(latency.of(LatencyKind.SEND_DELAY).p99Nanos());
      }
    }
  }

  @Test
  void aStallOfTheGeneratorIsInTheSendDelayMoreThanInTheServiceTime() throws Exception {
    try (OversleepMeter pauses = OversleepMeter.watch()) {
      RunResult result = withAGeneratorThatStalls(4);
      theWaitIsInTheEndToEndLatencyAtLeast(result);
      Latencies latency = result.latency();
      assertThat(latency.of(LatencyKind.SEND_DELAY).p99Nanos() / MILLI).isGreaterThanOrEqualTo(940);
      assertThat(result.generator().healthy()).isFalse();
      assertThat(result.verdict().status()).isNotEqualTo(Verdict.Status.OK);
      if (pauses.longest().compareTo(HALF_A_STALL) < 0) {
        assertThat(latency.of(LatencyKind.SEND_DELAY).meanNanos())
            .isGreaterThan(latency.of(LatencyKind.SERVICE).meanNanos());
        // What is under way when the stall begins waits in the service time, and is more than one
        // in
        // a hundred where the broker has to wait for a core.
        assertThat(latency.of(LatencyKind.SEND_DELAY).p95Nanos())
            .isGreaterThan(latency.of(LatencyKind.SERVICE).p95Nanos());
        assertThat(result.generator().backPressured()).isZero();
      }
    }
  }

  private static void theWaitIsInTheEndToEndLatency(RunResult result) {
    Latencies latency = result.latency();
    assertThat(latency.of(LatencyKind.END_TO_END).meanNanos() / MILLI).isCloseTo(50, within(7.5));
    assertThat(latency.of(LatencyKind.END_TO_END).p99Nanos() / MILLI).isGreaterThanOrEqualTo(850);
    assertThat(latency.of(LatencyKind.END_TO_END).count()).isEqualTo(10_000);
    Messages messages = result.messages();
    assertThat(messages.lost()).isZero();
    assertThat(messages.received()).isEqualTo(messages.scheduled()).isEqualTo(11_000);
  }

  @Tag("release")
  @Test
  void aBrokerThatStallsShowsInTheServiceTimeAlone() throws Exception {
    RunResult result = RetryOnNoise.withoutPauses(LONGEST_PAUSE, () -> withABrokerThatStalls(10));
    theWaitIsInTheEndToEndLatency(result);
    assertThat(result.latency().of(LatencyKind.SERVICE).p99Nanos() / MILLI)
        .isGreaterThanOrEqualTo(850);
    assertThat(result.latency().of(LatencyKind.SEND_DELAY).p99Nanos() / MILLI).isLessThan(10);
    assertThat(result.backlog().highWaterMark()).isCloseTo(1_000, within(50L));
    assertThat(result.verdict().status()).isEqualTo(Verdict.Status.OK);
  }

  @Tag("release")
  @Test
  void aGeneratorThatStallsShowsInTheSendDelayAlone() throws Exception {
    RunResult result =
        RetryOnNoise.withoutPauses(LONGEST_PAUSE, () -> withAGeneratorThatStalls(10));
    theWaitIsInTheEndToEndLatency(result);
    assertThat(result.latency().of(LatencyKind.SEND_DELAY).p99Nanos() / MILLI)
        .isGreaterThanOrEqualTo(850);
    assertThat(result.latency().of(LatencyKind.SERVICE).p99Nanos() / MILLI).isLessThan(100);
    assertThat(result.generator().healthy()).isFalse();
    assertThat(result.generator().backPressured()).isZero();
    assertThat(result.verdict().status())
        .isIn(Verdict.Status.GENERATOR_LIMITED, Verdict.Status.DISTURBED);
  }

  private static RunResult withABrokerThatStalls(int steadySeconds) throws Exception {
    return atOneThousand(steadySeconds)
        .accountWithFaults(faults -> faults.stallAt(Duration.ofMillis(2_500), SECOND));
  }

  private static RunResult withAGeneratorThatStalls(int steadySeconds) throws Exception {
    StallingDriver stalling = new StallingDriver();
    AtomicBoolean once = new AtomicBoolean();
    try (FaultyBroker broker = FaultyBroker.start()) {
      return atOneThousand(steadySeconds)
          .driver(stalling)
          .rig(
              broker,
              progress -> {
                boolean late = progress.elapsed().toMillis() > 2_000;
                if (progress.phase() == Phase.STEADY && late && once.compareAndSet(false, true)) {
                  stalling.stall(SECOND);
                }
              })
          .run();
    }
  }

  /** Swarm, with lanes that can be held up. */
  private static final class StallingDriver implements ClientDriverProvider {
    private final ClientDriverProvider swarm = new SwarmDriverProvider();
    private ClientDriver driver;

    void stall(Duration length) {
      for (Lane lane : driver.lanes()) {
        lane.execute(
            () -> {
              long end = System.nanoTime() + length.toNanos();
              while (System.nanoTime() - end < 0) {
                LockSupport.parkNanos(end - System.nanoTime());
              }
            });
      }
    }

    @Override
    public ClientDriver open(DriverSettings settings) {
      driver = swarm.open(settings);
      return driver;
    }

    @Override
    public String name() {
      return swarm.name();
    }

    @Override
    public String description() {
      return swarm.description();
    }

    @Override
    public Set<Protocol> protocols() {
      return swarm.protocols();
    }

    @Override
    public long fileDescriptorsFor(long connections) {
      return swarm.fileDescriptorsFor(connections);
    }
  }
}
