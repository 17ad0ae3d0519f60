package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict.Status;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.storm.StormOutcome;
import io.brokerbench.testkit.broker.FaultyBroker;
import io.brokerbench.testkit.broker.MessageFilter;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a broker withholds in a storm, two workers name as one does. */
@Tag("release")
class StormWorkersIT {

  private FaultyBroker broker;

  @BeforeEach
  void start() {
    broker = FaultyBroker.builder().inFlightWindow(20).start();
  }

  @AfterEach
  void close() {
    broker.close();
  }

  private RunResult run(Scenario scenario) throws Exception {
    RunResult result = Runs.on(broker, scenario, 2);
    assertThat(broker.violations()).isEmpty();
    assertThat(result.driver().workers()).isEqualTo(2);
    return result;
  }

  /** The ids of those that the broker has wronged, less the name of the run. */
  private List<String> wronged() {
    return broker.faults().storms().wronged().stream().map(StormWorkersIT::number).toList();
  }

  private static String number(String clientId) {
    return clientId.replaceFirst(".*([cpv]\\d+)$", "$1");
  }

  private static List<String> copies(List<StormOutcome.Named> named) {
    return named.stream()
        .flatMap(
            each ->
                each.consumers().stream()
                    .map(c -> each.name().replaceFirst(".*/", "") + " to " + c))
        .toList();
  }

  private static List<String> clients(List<StormOutcome.Named> named) {
    return named.stream().map(StormOutcome.Named::name).map(StormWorkersIT::number).toList();
  }

  @Test
  void eachRetainedMessageThatIsWithheldIsNamed() throws Exception {
    broker.faults().dropEvery(997);
    RunResult result = run(StormTruthIT.retained());
    StormOutcome storm = result.storm().orElseThrow();
    int owed = StormTruthIT.TOPICS * StormTruthIT.SUBSCRIBERS;
    assertThat(storm.acts()).isEqualTo(StormTruthIT.SUBSCRIBERS);
    assertThat(storm.owed()).isEqualTo(owed);
    assertThat(storm.came()).isEqualTo(owed - 3);
    assertThat(storm.missing()).isEqualTo(3);
    assertThat(storm.unexpected()).isZero();
    assertThat(storm.complete()).isEqualTo(StormTruthIT.SUBSCRIBERS - 3);
    assertThat(storm.allNanos()).isEmpty();
    assertThat(copies(storm.missingNames()))
        .hasSize(3)
        .containsExactlyInAnyOrderElementsOf(
            broker.faults().deliveries().droppedAsNth().stream()
                .limit(3) // what comes after is of the clearing of the topics
                .map(copy -> copy.replaceFirst(".*/(\\d+) to .*c(\\d+)$", "$1 to $2"))
                .toList());
    assertThat(result.latency().of(LatencyKind.END_TO_END).count()).isEqualTo(owed);
    assertThat(result.messages().lost()).isEqualTo(3);
    assertThat(result.verdict().status()).isEqualTo(Status.CONTRACT_BROKEN);
  }

  /** Consumers 1 and 4 belong to different workers. */
  @Test
  void whatIsWithheldFromOneSubscriberIsNamedWithIt() throws Exception {
    broker
        .faults()
        .deliveries()
        .drop(MessageFilter.message(3, 1).to(id -> id.endsWith("c4")))
        .deliveries()
        .drop(MessageFilter.message(3, 1).to(id -> id.endsWith("c1")))
        .deliveries()
        .drop(MessageFilter.message(200, 1).to(id -> id.endsWith("c4")));
    StormOutcome storm = run(StormTruthIT.retained()).storm().orElseThrow();
    assertThat(StormTruthIT.names(storm.missingNames())).containsExactly("3", "200");
    assertThat(storm.missingNames())
        .extracting(StormOutcome.Named::consumers)
        .containsExactly(List.of(1, 4), List.of(4));
    assertThat(storm.complete()).isEqualTo(StormTruthIT.SUBSCRIBERS - 2);
  }

  @Test
  void eachWillThatIsWithheldIsNamed() throws Exception {
    broker.faults().storms().withholdWills(997);
    RunResult result = run(StormTruthIT.wills("WILL", 2_300));
    StormOutcome storm = result.storm().orElseThrow();
    assertThat(storm.acts()).isEqualTo(2_070);
    assertThat(storm.owed()).isEqualTo(3 * 2_070);
    assertThat(storm.missing()).isEqualTo(3 * 2);
    assertThat(storm.unexpected()).isZero();
    assertThat(storm.complete()).isZero();
    assertThat(StormTruthIT.names(storm.missingNames()))
        .containsExactlyInAnyOrderElementsOf(
            wronged().stream().map(client -> client.substring(1)).toList());
    assertThat(storm.missingNames())
        .allSatisfy(named -> assertThat(named.consumers()).containsExactly(0, 1, 2));
    assertThat(result.verdict().status()).isEqualTo(Status.CONTRACT_BROKEN);
  }

  @Test
  void theWillOfAClientThatSaidGoodbyeIsNotOwed() throws Exception {
    broker.faults().storms().keepWills(List.of(18, 19, 59));
    StormOutcome storm = run(StormTruthIT.wills("WILL", 100)).storm().orElseThrow();
    assertThat(storm.missing()).isZero();
    assertThat(storm.unexpected()).isEqualTo(2 * 3);
    assertThat(StormTruthIT.names(storm.unexpectedNames())).containsExactly("19", "59");
    assertThat(storm.complete()).isEqualTo(3);
    assertThat(storm.allNanos()).isPresent();
  }

  @Test
  void eachConnectionThatOutlivesItsTakeoverIsNamed() throws Exception {
    broker.faults().storms().withholdTakeovers(70);
    RunResult result = run(ConnectionStormTruthIT.takeover(150, "mqtt5"));
    StormOutcome storm = result.storm().orElseThrow();
    assertThat(storm.acts()).isEqualTo(150);
    assertThat(storm.owed()).isEqualTo(150);
    assertThat(storm.missing()).isEqualTo(2);
    assertThat(clients(storm.missingNames())).containsExactlyInAnyOrderElementsOf(wronged());
    assertThat(storm.ends()).singleElement().satisfies(e -> assertThat(e.count()).isEqualTo(148));
    assertThat(result.latency().of(LatencyKind.STORM).count()).isEqualTo(148);
    assertThat(result.messages().lost()).isZero();
  }

  @Test
  void eachSessionThatIsForgottenIsNamed() throws Exception {
    broker.faults().storms().loseSessions(40);
    RunResult result = run(ConnectionStormTruthIT.reconnect());
    StormOutcome storm = result.storm().orElseThrow();
    assertThat(storm.acts()).isEqualTo(100);
    assertThat(storm.came()).isEqualTo(storm.owed()).isEqualTo(100);
    // On a busy machine clients give up an attempt, and do not hear then what was said to it.
    assertThat(clients(storm.unexpectedNames())).isNotEmpty().isSubsetOf(wronged());
    assertThat(storm.unexpected()).isEqualTo(storm.unexpectedNames().size());
    assertThat(storm.allNanos()).isPresent();
    assertThat(result.latency().of(LatencyKind.STORM).count()).isEqualTo(100);
    assertThat(result.failover().orElseThrow().reconnects()).isEqualTo(100);
  }

  @Test
  void eachClientThatIsRefusedIsNamedAndEachComesOnce() throws Exception {
    broker.faults().at(Duration.ZERO, later -> later.refuseEvery(97));
    RunResult result = run(ConnectionStormTruthIT.churn());
    StormOutcome storm = result.storm().orElseThrow();
    assertThat(storm.acts()).isEqualTo(300);
    assertThat(storm.owed()).isEqualTo(300);
    assertThat(storm.missing()).isEqualTo(3);
    assertThat(clients(storm.missingNames())).containsExactlyInAnyOrderElementsOf(wronged());
    assertThat(storm.ends()).singleElement().satisfies(end -> assertThat(end.count()).isEqualTo(3));
    assertThat(result.latency().of(LatencyKind.STORM).count()).isEqualTo(297);
    assertThat(result.messages().received()).isEqualTo(result.messages().expected()).isPositive();
  }

  @Test
  void aSlowConsumerOfOneWorkerIsSlowForTheOthersToo() throws Exception {
    SlowTruthIT.allCame(run(SlowTruthIT.slow(1, "READS")));
  }

  @Test
  void whatIsDroppedForTheOthersBecauseOfASlowOneIsNamed() throws Exception {
    broker.faults().storms().dropBesideSlow(id -> id.endsWith("c4"), 50, 100);
    RunResult result = run(SlowTruthIT.slow(1, "READS"));
    StormOutcome storm = result.storm().orElseThrow();
    StormOutcome.Others others = storm.others().orElseThrow();
    assertThat(storm.missing()).isZero();
    assertThat(storm.came()).isEqualTo(storm.owed());
    assertThat(others.missing()).isPositive().isEqualTo(result.messages().lost());
    assertThat(others.came()).isEqualTo(others.owed() - others.missing());
    assertThat(result.verdict().status()).isEqualTo(Status.CONTRACT_BROKEN);
  }
}
