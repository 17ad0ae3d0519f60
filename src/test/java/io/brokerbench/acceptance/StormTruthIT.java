package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.definition.ScenarioChange;
import io.brokerbench.core.definition.Scenarios;
import io.brokerbench.core.engine.LoadRig;
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
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
        .and("phases.drainLimit", "3s")
        .and("phases.quietPeriod", "400ms")
        .applyTo(Scenarios.load().find("RETAINED"));
  }

  /** Ids of the clients that the broker of the last run did wrong to. */
  private List<String> wronged = List.of();

  private RunResult run(Scenario scenario, Consumer<Faults> faults) throws Exception {
    try (FaultyBroker broker = FaultyBroker.start()) {
      faults.accept(broker.faults());
      RunResult result =
          new LoadRig(
                  scenario,
                  broker,
                  new SwarmDriverProvider(),
                  RigSettings.defaults(),
                  RunListener.NONE)
              .run();
      assertThat(broker.violations()).isEmpty();
      wronged = broker.faults().storms().wronged();
      return result;
    }
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
        .and("phases.drainLimit", "6s")
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

  static Scenario takeover(int clients, String protocol) {
    return ScenarioChange.set("topology.publishers", clients)
        .and("topology.consumers", clients)
        .and("workload.load.rate", 400)
        .and("session.protocol", protocol)
        .and("phases.warmUp", "100ms")
        .and("conditions.storm.every", "2ms")
        .and("phases.steady", "6s")
        .and("phases.drainLimit", "3s")
        .and("phases.quietPeriod", "400ms")
        .applyTo(Scenarios.load().find("TAKEOVER"));
  }

  @Test
  void eachConnectionThatOutlivesItsTakeoverIsNamed() throws Exception {
    // A busy machine is late with so many, and what still comes is waited for.
    Scenario scenario =
        ScenarioChange.set("conditions.storm.every", "3ms")
            .and("phases.steady", "12s")
            .and("phases.drainLimit", "1m")
            .and("phases.quietPeriod", "5s")
            .applyTo(takeover(2_000, "mqtt5"));
    RunResult result = run(scenario, faults -> faults.storms().withholdTakeovers(997));
    StormOutcome storm = result.storm().orElseThrow();
    assertThat(storm.acts()).isEqualTo(2_000);
    assertThat(storm.owed()).isEqualTo(2_000);
    assertThat(storm.missing()).as("%s", result.verdict()).isEqualTo(2);
    assertThat(storm.missingNames()).extracting(StormOutcome.Named::count).containsExactly(1L, 1L);
    assertThat(names(storm.missingNames())).containsExactlyInAnyOrderElementsOf(wronged);
    assertThat(storm.missingNames())
        .allSatisfy(named -> assertThat(named.name()).endsWith("c" + named.consumers().get(0)));
    assertThat(storm.ends())
        .singleElement()
        .satisfies(
            end -> {
              assertThat(end.count()).isEqualTo(1_998);
              assertThat(end.reason()).contains("session taken over");
            });
    assertThat(result.latency().of(LatencyKind.STORM).count()).isEqualTo(1_998);
    assertThat(result.messages().lost()).isZero();
    assertThat(result.verdict().status())
        .isIn(Status.BROKER_LIMITED, Status.GENERATOR_LIMITED, Status.DISTURBED);
  }

  @Test
  void aClientWithARowIsNamedByTheIdOfItsRow(@TempDir Path folder) throws Exception {
    String rows =
        IntStream.range(0, 30).mapToObj(i -> "gate-" + i + "\n").collect(Collectors.joining());
    Path file = Files.writeString(folder.resolve("gates.csv"), "id\n" + rows);
    Scenario scenario =
        ScenarioChange.set("devices.consumers", file.toString()).applyTo(takeover(30, "mqtt5"));
    RunResult result = run(scenario, faults -> faults.storms().withholdTakeovers(13));
    assertThat(result.storm().orElseThrow().missingNames())
        .extracting(StormOutcome.Named::name)
        .hasSize(2)
        .allMatch(name -> name.startsWith("gate-"))
        .containsExactlyInAnyOrderElementsOf(wronged);
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

  @Test
  void whereAllAreTakenOverNothingIsLost() throws Exception {
    RunResult result = run(takeover(40, "mqtt3.1.1"), faults -> {});
    StormOutcome storm = result.storm().orElseThrow();
    assertThat(storm.came()).isEqualTo(storm.owed()).isEqualTo(40);
    assertThat(storm.unexpected()).isZero();
    assertThat(storm.missingNames()).isEmpty();
    assertThat(result.messages().received()).isEqualTo(result.messages().expected()).isPositive();
    assertThat(storm.ends())
        .singleElement()
        .satisfies(end -> assertThat(end.count()).isEqualTo(40));
  }

  @Test
  void aTakeoverThatEndsInTheDrainIsWaitedFor() throws Exception {
    Scenario scenario =
        ScenarioChange.set("conditions.storm.every", "0s")
            .and("phases.steady", "2200ms")
            .and("phases.quietPeriod", "2s")
            .and("phases.drainLimit", "20s")
            .applyTo(takeover(20, "mqtt3.1.1"));
    RunResult result =
        run(scenario, faults -> faults.storms().delayTakeovers(Duration.ofSeconds(3)));
    StormOutcome storm = result.storm().orElseThrow();
    assertThat(storm.came()).isEqualTo(storm.owed()).isEqualTo(20);
    assertThat(storm.missing()).isZero();
    assertThat(result.latency().of(LatencyKind.STORM).minNanos()).isGreaterThan(2_200_000_000L);
    assertThat(result.messages().lost()).isZero();
  }

  static Scenario reconnect() {
    return ScenarioChange.set("topology.publishers", 50)
        .and("topology.consumers", 50)
        .and("workload.load.rate", 500)
        .and("phases.warmUp", "200ms")
        .and("phases.steady", "3s")
        .and("phases.drainLimit", "5s")
        .and("phases.quietPeriod", "400ms")
        .applyTo(Scenarios.load().find("RECONNECT"));
  }

  @Test
  void allClientsThatAreCutOffComeBackAndNothingIsLost() throws Exception {
    RunResult result = run(reconnect(), faults -> {});
    StormOutcome storm = result.storm().orElseThrow();
    assertThat(storm.acts()).isEqualTo(100);
    assertThat(storm.came()).isEqualTo(storm.owed()).isEqualTo(100);
    assertThat(storm.unexpected()).isZero();
    assertThat(storm.allNanos()).isPresent();
    assertThat(result.latency().of(LatencyKind.STORM).count()).isEqualTo(100);
    assertThat(result.failover().orElseThrow().clients()).isEqualTo(100);
    assertThat(result.failover().orElseThrow().reconnects()).isEqualTo(100);
    assertThat(result.messages().lost()).isZero();
    assertThat(result.messages().received()).isEqualTo(result.messages().expected()).isPositive();
  }

  @Test
  void eachSessionThatIsForgottenIsNamed() throws Exception {
    RunResult result = run(reconnect(), faults -> faults.storms().loseSessions(40));
    StormOutcome storm = result.storm().orElseThrow();
    assertThat(storm.came()).isEqualTo(100);
    assertThat(storm.unexpected()).isEqualTo(2);
    assertThat(storm.unexpectedNames())
        .hasSize(2)
        .allSatisfy(named -> assertThat(named.name()).matches("bb\\w+[cp]\\d+"));
    assertThat(result.verdict().reasons())
        .anyMatch(reason -> reason.startsWith("the broker said to 2 of 100 clients"));
  }

  static Scenario churn() {
    return ScenarioChange.set("topology.publishers", 20)
        .and("topology.consumers", 20)
        .and("workload.load.rate", 500)
        .and("conditions.storm.every", "5ms")
        .and("conditions.storm.stay", "4s")
        .and("phases.warmUp", "200ms")
        .and("phases.steady", "5500ms")
        .and("phases.drainLimit", "5s")
        .and("phases.quietPeriod", "400ms")
        .applyTo(Scenarios.load().find("CHURN"));
  }

  @Test
  void eachClientThatComesIsAcceptedAndTheLoadGoesOn() throws Exception {
    RunResult result = run(churn(), faults -> {});
    StormOutcome storm = result.storm().orElseThrow();
    Runs.accusesNoBroker(result);
    assertThat(storm.acts()).isEqualTo(300);
    assertThat(storm.came()).isEqualTo(storm.owed()).isEqualTo(300);
    assertThat(storm.unexpected()).isZero();
    assertThat(result.latency().of(LatencyKind.STORM).count()).isEqualTo(300);
    assertThat(result.messages().received()).isEqualTo(result.messages().expected()).isPositive();
  }

  @Test
  void eachClientThatIsRefusedIsNamed() throws Exception {
    // The load's clients have connected by the first message, and count no more.
    RunResult result =
        run(churn(), faults -> faults.at(Duration.ZERO, later -> later.refuseEvery(97)));
    StormOutcome storm = result.storm().orElseThrow();
    assertThat(storm.acts()).isEqualTo(300);
    assertThat(storm.missing()).isEqualTo(3);
    assertThat(storm.missingNames())
        .extracting(named -> named.name().substring(named.name().lastIndexOf('v')))
        .containsExactly("v96", "v193", "v290");
    assertThat(storm.ends()).singleElement().satisfies(end -> assertThat(end.count()).isEqualTo(3));
    assertThat(result.verdict().status())
        .isIn(Status.BROKER_LIMITED, Status.GENERATOR_LIMITED, Status.DISTURBED);
  }
}
