package io.brokerbench.experiment.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.brokerbench.core.broker.ForwardingBroker;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.result.ExampleResult;
import io.brokerbench.core.telemetry.ProcessSampler;
import io.brokerbench.core.telemetry.ProcessUsage;
import io.brokerbench.experiment.study.ScriptedCellBrokers;
import io.brokerbench.experiment.study.StubStudy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What cells say of a broker whose figures are known. */
class CellMeterTest {

  private static final ConnectionMemoryPlan CROWD =
      new ConnectionMemoryPlan(100, 5, 10, Duration.ofSeconds(10));
  private static final StorePlan STORE = new StorePlan(20_000_000, 50_000);
  private static final StorePlan VANISHED =
      new StorePlan(
          20_000_000,
          50_000,
          Optional.of(
              new StorePlan.SilentDisconnect(Duration.ofSeconds(60), Duration.ofSeconds(30))));

  @TempDir private Path folder;

  private final ScriptedCellBrokers brokers = new ScriptedCellBrokers();
  private final List<CellStep> steps = new ArrayList<>();

  private CellMeter meter(CellPlan plan) {
    return new CellMeter(brokers, plan, folder, steps::add);
  }

  private CellMeasurement measured(CellPlan plan) throws Exception {
    return meter(plan).measure();
  }

  private static String caveats(CellMeasurement measured) {
    assertThat(measured.status()).isEqualTo(StudyCell.Status.DOUBTFUL);
    return measured.reason();
  }

  @Test
  void theMemoryOfClientsAndSubscriptionsIsWhatTheBrokerAllocatesForThem() throws Exception {
    brokers.broker.bytesPerClient = 5_000;
    brokers.broker.bytesPerSubscription = 300;
    CellMeasurement measured = measured(CellPlan.connectionMemory(CROWD));
    assertThat(measured.status()).isEqualTo(StudyCell.Status.MEASURED);
    assertThat(measured.figures().get("bytesPerClient")).isCloseTo(5_000, within(1e-6));
    assertThat(measured.figures().get("bytesPerSubscription")).isCloseTo(300, within(1e-6));
    assertThat(measured.series())
        .containsEntry("clients", List.of(0.0, 100.0, 200.0, 300.0, 400.0, 500.0))
        .containsEntry("clientsMemoryBytes", List.of(1e6, 1.5e6, 2e6, 2.5e6, 3e6, 3.5e6))
        .containsEntry("subscriptions", List.of(0.0, 1e3, 2e3, 3e3, 4e3, 5e3))
        .containsEntry("subscriptionsMemoryBytes", List.of(3.5e6, 3.8e6, 4.1e6, 4.4e6, 4.7e6, 5e6));
    assertThat(steps).extracting(CellStep::name).contains("connecting", "subscribing");
    assertThat(steps.get(steps.size() - 1).standing()).startsWith("500 of 500");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theBridgingBrokersCpuIsThatOfEachSteadySecond(boolean loaded) throws Exception {
    brokers.steadySeconds = 3;
    long begin = brokers.clock().nanoTime();
    // A quarter of a core in the first second, then three quarters.
    brokers.bridge =
        Optional.of(
            new ForwardingBroker(brokers.broker) {
              @Override
              public Optional<ProcessUsage> usage(ProcessSampler processes) {
                double seconds = (brokers.clock().nanoTime() - begin) / 1e9;
                double used = seconds <= 1 ? 0.25 * seconds : 0.25 + 0.75 * (seconds - 1);
                return Optional.of(new ProcessUsage(Math.round(used * 1e9), 1));
              }
            });
    CellMeasurement measured =
        measured(
            loaded
                ? CellPlan.run(StubStudy.scenario("load"))
                : CellPlan.probe(StubStudy.scenario("probe")));
    assertThat(measured.series())
        .containsEntry("bridgeCpuPercentOfCore", List.of(25.0, 75.0, 75.0));
    assertThat(measured.figures().get("bridgeCpu")).isCloseTo(1.75 / 3, within(1e-9));
  }

  /** As by itself; load and probe have their steady states at the same time. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aLoadWithoutAProbeWaitsUntilTheBrokerHasSettled(boolean probed) throws Exception {
    CellPlan plan = CellPlan.run(StubStudy.scenario("load"));
    measured(probed ? plan.withProbe(StubStudy.scenario("probe")) : plan);
    assertThat(brokers.loads).hasSize(1).allMatch(run -> run.phases().settles() != probed);
    assertThat(brokers.probes).noneMatch(run -> run.phases().settles());
  }

  @Test
  void withoutABridgeThereIsNoCpuOfOne() throws Exception {
    CellMeasurement measured = measured(CellPlan.run(StubStudy.scenario("load")));
    assertThat(measured.series()).doesNotContainKey("bridgeCpuPercentOfCore");
    assertThat(measured.figures()).doesNotContainKey("bridgeCpu");
  }

  @Test
  void whatABrokerHoldsOfAVanishedSubscriberIsWhatItTells() throws Exception {
    brokers.broker.bytesPerHeldByte = 2;
    CellMeasurement measured = measured(CellPlan.vanished(VANISHED));
    assertThat(measured.status()).as(measured.reason()).isEqualTo(StudyCell.Status.MEASURED);
    assertThat(measured.figures())
        .containsEntry("publishedBytes", 20e6)
        .containsEntry("storedBytesMost", 20e6)
        .containsEntry("queuedMessagesMost", 400.0)
        .containsEntry("memoryBytesBefore", 1e6)
        .containsEntry("memoryBytesPublished", 41e6)
        .containsEntry("memoryBytesGrowthAfter", 0.0)
        .containsEntry("memoryBytesEnd", 41e6)
        .containsEntry("memoryGrewForSeconds", 0.0)
        .containsEntry("connectionsBefore", 1.0)
        .containsEntry("connectionsPublished", 2.0);
    double cut = measured.figures().get("cutAtSeconds");
    // 20 MB at 10 MB/s.
    assertThat(measured.figures().get("publishedAtSeconds") - cut).isBetween(2.0, 3.1);
    assertThat(measured.figures().get("noticedBySeconds")).isCloseTo(cut + 90, within(1e-9));
    List<Double> seconds = measured.series().get("seconds");
    assertThat(seconds.get(seconds.size() - 1)).isBetween(cut + 119, cut + 121);
    assertThat(measured.series().get("memoryBytesOverTime")).hasSameSizeAs(seconds);
    assertThat(brokers.isCut()).isFalse();
  }

  @Test
  void growthAfterTheLastMessageIsSeen() throws Exception {
    brokers.broker.leakedPerSecond = 10_000;
    CellMeasurement measured = measured(CellPlan.vanished(VANISHED));
    // From 4 s after the last message on, until 30 s after the 90 of its keep-alive, reported 3 s
    // late.
    assertThat(measured.figures().get("memoryBytesGrowthAfter")).isBetween(1.10e6, 1.15e6);
    assertThat(measured.figures().get("memoryGrewForSeconds")).isBetween(110.0, 120.0);
  }

  @Test
  void aBrokerThatHearsThatTheSubscriberIsGoneMakesTheCellDoubtful() throws Exception {
    brokers.broker.countsVanishedFor = Duration.ZERO;
    CellMeasurement measured = measured(CellPlan.vanished(VANISHED));
    assertThat(caveats(measured))
        .contains("the broker has noticed that the subscriber was gone: it counts ");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aBrokerThatHoldsHalfOfWhatItAcknowledgedMakesTheCellDoubtful(boolean vanished)
      throws Exception {
    brokers.broker.shareHeld = 0.5;
    CellPlan stored = CellPlan.run(StubStudy.scenario("load")).withStored(STORE);
    CellMeasurement measured = measured(vanished ? CellPlan.vanished(VANISHED) : stored);
    assertThat(caveats(measured))
        .isEqualTo("the broker says that it holds 10 000 000 of 20 000 000 bytes");
  }

  @Test
  void aBrokerThatDropsWhatItHeldWhileItIsBusyMakesTheCellDoubtful() throws Exception {
    brokers.runs =
        run -> {
          brokers.broker.shareHeld = 0.75;
          return new ExampleResult().build();
        };
    CellMeasurement measured = measured(CellPlan.run(StubStudy.scenario("load")).withStored(STORE));
    assertThat(measured.figures()).containsEntry("storedBytesBefore", 20e6);
    assertThat(caveats(measured))
        .isEqualTo("after the load the broker says that it holds 15 000 000 of 20 000 000 bytes");
  }

  @Test
  void messagesAreStoredBeforeTheLoadAndForgottenAfterIt() throws Exception {
    brokers.broker.bytesPerHeldByte = 1.5;
    CellMeasurement measured =
        measured(
            CellPlan.run(StubStudy.scenario("load"))
                .withProbe(StubStudy.scenario("probe"))
                .withStored(STORE));
    assertThat(measured.status()).as(measured.reason()).isEqualTo(StudyCell.Status.MEASURED);
    assertThat(measured.figures())
        .containsEntry("storedMessagesSent", 400.0)
        .containsEntry("storedBytesBefore", 20e6)
        .containsEntry("queuedMessagesBefore", 400.0)
        .containsEntry("memoryBytesBefore", 31e6)
        .containsEntry("storedBytesAfter", 20e6);
    assertThat(brokers.loads).extracting("name").containsExactly("load");
    assertThat(brokers.probes).extracting("name").containsExactly("probe");
    assertThat(measured.runs()).containsExactly("run.json", "probe.json");
    assertThat(folder.resolve("run.json")).isNotEmptyFile();
    assertThat(folder.resolve("probe.json")).isNotEmptyFile();
    assertThat(brokers.broker.queuedMessages()).as("messages of a session that was ended").isZero();
    assertThat(brokers.broker.connections()).isZero();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 8, 60})
  void aBrokerThatEndsFailsTheCellInItsWords(long seconds) {
    brokers.broker.endsAtNanos = brokers.clock().nanoTime() + seconds * 1_000_000_000L;
    brokers.broker.bytesTakenPerSecond = 1_000_000;
    assertThatThrownBy(() -> measured(CellPlan.vanished(VANISHED)))
        .isInstanceOf(RunException.class)
        .hasMessage("the broker has ended");
    assertThat(brokers.isCut()).isFalse();
  }

  @Test
  void aBrokerThatTakesNothingMoreIsNotWaitedForForever() {
    brokers.broker.bytesTakenPerSecond = 0;
    assertThatThrownBy(() -> measured(CellPlan.run(StubStudy.scenario("load")).withStored(STORE)))
        .isInstanceOf(RunException.class)
        .hasMessage("storing 400 messages: not within 260 s");
    assertThatThrownBy(() -> measured(CellPlan.vanished(VANISHED)))
        .isInstanceOf(RunException.class)
        .hasMessage("the broker took over only 0 of 400 messages");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 20})
  void whatIsNoRunEndsAtOnceWhenItIsStopped(int waits) {
    CellPlan stored = CellPlan.run(StubStudy.scenario("load")).withStored(STORE);
    for (CellPlan plan :
        List.of(CellPlan.connectionMemory(CROWD), CellPlan.vanished(VANISHED), stored)) {
      ScriptedCellBrokers brokers = new ScriptedCellBrokers();
      CellMeter meter = new CellMeter(brokers, plan, folder, steps::add);
      int[] left = {waits};
      brokers.whileWaiting =
          () -> {
            left[0]--;
            if (left[0] == 0) {
              brokers.stop().stop();
            }
          };
      long begun = brokers.clock().nanoTime();
      assertThatThrownBy(meter::measure).isInstanceOf(InterruptedException.class);
      assertThat(left[0]).as("waits after it was stopped").isGreaterThanOrEqualTo(0);
      assertThat(brokers.clock().nanoTime() - begun).isLessThan(60_000_000_000L);
      assertThat(Thread.interrupted()).as("left for whoever comes after").isFalse();
      assertThat(brokers.loads).isEmpty();
    }
  }
}
