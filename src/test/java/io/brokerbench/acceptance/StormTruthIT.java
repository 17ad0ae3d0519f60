package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.definition.ScenarioChange;
import io.brokerbench.core.definition.Scenarios;
import io.brokerbench.core.engine.LoadRig;
import io.brokerbench.core.engine.stage.Phase;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.engine.worker.RigSettings;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.core.payload.PayloadBytes;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict.Status;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.storm.StormOutcome;
import io.brokerbench.mqtt.swarm.SwarmDriverProvider;
import io.brokerbench.testkit.broker.Faults;
import io.brokerbench.testkit.broker.FaultyBroker;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a broker withholds in a storm, the result names, and nothing else. */
class StormTruthIT {

  static final int TOPICS = 500;
  static final int SUBSCRIBERS = 6;

  static Scenario retained() {
    return ScenarioChange.set("topology.publishers", TOPICS)
        .and("topology.consumers", SUBSCRIBERS)
        .and("workload.load.rate", 2_000)
        .and("phases.warmUp", "100ms")
        .and("phases.warmUpLimit", "20s")
        .and("phases.steady", "1s")
        .and("phases.drainLimit", "2m")
        .and("phases.quietPeriod", "400ms")
        .applyTo(Scenarios.load().find("RETAINED"));
  }

  /** Ids of the clients that the broker of the last run did wrong to. */
  private List<String> wronged = List.of();

  private RunResult run(Scenario scenario, Consumer<Faults> faults) throws Exception {
    FaultyRun run = FaultyRun.of(scenario, faults);
    wronged = run.wronged();
    return run.result();
  }

  /** Copies are counted in the order of the topics' first values, one subscriber after another. */
  @Test
  void eachRetainedMessageThatIsWithheldIsNamed() throws Exception {
    RunResult result = run(retained(), faults -> faults.dropEvery(997));
    StormOutcome storm = result.storm().orElseThrow();
    assertThat(storm.acts()).isEqualTo(SUBSCRIBERS);
    assertThat(storm.owed()).isEqualTo(TOPICS * SUBSCRIBERS);
    assertThat(storm.missing()).isEqualTo(3);
    assertThat(storm.came()).isEqualTo(TOPICS * SUBSCRIBERS - 3);
    assertThat(storm.unexpected()).isZero();
    assertThat(storm.allNanos()).isEmpty();
    // The 997th, 1 994th and 2 991st copy, of 500 for each subscriber.
    assertThat(storm.missingNames())
        .extracting(named -> named.name().substring(named.name().lastIndexOf('/') + 1))
        .containsExactly("490", "493", "496");
    assertThat(storm.missingNames()).allSatisfy(named -> assertThat(named.count()).isEqualTo(1));
    assertThat(
            storm.missingNames().stream()
                .flatMap(named -> named.consumers().stream())
                .distinct()
                .count())
        .isEqualTo(3);
    assertThat(storm.complete()).isEqualTo(SUBSCRIBERS - 3);
    assertThat(result.latency().of(LatencyKind.TIME_TO_LAST).count()).isEqualTo(SUBSCRIBERS - 3);
    assertThat(result.messages().lost()).isEqualTo(3);
    assertThat(result.verdict().status()).isEqualTo(Status.CONTRACT_BROKEN);
    assertThat(FigureCatalogue.find("storm.missing").in(result)).hasValue(3);
  }

  @Test
  void aBrokerThatOwesNothingMoreIsAccusedOfNothing() throws Exception {
    RunResult result = run(retained(), faults -> {});
    StormOutcome storm = result.storm().orElseThrow();
    Runs.accusesNoBroker(result);
    assertThat(storm.came()).isEqualTo(storm.owed()).isEqualTo(TOPICS * SUBSCRIBERS);
    assertThat(storm.complete()).isEqualTo(SUBSCRIBERS);
    assertThat(storm.missingNames()).isEmpty();
    assertThat(storm.unexpectedNames()).isEmpty();
    assertThat(result.messages().sent()).isEqualTo(2 * TOPICS);
    assertThat(result.messages().acknowledged()).isEqualTo(2 * TOPICS);
    assertThat(result.latency().of(LatencyKind.END_TO_END).count()).isEqualTo(TOPICS * SUBSCRIBERS);
    assertThat(storm.allNanos().orElseThrow())
        .isGreaterThanOrEqualTo(result.latency().of(LatencyKind.TIME_TO_LAST).p50Nanos());
  }

  @Test
  void aValueThatALaterOneReplacedIsNotOwed() throws Exception {
    Scenario scenario = retained();
    RunResult result = run(scenario, faults -> faults.storms().keepRetained(List.of(7, 300)));
    StormOutcome storm = result.storm().orElseThrow();
    assertThat(storm.unexpected()).isEqualTo(2 * SUBSCRIBERS);
    assertThat(storm.missing()).isEqualTo(2 * SUBSCRIBERS);
    assertThat(storm.unexpectedNames())
        .extracting(named -> named.name().substring(named.name().lastIndexOf('/') + 1))
        .containsExactly("7", "300");
    assertThat(storm.unexpectedNames())
        .allSatisfy(named -> assertThat(named.count()).isEqualTo(SUBSCRIBERS));
    assertThat(result.verdict().status()).isEqualTo(Status.CONTRACT_BROKEN);
  }

  @Test
  void aMessageThatComesLateIsLateForItsSubscriber() throws Exception {
    RunResult result =
        run(
            retained(),
            faults -> faults.delayDeliveries(id -> id.endsWith("c4"), Duration.ofMillis(300)));
    assertThat(result.latency().of(LatencyKind.TIME_TO_LAST).count()).isEqualTo(SUBSCRIBERS);
    assertThat(result.latency().of(LatencyKind.TIME_TO_LAST).maxNanos())
        .isGreaterThan(299_000_000L);
    assertThat(result.storm().orElseThrow().allNanos().orElseThrow()).isGreaterThan(299_000_000L);
  }

  @Test
  void subscribersThatComeOneByOneAreDatedOneByOne() throws Exception {
    Scenario scenario = ScenarioChange.set("conditions.storm.every", "100ms").applyTo(retained());
    RunResult result = run(scenario, faults -> {});
    StormOutcome storm = result.storm().orElseThrow();
    assertThat(storm.came()).isEqualTo(TOPICS * SUBSCRIBERS);
    // The last one is due after half a second, and its latencies count from then.
    assertThat(storm.allNanos().orElseThrow()).isGreaterThan(500_000_000L);
    assertThat(result.latency().of(LatencyKind.TIME_TO_LAST).minNanos()).isLessThan(500_000_000L);
  }

  static Scenario wills(String name, int clients) {
    return ScenarioChange.set("topology.publishers", clients)
        .and("topology.consumers", 3)
        .and("phases.warmUp", "100ms")
        .and("conditions.storm.every", "0s")
        .and("phases.steady", name.equals("WILL") ? "500ms" : "1600ms")
        .and("phases.drainLimit", "2m")
        .and("phases.quietPeriod", "600ms")
        .and("session.keepAlive", name.equals("WILL") ? "60s" : "1s")
        .applyTo(Scenarios.load().find(name));
  }

  static List<String> names(List<StormOutcome.Named> names) {
    return names.stream()
        .map(named -> named.name().substring(named.name().lastIndexOf('/') + 1))
        .toList();
  }

  @Test
  void whoHadNotSubscribedWhenTheStormWasStoppedIsOwedNothing() throws Exception {
    Scenario slowly =
        ScenarioChange.set("conditions.storm.every", "1s")
            .and("phases.steady", "30s")
            .and("workload.payload.sizes.shape", "UNIFORM")
            .and("workload.payload.sizes.least", 32)
            .and("workload.payload.sizes.most", 2_000)
            .applyTo(retained());
    try (FaultyBroker broker = FaultyBroker.start()) {
      LoadRig[] rig = new LoadRig[1];
      RunListener stopping =
          progress -> {
            if (progress.phase() == Phase.STEADY && progress.elapsed().toMillis() > 1_500) {
              rig[0].stop();
            }
          };
      rig[0] =
          new LoadRig(slowly, broker, new SwarmDriverProvider(), RigSettings.defaults(), stopping);
      RunResult result = rig[0].run();
      StormOutcome storm = result.storm().orElseThrow();
      assertThat(result.verdict().complete()).isFalse();
      assertThat(storm.acts()).isBetween(1L, SUBSCRIBERS - 1L);
      assertThat(storm.owed()).isEqualTo(storm.acts() * TOPICS);
      assertThat(storm.missing()).isZero();
      PayloadBytes bytes = result.payloadBytes().orElseThrow();
      assertThat(bytes.owed()).isLessThan(bytes.sent() * storm.acts());
      assertThat(bytes.received()).isEqualTo(bytes.owed());
      assertThat(result.messages().lost()).isZero();
      assertThat(result.verdict().status()).isNotEqualTo(Status.CONTRACT_BROKEN);
    }
  }

  @Test
  void eachWillThatIsWithheldIsNamed() throws Exception {
    RunResult result = run(wills("WILL", 2_300), faults -> faults.storms().withholdWills(997));
    StormOutcome storm = result.storm().orElseThrow();
    assertThat(storm.acts()).isEqualTo(2_070);
    assertThat(storm.owed()).isEqualTo(3 * 2_070);
    assertThat(storm.missing()).isEqualTo(3 * 2);
    assertThat(names(storm.missingNames()))
        .hasSize(2)
        .containsExactlyInAnyOrderElementsOf(
            wronged.stream().map(id -> id.replaceFirst(".*p", "")).toList());
    assertThat(storm.missingNames())
        .allSatisfy(named -> assertThat(named.consumers()).containsExactly(0, 1, 2));
    assertThat(storm.unexpected()).isZero();
    assertThat(storm.complete()).isZero();
    assertThat(result.verdict().status()).isEqualTo(Status.CONTRACT_BROKEN);
  }

  @Test
  void theWillOfAClientThatSaidGoodbyeIsNotOwed() throws Exception {
    // Of each ten clients the last one leaves in an orderly way: 9, 19, 29 and so on.
    RunResult result =
        run(wills("WILL", 100), faults -> faults.storms().keepWills(List.of(18, 19, 59)));
    StormOutcome storm = result.storm().orElseThrow();
    assertThat(storm.missing()).isZero();
    assertThat(storm.unexpected()).isEqualTo(2 * 3);
    assertThat(names(storm.unexpectedNames())).containsExactly("19", "59");
    assertThat(storm.complete()).isEqualTo(3);
    assertThat(result.verdict().status()).isEqualTo(Status.CONTRACT_BROKEN);
  }

  @Test
  void allWillsOfVanishedClientsCome() throws Exception {
    RunResult result = run(wills("WILL", 200), faults -> {});
    StormOutcome storm = result.storm().orElseThrow();
    Runs.accusesNoBroker(result);
    assertThat(storm.came()).isEqualTo(storm.owed()).isEqualTo(3 * 180);
    assertThat(storm.complete()).isEqualTo(3);
    assertThat(result.latency().of(LatencyKind.END_TO_END).count()).isEqualTo(3 * 180);
    assertThat(storm.allNanos()).isPresent();
  }

  /** Wills of silent clients are due by it, and not by the scenario's. */
  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void aKeepAliveThatTheBrokerWantsInPlaceOfTheScenariosIsRefused(int seconds) throws Exception {
    Scenario scenario =
        ScenarioChange.set("session.protocol", "mqtt5").applyTo(wills("WILL.SILENCE", 3));
    try (FaultyBroker broker = FaultyBroker.builder().serverKeepAlive(seconds).start()) {
      assertThatThrownBy(() -> Runs.on(broker, scenario))
          .hasMessageContaining(
              "the broker wants a keep-alive of %d s, by which wills are due, and not of 1 s",
              seconds);
    }
  }

  @Test
  void aSilentClientsWillComesAfterItsKeepAlive() throws Exception {
    RunResult result = run(wills("WILL.SILENCE", 50), faults -> {});
    StormOutcome storm = result.storm().orElseThrow();
    Runs.accusesNoBroker(result);
    assertThat(storm.came()).isEqualTo(storm.owed()).isEqualTo(3 * 45);
    // From the start of the storm one and a half keep-alives pass, and the latencies begin there.
    assertThat(storm.allNanos().orElseThrow()).isGreaterThan(1_500_000_000L);
    assertThat(result.latency().of(LatencyKind.END_TO_END).maxNanos())
        .isLessThan(storm.allNanos().orElseThrow() - 1_400_000_000L);
  }

  /** The first value of a topic is sent, and not owed. */
  @Test
  void bytesAreOwedOfTheValuesThatAreOwed() throws Exception {
    Scenario scenario =
        ScenarioChange.set("workload.payload.sizes.shape", "UNIFORM")
            .and("workload.payload.sizes.least", 32)
            .and("workload.payload.sizes.most", 2_000)
            .applyTo(retained());
    RunResult result = run(scenario, faults -> faults.dropEvery(997));
    PayloadBytes bytes = result.payloadBytes().orElseThrow();
    assertThat(bytes.owed())
        .isBetween(bytes.sent() * SUBSCRIBERS / 3, bytes.sent() * SUBSCRIBERS * 2 / 3);
    assertThat(bytes.owed() - bytes.received()).isBetween(3 * 32L, 3 * 2_000L);
  }
}
