package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.core.definition.ScenarioChange;
import io.brokerbench.core.definition.Scenarios;
import io.brokerbench.core.result.Failover;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict.Status;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.storm.StormOutcome;
import io.brokerbench.testkit.broker.Faults;
import io.brokerbench.testkit.broker.FaultyBroker;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections break in the middle of a storm, or of an absence, and the account is whole. */
@Execution(ExecutionMode.CONCURRENT)
class ReconnectingStormsIT {

  /** Long enough for clients that are refused again and again on a machine that is busy. */
  private static final ScenarioChange PATIENT =
      ScenarioChange.set("session.reconnect", true)
          .and("phases.warmUp", "300ms")
          .and("phases.drainLimit", "2m")
          .and("phases.quietPeriod", "1s");

  private static RunResult run(Scenario scenario, int workers, FaultyBroker broker)
      throws Exception {
    RunResult result = Runs.on(broker, scenario, workers);
    assertThat(broker.violations()).isEmpty();
    assertThat(result.verdict().complete()).as("%s", result.verdict()).isTrue();
    assertThat(result.verdict().status())
        .as("%s", result.verdict())
        .isNotIn(Status.CONTRACT_BROKEN, Status.FAILED);
    await().until(() -> broker.sessions().isEmpty());
    return result;
  }

  private static RunResult run(Scenario scenario, Consumer<Faults> faults) throws Exception {
    try (FaultyBroker broker = FaultyBroker.start()) {
      faults.accept(broker.faults());
      return run(scenario, 1, broker);
    }
  }

  private static Duration millis(long millis) {
    return Duration.ofMillis(millis);
  }

  /** Cuts all, and lets none in for a while. */
  private static void lockOut(Faults faults, long fromMillis, long untilMillis) {
    faults.at(millis(fromMillis), now -> now.refuseConnections(true).cutConnection(id -> true));
    faults.at(millis(untilMillis), now -> now.refuseConnections(false));
  }

  /** Answers no CONNECT for a while; what is connected stays so. */
  private static void fallSilent(Faults faults, long fromMillis, long untilMillis) {
    faults.at(millis(fromMillis), now -> now.neverAnswer(true));
    faults.at(millis(untilMillis), now -> now.neverAnswer(false));
  }

  private static void allArrived(RunResult result) {
    Messages messages = result.messages();
    assertThat(messages.sent()).isEqualTo(messages.scheduled()).isPositive();
    assertThat(messages.acknowledged()).isEqualTo(messages.sent());
    assertThat(messages.received())
        .as("%s", result.verdict())
        .isEqualTo(messages.expected())
        .isPositive();
    assertThat(messages.lost() + messages.undelivered() + messages.damaged()).isZero();
  }

  private static Failover allCameBack(RunResult result, int clients) {
    Failover failover = result.failover().orElseThrow();
    assertThat(failover.fault()).isEmpty();
    assertThat(failover.clients()).isEqualTo(clients);
    assertThat(failover.course().allBackNanos()).isPresent();
    assertThat(failover.reconnects()).isGreaterThanOrEqualTo(clients);
    return failover;
  }

  private static Scenario churn() {
    return PATIENT
        .and("topology.publishers", 20)
        .and("topology.consumers", 20)
        .and("workload.load.rate", 200)
        .and("conditions.storm.every", "10ms")
        .and("conditions.storm.stay", "300ms")
        .and("phases.steady", "3s")
        .applyTo(Scenarios.load().find("CHURN"));
  }

  /** Those that come and go are what the storm counts, and do not come back. */
  @Test
  void visitorsThatAreCutOffAreCountedAndTheOthersComeBack() throws Exception {
    Set<String> visitors = new HashSet<>();
    Predicate<String> visitor = id -> id.matches(".*v\\d+");
    Predicate<String> noted = id -> visitor.test(id) && visitors.add(id);
    RunResult result =
        run(
            churn(),
            faults -> {
              for (int at = 900; at < 2_500; at += 800) {
                faults.at(
                    millis(at),
                    now -> {
                      now.cutConnection(noted);
                      now.cutConnection(visitor.negate());
                    });
              }
            });
    allArrived(result);
    allCameBack(result, 40);
    StormOutcome storm = result.storm().orElseThrow();
    assertThat(storm.unexpected()).isPositive();
    assertThat(storm.unexpectedNames())
        .as("those that were not about to leave")
        .hasSize((int) storm.unexpected())
        .allMatch(named -> visitors.contains(named.name()));
    assertThat(storm.came() + storm.missing()).isEqualTo(storm.owed()).isEqualTo(270);
    assertThat(storm.came())
        .as("no client of the load is taken for one that comes and goes")
        .isEqualTo(result.latency().of(LatencyKind.STORM).count());
  }

  @Test
  void visitorsThatAreNotLetInAreMissing() throws Exception {
    RunResult result = run(churn(), faults -> lockOut(faults, 1_000, 1_600));
    allArrived(result);
    Failover failover = allCameBack(result, 40);
    assertThat(failover.refusedAttempts()).isPositive();
    StormOutcome storm = result.storm().orElseThrow();
    assertThat(storm.missing()).isPositive();
    assertThat(storm.ends()).anyMatch(end -> end.reason().contains("refused"));
    assertThat(result.verdict().reasons())
        .anyMatch(
            reason -> reason.contains("clients that came were not accepted while they stayed"));
  }

  private static Scenario takeover() {
    return PATIENT
        .and("topology.publishers", 100)
        .and("topology.consumers", 100)
        .and("workload.load.rate", 400)
        .and("conditions.storm.every", "10ms")
        .and("phases.steady", "3s")
        .applyTo(Scenarios.load().find("TAKEOVER"));
  }

  /** A consumer whose second client was about to connect lost no connection that was its own. */
  private static void allWereTakenOver(RunResult result) {
    StormOutcome storm = result.storm().orElseThrow();
    assertThat(storm.acts()).isEqualTo(100);
    assertThat(storm.came()).as("%s", storm.ends()).isEqualTo(100);
    assertThat(storm.missing()).isZero();
    assertThat(storm.unexpected()).as("sessions that were not resumed").isZero();
    allArrived(result);
    Failover failover = result.failover().orElseThrow();
    assertThat(failover.clients()).isBetween(150L, 200L);
    assertThat(failover.reconnects()).isGreaterThanOrEqualTo(failover.clients());
    assertThat(failover.course().allBackNanos()).isPresent();
  }

  /** Before they are taken over, while they are, and afterwards. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void sessionsAreTakenOverAlthoughConnectionsBreakAgainAndAgain(int workers) throws Exception {
    try (FaultyBroker broker = FaultyBroker.start()) {
      for (int at = 500; at < 2_500; at += 300) {
        broker.faults().at(millis(at), faults -> faults.cutConnection(id -> true));
      }
      allWereTakenOver(run(takeover(), workers, broker));
    }
  }

  /** Second clients are refused, and some are due while there is nothing to be taken over. */
  @Test
  void aSecondClientThatIsRefusedTriesAgain() throws Exception {
    RunResult result = run(takeover(), faults -> lockOut(faults, 800, 1_400));
    allWereTakenOver(result);
    assertThat(result.latency().of(LatencyKind.STORM).maxNanos())
        .as("one that is due in the meantime is dated from then")
        .isGreaterThan(100_000_000L);
    assertThat(result.verdict().reasons())
        .anyMatch(reason -> reason.contains("connections broke without a fault"));
  }

  /** The first client stays, so that its connection is the one that has to end. */
  @Test
  void aSecondClientThatIsRefusedBesideAFirstOneThatStaysTriesAgain() throws Exception {
    RunResult result =
        run(
            takeover(),
            faults -> {
              faults.at(millis(700), now -> now.refuseConnections(true));
              faults.at(millis(1_000), now -> now.refuseConnections(false));
            });
    StormOutcome storm = result.storm().orElseThrow();
    assertThat(storm.came()).isEqualTo(100);
    allArrived(result);
    assertThat(result.failover()).as("no connection broke").isEmpty();
    assertThat(storm.ends())
        .anyMatch(end -> end.reason().startsWith("a second client was refused: "));
  }

  @Test
  void aSecondClientThatIsNotAnsweredTriesAgain() throws Exception {
    RunResult result = run(takeover(), faults -> fallSilent(faults, 700, 1_000));
    StormOutcome storm = result.storm().orElseThrow();
    assertThat(storm.acts()).isEqualTo(100);
    assertThat(storm.came()).isEqualTo(100);
    allArrived(result);
  }

  /** One subscriber is due each 300 ms of the steady state. */
  private static Scenario retained() {
    return PATIENT
        .and("topology.publishers", StormTruthIT.TOPICS)
        .and("topology.consumers", StormTruthIT.SUBSCRIBERS)
        .and("workload.load.rate", 2_000)
        .and("phases.warmUpLimit", "60s")
        .and("conditions.storm.every", "300ms")
        .and("phases.steady", "3s")
        .applyTo(Scenarios.load().find("RETAINED"));
  }

  private static void eachGotAll(RunResult result) {
    StormOutcome storm = result.storm().orElseThrow();
    assertThat(storm.acts()).isEqualTo(StormTruthIT.SUBSCRIBERS);
    assertThat(storm.owed()).isEqualTo(StormTruthIT.TOPICS * StormTruthIT.SUBSCRIBERS);
    assertThat(storm.came()).as("%s", result.verdict()).isEqualTo(storm.owed());
    assertThat(storm.complete()).isEqualTo(StormTruthIT.SUBSCRIBERS);
    assertThat(storm.unexpected()).isZero();
    assertThat(result.messages().acknowledged()).isEqualTo(2 * StormTruthIT.TOPICS);
  }

  /** While the topics get their values, and while the subscribers come. */
  @Test
  void subscribersGetAllRetainedMessagesAlthoughConnectionsBreak() throws Exception {
    RunResult result =
        run(
            retained(),
            faults -> {
              for (int at = 150; at < 3_000; at += 350) {
                faults.at(millis(at), now -> now.cutConnection(id -> true));
              }
            });
    eachGotAll(result);
    allCameBack(result, StormTruthIT.TOPICS + StormTruthIT.SUBSCRIBERS);
  }

  /** Some are due meanwhile, and subscribe when they are back. */
  @Test
  void subscribersThatAreDueWhileTheyAreCutOffSubscribeOnceTheyAreBack() throws Exception {
    RunResult result = run(retained(), faults -> lockOut(faults, 1_000, 2_500));
    eachGotAll(result);
    assertThat(result.failover().orElseThrow().refusedAttempts()).isPositive();
  }

  /** They have to subscribe again, and get all again. */
  @Test
  void subscribersWhoseSessionsAreLostGetAllAgain() throws Exception {
    RunResult result =
        run(
            retained(),
            faults -> {
              faults.storms().loseSessions(1);
              faults.at(millis(2_000), now -> now.cutConnection(id -> id.matches(".*c\\d+")));
            });
    eachGotAll(result);
  }

  private static Scenario absent() {
    Scenario base =
        Runs.of(20, 20, Distribution.PARTITIONS)
            .qos(1)
            .persistent(0.5)
            .rate(200)
            .steady(Duration.ofSeconds(4))
            .scenario();
    return PATIENT.applyTo(base);
  }

  /** They leave after one second of the steady state, and come back after 2.4. */
  @Test
  void consumersThatAreAbsentStayAwayAndComeBackAlthoughConnectionsBreak() throws Exception {
    RunResult result =
        run(
            absent(),
            faults -> {
              for (int at = 600; at < 4_000; at += 250) {
                faults.at(millis(at), now -> now.cutConnection(id -> true));
              }
            });
    allArrived(result);
    allCameBack(result, 40);
  }

  @Test
  void consumersThatAreNotAnsweredWhenTheyReturnComeBack() throws Exception {
    RunResult result = run(absent(), faults -> fallSilent(faults, 2_000, 3_200));
    allArrived(result);
    assertThat(result.failover()).as("no connection broke").isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {1_000, 2_500})
  void consumersThatAreRefusedWhenTheyLeaveOrReturnComeBack(int from) throws Exception {
    RunResult result = run(absent(), faults -> lockOut(faults, from, from + 700));
    allArrived(result);
    assertThat(result.failover().orElseThrow().course().allBackNanos()).isPresent();
  }
}
