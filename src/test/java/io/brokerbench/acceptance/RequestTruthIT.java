package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.result.Requests;
import io.brokerbench.core.result.Requests.Unanswered;
import io.brokerbench.core.result.Requests.Way;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict.Status;
import io.brokerbench.testkit.broker.DeliveryFaults.Damage;
import io.brokerbench.testkit.broker.FaultyBroker;
import io.brokerbench.testkit.broker.MessageFilter;
import java.time.Duration;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a broker does on purpose to requests and to replies is what the result says. */
@Execution(ExecutionMode.CONCURRENT)
class RequestTruthIT {

  /** Half a second of warm-up and one of steady state, with 400 requests in each second. */
  private static final int REQUESTS = 600;

  private static final Predicate<String> RESPONDERS = id -> id.matches(".*r\\d+");

  private static Runs runs() {
    return runs(10);
  }

  private static Runs runs(int requesters) {
    return Runs.requests(requesters, 2)
        .qos(1)
        .rate(400)
        .steady(Duration.ofSeconds(1))
        .drainLimit(Duration.ofMinutes(2));
  }

  private static MessageFilter request(int requester, long sequence) {
    return MessageFilter.message(requester, sequence).to(RESPONDERS);
  }

  private static MessageFilter reply(int requester, long sequence) {
    return MessageFilter.message(requester, sequence).from(RESPONDERS);
  }

  private static Requests requests(RunResult result) {
    Requests requests = result.requests().orElseThrow();
    assertThat(requests.sent()).isEqualTo(REQUESTS);
    assertThat(requests.responders()).isEqualTo(2);
    return requests;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void eachRequestHasItsReply(int qos) throws Exception {
    RunResult result = runs().qos(qos).accountWithFaults(faults -> {});
    Requests requests = requests(result);
    assertThat(requests.taken()).isEqualTo(REQUESTS);
    assertThat(requests.replied()).isEqualTo(REQUESTS);
    assertThat(requests.unanswered()).isEmpty();
    assertThat(requests.unacknowledgedReplies()).isZero();
    assertThat(result.latency().of(LatencyKind.END_TO_END).count()).isEqualTo(400);
    Runs.accusesNoBroker(result);
  }

  @ParameterizedTest
  @CsvSource({"0, BROKER_LIMITED", "1, CONTRACT_BROKEN", "2, CONTRACT_BROKEN"})
  void whatIsMissingIsNamedWithTheWayOnWhichItWasLost(int qos, Status status) throws Exception {
    RunResult result =
        runs()
            .qos(qos)
            .accountWithFaults(
                faults ->
                    faults
                        .deliveries()
                        .drop(request(3, 17))
                        .deliveries()
                        .drop(reply(3, 18))
                        .deliveries()
                        .drop(reply(7, 50)));
    Requests requests = requests(result);
    assertThat(requests.taken()).isEqualTo(REQUESTS - 1);
    assertThat(requests.replied()).isEqualTo(REQUESTS - 3);
    assertThat(requests.notTaken()).isEqualTo(1);
    assertThat(requests.notReturned()).isEqualTo(2);
    assertThat(requests.unanswered())
        .containsExactly(
            new Unanswered(3, 17, Way.REQUEST),
            new Unanswered(3, 18, Way.REPLY),
            new Unanswered(7, 50, Way.REPLY));
    assertThat(result.messages().lost()).isEqualTo(3);
    assertThat(result.verdict().reasons())
        .anyMatch(
            reason ->
                reason.contains("no reply: 1 came to no responder, and the replies to 2 came to"));
    if (status == Status.CONTRACT_BROKEN) {
      assertThat(result.verdict().status()).isEqualTo(status);
    } else {
      assertThat(result.verdict().status())
          .isIn(status, Status.GENERATOR_LIMITED, Status.DISTURBED);
    }
  }

  @Test
  void each997thReplyThatIsWithheldIsNamed() throws Exception {
    each997thReplyThatIsWithheldIsNamed(1);
  }

  @Tag("release")
  @Test
  void each997thReplyThatIsWithheldIsNamedByTwoWorkers() throws Exception {
    each997thReplyThatIsWithheldIsNamed(2);
  }

  private static void each997thReplyThatIsWithheldIsNamed(int workers) throws Exception {
    try (FaultyBroker broker = FaultyBroker.start()) {
      broker.faults().deliveries().drop(MessageFilter.every(997).from(RESPONDERS));
      RunResult result =
          runs().workers(workers).rate(1_000).steady(Duration.ofMillis(1_500)).on(broker);

      Requests requests = result.requests().orElseThrow();
      assertThat(requests.sent()).isEqualTo(2_000);
      assertThat(requests.withoutReply()).isEqualTo(2);
      assertThat(requests.notTaken()).isZero();
      assertThat(requests.unanswered())
          .hasSize(2)
          .allMatch(unanswered -> unanswered.missing() == Way.REPLY)
          .extracting(unanswered -> unanswered.requester() + ":" + unanswered.sequence())
          .containsExactlyInAnyOrderElementsOf(broker.faults().deliveries().droppedByFilter());
      assertThat(result.verdict().status()).isEqualTo(Status.CONTRACT_BROKEN);
    }
  }

  @Test
  void aReplyToAnotherRequesterIsMisdelivered() throws Exception {
    RunResult result =
        runs().accountWithFaults(faults -> faults.deliveries().misdeliver(reply(2, 9)));
    assertThat(result.messages().misdelivered()).isEqualTo(1);
    assertThat(requests(result).unanswered()).containsExactly(new Unanswered(2, 9, Way.REPLY));
    assertThat(result.verdict().status()).isEqualTo(Status.CONTRACT_BROKEN);
  }

  @Test
  void aReplyThatComesTwiceIsDuplicated() throws Exception {
    RunResult result =
        runs().qos(2).accountWithFaults(faults -> faults.deliveries().twice(reply(4, 30)));
    assertThat(result.messages().duplicated()).isEqualTo(1);
    assertThat(requests(result).takenAgain()).isZero();
    assertThat(result.verdict().status()).isEqualTo(Status.CONTRACT_BROKEN);
  }

  @Test
  void aRequestThatComesTwiceIsAnsweredTwice() throws Exception {
    RunResult result =
        runs().accountWithFaults(faults -> faults.deliveries().twice(request(4, 30)));
    assertThat(requests(result).takenAgain()).isEqualTo(1);
    assertThat(requests(result).taken()).isEqualTo(REQUESTS);
    assertThat(result.messages().duplicated()).isEqualTo(1);
    assertThat(result.verdict().reasons())
        .anyMatch(reason -> reason.startsWith("1 requests came to responders again"));
  }

  /** A responder replies with what it got, so the damage shows twice. */
  @Test
  void aRequestThatIsDamagedOnItsWayIsMissing() throws Exception {
    RunResult result =
        runs()
            .accountWithFaults(
                faults -> faults.deliveries().damage(request(1, 50), Damage.CHECKSUM));
    assertThat(requests(result).damaged()).isEqualTo(1);
    assertThat(requests(result).unanswered()).containsExactly(new Unanswered(1, 50, Way.REQUEST));
    assertThat(result.messages().damaged()).isEqualTo(2);
    assertThat(result.verdict().status()).isEqualTo(Status.CONTRACT_BROKEN);
    assertThat(result.verdict().reasons())
        .anyMatch(
            reason ->
                reason.matches(
                    "2 messages arrived damaged: not as they were sent \\(for example, responder"
                        + " \\d got 32 bytes whose header names message 50 of publisher 1 and has"
                        + " another checksum\\)"));
  }

  @Test
  void aMessageWithoutItsPropertiesIsDamaged() throws Exception {
    RunResult result =
        runs()
            .accountWithFaults(
                faults ->
                    faults
                        .deliveries()
                        .withoutProperties(request(1, 50))
                        .deliveries()
                        .withoutProperties(reply(6, 40)));
    Messages messages = result.messages();
    assertThat(requests(result).damaged()).as("without a response topic").isEqualTo(1);
    assertThat(messages.damaged()).as("and without correlation data").isEqualTo(2);
    assertThat(result.verdict().reasons().toString())
        .containsPattern(
            "for example, responder \\d got a request without a response topic or correlation"
                + " data");
    assertThat(requests(result).unanswered())
        .containsExactly(new Unanswered(1, 50, Way.REQUEST), new Unanswered(6, 40, Way.REPLY));
    assertThat(result.verdict().status()).isEqualTo(Status.CONTRACT_BROKEN);
  }

  @Test
  void aRequestAndAReplyOfALowerQosAreDamaged() throws Exception {
    RunResult result =
        runs()
            .accountWithFaults(
                faults ->
                    faults
                        .deliveries()
                        .atMostOnce(request(1, 50))
                        .deliveries()
                        .atMostOnce(reply(6, 40)));
    assertThat(requests(result).damaged()).isEqualTo(1);
    assertThat(result.messages().damaged()).isEqualTo(2);
    assertThat(requests(result).unanswered())
        .containsExactly(new Unanswered(1, 50, Way.REQUEST), new Unanswered(6, 40, Way.REPLY));
    assertThat(result.verdict().reasons().toString())
        .containsPattern("for example, responder \\d got a message of QoS 0, not 1");
  }

  @Test
  void aReplyThatIsNeverAcknowledgedIsCounted() throws Exception {
    RunResult result =
        runs().accountWithFaults(faults -> faults.acknowledgements().never(reply(5, 55)));
    assertThat(requests(result).unacknowledgedReplies()).isEqualTo(1);
    assertThat(requests(result).replied()).isEqualTo(REQUESTS);
    assertThat(result.verdict().reasons())
        .anyMatch(reason -> reason.startsWith("1 replies were not acknowledged"));
  }

  /** Whatever the machine does, no round trip is shorter than what it waited for. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aRoundTripHoldsTheWayThereAndTheWayBack(boolean back) throws Exception {
    RunResult result =
        runs()
            .accountWithFaults(
                faults ->
                    faults.delayDeliveries(
                        back ? RESPONDERS.negate() : RESPONDERS, Duration.ofMillis(150)));
    assertThat(requests(result).replied()).isEqualTo(REQUESTS);
    assertThat(result.latency().of(LatencyKind.END_TO_END).minNanos())
        .isGreaterThanOrEqualTo(149_000_000);
  }

  /** One reply may be under way for each responder, and all others wait. */
  @Test
  void aResponderKeepsToTheWindowOfTheBroker() throws Exception {
    try (FaultyBroker broker = FaultyBroker.builder().receiveMaximum(1).start()) {
      RunResult result = runs().on(broker);
      assertThat(broker.violations()).isEmpty();
      assertThat(requests(result).replied()).isEqualTo(REQUESTS);
    }
  }

  /** What waits behind the window keeps its order. */
  @Test
  void oneResponderKeepsTheOrderAndWhatTheBrokerSwapsIsReordered() throws Exception {
    Runs one = Runs.requests(10, 1).qos(1).rate(400).steady(Duration.ofSeconds(1));
    try (FaultyBroker broker = FaultyBroker.builder().receiveMaximum(1).start()) {
      RunResult result = one.drainLimit(Duration.ofMinutes(2)).on(broker);
      assertThat(result.requests().orElseThrow().replied()).isEqualTo(REQUESTS);
      assertThat(result.messages().reordered()).isZero();
    }
    try (FaultyBroker broker = FaultyBroker.builder().receiveMaximum(1).start()) {
      broker.faults().swapWithNext(3, 17);
      RunResult result = one.on(broker);
      assertThat(result.requests().orElseThrow().replied()).isEqualTo(REQUESTS);
      assertThat(result.messages().reordered()).isEqualTo(1);
      assertThat(result.verdict().reasons())
          .anyMatch(reason -> reason.startsWith("1 deliveries came out of order"));
      assertThat(reorderedIsAGuard(result)).isTrue();
    }
  }

  /**
   * One of the two gets its requests late, so the other one's replies overtake. They take turns, so
   * an odd number of requesters has each of them go to both.
   */
  @Test
  void repliesOfTwoRespondersOvertakeAndTheBrokerIsNotToBlame() throws Exception {
    RunResult result =
        runs(9)
            .accountWithFaults(
                faults -> faults.delayDeliveries(id -> id.matches(".*r0"), Duration.ofMillis(150)));
    assertThat(requests(result).replied()).isEqualTo(REQUESTS);
    assertThat(result.messages().reordered()).isPositive();
    assertThat(result.verdict().reasons())
        .anyMatch(reason -> reason.endsWith("out of order, as 2 responders overtake each other"));
    assertThat(reorderedIsAGuard(result)).isFalse();
    Runs.accusesNoBroker(result);
  }

  private static boolean reorderedIsAGuard(RunResult result) {
    return FigureCatalogue.find("messages.reordered")
        .guard()
        .orElseThrow()
        .grade()
        .apply(result.scenario())
        .isPresent();
  }

  @Test
  void aResponderWhoseRepliesNeverGoEndsTheRunWithThatReason() throws Exception {
    try (FaultyBroker broker = FaultyBroker.builder().receiveMaximum(1).start()) {
      broker.faults().acknowledgements().never(MessageFilter.all().from(RESPONDERS));
      RunResult result =
          Runs.requests(4, 1)
              .qos(1)
              .payload(100_000)
              .rate(400)
              .steady(Duration.ofSeconds(2))
              .on(broker);
      assertThat(result.verdict().status()).isEqualTo(Status.FAILED);
      assertThat(result.verdict().reasons())
          .anyMatch(
              reason ->
                  reason.contains("responder 0")
                      && reason.contains("the broker takes replies too slowly"));
    }
  }

  @Tag("release")
  @Test
  void threeWorkersSayWhatOneSays() throws Exception {
    RunResult result =
        runs()
            .workers(3)
            .accountWithFaults(
                faults -> faults.deliveries().drop(request(3, 17)).deliveries().drop(reply(7, 50)));
    assertThat(requests(result).unanswered())
        .containsExactly(new Unanswered(3, 17, Way.REQUEST), new Unanswered(7, 50, Way.REPLY));
    assertThat(result.messages().lost()).isEqualTo(2);
  }
}
