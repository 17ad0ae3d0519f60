package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.brokerbench.core.engine.LoadRig;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.stage.Phase;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.LatencySummary;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.result.MissingMessage;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict.Status;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.testkit.broker.FaultyBroker;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A run that is spread over worker processes says what one process would have said. */
@Tag("release")
class WorkersIT {

  /** Half a second of warm-up and one of steady state. */
  private static final int MESSAGES = 1_500;

  @AfterEach
  void nothingIsLeftRunning() {
    Awaitility.await()
        .atMost(Duration.ofSeconds(5))
        .untilAsserted(() -> assertThat(workers()).isEmpty());
  }

  /** The worker processes that this one has started and that are alive. */
  private static List<ProcessHandle> workers() {
    return ProcessHandle.current().children().filter(WorkersIT::isWorker).toList();
  }

  /** This process starts no other JVMs; their arguments are too long for the system to report. */
  private static boolean isWorker(ProcessHandle process) {
    return process.info().command().orElse("").endsWith("java");
  }

  @ParameterizedTest
  @CsvSource({
    "SHARED, 0, 3",
    "SHARED, 1, 2",
    "PARTITIONS, 1, 3",
    "PARTITIONS, 2, 2",
    "ALL, 0, 2",
    "ALL, 2, 3"
  })
  void whatIsLostAndRepeatedIsReportedExactly(Distribution distribution, int qos, int workers)
      throws Exception {
    RunResult result =
        Runs.of(10, 4, distribution)
            .qos(qos)
            .workers(workers)
            .steady(Duration.ofSeconds(1))
            .drainLimit(Duration.ofSeconds(1))
            .accountWithFaults(
                faults ->
                    faults
                        .dropDelivery(3, 17)
                        .dropDelivery(3, 18)
                        .dropDelivery(8, 120)
                        .duplicateDelivery(5, 55));
    long copies = distribution == Distribution.ALL ? 4 : 1;
    Messages messages = result.messages();
    assertThat(messages.scheduled()).isEqualTo(MESSAGES);
    assertThat(messages.sent()).isEqualTo(MESSAGES);
    assertThat(messages.acknowledged()).isEqualTo(MESSAGES);
    assertThat(messages.expected()).isEqualTo(MESSAGES * copies);
    assertThat(messages.received()).isEqualTo((MESSAGES - 3) * copies);
    assertThat(messages.lost()).isEqualTo(3 * copies);
    assertThat(messages.duplicated()).isEqualTo(copies);
    assertThat(messages.unrecognised()).isZero();
    assertThat(messages.missing()).containsExactlyElementsOf(missing(distribution));
    assertThat(result.driver().workers()).isEqualTo(workers);
    assertThat(result.driver().lanes()).isGreaterThanOrEqualTo(workers);
    // message 17 and 18 of a publisher are of the warm-up, message 120 is of the steady state; what
    // is lost counts with its age
    LatencySummary latency = result.latency().of(LatencyKind.END_TO_END);
    assertThat(latency.count()).isEqualTo(1_000 * copies);
    assertThat(latency.overdue().orElseThrow().count()).isEqualTo(copies);
  }

  private static List<MissingMessage> missing(Distribution distribution) {
    List<MissingMessage> one =
        List.of(
            new MissingMessage(3, 17, -1),
            new MissingMessage(3, 18, -1),
            new MissingMessage(8, 120, -1));
    return switch (distribution) {
      case PARTITIONS ->
          one.stream()
              .map(m -> new MissingMessage(m.publisher(), m.sequence(), m.publisher() % 4))
              .toList();
      case ALL ->
          List.of(3, 8).stream()
              .flatMap(
                  publisher ->
                      IntStream.range(0, 4)
                          .boxed()
                          .flatMap(
                              consumer ->
                                  one.stream()
                                      .filter(m -> m.publisher() == publisher)
                                      .map(
                                          m ->
                                              new MissingMessage(
                                                  publisher, m.sequence(), consumer))))
              .toList();
      default -> one;
    };
  }

  @Test
  void theLoadIsOneScheduleAndItsCostIsThatOfAllProcesses() throws Exception {
    RunResult result =
        Runs.of(40, 4, Distribution.SHARED)
            .qos(1)
            .rate(4_000)
            .workers(3)
            .warmUp(Duration.ofSeconds(1))
            .steady(Duration.ofSeconds(4))
            .onQuietMachine(faults -> {});
    assertThat(result.throughput().offeredPerSecond()).isCloseTo(4_000, within(1.0));
    assertThat(result.messages().received()).isEqualTo(result.messages().expected()).isPositive();
    assertThat(result.messages().lost()).isZero();
    assertThat(result.messages().duplicated()).isZero();
    assertThat(result.latency().of(LatencyKind.END_TO_END).count()).isEqualTo(16_000);
    assertThat(result.latency().of(LatencyKind.CONNECT).count()).isEqualTo(44);
    assertThat(result.timeline().get(1).endToEndP99Nanos()).isPresent();
    assertThat(result.generator().cpuSeconds()).isGreaterThan(0.05);
    assertThat(result.generator().peakRssBytes()).isGreaterThan(3L * 30_000_000);
  }

  @Test
  void theBacklogIsThatOfAllWorkersTogether() throws Exception {
    RunResult result =
        Runs.of(100, 10, Distribution.SHARED)
            .rate(4_000)
            .workers(2)
            .warmUp(Duration.ofSeconds(1))
            .steady(Duration.ofSeconds(4))
            .drainLimit(Duration.ofSeconds(10))
            .onQuietMachine(faults -> faults.limitRate(2_000));
    assertThat(result.backlog().growing()).isTrue();
    assertThat(result.backlog().highWaterMark()).isCloseTo(10_000, within(600L));
    assertThat(result.backlog().atSteadyStart()).isCloseTo(2_000, within(400L));
    assertThat(result.messages().lost()).isZero();
    assertThat(result.verdict().status()).isIn(Status.BROKER_LIMITED, Status.DISTURBED);
  }

  @ParameterizedTest
  @CsvSource({"SHARED, 0.5", "PARTITIONS, 0.5", "PARTITIONS, 1"})
  void whatConsumersMissedInTheirAbsenceArrives(Distribution distribution, double absent)
      throws Exception {
    RunResult result =
        Runs.of(10, 4, distribution)
            .qos(1)
            .workers(2)
            .persistent(absent)
            .steady(Duration.ofSeconds(3))
            .drainLimit(Duration.ofSeconds(10))
            .accountWithFaults(faults -> {});
    assertThat(result.messages().received()).isEqualTo(3_500);
    Runs.accusesNoBroker(result);
  }

  @Test
  void aWorkerThatIsKilledFailsTheRunAndLeavesNothing() throws Exception {
    try (FaultyBroker broker = FaultyBroker.start()) {
      Set<Long> killed = new ConcurrentSkipListSet<>();
      RunResult result =
          Runs.of(10, 2, Distribution.SHARED)
              .qos(1)
              .workers(2)
              .steady(Duration.ofSeconds(30))
              .rig(broker, onceSteady(() -> killOne(killed)))
              .run();
      assertThat(killed).hasSize(1);
      assertThat(result.verdict().status()).isEqualTo(Status.FAILED);
      assertThat(result.verdict().complete()).isFalse();
      assertThat(result.verdict().reasons().get(0))
          .matches(
              "worker [12] of 2 \\(pid " + killed.iterator().next() + "\\) ended during the run.*")
          .contains("exit code 137");
      assertThat(result.messages().sent()).isPositive();
      assertThat(result.messages().lost()).isNotNegative();
    }
  }

  @Test
  void howFarConnectsCameIsThatOfAllWorkers() {
    try (FaultyBroker broker = FaultyBroker.start()) {
      broker.faults().neverAnswer(true);
      LoadRig rig =
          Runs.of(30, 10, Distribution.SHARED)
              .workers(2)
              .connectLimit(Duration.ofSeconds(2))
              .rig(broker, RunListener.NONE);
      assertThatThrownBy(rig::run)
          .isInstanceOf(RunException.class)
          .hasMessage(
              "only 0 of 40 clients connected within 2s on FaultyBroker: 127.0.0.1:%d accepted TCP"
                      .formatted(broker.port())
                  + " and never answered MQTT's CONNECT (TCP 40, MQTT 0 of 40)");
    }
  }

  private static void killOne(Set<Long> killed) {
    if (killed.isEmpty()) {
      ProcessHandle victim = workers().get(1);
      killed.add(victim.pid());
      victim.destroyForcibly();
    }
  }

  @Test
  void ctrlCOfTheTerminalDoesNotReachTheWorkers() throws Exception {
    try (FaultyBroker broker = FaultyBroker.start()) {
      RunResult result =
          Runs.of(10, 2, Distribution.SHARED)
              .workers(2)
              .rig(broker, onceSteady(WorkersIT::interruptAll))
              .run();
      assertThat(result.verdict().complete()).isTrue();
      assertThat(result.verdict().status()).isNotEqualTo(Status.FAILED);
      assertThat(result.messages().lost()).isZero();
    }
  }

  private static void interruptAll() {
    assertThat(workers()).hasSize(2);
    workers().forEach(WorkersIT::interrupt);
  }

  private static void interrupt(ProcessHandle process) {
    try {
      new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static RunListener onceSteady(Runnable task) {
    boolean[] done = new boolean[1];
    return progress -> {
      if (progress.phase() == Phase.STEADY && progress.elapsed().toMillis() > 500 && !done[0]) {
        done[0] = true;
        task.run();
      }
    };
  }

  @Test
  void aRunThatIsStoppedDrainsInAllWorkers() throws Exception {
    try (FaultyBroker broker = FaultyBroker.start()) {
      StoppedRun run = new StoppedRun(broker);
      RunResult result = run.result();
      assertThat(result.verdict().complete()).isFalse();
      assertThat(result.messages().sent()).isBetween(500L, 20_000L);
      assertThat(result.messages().received()).isEqualTo(result.messages().sent());
      assertThat(result.messages().acknowledged()).isEqualTo(result.messages().sent());
    }
  }

  /** A rig that is stopped by its own listener. */
  private static final class StoppedRun {
    private final LoadRig rig;

    StoppedRun(FaultyBroker broker) {
      rig =
          Runs.of(10, 4, Distribution.PARTITIONS)
              .qos(1)
              .workers(2)
              .steady(Duration.ofSeconds(30))
              .rig(broker, onceSteady(this::stop));
    }

    private void stop() {
      rig.stop();
    }

    RunResult result() throws Exception {
      return rig.run();
    }
  }
}
