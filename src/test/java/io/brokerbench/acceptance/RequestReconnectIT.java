package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.core.definition.ScenarioChange;
import io.brokerbench.core.result.Failover;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.result.Requests;
import io.brokerbench.core.result.Requests.Unanswered;
import io.brokerbench.core.result.Requests.Way;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict.Status;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.testkit.broker.Faults;
import io.brokerbench.testkit.broker.FaultyBroker;
import io.brokerbench.testkit.broker.MessageFilter;
import io.brokerbench.testkit.broker.record.ConnectRecord;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Requesters and responders whose connections a broker breaks come back, and the account says what
 * became of each request.
 */
@Execution(ExecutionMode.CONCURRENT)
class RequestReconnectIT {

  static final int REQUESTERS = 10;

  /** Half a second of warm-up and two of steady state, with 400 requests in each second. */
  private static final int REQUESTS = 1_000;

  private static boolean isResponder(String id) {
    return id.matches(".*r\\d+");
  }

  private static boolean isFourthConsumer(String id) {
    return id.endsWith("c3");
  }

  static Runs runs(int qos, int responders) {
    return Runs.requests(REQUESTERS, responders)
        .qos(qos)
        .rate(400)
        .steady(Duration.ofSeconds(2))
        .drainLimit(Duration.ofMinutes(2));
  }

  static RunResult run(Scenario scenario, FaultyBroker broker, int workers) throws Exception {
    RunResult result = Runs.on(broker, scenario, workers);
    assertThat(broker.violations()).isEmpty();
    assertThat(requests(result).sent()).isEqualTo(REQUESTS);
    return result;
  }

  private static RunResult run(int qos, int responders, FaultyBroker broker) throws Exception {
    Scenario scenario =
        ScenarioChange.set("session.reconnect", true).applyTo(runs(qos, responders).scenario());
    return run(scenario, broker, 1);
  }

  static Requests requests(RunResult result) {
    return result.requests().orElseThrow();
  }

  static Duration millis(long millis) {
    return Duration.ofMillis(millis);
  }

  /** Goes on once a count is high enough, however busy the machine is. */
  private static void once(Faults faults, LongSupplier count, long enough, Consumer<Faults> next) {
    faults.at(
        millis(20),
        later -> {
          if (count.getAsLong() >= enough) {
            next.accept(later);
          } else {
            once(later, count, enough, next);
          }
        });
  }

  private static void ignoreReplies(Faults faults) {
    faults.ignoreMessages(MessageFilter.all().from(RequestReconnectIT::isResponder));
  }

  private static void cutResponders(Faults faults) {
    faults.cutConnection(RequestReconnectIT::isResponder);
  }

  static void allAreAnswered(RunResult result, int qos) {
    Requests requests = requests(result);
    String reasons = result.verdict().reasons().toString();
    assertThat(requests.taken()).as(reasons).isEqualTo(REQUESTS);
    assertThat(requests.replied()).as(reasons).isEqualTo(REQUESTS);
    assertThat(requests.unanswered()).isEmpty();
    assertThat(requests.unacknowledgedReplies()).isZero();
    Messages messages = result.messages();
    assertThat(messages.acknowledged()).isEqualTo(REQUESTS);
    assertThat(messages.lost() + messages.undelivered() + messages.damaged()).isZero();
    if (qos == 2) {
      assertThat(requests.takenAgain()).isZero();
      assertThat(messages.duplicated()).isZero();
    }
    assertThat(result.verdict().status())
        .as(reasons)
        .isNotIn(Status.CONTRACT_BROKEN, Status.FAILED);
    assertThat(result.verdict().complete()).isTrue();
  }

  private static void eachRequestHasItsReply(int qos, int workers) throws Exception {
    try (FaultyBroker broker = FaultyBroker.start()) {
      for (int at = 700; at < 2_000; at += 400) {
        broker.faults().at(millis(at), faults -> faults.cutConnection(id -> true));
      }
      Scenario scenario =
          ScenarioChange.set("session.reconnect", true).applyTo(runs(qos, 2).scenario());
      RunResult result = run(scenario, broker, workers);
      allAreAnswered(result, qos);
      Failover failover = result.failover().orElseThrow();
      assertThat(failover.fault()).isEmpty();
      assertThat(failover.clients()).isEqualTo(2 * REQUESTERS + 2);
      assertThat(failover.connectionsBroken()).isGreaterThanOrEqualTo(2 * REQUESTERS + 2);
      assertThat(failover.reconnects()).isEqualTo(failover.connectionsBroken());
      assertThat(failover.course().allBackNanos()).isPresent();
      assertThat(failover.course().outageNanos()).isPresent();
      assertThat(broker.connects()).extracting(ConnectRecord::persistent).containsOnly(true);
      await().until(() -> broker.sessions().isEmpty());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void eachRequestHasItsReplyAlthoughAllConnectionsBreakAgainAndAgain(int qos) throws Exception {
    eachRequestHasItsReply(qos, 1);
  }

  @Tag("release")
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void threeWorkersSayWhatOneSays(int qos) throws Exception {
    eachRequestHasItsReply(qos, 3);
  }

  /** It has read nothing of what the responder said for a while. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void repliesThatTheBrokerHasNotTakenAreSentAgainFirstAndInTheirOrder(int qos) throws Exception {
    try (FaultyBroker broker = FaultyBroker.start()) {
      onceTenRepliesAreIgnored(broker, later -> cutResponders(later.clear()));
      RunResult result = run(qos, 1, broker);
      assertThat(broker.counters().publishesIgnored()).isPositive();
      allAreAnswered(result, qos);
      assertThat(result.messages().reordered()).isZero();
      assertThat(result.failover().orElseThrow().clients()).isEqualTo(1);
    }
  }

  /** The answers to a request that a responder had and had not acknowledged are two. */
  @Test
  void aRequestThatIsDeliveredAgainIsAnsweredAgainAndCounted() throws Exception {
    try (FaultyBroker broker = FaultyBroker.start()) {
      broker
          .faults()
          .at(
              millis(700),
              f -> {
                long sent = broker.counters().deliveriesSent();
                once(
                    f.ignoreAcknowledgements(true),
                    () -> broker.counters().deliveriesSent() - sent,
                    40,
                    later -> cutResponders(later.ignoreAcknowledgements(false)));
              });
      RunResult result = run(1, 2, broker);
      allAreAnswered(result, 1);
      assertThat(requests(result).takenAgain()).isPositive();
      assertThat(broker.counters().redeliveriesSent())
          .isGreaterThanOrEqualTo(requests(result).takenAgain());
      assertThat(result.messages().duplicated())
          .isGreaterThanOrEqualTo(requests(result).takenAgain());
      assertThat(result.verdict().reasons())
          .anyMatch(
              reason ->
                  reason.endsWith(" requests came to responders again, and were answered again"));
    }
  }

  /**
   * The replies that waited in it are gone, and those that come after it was made again are not.
   */
  @Test
  void theRepliesInALostSessionOfARequesterAreLost() throws Exception {
    try (FaultyBroker broker = FaultyBroker.start()) {
      broker
          .faults()
          .at(
              millis(700),
              f ->
                  once(
                      f.deliveries().hold(RequestReconnectIT::isFourthConsumer),
                      () -> broker.counters().deliveriesQueued(),
                      5,
                      RequestReconnectIT::loseSessionOfFourthConsumer));
      RunResult result = run(1, 2, broker);
      assertThat(broker.faults().storms().wronged()).hasSize(1);
      Requests requests = requests(result);
      assertThat(requests.taken()).isEqualTo(REQUESTS);
      assertThat(requests.unanswered()).isNotEmpty().allMatch(one -> one.requester() == 3);
      assertThat(requests.unanswered()).allMatch(one -> one.missing() == Way.REPLY);
      List<Long> lost = requests.unanswered().stream().map(Unanswered::sequence).toList();
      assertThat(lost.get(lost.size() - 1) - lost.get(0))
          .as("one after the other: %s", lost)
          .isEqualTo(lost.size() - 1);
      assertThat(requests.withoutReply()).as("it subscribes again").isLessThan(60);
      assertThat(result.messages().lost()).isEqualTo(requests.withoutReply());
      assertThat(result.messages().undelivered()).isZero();
      assertThat(result.verdict().status()).isEqualTo(Status.CONTRACT_BROKEN);
    }
  }

  private static void loseSessionOfFourthConsumer(Faults faults) {
    faults
        .at(millis(100), later -> later.deliveries().release())
        .storms()
        .loseSessions(1)
        .cutConnection(RequestReconnectIT::isFourthConsumer);
  }

  /**
   * The requests that waited for it are gone. Its replies are not, although they are under way
   * while it subscribes again: no identifier is used twice.
   */
  @Test
  void theRequestsInALostSessionOfAResponderAreLostAndItsRepliesAreNot() throws Exception {
    try (FaultyBroker broker = FaultyBroker.start()) {
      onceTenRepliesAreIgnored(broker, later -> loseSessionOfResponder(broker, later));
      RunResult result = run(2, 1, broker);
      assertThat(broker.faults().storms().wronged()).hasSize(1);
      assertThat(broker.counters().publishesIgnored()).isPositive();
      Requests requests = requests(result);
      assertThat(requests.notTaken()).isPositive();
      assertThat(requests.notReturned()).isZero();
      assertThat(requests.replied()).as("it subscribes again").isGreaterThan(REQUESTS / 2);
      assertThat(requests.unanswered()).isNotEmpty().allMatch(one -> one.missing() == Way.REQUEST);
      assertThat(result.messages().lost()).isEqualTo(requests.notTaken());
      assertThat(result.messages().duplicated()).isZero();
      assertThat(result.verdict().status()).isEqualTo(Status.CONTRACT_BROKEN);
    }
  }

  /** It is refused until requests wait for it. */
  private static void loseSessionOfResponder(FaultyBroker broker, Faults faults) {
    cutResponders(faults.clear().storms().loseSessions(1).refuseConnections(true));
    refuseForSome(broker, faults);
  }

  /** Until the broker has read some more messages. */
  private static void refuseForSome(FaultyBroker broker, Faults faults) {
    long enough = broker.counters().publishesReceived() + 50;
    once(
        faults.refuseConnections(true),
        () -> broker.counters().publishesReceived(),
        enough,
        later -> later.refuseConnections(false));
  }

  private static void onceTenRepliesAreIgnored(FaultyBroker broker, Consumer<Faults> then) {
    broker
        .faults()
        .at(
            millis(700),
            f -> {
              ignoreReplies(f);
              once(f, () -> broker.counters().publishesIgnored(), 10, then);
            });
  }

  @Test
  void whatIsLostWithQos0IsCountedAndBreaksNoContract() throws Exception {
    try (FaultyBroker broker = FaultyBroker.start()) {
      broker
          .faults()
          .at(
              millis(800),
              f -> {
                refuseForSome(broker, f);
                cutResponders(f);
              });
      RunResult result = run(0, 2, broker);
      Requests requests = requests(result);
      Messages messages = result.messages();
      assertThat(requests.notTaken()).isBetween(1L, REQUESTS / 2L);
      assertThat(messages.lost()).isEqualTo(requests.withoutReply());
      assertThat(messages.lost()).isEqualTo(requests.notTaken() + requests.notReturned());
      assertThat(messages.duplicated() + requests.takenAgain()).isZero();
      assertThat(result.failover().orElseThrow().clients()).isEqualTo(2);
      assertThat(result.verdict().status())
          .isIn(Status.BROKER_LIMITED, Status.GENERATOR_LIMITED, Status.DISTURBED);
      assertThat(result.verdict().reasons())
          .anyMatch(reason -> reason.contains("lost, which QoS 0 allows"));
      assertThat(broker.connects()).extracting(ConnectRecord::persistent).containsOnly(false);
    }
  }

  /** Another connection would not help: the run ends with that as the reason. */
  @Test
  void aResponderWhoseRepliesNeverGoDoesNotComeBack() throws Exception {
    try (FaultyBroker broker = FaultyBroker.builder().receiveMaximum(1).start()) {
      broker
          .faults()
          .acknowledgements()
          .never(MessageFilter.all().from(RequestReconnectIT::isResponder));
      Scenario scenario =
          ScenarioChange.set("session.reconnect", true)
              .applyTo(runs(1, 1).payload(100_000).scenario());
      RunResult result = Runs.on(broker, scenario);
      assertThat(result.verdict().status()).isEqualTo(Status.FAILED);
      assertThat(result.verdict().reasons())
          .anyMatch(reason -> reason.contains("the broker takes replies too slowly"));
    }
  }
}
