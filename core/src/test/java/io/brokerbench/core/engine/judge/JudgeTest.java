package io.brokerbench.core.engine.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.result.Messages;
import io.brokerbench.core.result.Verdict;
import io.brokerbench.core.result.Verdict.Status;
import io.brokerbench.core.scenario.Qos;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class JudgeTest extends JudgedRun {

  @Test
  void aRunInWhichAllWentWellIsOkAndSaysHowMuch() {
    assertThat(judge()).isEqualTo(new Verdict(Status.OK, true, List.of("100 msg/s kept for 10 s")));
  }

  @Test
  void aSteadyStateThatBeganWithTheWarmUpsBacklogIsSaid() {
    atSteadyStart = 10;
    assertThat(judge().reasons()).hasSize(1);
    atSteadyStart = 11;
    assertThat(judge().status()).isEqualTo(Status.OK);
    assertThat(judge().reasons().get(1))
        .contains("11 messages of the warm-up", "give a longer warm-up");
  }

  @Test
  void aLossIsABrokenContractWithQosOneAndTwo() {
    lost = 17;
    assertThat(judge().status()).isEqualTo(Status.CONTRACT_BROKEN);
    assertThat(judge().reasons().get(0))
        .contains("17 of 1\u202f000", "QoS 1 guarantees", "nothing arrived for 5s");
    qos = Qos.EXACTLY_ONCE;
    assertThat(judge().status()).isEqualTo(Status.CONTRACT_BROKEN);
  }

  @Test
  void withQosZeroALossMeansThatTheRateWasNotKept() {
    qos = Qos.AT_MOST_ONCE;
    lost = 1;
    assertThat(judge().status()).isEqualTo(Status.BROKER_LIMITED);
  }

  @Test
  void duplicatesAreAllowedWithQosOneOnly() {
    duplicated = 3;
    assertThat(judge().status()).isEqualTo(Status.OK);
    qos = Qos.EXACTLY_ONCE;
    assertThat(judge().status()).isEqualTo(Status.CONTRACT_BROKEN);
    assertThat(judge().reasons().get(0)).contains("3 deliveries came twice");
  }

  @Test
  void aLossStandsAboveTheGeneratorsOwnLimitAndBothAreSaid() {
    lost = 1;
    complaints = List.of("the send loop was late");
    assertThat(judge().status()).isEqualTo(Status.CONTRACT_BROKEN);
    assertThat(judge().reasons()).hasSize(2).contains("the send loop was late");
  }

  @Test
  void theVerdictOnABrokenContractKeepsWhatLatenessAloneMakesOfTheRun() {
    assertThat(judge().pace()).isEmpty();
    misdelivered = 1;
    assertThat(judge().pace()).contains(Status.OK);
    growing = true;
    assertThat(judge().status()).isEqualTo(Status.CONTRACT_BROKEN);
    assertThat(judge().pace()).contains(Status.BROKER_LIMITED);
    complaints = List.of("late");
    assertThat(judge().pace()).contains(Status.GENERATOR_LIMITED);
  }

  @Test
  void aGrowingBacklogIsTheBrokersLimitUnlessTheGeneratorWasLate() {
    growing = true;
    assertThat(judge().status()).isEqualTo(Status.BROKER_LIMITED);
    complaints = List.of("late");
    assertThat(judge().status()).isEqualTo(Status.GENERATOR_LIMITED);
  }

  @Test
  void messagesThatHadToWaitForTheBrokerAreTheBrokersLimit() {
    sendDelayNanos = 50_000_000;
    assertThat(judge().status()).isEqualTo(Status.OK);
    backPressured = 40;
    assertThat(judge().status()).isEqualTo(Status.BROKER_LIMITED);
    assertThat(judge().reasons().get(0)).contains("40 messages had to wait");
  }

  /** One message that had to wait makes the lateness of the tool none of the broker's. */
  @Test
  void whatTheSendLoopIsLateItselfIsNotTheBrokersLimit() {
    sendDelayNanos = 50_000_000;
    pacingNanos = 45_000_000;
    backPressured = 1;
    assertThat(judge().status()).isEqualTo(Status.OK);
    pacingNanos = 30_000_000;
    assertThat(judge().status()).isEqualTo(Status.BROKER_LIMITED);
  }

  @Test
  void messagesThatCouldNotBeSentAreSaid() {
    scheduled = 1_010;
    assertThat(judge().status()).isEqualTo(Status.BROKER_LIMITED);
    assertThat(judge().reasons().get(0)).contains("10 of 1\u202f010");
  }

  @Test
  void aRunThatBrokeOffFailedAndItsOpenMessagesAreNotCalledLost() {
    failure = Optional.of("mosquitto ended by itself");
    complete = false;
    lost = 400;
    assertThat(judge()).extracting(Verdict::status).isEqualTo(Status.FAILED);
    assertThat(judge().reasons()).first().isEqualTo("mosquitto ended by itself");
    assertThat(judge().complete()).isFalse();
  }

  @Test
  void aRunThatWasStoppedSaysSo() {
    complete = false;
    assertThat(judge().status()).isEqualTo(Status.OK);
    assertThat(judge().reasons()).anyMatch(reason -> reason.startsWith("stopped after"));
  }

  @Test
  void reorderingIsSaidAndChangesNothing() {
    reordered = 2;
    assertThat(judge().status()).isEqualTo(Status.OK);
    assertThat(judge().reasons()).contains("2 deliveries came out of order");
  }

  @Test
  void whatIsNotShownToBeGoneIsNoLoss() {
    undelivered = 488;
    drainDoubt = Optional.of("messages were still arriving");
    assertThat(judge().status()).isEqualTo(Status.BROKER_LIMITED);
    assertThat(judge().reasons().get(0))
        .contains("488 of 1\u202f000", "had not arrived", "messages were still arriving");
  }

  @Test
  void deliveredAndNeverAcknowledgedIsABrokenContractOnceItIsShown() {
    acknowledged = 0;
    unacknowledgedDelivered = 1_000;
    assertThat(judge().status()).isEqualTo(Status.CONTRACT_BROKEN);
    assertThat(judge().reasons().get(0)).contains("1\u202f000 messages were never acknowledged");
    drainDoubt = Optional.of("messages were still arriving");
    assertThat(judge().status()).isEqualTo(Status.BROKER_LIMITED);
  }

  @Test
  void neverReleasedIsABrokenContractOnceItIsShown() {
    qos = Qos.EXACTLY_ONCE;
    unreleased = OptionalLong.of(0);
    assertThat(judge().status()).isEqualTo(Status.OK);
    unreleased = OptionalLong.of(1_000);
    assertThat(judge().status()).isEqualTo(Status.CONTRACT_BROKEN);
    assertThat(judge().reasons().get(0))
        .isEqualTo(
            "1\u202f000 deliveries were never released with a PUBREL although consumers had"
                + " answered them with PUBREC, and QoS 2 requires it");
    drainDoubt = Optional.of("messages were still arriving");
    assertThat(judge().status()).isEqualTo(Status.BROKER_LIMITED);
    assertThat(judge().reasons())
        .containsOnlyOnce(
            "1\u202f000 deliveries had not been released with a PUBREL by the end of the drain");
  }

  @Test
  void whatWasNeitherAcknowledgedNorDeliveredIsTheBrokersLimit() {
    acknowledged = 990;
    assertThat(judge().status()).isEqualTo(Status.BROKER_LIMITED);
    assertThat(judge().reasons().get(0)).startsWith("10 messages were not acknowledged");
  }

  @Test
  void misdeliveredAndDamagedMessagesBreakTheContractOfEveryQos() {
    qos = Qos.AT_MOST_ONCE;
    misdelivered = 4;
    assertThat(judge().status()).isEqualTo(Status.CONTRACT_BROKEN);
    assertThat(judge().reasons().get(0)).contains("4 messages were delivered to a consumer");
    strays = Optional.of(List.of(new Messages.Stray(3, 12, 2)));
    assertThat(judge().reasons().get(0))
        .endsWith("subscribed to them, such as message 12 of publisher 3 to consumer 2");
    misdelivered = 0;
    strays = Optional.empty();
    early = OptionalLong.of(2);
    assertThat(judge().status()).isEqualTo(Status.CONTRACT_BROKEN);
    assertThat(judge().reasons().get(0))
        .startsWith("2 deliveries came before the delivery delay of their messages had passed");
    early = OptionalLong.of(0);
    damaged = 3;
    assertThat(judge().status()).isEqualTo(Status.CONTRACT_BROKEN);
    assertThat(judge().reasons().get(0))
        .isEqualTo(
            "3 messages arrived damaged: not as they were sent (for example, consumer 2 got 7"
                + " bytes, of 24 that a header has)");
  }
}
