package io.brokerbench.testkit.broker;

import static io.brokerbench.testkit.broker.FaultyBrokerTest.sequences;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.testkit.broker.RawClient.Received;
import io.brokerbench.testkit.broker.record.StallRecord;
import io.netty.handler.codec.mqtt.MqttConnAckMessage;
import io.netty.handler.codec.mqtt.MqttMessageType;
import io.netty.handler.codec.mqtt.MqttVersion;
import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each fault does what it says, no less and no more. */
class FaultsTest {

  private final FaultyBroker broker = FaultyBroker.start();
  private final Faults faults = broker.faults();
  private RawClient subscriber;
  private RawClient publisher;

  @BeforeEach
  void connect() {
    subscriber = RawClient.connected(broker, "subscriber");
    subscriber.subscribe("t", 2);
    publisher = RawClient.connected(broker, "publisher");
  }

  @AfterEach
  void close() {
    broker.close();
  }

  @Test
  void aStalledBrokerHoldsDeliveriesForTheAskedTime() {
    Duration length = Duration.ofMillis(300);
    faults.stall(length);
    long before = NanoClock.SYSTEM.nanoTime();
    publisher.publish("t", 0, 0, 1);
    assertThat(subscriber.takeSequences(1)).containsExactly(0L);
    long waited = NanoClock.SYSTEM.nanoTime() - before;

    StallRecord stall = broker.stalls().get(0);
    assertThat(stall.length()).isGreaterThanOrEqualTo(length);
    assertThat(waited).isGreaterThan(200_000_000L);
  }

  @Test
  void aStallCanBePlacedAfterTheFirstPublish() {
    Duration after = Duration.ofMillis(100);
    faults.stallAt(after, Duration.ofMillis(200));
    long before = NanoClock.SYSTEM.nanoTime();
    publisher.publish("t", 0, 0, 1);
    publisher.publish("t", 0, 1, 2);
    assertThat(subscriber.takeSequences(2)).containsExactly(0L, 1L);
    await().until(() -> !broker.stalls().isEmpty());

    StallRecord stall = broker.stalls().get(0);
    assertThat(stall.startNanos() - before).isGreaterThanOrEqualTo(100_000_000L);
    assertThat(stall.length()).isGreaterThanOrEqualTo(Duration.ofMillis(200));
    publisher.publish("t", 0, 2, 3);
    assertThat(subscriber.takeSequences(1)).containsExactly(2L);
    assertThat(broker.stalls()).hasSize(1);
  }

  @Test
  void aStallDoesNotCostAnyoneTheirKeepAlive() {
    RawClient pinging = RawClient.open(broker);
    pinging.send(RawClient.connectPacket("pinging", MqttVersion.MQTT_3_1_1, true, 1));
    pinging.next(MqttMessageType.CONNACK);
    faults.stall(Duration.ofMillis(1_700));
    assertThat(pinging.deliveriesBeforePong()).isZero();
    assertThat(pinging.isOpen()).isTrue();
  }

  @Test
  void closingEndsAStall() {
    faults.stall(Duration.ofHours(1));
    broker.close();
    assertThat(publisher.awaitClosed()).isTrue();
  }

  @Test
  void eachNthDeliveryIsDropped() {
    faults.dropEvery(3);
    publisher.publish("t", 0, 0, 9);
    assertThat(subscriber.takeSequences(6)).containsExactly(0L, 1L, 3L, 4L, 6L, 7L);
    assertThat(broker.counters().deliveriesDropped()).isEqualTo(3);
    assertThat(broker.counters().deliveriesSent()).isEqualTo(6);
  }

  @Test
  void aNamedMessageIsDroppedForEveryoneThoughThePublisherIsToldOtherwise() {
    RawClient other = RawClient.connected(broker, "other");
    other.subscribe("t", 0);
    faults.dropDelivery(1, 4);
    publisher.publish("t", 1, 3, 6);
    for (int id = 4; id <= 6; id++) {
      assertThat(publisher.nextId(MqttMessageType.PUBACK)).isEqualTo(id);
    }
    assertThat(subscriber.takeSequences(2)).containsExactly(3L, 5L);
    assertThat(other.takeSequences(2)).containsExactly(3L, 5L);
    assertThat(broker.counters().deliveriesDropped()).isEqualTo(2);
  }

  @Test
  void onlyTheNamedSubscriberLosesItsCopy() {
    RawClient other = RawClient.connected(broker, "other");
    other.subscribe("t", 0);
    faults.dropDelivery(1, 1, "other").dropDelivery(2, 0);
    publisher.publish("t", 0, 0, 3);
    assertThat(subscriber.takeSequences(3)).containsExactly(0L, 1L, 2L);
    assertThat(other.takeSequences(2)).containsExactly(0L, 2L);
    assertThat(broker.counters().deliveriesDropped()).isEqualTo(1);
  }

  @Test
  void aDuplicateHasAPacketIdOfItsOwn() {
    faults.duplicateDelivery(1, 1);
    for (int qos = 1; qos <= 2; qos++) {
      publisher.publish("t", qos, 0, 3);
      List<Received> received = subscriber.take(4);
      assertThat(received.stream().map(Received::sequence)).containsExactly(0L, 1L, 1L, 2L);
      assertThat(received.stream().map(Received::id)).doesNotHaveDuplicates();
      assertThat(received).noneMatch(Received::dup).extracting(Received::qos).containsOnly(qos);
    }
    assertThat(broker.counters().deliveriesDuplicated()).isEqualTo(2);
  }

  @Test
  void eachNthDeliveryIsDuplicated() {
    faults.duplicateEvery(2);
    publisher.publish("t", 0, 0, 4);
    assertThat(subscriber.takeSequences(6)).containsExactly(0L, 1L, 1L, 2L, 3L, 3L);
    assertThat(broker.counters().deliveriesDuplicated()).isEqualTo(2);
  }

  @Test
  void aSwappedMessageComesAfterItsSuccessor() {
    faults.swapWithNext(1, 1);
    publisher.publish("t", 0, 0, 4);
    assertThat(subscriber.takeSequences(4)).containsExactly(0L, 2L, 1L, 3L);
    assertThat(broker.counters().deliveriesSwapped()).isEqualTo(1);
  }

  @Test
  void eachNthDeliveryIsSwappedAndTheLastOneIsReleasedWhenFaultsAreCleared() {
    faults.swapEvery(3);
    publisher.publish("t", 0, 0, 6);
    assertThat(subscriber.takeSequences(5)).containsExactly(0L, 1L, 3L, 2L, 4L);
    faults.clear();
    assertThat(subscriber.takeSequences(1)).containsExactly(5L);
    assertThat(broker.counters().deliveriesSwapped()).isEqualTo(2);
  }

  @Test
  void acknowledgementsAreLateByTheAskedTimeAndDeliveriesAreNot() {
    faults.delayAcknowledgements(Duration.ofMillis(200));
    long before = NanoClock.SYSTEM.nanoTime();
    publisher.publish("t", 1, 0, 3);
    subscriber.take(3);
    publisher.nextId(MqttMessageType.PUBACK);
    assertThat(NanoClock.SYSTEM.nanoTime() - before).isGreaterThanOrEqualTo(200_000_000L);
    faults.delayAcknowledgements(Duration.ZERO);
    publisher.publish("t", 1, 3, 4);
    for (int id = 2; id <= 4; id++) {
      assertThat(publisher.nextId(MqttMessageType.PUBACK)).isEqualTo(id);
    }

    faults.delayAcknowledgements(Duration.ofMinutes(1));
    publisher.publish("t", 1, 4, 5);
    subscriber.take(1); // long before the acknowledgement
  }

  @Test
  void withheldAcknowledgementsComeOnceTheyAreReleased() {
    faults.withholdAcknowledgements(true);
    publisher.publish("t", 1, 0, 2);
    publisher.publish("t", 2, 2, 3);
    subscriber.take(3);
    assertThat(publisher.nextId(MqttMessageType.PUBREC)).isEqualTo(3);
    publisher.reply(MqttMessageType.PUBREL, 3);
    assertThat(publisher.deliveriesBeforePong()).isZero();
    assertThat(broker.counters().acknowledgementsSent()).isZero();

    faults.withholdAcknowledgements(false);
    assertThat(publisher.nextId(MqttMessageType.PUBACK)).isEqualTo(1);
    assertThat(publisher.nextId(MqttMessageType.PUBACK)).isEqualTo(2);
    assertThat(publisher.nextId(MqttMessageType.PUBCOMP)).isEqualTo(3);
  }

  @Test
  void lostAcknowledgementsMakeTheBrokerSendAgain() {
    faults.ignoreAcknowledgements(true);
    publisher.publish("t", 2, 0, 1);
    Received first = subscriber.take(1).get(0);
    subscriber.reply(MqttMessageType.PUBREC, first.id());
    faults.resendUnacknowledged();
    Received again = subscriber.take(1).get(0);
    assertThat(again.dup()).isTrue();
    assertThat(again.id()).isEqualTo(first.id());

    faults.ignoreAcknowledgements(false);
    subscriber.reply(MqttMessageType.PUBREC, first.id());
    assertThat(subscriber.nextId(MqttMessageType.PUBREL)).isEqualTo(first.id());
  }

  @Test
  void deliveriesLeaveAtTheLimitedRateAndAllArrive() {
    faults.limitRate(500);
    long before = NanoClock.SYSTEM.nanoTime();
    publisher.publish("t", 0, 0, 251);
    assertThat(subscriber.takeSequences(251)).isEqualTo(sequences(0, 251));
    long taken = NanoClock.SYSTEM.nanoTime() - before;
    assertThat(taken).isGreaterThanOrEqualTo(500_000_000L);

    publisher.publish("t", 0, 251, 1_000);
    faults.limitRate(Double.POSITIVE_INFINITY);
    assertThat(subscriber.takeSequences(749)).isEqualTo(sequences(251, 1_000));
  }

  @Test
  void theRateFallsAsConnectionsGrow() {
    faults.limitRateByConnections(1_500, 1);
    // 500/s of two connections
    assertThat(nanosToDeliver(0, 151)).isGreaterThanOrEqualTo(300_000_000L);

    RawClient.connected(broker, "third");
    RawClient.connected(broker, "fourth");
    // 300/s of four
    assertThat(nanosToDeliver(151, 242)).isGreaterThanOrEqualTo(300_000_000L);
  }

  private long nanosToDeliver(int from, int to) {
    long before = NanoClock.SYSTEM.nanoTime();
    publisher.publish("t", 0, from, to);
    assertThat(subscriber.takeSequences(to - from)).isEqualTo(sequences(from, to));
    return NanoClock.SYSTEM.nanoTime() - before;
  }

  @Test
  void aFullQueueDropsWhatComesNext() {
    faults.limitRate(0.1, 5);
    publisher.publish("t", 0, 0, 10);
    await().until(() -> broker.counters().deliveriesDropped() == 4);
    assertThat(subscriber.takeSequences(1)).containsExactly(0L);
    assertThat(broker.counters().deliveriesQueued()).isEqualTo(5);
    faults.clear();
    assertThat(subscriber.takeSequences(5)).isEqualTo(sequences(1, 6));
  }

  @Test
  void onlyTheNamedConnectionsAreCut() {
    assertThat(faults.cutConnection("subscriber"::equals)).isEqualTo(1);
    assertThat(subscriber.awaitClosed()).isTrue();
    assertThat(publisher.isOpen()).isTrue();
    assertThat(broker.counters().connectionsOpen()).isEqualTo(1);
    assertThat(broker.counters().maxConnectionsOpen()).isEqualTo(2);
  }

  @Test
  void connectionsAreRefusedWithTheCodeOfTheProtocolVersion() {
    faults.refuseConnections(true);
    assertThat(refusal(MqttVersion.MQTT_3_1_1)).isEqualTo((byte) 3);
    assertThat(refusal(MqttVersion.MQTT_5)).isEqualTo((byte) 0x88);
    assertThat(broker.counters().connectionsRefused()).isEqualTo(2);
    assertThat(broker.counters().connectionsAccepted()).isEqualTo(2);
  }

  private byte refusal(MqttVersion version) {
    RawClient client = RawClient.open(broker);
    client.send(RawClient.connectPacket("refused", version, true, 0));
    MqttConnAckMessage answer = (MqttConnAckMessage) client.next(MqttMessageType.CONNACK);
    assertThat(client.awaitClosed()).isTrue();
    return answer.variableHeader().connectReturnCode().byteValue();
  }

  @Test
  void aClosedListenerRefusesTcpUntilItOpensAgain() {
    faults.closeListener();
    assertThatThrownBy(() -> RawClient.open(broker)).isInstanceOf(ConnectException.class);
    assertThat(publisher.isOpen()).isTrue();
    faults.openListener();
    RawClient.connected(broker, "late");
  }

  @Test
  void aBrokerThatNeverAnswersTakesTheConnectionAndIsSilent() {
    faults.neverAnswer(true);
    RawClient client = RawClient.open(broker);
    client.send(RawClient.connectPacket("hopeful", MqttVersion.MQTT_5, true, 0));
    assertThat(client.poll(200)).isEmpty();
    assertThat(client.isOpen()).isTrue();
    assertThat(broker.connects("hopeful")).hasSize(1);
  }

  @Test
  void oneConnAckIsLate() {
    faults.delayConnAck(2, Duration.ofMillis(300));
    for (int i = 1; i <= 3; i++) {
      RawClient client = RawClient.open(broker);
      long before = NanoClock.SYSTEM.nanoTime();
      client.send(RawClient.connectPacket("c" + i, MqttVersion.MQTT_3_1_1, true, 0));
      client.next(MqttMessageType.CONNACK);
      if (i == 2) {
        assertThat(NanoClock.SYSTEM.nanoTime() - before).isGreaterThanOrEqualTo(300_000_000L);
      }
    }
  }

  @Test
  void aSilentBrokerTakesTcpAndNothingElse() {
    long before = broker.counters().tcpAccepted();
    faults.silence(true);
    RawClient client = RawClient.open(broker);
    client.send(RawClient.connectPacket("hopeful", MqttVersion.MQTT_5, true, 0));
    assertThat(client.poll(200)).isEmpty();
    assertThat(broker.connects("hopeful")).isEmpty();
    assertThat(broker.counters().tcpAccepted()).isEqualTo(before + 1);
  }

  @Test
  void subscriptionsFailOrAreGrantedLess() {
    assertThat(publisher.subscribe("x", 2)).isEqualTo(2);
    faults.grantAtMost(Qos.AT_LEAST_ONCE);
    assertThat(publisher.subscribe("x", 2)).isEqualTo(1);
    faults.failSubscribe(true);
    assertThat(publisher.subscribe("x", 2)).isEqualTo(0x80);
    faults.clear();
    assertThat(publisher.subscribe("x", 2)).isEqualTo(2);
  }

  @Test
  void aDyingBrokerClosesAllAtOnceAndAnotherMayTakeItsPort() {
    broker.die();
    assertThat(subscriber.awaitClosed()).isTrue();
    assertThat(publisher.awaitClosed()).isTrue();
    try (FaultyBroker next = FaultyBroker.builder().port(broker.port()).start()) {
      assertThat(RawClient.open(next).connect("subscriber", false)).isFalse();
    }
  }

  @Test
  void nonsenseIsRefusedInWords() {
    assertThatThrownBy(() -> faults.dropEvery(-1)).hasMessageContaining("n -1");
    assertThatThrownBy(() -> faults.limitRate(0)).hasMessageContaining("messagesPerSecond 0.0");
    assertThatThrownBy(() -> faults.limitRateByConnections(1, 0))
        .hasMessageContaining("connectionsThatHalve 0.0");
    assertThatThrownBy(() -> faults.limitRate(1, 0)).hasMessageContaining("mostQueued 0");
    assertThatThrownBy(() -> faults.dropDelivery(1, -1)).hasMessageContaining("sequence -1");
    assertThatThrownBy(() -> FaultyBroker.builder().receiveMaximum(0).start())
        .hasMessageContaining("receiveMaximum 0");
  }

  @Test
  void eachNthConnAckComesLateAndTheOthersDoNot() {
    faults.delayEveryConnAck(2, Duration.ofMinutes(1));
    RawClient.connected(broker, "first");
    RawClient late = RawClient.open(broker);
    late.send(RawClient.connectPacket("second", MqttVersion.MQTT_3_1_1, true, 0));
    RawClient.connected(broker, "third"); // and has its own
    assertThat(late.poll(100)).isEmpty();
    assertThat(broker.counters().connectionsAccepted()).isEqualTo(4);
  }

  @Test
  void eachNthConnectIsRefused() {
    faults.refuseEvery(2);
    RawClient.connected(broker, "first");
    RawClient refused = RawClient.open(broker);
    refused.send(RawClient.connectPacket("second", MqttVersion.MQTT_3_1_1, true, 0));
    MqttConnAckMessage answer = (MqttConnAckMessage) refused.next(MqttMessageType.CONNACK);
    assertThat(answer.variableHeader().connectReturnCode().byteValue()).isEqualTo((byte) 3);
    RawClient.connected(broker, "third");
    assertThat(broker.counters().connectionsRefused()).isEqualTo(1);
  }

  @Test
  void deliveriesToSomeComeLateAndOrderly() {
    RawClient other = RawClient.connected(broker, "other");
    other.subscribe("t", 0);
    faults.delayDeliveries("other"::equals, Duration.ofMillis(300));
    long before = NanoClock.SYSTEM.nanoTime();
    publisher.publish("t", 0, 0, 3);
    assertThat(subscriber.takeSequences(3)).containsExactly(0L, 1L, 2L);
    assertThat(other.takeSequences(3)).containsExactly(0L, 1L, 2L);
    assertThat(NanoClock.SYSTEM.nanoTime() - before).isGreaterThanOrEqualTo(300_000_000L);
  }
}
