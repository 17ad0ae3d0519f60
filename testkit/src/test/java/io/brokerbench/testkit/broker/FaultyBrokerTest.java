package io.brokerbench.testkit.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.testkit.broker.RawClient.Received;
import io.brokerbench.testkit.broker.record.BrokerCounters;
import io.brokerbench.testkit.broker.record.ConnectRecord;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.mqtt.MqttConnAckMessage;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttMessageBuilders;
import io.netty.handler.codec.mqtt.MqttMessageType;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttQoS;
import io.netty.handler.codec.mqtt.MqttReasonCodeAndPropertiesVariableHeader;
import io.netty.handler.codec.mqtt.MqttVersion;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The broker as it is without faults. */
class FaultyBrokerTest {

  private final FaultyBroker broker = FaultyBroker.builder().inFlightWindow(10).start();

  @AfterEach
  void close() {
    broker.close();
  }

  @Test
  void messagesOfEachQosArriveOnceAndInOrder() {
    RawClient subscriber = RawClient.connected(broker, "subscriber");
    assertThat(subscriber.subscribe("a/+", 0)).isZero();
    RawClient publisher = RawClient.connected(broker, "publisher");

    for (int qos = 0; qos <= 2; qos++) {
      int from = qos * 100;
      publisher.publish("a/b", qos, from, from + 100);
      assertThat(subscriber.takeSequences(100)).isEqualTo(sequences(from, from + 100));
    }
    BrokerCounters counters = broker.counters();
    assertThat(counters.publishesReceivedQos0()).isEqualTo(100);
    assertThat(counters.publishesReceivedQos1()).isEqualTo(100);
    assertThat(counters.publishesReceivedQos2()).isEqualTo(100);
    assertThat(counters.publishesReceived()).isEqualTo(300);
    assertThat(counters.deliveriesSent()).isEqualTo(300);
    assertThat(subscriber.deliveriesBeforePong()).isZero();
    assertThat(broker.violations()).isEmpty();
  }

  @Test
  void aPublisherOfQos2GetsBothAnswersAndTheSecondCopyIsNotDelivered() {
    RawClient subscriber = RawClient.connected(broker, "subscriber");
    subscriber.subscribe("t", 0);
    RawClient publisher = RawClient.connected(broker, "publisher");

    publisher.publish("t", 2, 0, 1);
    assertThat(publisher.nextId(MqttMessageType.PUBREC)).isEqualTo(1);
    publisher.publish("t", 2, 0, 1);
    assertThat(publisher.nextId(MqttMessageType.PUBREC)).isEqualTo(1);
    publisher.reply(MqttMessageType.PUBREL, 1);
    assertThat(publisher.nextId(MqttMessageType.PUBCOMP)).isEqualTo(1);

    assertThat(subscriber.takeSequences(1)).containsExactly(0L);
    assertThat(subscriber.deliveriesBeforePong()).isZero();
    assertThat(broker.counters().acknowledgementsSent()).isEqualTo(1);
    assertThat(broker.violations()).singleElement().asString().contains("packet id 1");
  }

  @Test
  void aSubscriptionWithAnIdentifierThatIsInFlightIsAViolation() {
    broker.faults().withholdAcknowledgements(true);
    RawClient client = RawClient.connected(broker, "client");
    client.publish("t", 1, 0, 1);
    assertThat(client.subscribe("u", 1)).isEqualTo(1);
    assertThat(broker.violations())
        .singleElement()
        .asString()
        .contains("SUBSCRIBE with packet id 1, which is in flight");
  }

  @Test
  void noMoreThanTheWindowIsInFlightToAClient() {
    RawClient subscriber = RawClient.connected(broker, "subscriber");
    subscriber.subscribe("t", 1);
    RawClient publisher = RawClient.connected(broker, "publisher");

    publisher.publish("t", 1, 0, 25);
    List<Received> first = subscriber.take(10);
    await().until(() -> broker.counters().deliveriesQueued() == 15);
    assertThat(subscriber.deliveriesBeforePong()).isZero();

    first.forEach(r -> subscriber.reply(MqttMessageType.PUBACK, r.id()));
    assertThat(subscriber.takeSequences(10)).isEqualTo(sequences(10, 20));
    assertThat(broker.counters().acknowledgementsReceived()).isEqualTo(10);
  }

  @Test
  void aSubscriberOfQos2ReleasesItsWindowWithPubcomp() {
    RawClient subscriber = RawClient.connected(broker, "subscriber");
    subscriber.subscribe("t", 2);
    RawClient publisher = RawClient.connected(broker, "publisher");

    publisher.publish("t", 2, 0, 11);
    int id = subscriber.take(10).get(0).id();
    subscriber.reply(MqttMessageType.PUBREC, id);
    assertThat(subscriber.nextId(MqttMessageType.PUBREL)).isEqualTo(id);
    assertThat(subscriber.deliveriesBeforePong()).isZero();
    subscriber.reply(MqttMessageType.PUBCOMP, id);
    assertThat(subscriber.takeSequences(1)).containsExactly(10L);
  }

  @Test
  void aPersistentSessionKeepsWhatIsUnacknowledgedAndWhatCameMeanwhile() {
    RawClient subscriber = RawClient.open(broker);
    assertThat(subscriber.connect("subscriber", false)).isFalse();
    subscriber.subscribe("t", 1);
    RawClient publisher = RawClient.connected(broker, "publisher");
    publisher.publish("t", 1, 0, 3);
    List<Received> unacknowledged = subscriber.take(3);
    subscriber.close();
    await().until(() -> broker.counters().connectionsOpen() == 1);
    publisher.publish("t", 1, 3, 6);
    await().until(() -> broker.counters().deliveriesQueued() == 3);

    RawClient again = RawClient.open(broker);
    assertThat(again.connect("subscriber", false)).isTrue();
    List<Received> received = again.take(6);

    assertThat(received.stream().map(Received::sequence)).isEqualTo(sequences(0, 6));
    assertThat(received.stream().map(Received::dup).toList())
        .containsExactly(true, true, true, false, false, false);
    assertThat(received.stream().map(Received::id).limit(3).toList())
        .isEqualTo(unacknowledged.stream().map(Received::id).toList());
    assertThat(broker.counters().redeliveriesSent()).isEqualTo(3);
    assertThat(broker.counters().deliveriesSent()).isEqualTo(6);
  }

  @Test
  void aCleanSessionForgetsAll() {
    RawClient first = RawClient.open(broker);
    first.connect("subscriber", false);
    first.subscribe("t", 1);
    first.close();
    await().until(() -> broker.counters().connectionsOpen() == 0);

    RawClient.connected(broker, "subscriber").close();
    assertThat(RawClient.open(broker).connect("subscriber", false)).isFalse();
  }

  @Test
  void aSecondConnectionTakesTheSessionOver() {
    RawClient first = RawClient.open(broker);
    first.connect("same", false);
    RawClient second = RawClient.open(broker);

    assertThat(second.connect("same", false)).isTrue();
    assertThat(first.awaitClosed()).isTrue();
    assertThat(broker.counters().connectionsOpen()).isEqualTo(1);
    assertThat(broker.counters().maxConnectionsOpen()).isEqualTo(1);
    assertThat(broker.counters().connectionsAccepted()).isEqualTo(2);
  }

  @Test
  void aSharedSubscriptionTakesTurnsOverItsMembers() {
    RawClient one = RawClient.connected(broker, "one");
    RawClient two = RawClient.connected(broker, "two");
    one.subscribe("$share/g/t/#", 0);
    two.subscribe("$share/g/t/#", 0);
    RawClient plain = RawClient.connected(broker, "plain");
    plain.subscribe("t/1", 0);

    RawClient.connected(broker, "publisher").publish("t/1", 0, 0, 6);

    assertThat(one.takeSequences(3)).containsExactly(0L, 2L, 4L);
    assertThat(two.takeSequences(3)).containsExactly(1L, 3L, 5L);
    assertThat(plain.takeSequences(6)).isEqualTo(sequences(0, 6));
  }

  @Test
  void aSharedSubscriptionWaitsForItsPersistentMembersAndPassesOnWhatAMemberLeft() {
    RawClient member = RawClient.open(broker);
    member.connect("member", false);
    member.subscribe("$share/g/t", 1);
    RawClient publisher = RawClient.connected(broker, "publisher");
    member.close();
    await().until(() -> broker.counters().connectionsOpen() == 1);
    publisher.publish("t", 1, 0, 3);
    await().until(() -> broker.counters().deliveriesQueued() == 3);

    RawClient other = RawClient.connected(broker, "other");
    other.subscribe("$share/g/t", 1);
    assertThat(other.takeSequences(3)).isEqualTo(sequences(0, 3));
    other.close();

    RawClient again = RawClient.open(broker);
    assertThat(again.connect("member", false)).isTrue();
    assertThat(again.takeSequences(3)).isEqualTo(sequences(0, 3));
  }

  @Test
  void theRetainedMessageGoesToLaterSubscribersUntilItIsRemoved() {
    RawClient publisher = RawClient.connected(broker, "publisher");
    publisher.send(RawClient.packet("r/1", 0, 7, true));
    publisher.send(RawClient.packet("r/1", 0, 8, true));
    await().until(() -> broker.counters().publishesReceivedQos0() == 2);

    RawClient subscriber = RawClient.connected(broker, "subscriber");
    subscriber.subscribe("r/#", 1);
    Received retained = subscriber.take(1).get(0);
    assertThat(retained.sequence()).isEqualTo(8);
    assertThat(retained.retain()).isTrue();

    publisher.send(
        MqttMessageBuilders.publish()
            .topicName("r/1")
            .qos(MqttQoS.AT_MOST_ONCE)
            .retained(true)
            .payload(Unpooled.EMPTY_BUFFER)
            .build());
    assertThat(subscriber.take(1).get(0).retain()).isFalse();
    RawClient late = RawClient.connected(broker, "late");
    late.subscribe("r/#", 1);
    assertThat(late.deliveriesBeforePong()).isZero();
  }

  @Test
  void unsubscribingEndsDeliveries() {
    RawClient subscriber = RawClient.connected(broker, "subscriber");
    subscriber.subscribe("t", 0);
    subscriber.send(MqttMessageBuilders.unsubscribe().messageId(2).addTopicFilter("t").build());
    assertThat(subscriber.nextId(MqttMessageType.UNSUBACK)).isEqualTo(2);

    RawClient.connected(broker, "publisher").publish("t", 0, 0, 1);
    await().until(() -> broker.counters().publishesReceived() == 1);
    assertThat(subscriber.deliveriesBeforePong()).isZero();
  }

  @Test
  void aSilentClientIsCutOffAfterOneAndAHalfTimesItsKeepAlive() {
    RawClient client = RawClient.open(broker);
    client.send(RawClient.connectPacket("silent", MqttVersion.MQTT_5, true, 1));
    client.next(MqttMessageType.CONNACK);

    MqttMessage goodbye = client.next(MqttMessageType.DISCONNECT);
    assertThat(((MqttReasonCodeAndPropertiesVariableHeader) goodbye.variableHeader()).reasonCode())
        .isEqualTo((byte) 0x8D);
    assertThat(client.awaitClosed()).isTrue();
  }

  @Test
  void theReceiveMaximumIsToldAndEnforced() {
    try (FaultyBroker narrow = FaultyBroker.builder().receiveMaximum(2).start()) {
      RawClient client = RawClient.open(narrow);
      client.send(RawClient.connectPacket("greedy", MqttVersion.MQTT_5, true, 0));
      MqttConnAckMessage answer = (MqttConnAckMessage) client.next(MqttMessageType.CONNACK);
      MqttProperties properties = answer.variableHeader().properties();
      assertThat(properties.getProperty(MqttProperties.RECEIVE_MAXIMUM).value()).isEqualTo(2);

      narrow.faults().withholdAcknowledgements(true);
      client.publish("t", 1, 0, 3);
      assertThat(client.awaitClosed()).isTrue();
      assertThat(narrow.violations()).singleElement().asString().contains("Receive Maximum of 2");
    }
  }

  @Test
  void aClientsReceiveMaximumIsItsWindow() {
    RawClient subscriber = RawClient.open(broker);
    subscriber.send(RawClient.connectPacket5("narrow", MqttProperties.RECEIVE_MAXIMUM, 2));
    subscriber.next(MqttMessageType.CONNACK);
    subscriber.subscribe("t", 1);
    RawClient.connected(broker, "publisher").publish("t", 1, 0, 5);

    List<Received> first = subscriber.take(2);
    await().until(() -> broker.counters().deliveriesQueued() == 3);
    assertThat(subscriber.deliveriesBeforePong()).isZero();
    subscriber.reply(MqttMessageType.PUBACK, first.get(0).id());
    assertThat(subscriber.takeSequences(1)).containsExactly(2L);
  }

  @Test
  void aSessionEndsWhenItsExpiryIntervalIsOver() {
    MqttMessage connect =
        RawClient.connectPacket5("brief", MqttProperties.SESSION_EXPIRY_INTERVAL, 1);
    RawClient client = RawClient.open(broker);
    client.send(connect);
    client.next(MqttMessageType.CONNACK);
    client.subscribe("t", 1);
    client.close();
    await().until(() -> broker.counters().connectionsOpen() == 0);
    RawClient.connected(broker, "publisher").publish("t", 1, 0, 1);
    await().until(() -> broker.counters().deliveriesQueued() == 1);
    await().until(() -> broker.counters().deliveriesQueued() == 0);

    RawClient again = RawClient.open(broker);
    again.send(connect);
    MqttConnAckMessage answer = (MqttConnAckMessage) again.next(MqttMessageType.CONNACK);
    assertThat(answer.variableHeader().isSessionPresent()).isFalse();
  }

  @Test
  void connectPacketsAreRemembered() {
    RawClient.open(broker).send(RawClient.connectPacket("a", MqttVersion.MQTT_5, true, 30));
    await().until(() -> !broker.connects("a").isEmpty());
    ConnectRecord connect = broker.connects("a").get(0);
    assertThat(connect)
        .isEqualTo(
            new ConnectRecord(
                "a",
                Protocol.MQTT_5,
                true,
                30,
                0,
                65_535,
                Optional.empty(),
                Optional.empty(),
                connect.from()));
    assertThat(connect.from().getAddress().isLoopbackAddress()).isTrue();
    assertThat(connect.persistent()).isFalse();
  }

  @Test
  void aTakenPortIsNamed() {
    assertThatThrownBy(() -> FaultyBroker.builder().port(broker.port()).start())
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("port " + broker.port());
  }

  @Test
  void closingFreesThePortAndMayBeRepeated() {
    RawClient client = RawClient.connected(broker, "client");
    broker.close();
    broker.close();
    assertThat(client.awaitClosed()).isTrue();
    assertThatThrownBy(() -> broker.faults().dropEvery(2)).hasMessage("the broker is closed");
    FaultyBroker.builder().port(broker.port()).start().close();
  }

  static List<Long> sequences(long from, long to) {
    return LongStream.range(from, to).boxed().toList();
  }
}
