package io.brokerbench.testkit.broker;

import static io.brokerbench.testkit.broker.FaultyBrokerTest.sequences;
import static io.brokerbench.testkit.broker.MessageFilter.all;
import static io.brokerbench.testkit.broker.MessageFilter.every;
import static io.brokerbench.testkit.broker.MessageFilter.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.mqtt.MqttMessageType;
import io.netty.handler.codec.mqtt.MqttVersion;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Each fault of acknowledgements does what it says, and all messages are delivered. */
class AcknowledgementFaultsTest {

  private static final int MESSAGES = 4;

  private final FaultyBroker broker = FaultyBroker.start();
  private final Faults faults = broker.faults();
  private RawClient subscriber;
  private RawClient publisher;

  private void connect(MqttVersion version) {
    subscriber = RawClient.connected(broker, "subscriber", version);
    subscriber.subscribe("t", 0);
    publisher = RawClient.connected(broker, "publisher", version);
  }

  @AfterEach
  void close() {
    broker.close();
  }

  /** Publishes the messages with packet ids from 1, and releases those of QoS 2. */
  private void publish(int qos) {
    publisher.publish("t", qos, 0, MESSAGES);
    for (int id = 1; qos == 2 && id <= MESSAGES; id++) {
      assertThat(publisher.nextId(MqttMessageType.PUBREC)).isEqualTo(id);
      publisher.reply(MqttMessageType.PUBREL, id);
    }
    assertThat(subscriber.takeSequences(MESSAGES)).isEqualTo(sequences(0, MESSAGES));
  }

  private static MqttMessageType last(int qos) {
    return qos == 1 ? MqttMessageType.PUBACK : MqttMessageType.PUBCOMP;
  }

  private void acknowledged(int qos, int... ids) {
    for (int id : ids) {
      assertThat(publisher.nextId(last(qos))).isEqualTo(id);
    }
    assertThat(publisher.deliveriesBeforePong()).isZero();
    assertThat(broker.violations()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"1, MQTT_3_1_1", "1, MQTT_5", "2, MQTT_3_1_1", "2, MQTT_5"})
  void chosenMessagesAreNeverAcknowledged(int qos, MqttVersion version) {
    connect(version);
    faults.acknowledgements().never(every(2));
    publish(qos);
    acknowledged(qos, 1, 3);
    assertThat(broker.counters().acknowledgementsOmitted()).isEqualTo(2);
    assertThat(broker.counters().acknowledgementsSent()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({"1, MQTT_3_1_1", "1, MQTT_5", "2, MQTT_3_1_1", "2, MQTT_5"})
  void onlyTheChosenPublishersAreNeverAcknowledgedUntilFaultsAreCleared(
      int qos, MqttVersion version) {
    connect(version);
    faults.acknowledgements().never(all().from("another"::equals));
    publish(qos);
    acknowledged(qos, 1, 2, 3, 4);
    faults.acknowledgements().never(all().from("publisher"::equals));
    publish(qos);
    acknowledged(qos);
    faults.clear();
    publisher = RawClient.connected(broker, "publisher", version);
    publish(qos);
    acknowledged(qos, 1, 2, 3, 4);
  }

  @ParameterizedTest
  @EnumSource(
      value = MqttVersion.class,
      names = {"MQTT_3_1_1", "MQTT_5"})
  void aMessageOfQos2IsNeverReceivedThoughItIsDelivered(MqttVersion version) {
    connect(version);
    faults.acknowledgements().neverReceived(message(1, 1));
    publisher.publish("t", 2, 0, 3);
    assertThat(publisher.nextId(MqttMessageType.PUBREC)).isEqualTo(1);
    assertThat(publisher.nextId(MqttMessageType.PUBREC)).isEqualTo(3);
    assertThat(publisher.deliveriesBeforePong()).isZero();
    assertThat(subscriber.takeSequences(3)).containsExactly(0L, 1L, 2L);
    assertThat(broker.counters().acknowledgementsOmitted()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"1, MQTT_3_1_1", "1, MQTT_5", "2, MQTT_3_1_1", "2, MQTT_5"})
  void aWrongPacketIdIsAcknowledged(int qos, MqttVersion version) {
    connect(version);
    faults.acknowledgements().withWrongId(message(1, 2));
    publish(qos);
    acknowledged(qos, 1, 2, 3 + 32_767, 4);
  }

  @ParameterizedTest
  @EnumSource(
      value = MqttVersion.class,
      names = {"MQTT_3_1_1", "MQTT_5"})
  void aWrongPacketIdIsReceived(MqttVersion version) {
    connect(version);
    faults.acknowledgements().receivedWithWrongId(message(1, 0));
    publisher.publish("t", 2, 0, 2);
    assertThat(publisher.nextId(MqttMessageType.PUBREC)).isEqualTo(1 + 32_767);
    assertThat(publisher.nextId(MqttMessageType.PUBREC)).isEqualTo(2);
    assertThat(subscriber.takeSequences(2)).containsExactly(0L, 1L);
  }

  @ParameterizedTest
  @CsvSource({"1, MQTT_3_1_1", "1, MQTT_5", "2, MQTT_3_1_1", "2, MQTT_5"})
  void anAcknowledgementOfTheOtherQosIsSent(int qos, MqttVersion version) {
    connect(version);
    faults.acknowledgements().withWrongType(all());
    publish(qos);
    acknowledged(3 - qos, 1, 2, 3, 4);
  }

  @ParameterizedTest
  @CsvSource({"1, MQTT_3_1_1", "1, MQTT_5", "2, MQTT_3_1_1", "2, MQTT_5"})
  void anAcknowledgementComesTwice(int qos, MqttVersion version) {
    connect(version);
    faults.acknowledgements().twice(every(3));
    publish(qos);
    acknowledged(qos, 1, 2, 3, 3, 4);
    assertThat(broker.counters().acknowledgementsSent()).isEqualTo(5);
  }

  @ParameterizedTest
  @CsvSource({"1, MQTT_3_1_1", "1, MQTT_5", "2, MQTT_3_1_1", "2, MQTT_5"})
  void aLateAcknowledgementIsOvertaken(int qos, MqttVersion version) {
    connect(version);
    faults.acknowledgements().late(message(1, 1), Duration.ofMillis(100));
    publish(qos);
    acknowledged(qos, 1, 3, 4, 2);
  }

  @ParameterizedTest
  @CsvSource({"0, MQTT_3_1_1", "1, MQTT_5", "2, MQTT_3_1_1", "2, MQTT_5"})
  void anIgnoredMessageIsNeitherDeliveredNorAcknowledged(int qos, MqttVersion version) {
    connect(version);
    faults.ignoreMessages(MessageFilter.sequences(1, 3));
    publisher.publish("t", qos, 0, MESSAGES);
    if (qos > 0) {
      MqttMessageType first = qos == 1 ? MqttMessageType.PUBACK : MqttMessageType.PUBREC;
      assertThat(publisher.nextId(first)).isEqualTo(1);
      assertThat(publisher.nextId(first)).isEqualTo(4);
    }
    assertThat(publisher.deliveriesBeforePong()).isZero();
    assertThat(subscriber.takeSequences(2)).containsExactly(0L, 3L);
    assertThat(subscriber.deliveriesBeforePong()).isZero();
    assertThat(broker.counters().publishesIgnored()).isEqualTo(2);
  }
}
