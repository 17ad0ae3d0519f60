package io.brokerbench.testkit.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerNode;
import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.core.scenario.FaultKind;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.testkit.broker.FaultyBroker;
import io.brokerbench.testkit.driver.KitPublisher.Acknowledged;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The part of the kit that is about publishers. */
abstract class PublisherKit extends ConnectionKit {

  private static final int MORE_THAN_THERE_ARE_PACKET_IDS = 70_000;

  @ParameterizedTest
  @MethodSource("protocolsAndAcknowledgedQos")
  void eachMessageIsAcknowledgedOnceWithItsSequenceAndIntendedTime(Protocol protocol, Qos qos) {
    try (DriverRig rig = rig(protocol)) {
      rig.subscriber(qos).ready();
      KitPublisher publisher = rig.publisher(qos);
      acknowledgesEachOnce(publisher, 1_000);
      assertThat(rig.broker().counters().publishesReceived()).isEqualTo(1_000);
    }
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void nothingOfQos0IsEverUnacknowledged(Protocol protocol) {
    try (DriverRig rig = rig(protocol)) {
      KitPublisher publisher = rig.publisher(Qos.AT_MOST_ONCE, 24, 1);
      publisher.connect();
      publisher.send(0, 100);
      rig.await().until(() -> rig.broker().counters().publishesReceivedQos0() == 100);
      assertThat(publisher.unacknowledged()).isZero();
      assertThat(publisher.acknowledged().soFar()).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("protocolsAndAcknowledgedQos")
  void aMessageWithoutASubscriberIsAcknowledgedToo(Protocol protocol, Qos qos) {
    try (DriverRig rig = rig(protocol)) {
      KitPublisher publisher = rig.publisher(qos);
      publisher.connect();
      publisher.send(0, 10);
      assertThat(publisher.acknowledged().next(10))
          .extracting(Acknowledged::sequence)
          .isEqualTo(sequences(0, 10));
    }
  }

  @ParameterizedTest
  @MethodSource("protocolsAndAcknowledgedQos")
  void aFullWindowRefusesTheNextMessageUntilOneIsAcknowledged(Protocol protocol, Qos qos) {
    try (DriverRig rig = rig(protocol)) {
      rig.broker().faults().withholdAcknowledgements(true);
      KitPublisher publisher = rig.publisher(qos, 24, 4);
      publisher.connect();
      refusesAfter(publisher, 4);
      rig.broker().faults().withholdAcknowledgements(false);

      publisher.ready().next();
      publisher.acknowledged().next(4);
      assertThat(publisher.offer(4)).isTrue();
      assertThat(publisher.acknowledged().next().sequence()).isEqualTo(4);
    }
  }

  @ParameterizedTest
  @MethodSource("protocolsAndAcknowledgedQos")
  void theBrokersReceiveMaximumNarrowsTheWindow(Protocol protocol, Qos qos) {
    assumeThat(protocol).isEqualTo(Protocol.MQTT_5);
    FaultyBroker.Builder narrow = brokers().receiveMaximum(3);
    try (DriverRig rig = rig(protocol, narrow)) {
      rig.broker().faults().withholdAcknowledgements(true);
      KitPublisher publisher = rig.publisher(qos, 24, 10);
      publisher.connect();
      refusesAfter(publisher, 3);
      rig.broker().faults().withholdAcknowledgements(false);
      publisher.send(3, 100);
      publisher.acknowledged().next(100);
    }
  }

  @ParameterizedTest
  @MethodSource("protocolsAndQos")
  void offersAreRefusedBeforeConnectingAndAfterDisconnecting(Protocol protocol, Qos qos) {
    try (DriverRig rig = rig(protocol)) {
      KitPublisher publisher = rig.publisher(qos);
      refusesOffersUnlessConnected(publisher);
    }
  }

  @ParameterizedTest
  @MethodSource("protocolsAndQos")
  void disconnectingWritesWhatWasOffered(Protocol protocol, Qos qos) {
    int messages = 50;
    try (DriverRig rig = rig(protocol)) {
      rig.broker().faults().withholdAcknowledgements(true);
      KitPublisher publisher = rig.publisher(qos, 500, messages);
      offersAndDisconnects(publisher, messages);
      rig.await().until(() -> rig.broker().counters().publishesReceived() == messages);
    }
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void aConnectionThatTakesNoMoreBytesRefusesOffersUntilItDoes(Protocol protocol)
      throws BrokerException {
    int payloadBytes = 200_000;
    int most = 64_000_000 / payloadBytes;
    try (DriverRig rig = rig(protocol)) {
      KitPublisher publisher = rig.publisher(Qos.AT_MOST_ONCE, payloadBytes, 1);
      publisher.connect();
      BrokerNode node = rig.broker().nodes().get(0);
      node.inject(FaultKind.STOP);
      int taken = offersUntilRefused(publisher, most);
      node.heal();

      publisher.ready().next();
      publisher.send(taken, most);
      rig.await().until(() -> rig.broker().counters().publishesReceivedQos0() == most);
    }
  }

  @Tag("release")
  @ParameterizedTest
  @MethodSource("protocolsAndAcknowledgedQos")
  void packetIdsComeRoundAgain(Protocol protocol, Qos qos) {
    try (DriverRig rig = rig(protocol)) {
      KitPublisher publisher = rig.publisher(qos, 24, 500);
      publisher.connect();
      publisher.send(0, MORE_THAN_THERE_ARE_PACKET_IDS);
      assertThat(publisher.acknowledged().next(MORE_THAN_THERE_ARE_PACKET_IDS))
          .extracting(Acknowledged::sequence)
          .isEqualTo(sequences(0, MORE_THAN_THERE_ARE_PACKET_IDS));
    }
  }

  @ParameterizedTest
  @MethodSource("protocolsAndAcknowledgedQos")
  void aLateAcknowledgementIsReportedWhenItComes(Protocol protocol, Qos qos) {
    Duration delay = Duration.ofMillis(150);
    try (DriverRig rig = rig(protocol)) {
      rig.broker().faults().delayAcknowledgements(delay);
      KitPublisher publisher = rig.publisher(qos);
      publisher.connect();
      long before = DriverRig.CLOCK.nanoTime();
      publisher.send(0, 1);
      Acknowledged acknowledged = publisher.acknowledged().next();
      assertThat(acknowledged.nanos() - before).isGreaterThanOrEqualTo(delay.toNanos());
    }
  }

  @ParameterizedTest
  @MethodSource("protocolsAndAcknowledgedQos")
  void aWindowThatWasFullWhenTheConnectionBrokeIsUsableAfterTheNext(Protocol protocol, Qos qos) {
    try (DriverRig rig = rig(protocol)) {
      rig.broker().faults().withholdAcknowledgements(true);
      KitPublisher publisher = rig.publisher(qos, 24, 4);
      publisher.connect();
      refusesAfter(publisher, 4);
      rig.broker().faults().cutConnection(id -> true);
      publisher.disconnected().next();
      rig.broker().faults().withholdAcknowledgements(false);

      publisher.connect();
      publisher.send(100, 110);
      rig.await()
          .until(
              () -> publisher.acknowledged().soFar().stream().anyMatch(a -> a.sequence() == 109));
    }
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void aRetainedMessageIsKeptForLaterSubscribers(Protocol protocol) {
    try (DriverRig rig = rig(protocol)) {
      KitPublisher publisher =
          rig.publisher(
              new PublisherSpec("retains", DriverRig.TOPIC, Qos.AT_LEAST_ONCE, 24, true, 1), 0);
      publisher.connect();
      publisher.send(0, 3);
      publisher.acknowledged().next(3);
      KitSubscriber late = rig.subscriber(Qos.AT_LEAST_ONCE).ready();
      assertThat(late.sequences(1)).containsExactly(2L);
    }
  }
}
