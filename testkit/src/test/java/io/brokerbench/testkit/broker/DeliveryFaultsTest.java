package io.brokerbench.testkit.broker;

import static io.brokerbench.testkit.broker.FaultyBrokerTest.sequences;
import static io.brokerbench.testkit.broker.MessageFilter.all;
import static io.brokerbench.testkit.broker.MessageFilter.every;
import static io.brokerbench.testkit.broker.MessageFilter.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.testkit.broker.DeliveryFaults.Damage;
import io.brokerbench.testkit.broker.RawClient.Received;
import io.netty.handler.codec.mqtt.MqttMessageType;
import io.netty.handler.codec.mqtt.MqttVersion;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each fault of deliveries does what it says, and the publisher notices nothing. */
class DeliveryFaultsTest {

  /** Of publisher 1 and sequence 1, in hexadecimal digits. */
  private static final String PAYLOAD = "0".repeat(16) + "0000000100000001" + "0".repeat(16);

  private final FaultyBroker broker = FaultyBroker.start();
  private final Faults faults = broker.faults();
  private RawClient a;
  private RawClient b;
  private RawClient publisher;

  /** Two consumers with a topic each. */
  private void connect(MqttVersion version) {
    a = consumer("a", version);
    b = consumer("b", version);
    publisher = RawClient.connected(broker, "publisher", version);
  }

  private RawClient consumer(String name, MqttVersion version) {
    RawClient client = RawClient.connected(broker, name, version);
    client.subscribe("to/" + name, 2);
    return client;
  }

  @AfterEach
  void close() {
    assertThat(broker.violations()).isEmpty();
    broker.close();
  }

  /** Sends messages 0, 1 and 2 to a, and 3, 4 and 5 to b. */
  private void publish(int qos) {
    publisher.publish("to/a", qos, 0, 3);
    publisher.publish("to/b", qos, 3, 6);
    for (int id = 1; qos > 0 && id <= 6; id++) {
      MqttMessageType first = qos == 1 ? MqttMessageType.PUBACK : MqttMessageType.PUBREC;
      assertThat(publisher.nextId(first)).isEqualTo(id);
    }
  }

  private static void gotNoMore(RawClient... clients) {
    for (RawClient client : clients) {
      assertThat(client.deliveriesBeforePong()).isZero();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0, MQTT_3_1_1",
    "1, MQTT_3_1_1",
    "2, MQTT_3_1_1",
    "0, MQTT_5",
    "1, MQTT_5",
    "2, MQTT_5"
  })
  void twoConsumersAreSwappedAndTheTopicsAreNot(int qos, MqttVersion version) {
    connect(version);
    faults.deliveries().misdeliver(all());
    publish(qos);
    List<Received> atA = a.take(3);
    assertThat(atA).extracting(Received::sequence).containsExactly(3L, 4L, 5L);
    assertThat(atA).extracting(Received::topic).containsOnly("to/b");
    assertThat(atA).extracting(Received::qos).containsOnly(qos);
    List<Received> atB = b.take(3);
    assertThat(atB).extracting(Received::sequence).containsExactly(0L, 1L, 2L);
    assertThat(atB).extracting(Received::topic).containsOnly("to/a");
    gotNoMore(a, b, publisher);
    assertThat(broker.counters().deliveriesMisdelivered()).isEqualTo(6);
    assertThat(broker.counters().deliveriesSent()).isEqualTo(6);
  }

  @ParameterizedTest
  @CsvSource({"0, MQTT_3_1_1", "1, MQTT_5", "2, MQTT_3_1_1", "2, MQTT_5"})
  void anotherConsumerGetsACopyToo(int qos, MqttVersion version) {
    connect(version);
    faults.deliveries().misdeliverToo(message(1, 1));
    publish(qos);
    assertThat(a.takeSequences(3)).containsExactly(0L, 1L, 2L);
    assertThat(b.takeSequences(4)).containsExactly(1L, 3L, 4L, 5L);
    gotNoMore(a, b);
    assertThat(broker.counters().deliveriesMisdelivered()).isEqualTo(1);
  }

  @Test
  void copiesForOneOfThreeConsumersGoToTheNext() {
    connect(MqttVersion.MQTT_5);
    RawClient c = consumer("c", MqttVersion.MQTT_5);
    faults.deliveries().misdeliver(every(2).to("b"::equals));
    publish(1);
    assertThat(a.takeSequences(3)).containsExactly(0L, 1L, 2L);
    assertThat(b.takeSequences(2)).containsExactly(3L, 5L);
    assertThat(c.takeSequences(1)).containsExactly(4L);
  }

  @Test
  void aLoneConsumerGetsWhatItIsOwed() {
    RawClient lone = consumer("a", MqttVersion.MQTT_3_1_1);
    publisher = RawClient.connected(broker, "publisher");
    faults.deliveries().misdeliver(all()).deliveries().misdeliverToo(all());
    publisher.publish("to/a", 0, 0, 2);
    assertThat(lone.takeSequences(2)).containsExactly(0L, 1L);
    assertThat(broker.counters().deliveriesMisdelivered()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "TIME, 000000000000000100000001000000010000000000000000",
    "PUBLISHER, 000000000000000000000000000000010000000000000000",
    "SEQUENCE, 000000000000000000000001000000000000000000000000",
    "SEND_DELAY, 000000000000000000000001000000010000000100000000",
    "CHECKSUM, 000000000000000000000001000000010000000000000001",
    "LAST_BYTE, 000000000000000000000001000000010000000000000001",
    "TRUNCATED, 0000000000000000000000010000000100000000000000",
    "BELOW_HEADER, 0000000000000000000000010000000100000000",
    "EMPTY, ''",
    "EXTENDED, 00000000000000000000000100000001000000000000000000"
  })
  void onePayloadIsDamagedAndTheNextIsNot(Damage damage, String payload) {
    connect(MqttVersion.MQTT_5);
    faults.deliveries().damage(message(1, 1), damage);
    publish(2);
    assertThat(a.take(3)).extracting(Received::payload).element(1).isEqualTo(payload);
    assertThat(b.takeSequences(3)).isEqualTo(sequences(3, 6));
    assertThat(broker.counters().deliveriesAltered()).isEqualTo(1);
    faults.clear();
    publisher.publish("to/a", 0, 1, 2);
    assertThat(a.take(1)).extracting(Received::payload).containsExactly(PAYLOAD);
  }

  @ParameterizedTest
  @CsvSource({"0, MQTT_3_1_1", "1, MQTT_5", "2, MQTT_3_1_1", "2, MQTT_5"})
  void eachNthCopyComesUnderAWrongTopicToTheRightConsumer(int qos, MqttVersion version) {
    connect(version);
    faults.deliveries().underTopic(every(3), "nowhere");
    publish(qos);
    assertThat(a.take(3)).extracting(Received::topic).containsExactly("to/a", "to/a", "nowhere");
    assertThat(b.take(3)).extracting(Received::topic).containsExactly("to/b", "to/b", "nowhere");
    assertThat(broker.counters().deliveriesAltered()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({"0, MQTT_3_1_1", "1, MQTT_5", "2, MQTT_3_1_1", "2, MQTT_5"})
  void chosenCopiesAreDroppedAndAcknowledged(int qos, MqttVersion version) {
    connect(version);
    faults.deliveries().drop(MessageFilter.sequences(0, 2));
    publish(qos);
    assertThat(a.takeSequences(1)).containsExactly(2L);
    assertThat(b.takeSequences(3)).isEqualTo(sequences(3, 6));
    gotNoMore(a, b);
    assertThat(broker.counters().deliveriesDropped()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({
    "0, MQTT_3_1_1",
    "1, MQTT_3_1_1",
    "2, MQTT_3_1_1",
    "0, MQTT_5",
    "1, MQTT_5",
    "2, MQTT_5"
  })
  void heldDeliveriesWaitWhileAcknowledgementsAndPongsGoOn(int qos, MqttVersion version) {
    connect(version);
    faults.deliveries().hold("a"::equals);
    publish(qos);
    assertThat(b.takeSequences(3)).isEqualTo(sequences(3, 6));
    gotNoMore(a, publisher);
    assertThat(broker.counters().deliveriesQueued()).isEqualTo(3);
    faults.deliveries().release();
    assertThat(a.takeSequences(3)).isEqualTo(sequences(0, 3));
    assertThat(broker.counters().deliveriesQueued()).isZero();
  }

  @Test
  void heldDeliveriesKeepTheirRateOnceTheyAreReleased() {
    connect(MqttVersion.MQTT_5);
    faults.limitRate(1_000).deliveries().hold(id -> true);
    publish(1);
    gotNoMore(a, b);
    faults.deliveries().release();
    assertThat(a.takeSequences(3)).isEqualTo(sequences(0, 3));
    assertThat(b.takeSequences(3)).isEqualTo(sequences(3, 6));
  }

  @Test
  void aBrokerThatReportsItsQueueReportsWhatItHolds() {
    try (FaultyBroker reporting = FaultyBroker.builder().reportQueues().start()) {
      RawClient.connected(reporting, "a").subscribe("t", 1);
      publisher = RawClient.connected(reporting, "publisher");
      reporting.faults().deliveries().hold("a"::equals);
      publisher.publish("t", 0, 0, 3);
      assertThat(publisher.deliveriesBeforePong()).isZero();
      assertThat(reporting.metrics().queuedMessages()).hasValue(3);
      reporting.faults().clear();
      assertThat(reporting.metrics().queuedMessages()).hasValue(0);
      assertThat(broker.metrics().any()).isFalse();
    }
  }

  @Test
  void nonsenseIsRefusedInWords() {
    assertThatThrownBy(() -> every(0)).hasMessageContaining("n 0");
    assertThatThrownBy(() -> message(1, -1)).hasMessageContaining("sequence -1");
    assertThatThrownBy(() -> MessageFilter.sequences(4, 4)).hasMessageContaining("before 4");
  }
}
