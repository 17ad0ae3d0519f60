package io.brokerbench.testkit.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.driver.ClientStep;
import io.brokerbench.core.driver.ConnectionLossEffect;
import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.core.driver.SubscriberSpec;
import io.brokerbench.core.scenario.JmsAcknowledgement;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.testkit.driver.KitPublisher.Acknowledged;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The part of the kit for JMS that is about producers. */
abstract class JmsPublisherKit extends JmsConnectionKit {

  /** More than any driver keeps that the broker has not taken over. */
  private static final int FLOOD = 20_000;

  @ParameterizedTest
  @EnumSource(names = {"AUTO", "TRANSACTED"})
  void eachMessageIsAcknowledgedOnceWithItsSequenceAndIntendedTime(JmsAcknowledgement mode) {
    try (JmsRig rig = rig(mode)) {
      KitPublisher publisher = rig.publisher(Qos.AT_LEAST_ONCE, 24, 250);
      acknowledgesEachOnce(publisher, 1_050);
    }
  }

  @Test
  void nothingOfQos0IsEverUnacknowledged() {
    try (JmsRig rig = rig(JmsAcknowledgement.AUTO)) {
      KitSubscriber subscriber = rig.subscriber().ready();
      KitPublisher publisher = rig.publisher(Qos.AT_MOST_ONCE, 24, 1);
      publisher.connect();
      publisher.send(0, 100);
      assertThat(subscriber.sequences(100)).containsExactlyInAnyOrderElementsOf(sequences(0, 100));
      assertThat(publisher.unacknowledged()).isZero();
      assertThat(publisher.acknowledged().soFar()).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({"AUTO, AT_MOST_ONCE", "AUTO, AT_LEAST_ONCE", "TRANSACTED, AT_LEAST_ONCE"})
  void aPublisherOfSeveralTopicsSendsToThemInTurn(JmsAcknowledgement mode, Qos qos) {
    try (JmsRig rig = rig(mode)) {
      List<String> topics =
          IntStream.range(0, 3).mapToObj(turn -> rig.destination() + turn).toList();
      List<KitSubscriber> subscribers = new ArrayList<>();
      for (String topic : topics) {
        subscribers.add(
            rig.subscriber(
                    new SubscriberSpec("of" + topic, List.of(topic), Optional.empty(), qos, false))
                .ready());
      }
      KitPublisher publisher =
          rig.publisher(
              new PublisherSpec("turns", topics.get(0), qos, 24, false, 16)
                  .withMoreTopics(topics.subList(1, 3)),
              0);
      publisher.connect();
      publisher.send(0, 300);
      for (int turn = 0; turn < 3; turn++) {
        int first = turn;
        assertThat(subscribers.get(turn).sequences(100))
            .isEqualTo(sequences(0, 300).stream().filter(n -> n % 3 == first).toList());
      }
    }
  }

  @Test
  void aFullWindowRefusesTheNextMessageUntilOneIsAcknowledged() {
    try (JmsRig rig = rig(JmsAcknowledgement.AUTO)) {
      KitPublisher publisher = rig.publisher(Qos.AT_LEAST_ONCE, 24, 4);
      publisher.connect();
      rig.relay().hold(true);
      refusesAfter(publisher, 4);
      rig.relay().hold(false);

      publisher.ready().next();
      publisher.acknowledged().next(4);
      assertThat(publisher.offer(4)).isTrue();
      assertThat(publisher.acknowledged().next().sequence()).isEqualTo(4);
    }
  }

  @Test
  void aConnectionThatStandsStillRefusesOffersUntilItGoesOn() {
    try (JmsRig rig = rig(JmsAcknowledgement.AUTO)) {
      KitSubscriber subscriber = rig.subscriber().ready();
      KitPublisher publisher = rig.publisher(Qos.AT_MOST_ONCE, 24, 1);
      publisher.connect();
      rig.relay().hold(true);
      int taken = offersUntilRefused(publisher, FLOOD);
      rig.relay().hold(false);
      publisher.ready().next();
      publisher.send(taken, taken + 100);
      assertThat(subscriber.sequences(taken + 100))
          .containsExactlyInAnyOrderElementsOf(sequences(0, taken + 100));
    }
  }

  @Test
  void offersAreRefusedBeforeConnectingAndAfterDisconnecting() {
    try (JmsRig rig = rig(JmsAcknowledgement.AUTO)) {
      KitPublisher publisher = rig.publisher(Qos.AT_LEAST_ONCE);
      refusesOffersUnlessConnected(publisher);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"AUTO", "TRANSACTED"})
  void disconnectingWritesWhatWasOffered(JmsAcknowledgement mode) {
    try (JmsRig rig = rig(mode)) {
      KitSubscriber subscriber = rig.subscriber().ready();
      KitPublisher publisher = rig.publisher(Qos.AT_LEAST_ONCE, 500, 50);
      offersAndDisconnects(publisher, 50);
      assertThat(subscriber.sequences(50)).containsExactlyInAnyOrderElementsOf(sequences(0, 50));
    }
  }

  @Test
  void aLateAcknowledgementIsReportedWhenItComes() {
    Duration delay = Duration.ofMillis(150);
    try (JmsRig rig = rig(JmsAcknowledgement.AUTO)) {
      KitPublisher publisher = rig.publisher(Qos.AT_LEAST_ONCE);
      publisher.connect();
      rig.relay().hold(true);
      long before = KitRig.CLOCK.nanoTime();
      publisher.send(0, 1);
      assertThat(publisher.acknowledged().within(delay)).isEmpty();
      rig.relay().hold(false);
      Acknowledged acknowledged = publisher.acknowledged().next();
      assertThat(acknowledged.nanos() - before).isGreaterThanOrEqualTo(delay.toNanos());
    }
  }

  @Test
  void aStepTakesAsLongAsTheBrokerTakesForIt() {
    Duration delay = Duration.ofMillis(200);
    try (JmsRig rig = rig(JmsAcknowledgement.TRANSACTED)) {
      KitPublisher publisher = rig.publisher(Qos.AT_LEAST_ONCE);
      long before = KitRig.CLOCK.nanoTime();
      publisher.connect();
      KitClient.Step session = publisher.steps().next();
      assertThat(session.step()).isEqualTo(ClientStep.SESSION);
      assertThat(session.latencyNanos()).isBetween(1L, KitRig.CLOCK.nanoTime() - before);

      publisher.send(0, 1);
      KitClient.Step quick = publisher.steps().next();
      rig.relay().hold(true);
      before = KitRig.CLOCK.nanoTime();
      publisher.send(1, 2);
      assertThat(publisher.acknowledged().next().sequence()).isZero();
      assertThat(publisher.acknowledged().within(delay)).isEmpty();
      rig.relay().hold(false);
      KitClient.Step slow = publisher.steps().next();
      long longest = KitRig.CLOCK.nanoTime() - before;
      assertThat(List.of(quick.step(), slow.step())).containsOnly(ClientStep.COMMIT);
      // a transaction is committed when no message has come for 20 ms
      assertThat(slow.latencyNanos()).isBetween(delay.toNanos() / 2, longest);
    }
  }

  /** What was under way when the connection broke is sent again; some of it may come twice. */
  @ParameterizedTest
  @EnumSource(names = {"AUTO", "TRANSACTED"})
  void whatWasUnderWayWhenTheConnectionBrokeIsSentAgain(JmsAcknowledgement mode) {
    try (JmsRig rig = rig(mode)) {
      KitSubscriber subscriber = rig.subscriber(true, Optional.empty()).ready();
      KitPublisher publisher = rig.publisher(Qos.AT_LEAST_ONCE, 24, 4);
      publisher.connect();
      rig.relay().hold(true);
      refusesAfter(publisher, 4);
      cut(rig, publisher, subscriber);
      publisher.send(100, 110);
      Set<Long> expected = new TreeSet<>(sequences(0, 4));
      expected.addAll(sequences(100, 110));
      Set<Long> arrived = new TreeSet<>();
      rig.await()
          .until(
              () -> {
                subscriber.delivered().drainTo(d -> arrived.add(d.sequence()));
                return arrived.equals(expected);
              });
      rig.await().until(() -> publisher.unacknowledged() == 0);
      assertThat(
              publisher.lossEffects(ConnectionLossEffect.TRANSACTION_UNDONE)
                  + publisher.lossEffects(ConnectionLossEffect.TRANSACTION_IN_DOUBT))
          .isEqualTo(mode == JmsAcknowledgement.TRANSACTED ? 1 : 0);
      subscriber.runOnLane(subscriber.client()::forget);
      subscriber.disconnected().next();
    }
  }

  /** The broker may have it, and would have it twice, which at most once does not allow. */
  @Test
  void whatNeedsNoAcknowledgementIsNotSentAgain() {
    try (JmsRig rig = rig(JmsAcknowledgement.AUTO)) {
      KitSubscriber subscriber = rig.subscriber(true, Optional.empty()).ready();
      KitPublisher publisher = rig.publisher(Qos.AT_MOST_ONCE);
      publisher.connect();
      rig.relay().hold(true);
      publisher.send(0, 4);
      cut(rig, publisher, subscriber);
      publisher.send(100, 110);
      assertThat(subscriber.sequences(10)).containsExactlyInAnyOrderElementsOf(sequences(100, 110));
      assertThat(subscriber.delivered().within(Duration.ofMillis(100))).isEmpty();
      subscriber.runOnLane(subscriber.client()::forget);
      subscriber.disconnected().next();
    }
  }

  /** Both are back. */
  private static void cut(JmsRig rig, KitPublisher publisher, KitSubscriber subscriber) {
    rig.relay().cut();
    publisher.disconnected().next();
    subscriber.disconnected().next();
    subscriber.readyAgain();
    publisher.connectAgain();
  }
}
