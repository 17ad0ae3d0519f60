package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.definition.ScenarioChange;
import io.brokerbench.core.definition.Scenarios;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict.Status;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.storm.StormOutcome;
import io.brokerbench.testkit.broker.Faults;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a broker withholds from clients that connect in a storm, the result names. */
class ConnectionStormTruthIT {

  /** Ids of the clients that the broker of the last run did wrong to. */
  private List<String> wronged = List.of();

  private RunResult run(Scenario scenario, Consumer<Faults> faults) throws Exception {
    FaultyRun run = FaultyRun.of(scenario, faults);
    wronged = run.wronged();
    return run.result();
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
    assertThat(StormTruthIT.names(storm.missingNames()))
        .containsExactlyInAnyOrderElementsOf(wronged);
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

  @Test
  void whereAllAreTakenOverNothingIsLost() throws Exception {
    RunResult result = run(takeover(40, "mqtt3.1.1"), faults -> {});
    StormOutcome storm = result.storm().orElseThrow();
    assertThat(storm.came()).isEqualTo(storm.owed()).isEqualTo(40);
    offersItsRate(result, 400);
    assertThat(storm.unexpected()).isZero();
    assertThat(storm.missingNames()).isEmpty();
    assertThat(result.messages().received()).isEqualTo(result.messages().expected()).isPositive();
    assertThat(storm.ends())
        .singleElement()
        .satisfies(end -> assertThat(end.count()).isEqualTo(40));
  }

  /** What clients do beside the load is not offered to the broker as messages. */
  private static void offersItsRate(RunResult result, double perSecond) {
    long seconds = result.scenario().phases().steady().toSeconds();
    assertThat(result.throughput().offeredPerSecond() * seconds)
        .isCloseTo(perSecond * seconds, Offset.offset(1.0));
    assertThat(result.latency().of(LatencyKind.STORM_PACING).count())
        .isEqualTo(result.storm().orElseThrow().acts());
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
    offersItsRate(result, 500);
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
