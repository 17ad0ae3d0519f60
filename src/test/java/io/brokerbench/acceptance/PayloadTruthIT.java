package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.base.MessageHeader;
import io.brokerbench.core.definition.ScenarioChange;
import io.brokerbench.core.definition.Scenarios;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.engine.LoadRig;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.engine.worker.RigSettings;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.core.payload.PayloadBytes;
import io.brokerbench.core.payload.SizeTable;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.mqtt.hivemq.HiveMqDriverProvider;
import io.brokerbench.mqtt.paho.PahoDriverProvider;
import io.brokerbench.mqtt.swarm.SwarmDriverProvider;
import io.brokerbench.testkit.broker.Faults;
import io.brokerbench.testkit.broker.FaultyBroker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Messages of several sizes, to several topics, with proofs in user properties: each is accounted
 * for, and the bytes are those of the messages.
 */
@Tag("release")
class PayloadTruthIT {

  private static final int PUBLISHERS = 4;
  private static final int MESSAGES = 600;

  @TempDir private Path folder;

  static Stream<Arguments> driversAndWorkers() {
    return Stream.of(
        Arguments.of(new SwarmDriverProvider(), 1),
        Arguments.of(new SwarmDriverProvider(), 2),
        Arguments.of(new HiveMqDriverProvider(), 1),
        Arguments.of(new PahoDriverProvider(), 1));
  }

  private static Scenario scenario() {
    return ScenarioChange.set("topology.publishers", PUBLISHERS)
        .and("topology.consumers", 2)
        .and("topology.distribution", "ALL")
        .and("workload.load.rate", 400)
        .and("workload.payload.sizes.shape", "LOG_NORMAL")
        .and("workload.payload.sizes.mean", 2_000)
        .and("workload.payload.sizes.deviation", 4_000)
        .and("workload.payload.sizes.most", 100_000)
        .and("phases.warmUp", "500ms")
        .and("phases.steady", "1s")
        .and("phases.drainLimit", "120s")
        .and("phases.quietPeriod", "500ms")
        .applyTo(Scenarios.load().find("FANIN.Q1.SINGLE"));
  }

  private static RunResult run(
      Scenario scenario, ClientDriverProvider driver, int workers, Consumer<Faults> faults)
      throws Exception {
    try (FaultyBroker broker = FaultyBroker.start()) {
      faults.accept(broker.faults());
      return new LoadRig(
              scenario,
              broker,
              driver,
              RigSettings.defaults().withWorkers(workers),
              RunListener.NONE)
          .run();
    }
  }

  private static long bytes(Scenario scenario) {
    SizeTable sizes =
        SizeTable.of(
            scenario.workload().payload().sizes().orElseThrow(),
            Optional.empty(),
            scenario.workload().seed());
    long sum = 0;
    for (int i = 0; i < MESSAGES; i++) {
      sum += sizes.of(MessageHeader.word1(i % PUBLISHERS, i / PUBLISHERS));
    }
    return sum;
  }

  @ParameterizedTest
  @MethodSource("driversAndWorkers")
  void theBytesAreThoseOfTheMessages(ClientDriverProvider driver, int workers) throws Exception {
    Scenario scenario = scenario();
    RunResult result = run(scenario, driver, workers, faults -> {});
    assertThat(result.messages().received()).isEqualTo(2 * MESSAGES);
    assertThat(result.messages().damaged() + result.messages().lost()).isZero();
    PayloadBytes bytes = result.payloadBytes().orElseThrow();
    assertThat(bytes.sent()).isEqualTo(bytes(scenario));
    assertThat(bytes.owed()).isEqualTo(2 * bytes.sent());
    assertThat(bytes.received()).isEqualTo(bytes.owed());
    assertThat(bytes.least()).isBetween(24, 1_000);
    assertThat(bytes.most()).isBetween(5_000, 100_000);
    assertThat(FigureCatalogue.find("payload.received").in(result))
        .hasValue((double) bytes.received());
  }

  private Scenario fleet() throws Exception {
    Files.writeString(
        folder.resolve("payload.json"), "{\"n\": ${sequence}, \"of\": ${publisher}}\n");
    return ScenarioChange.set("topology.publishers", PUBLISHERS)
        .and("topology.topics.publish", "fleet/{publisher}/{metric}")
        .and("topology.topics.subscribe", List.of("fleet/+/temperature", "fleet/+/pressure/#"))
        .and("topology.topics.metrics", List.of("temperature", "pressure/oil", "pressure/air"))
        .and("workload.load.rate", 400)
        .and("workload.payload.template", folder.resolve("payload.json").toString())
        .and("workload.payload.proof", "USER_PROPERTY")
        .and("session.protocol", "mqtt5")
        .and("phases.warmUp", "500ms")
        .and("phases.steady", "1s")
        .and("phases.drainLimit", "120s")
        .and("phases.quietPeriod", "500ms")
        .applyTo(Scenarios.load().find("FANIN.Q1.SINGLE"));
  }

  @ParameterizedTest
  @MethodSource("driversAndWorkers")
  void messagesToSeveralTopicsWithProofsInPropertiesAreAccountedFor(
      ClientDriverProvider driver, int workers) throws Exception {
    RunResult result = run(fleet(), driver, workers, faults -> {});
    assertThat(result.messages().sent()).isEqualTo(MESSAGES);
    assertThat(result.messages().received()).isEqualTo(MESSAGES);
    assertThat(result.messages().lost() + result.messages().damaged()).isZero();
    assertThat(result.messages().unrecognised()).isZero();
    assertThat(result.payloadBytes()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("driversAndWorkers")
  void whatIsDroppedOfThemIsLost(ClientDriverProvider driver, int workers) throws Exception {
    RunResult result = run(fleet(), driver, workers, faults -> faults.dropEvery(97));
    assertThat(result.messages().lost()).isEqualTo(MESSAGES / 97);
    assertThat(result.messages().received()).isEqualTo(MESSAGES - MESSAGES / 97);
    assertThat(result.messages().damaged() + result.messages().unrecognised()).isZero();
  }

  @ParameterizedTest
  @MethodSource("driversAndWorkers")
  void whatIsLostIsMissingInTheBytesToo(ClientDriverProvider driver, int workers) throws Exception {
    Scenario scenario = scenario();
    RunResult result =
        run(scenario, driver, workers, faults -> faults.dropDelivery(0, 17).dropDelivery(3, 80));
    SizeTable sizes =
        SizeTable.of(
            scenario.workload().payload().sizes().orElseThrow(),
            Optional.empty(),
            scenario.workload().seed());
    assertThat(result.messages().lost()).isEqualTo(4);
    PayloadBytes bytes = result.payloadBytes().orElseThrow();
    assertThat(bytes.owed() - bytes.received())
        .isEqualTo(
            2L * sizes.of(MessageHeader.word1(0, 17)) + 2L * sizes.of(MessageHeader.word1(3, 80)));
  }
}
