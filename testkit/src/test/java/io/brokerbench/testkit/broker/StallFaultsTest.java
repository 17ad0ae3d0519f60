package io.brokerbench.testkit.broker;

import static io.brokerbench.testkit.broker.FaultyBrokerTest.sequences;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.core.base.NanoClock;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttMessageBuilders;
import io.netty.handler.codec.mqtt.MqttMessageType;
import io.netty.handler.codec.mqtt.MqttVersion;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Brokers that stop, slow down and recover at planned times, and what they still answer. */
class StallFaultsTest {

  private static final Duration MOMENT = Duration.ofMillis(100);

  private final FaultyBroker broker = FaultyBroker.start();
  private final Faults faults = broker.faults();
  private RawClient subscriber;
  private RawClient publisher;

  private void connect(MqttVersion version) {
    subscriber = RawClient.connected(broker, "subscriber", version);
    subscriber.subscribe("t", 1);
    publisher = RawClient.connected(broker, "publisher", version);
  }

  @AfterEach
  void close() {
    broker.close();
  }

  @ParameterizedTest
  @EnumSource(
      value = MqttVersion.class,
      names = {"MQTT_3_1_1", "MQTT_5"})
  void aHaltedBrokerAnswersNothingAndKeepsItsConnections(MqttVersion version) {
    connect(version);
    faults.halt();
    publisher.publish("t", 1, 0, 1);
    publisher.send(MqttMessage.PINGREQ);
    assertThat(publisher.poll(200)).isEmpty();
    assertThat(subscriber.pollDelivery(0)).isEmpty();
    assertThat(publisher.isOpen()).isTrue();
    broker.close();
    assertThat(publisher.awaitClosed()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(
      value = MqttVersion.class,
      names = {"MQTT_3_1_1", "MQTT_5"})
  void severalStallsCanBePlanned(MqttVersion version) {
    connect(version);
    faults.stallAt(Duration.ZERO, MOMENT).stallAt(MOMENT.multipliedBy(2), MOMENT);
    publisher.publish("t", 0, 0, 1);
    await().until(() -> broker.stalls().size() == 2);
    assertThat(broker.stalls().get(1).startNanos() - broker.stalls().get(0).startNanos())
        .isGreaterThanOrEqualTo(MOMENT.toNanos());
    publisher.publish("t", 0, 1, 2);
    assertThat(subscriber.takeSequences(2)).containsExactly(0L, 1L);
  }

  @Test
  void aPlannedStallThatIsTakenBackDoesNotBegin() {
    connect(MqttVersion.MQTT_5);
    Duration after = Duration.ofMillis(400);
    faults.stallAt(after, MOMENT);
    publisher.publish("t", 0, 0, 1);
    assertThat(subscriber.takeSequences(1)).containsExactly(0L);
    faults.clear();
    assertThat(subscriber.pollDelivery(after.plus(MOMENT).toMillis())).isEmpty();
    assertThat(broker.stalls()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      value = MqttVersion.class,
      names = {"MQTT_3_1_1", "MQTT_5"})
  void aSlowStartEndsAtThePlannedTime(MqttVersion version) {
    connect(version);
    faults.limitRate(0.1).at(MOMENT, f -> f.limitRate(Double.POSITIVE_INFINITY));
    long before = NanoClock.SYSTEM.nanoTime();
    publisher.publish("t", 1, 0, 100);
    assertThat(subscriber.takeSequences(100)).isEqualTo(sequences(0, 100));
    assertThat(NanoClock.SYSTEM.nanoTime() - before).isGreaterThanOrEqualTo(MOMENT.toNanos());
  }

  @ParameterizedTest
  @EnumSource(
      value = MqttVersion.class,
      names = {"MQTT_3_1_1", "MQTT_5"})
  void aSlowEndBeginsAtThePlannedTimeAndNeverFallsQuiet(MqttVersion version) {
    connect(version);
    faults.at(Duration.ZERO, f -> f.limitRate(20));
    publisher.publish("t", 0, 0, 1);
    assertThat(subscriber.takeSequences(1)).containsExactly(0L);
    // the plan ran on the loop before this pong
    assertThat(subscriber.deliveriesBeforePong()).isZero();
    long before = NanoClock.SYSTEM.nanoTime();
    publisher.publish("t", 1, 1, 7);
    for (int id = 2; id <= 7; id++) {
      assertThat(publisher.nextId(MqttMessageType.PUBACK)).isEqualTo(id);
    }
    assertThat(subscriber.takeSequences(6)).isEqualTo(sequences(1, 7));
    assertThat(NanoClock.SYSTEM.nanoTime() - before).isGreaterThanOrEqualTo(240_000_000L);
  }

  @ParameterizedTest
  @EnumSource(
      value = MqttVersion.class,
      names = {"MQTT_3_1_1", "MQTT_5"})
  void deliveriesStopAtAPlannedTime(MqttVersion version) {
    connect(version);
    faults.at(Duration.ZERO, f -> f.deliveries().hold(id -> true));
    publisher.publish("t", 0, 0, 1);
    assertThat(subscriber.takeSequences(1)).containsExactly(0L);
    assertThat(subscriber.deliveriesBeforePong()).isZero();
    publisher.publish("t", 0, 1, 2);
    assertThat(publisher.deliveriesBeforePong()).isZero();
    assertThat(subscriber.deliveriesBeforePong()).isZero();
    faults.deliveries().release();
    assertThat(subscriber.takeSequences(1)).containsExactly(1L);
  }

  @ParameterizedTest
  @EnumSource(
      value = MqttVersion.class,
      names = {"MQTT_3_1_1", "MQTT_5"})
  void ignoredPingsLeaveDeliveriesAndAcknowledgementsAlone(MqttVersion version) {
    connect(version);
    faults.ignorePings(true);
    publisher.send(MqttMessage.PINGREQ);
    publisher.publish("t", 1, 0, 1);
    assertThat(publisher.nextId(MqttMessageType.PUBACK)).isEqualTo(1);
    assertThat(subscriber.takeSequences(1)).containsExactly(0L);
    faults.clear();
    assertThat(publisher.deliveriesBeforePong()).isZero();
  }

  @ParameterizedTest
  @EnumSource(
      value = MqttVersion.class,
      names = {"MQTT_3_1_1", "MQTT_5"})
  void pongAndUnsubackComeAfterTheDeliveriesThatWereSent(MqttVersion version) {
    connect(version);
    publisher.publish("t", 1, 0, 500);
    for (int id = 1; id <= 500; id++) {
      assertThat(publisher.nextId(MqttMessageType.PUBACK)).isEqualTo(id);
    }
    assertThat(subscriber.deliveriesBeforePong()).isEqualTo(500);
    subscriber.take(500);
    publisher.publish("t", 0, 500, 1_000);
    assertThat(publisher.deliveriesBeforePong()).isZero();
    subscriber.send(MqttMessageBuilders.unsubscribe().messageId(2).addTopicFilter("t").build());
    assertThat(subscriber.nextId(MqttMessageType.UNSUBACK)).isEqualTo(2);
    publisher.publish("t", 0, 1_000, 1_001);
    assertThat(publisher.deliveriesBeforePong()).isZero();
    assertThat(subscriber.deliveriesBeforePong()).isEqualTo(500);
    assertThat(broker.violations()).isEmpty();
  }
}
