package io.brokerbench.testkit.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt3.Mqtt3BlockingClient;
import io.brokerbench.core.driver.DriverFeature;
import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.core.driver.SubscriberSpec;
import io.brokerbench.core.payload.PayloadForm;
import io.brokerbench.core.payload.PayloadTemplate;
import io.brokerbench.core.payload.PayloadText;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.testkit.broker.MessageFilter;
import io.brokerbench.testkit.driver.KitSubscriber.Delivered;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The part of the kit that is about subscribers. */
abstract class SubscriberKit extends PublisherKit {

  @ParameterizedTest
  @MethodSource("protocolsAndQos")
  void theWordsArriveAsTheyWereSentInOrderAndOnce(Protocol protocol, Qos qos) {
    try (DriverRig rig = rig(protocol)) {
      KitSubscriber subscriber = rig.subscriber(qos).ready();
      KitPublisher publisher = rig.publisher(qos, 100, 16);
      publisher.connect();
      publisher.send(0, 1_000);

      List<Delivered> delivered = subscriber.delivered().next(1_000);
      for (int i = 0; i < 1_000; i++) {
        delivered.get(i).isMessage(publisher.publisherId(), i, 100);
      }
      if (qos != Qos.AT_MOST_ONCE) {
        rig.await().until(() -> rig.broker().counters().acknowledgementsReceived() == 1_000);
      }
      assertThat(subscriber.delivered().soFar()).isEmpty();
      assertThat(rig.broker().counters().deliveriesSent()).isEqualTo(1_000);
    }
  }

  @ParameterizedTest
  @MethodSource("protocolsAndQos")
  void payloadsFromTheLeastToOneThatTakesManyReadsArriveWhole(Protocol protocol, Qos qos) {
    int[] sizes = {24, 25, 127, 128, 16_383, 16_384, 200_000};
    try (DriverRig rig = rig(protocol)) {
      KitSubscriber subscriber = rig.subscriber(qos).ready();
      for (int bytes : sizes) {
        KitPublisher publisher = rig.publisher(qos, bytes, 16);
        publisher.connect();
        publisher.send(0, 5);
        List<Delivered> delivered = subscriber.delivered().next(5);
        for (int i = 0; i < 5; i++) {
          delivered.get(i).isMessage(publisher.publisherId(), i, bytes);
        }
      }
    }
  }

  /** A connected client of another library. */
  private static Mqtt3BlockingClient stranger(DriverRig rig) {
    Mqtt3BlockingClient stranger =
        MqttClient.builder()
            .useMqttVersion3()
            .serverHost("127.0.0.1")
            .serverPort(rig.broker().port())
            .buildBlocking();
    stranger.connect();
    return stranger;
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void aPayloadTooShortForAHeaderIsReportedAsSuch(Protocol protocol) {
    try (DriverRig rig = rig(protocol)) {
      KitSubscriber subscriber = rig.subscriber(Qos.AT_LEAST_ONCE).ready();
      Mqtt3BlockingClient stranger = stranger(rig);
      for (int bytes : new int[] {23, 0}) {
        stranger
            .publishWith()
            .topic(DriverRig.TOPIC)
            .qos(MqttQos.AT_LEAST_ONCE)
            .payload(new byte[bytes])
            .send();
      }
      stranger.disconnect();
      assertThat(subscriber.shortPayloads().next(2)).containsExactly(23, 0);
      assertThat(subscriber.delivered().soFar()).isEmpty();
    }
  }

  /** Two messages, of which one comes with QoS 0; what was published with QoS 0 is all right. */
  @ParameterizedTest
  @MethodSource("protocolsAndQos")
  void aMessageOfALowerQosThanGrantedIsReportedAsSuch(Protocol protocol, Qos qos) {
    try (DriverRig rig = rig(protocol)) {
      rig.broker().faults().deliveries().atMostOnce(MessageFilter.sequences(0, 1));
      KitSubscriber subscriber = rig.subscriber(qos).ready();
      KitPublisher publisher = rig.publisher(qos, 24, 16);
      publisher.connect();
      publisher.send(0, 2);
      if (qos == Qos.AT_MOST_ONCE) {
        assertThat(subscriber.sequences(2)).containsExactly(0L, 1L);
        assertThat(subscriber.lowerQos().soFar()).isEmpty();
      } else {
        assertThat(subscriber.sequences(1)).containsExactly(1L);
        assertThat(subscriber.lowerQos().next()).isZero();
      }
    }
  }

  /** A retained message of QoS 0 may be older than all that the subscriber was granted. */
  @ParameterizedTest
  @MethodSource("protocols")
  void aMessageThatWasRetainedIsMarked(Protocol protocol) {
    try (DriverRig rig = rig(protocol)) {
      Mqtt3BlockingClient stranger = stranger(rig);
      stranger.publishWith().topic(DriverRig.TOPIC).payload(new byte[30]).retain(true).send();
      rig.await().until(() -> !rig.broker().retained().isEmpty());
      stranger.disconnect();
      KitSubscriber subscriber = rig.subscriber(Qos.AT_LEAST_ONCE).ready();
      assertThat(subscriber.delivered().next().payloadBytes()).isEqualTo(30);
      assertThat(subscriber.retained()).isEqualTo(1);
      assertThat(subscriber.lowerQos().soFar()).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("protocolsAndQos")
  void theGrantedQosIsReported(Protocol protocol, Qos qos) {
    try (DriverRig rig = rig(protocol)) {
      rig.broker().faults().grantAtMost(qos);
      KitSubscriber subscriber = rig.subscriber(Qos.EXACTLY_ONCE);
      subscriber.connect();
      assertThat(subscriber.subscribe()).isEqualTo(qos);
    }
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void aRefusedSubscriptionIsReportedAsADisconnectWithACause(Protocol protocol) {
    try (DriverRig rig = rig(protocol)) {
      rig.broker().faults().failSubscribe(true);
      KitSubscriber subscriber = rig.subscriber(Qos.AT_LEAST_ONCE);
      subscriber.connect();
      subscriber.runOnLane(subscriber.client()::subscribe);
      assertThat(causeOf(subscriber.disconnected().next()).getMessage()).contains(DriverRig.TOPIC);
    }
  }

  @ParameterizedTest
  @MethodSource("protocolsAndQos")
  void aSharedSubscriptionSplitsMessagesOverItsMembers(Protocol protocol, Qos qos) {
    try (DriverRig rig = rig(protocol)) {
      KitSubscriber one = rig.subscriber(member("one", qos)).ready();
      KitSubscriber two = rig.subscriber(member("two", qos)).ready();
      KitPublisher publisher = rig.publisher(qos);
      publisher.connect();
      publisher.send(0, 100);

      List<Long> all = new ArrayList<>(one.sequences(50));
      all.addAll(two.sequences(50));
      assertThat(all).containsExactlyInAnyOrderElementsOf(sequences(0, 100));
    }
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void aSubscriberOfSeveralTopicsGetsWhatIsSentToEachOfThem(Protocol protocol) {
    try (DriverRig rig = rig(protocol)) {
      List<String> topics = List.of("several/0", "several/1", "several/2");
      KitSubscriber subscriber =
          rig.subscriber(
                  new SubscriberSpec("several", topics, Optional.empty(), Qos.AT_LEAST_ONCE, false))
              .ready();
      for (String topic : topics) {
        KitPublisher publisher =
            rig.publisher(
                new PublisherSpec("to-" + topic, topic, Qos.AT_LEAST_ONCE, 24, false, 16), 0);
        publisher.connect();
        publisher.send(0, 3);
        assertThat(subscriber.sequences(3)).containsExactly(0L, 1L, 2L);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("protocolsAndQos")
  void theWordsArriveInATextThatIsTheApplicationsOwn(Protocol protocol, Qos qos) {
    assumeThat(provider().features()).contains(DriverFeature.PAYLOAD_TEMPLATES);
    PayloadTemplate template =
        PayloadTemplate.of(
            new PayloadText(
                "p.json",
                "{\"publisher\": ${publisher}, \"n\": ${sequence}, \"r\": ${random:1:9.5}, \"t\":"
                    + " \"${isoTime}\", \"proof\": \"${proof}\"}"));
    PayloadForm form = template.form(7, Optional.empty(), 1, 0);
    try (DriverRig rig = rig(protocol);
        TextReader reader = new TextReader(rig)) {
      KitSubscriber subscriber =
          rig.subscriber(
                  new SubscriberSpec(
                          "forms-s",
                          List.of(DriverRig.TOPIC),
                          Optional.empty(),
                          qos,
                          false,
                          form.bytes())
                      .withProof(Optional.of(template.proof())))
              .ready();
      KitPublisher publisher =
          rig.publisher(
              new PublisherSpec("forms-p", DriverRig.TOPIC, qos, form.bytes(), false, 16, false)
                  .withForm(Optional.of(form)),
              0);
      publisher.connect();
      publisher.send(0, 100);
      List<Delivered> delivered = subscriber.delivered().next(100);
      for (int i = 0; i < 100; i++) {
        delivered.get(i).isMessage(publisher.publisherId(), i, form.bytes());
      }
      assertThat(reader.texts(100))
          .allMatch(text -> text.startsWith("{\"publisher\": 7, \"n\": ") && text.endsWith("\"}"))
          .anyMatch(text -> text.contains("\"n\":         99,"));
    }
  }

  private static SubscriberSpec member(String clientId, Qos qos) {
    return new SubscriberSpec(clientId, DriverRig.TOPIC, Optional.of("group"), qos, false);
  }

  @ParameterizedTest
  @MethodSource("protocolsAndAcknowledgedQos")
  void aPersistentSessionHandsOverWhatCameMeanwhile(Protocol protocol, Qos qos) {
    try (DriverRig rig = rig(protocol)) {
      KitSubscriber subscriber = rig.subscriber(qos, true).ready();
      subscriber.runOnLane(subscriber.client()::disconnect);
      subscriber.disconnected().next();
      rig.await().until(() -> rig.broker().counters().connectionsOpen() == 0);
      KitPublisher publisher = rig.publisher(qos);
      publisher.connect();
      publisher.send(0, 100);
      publisher.acknowledged().next(100);

      assertThat(subscriber.connect().sessionPresent()).isTrue();
      assertThat(subscriber.sequences(100)).isEqualTo(sequences(0, 100));
    }
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void aForgottenSessionIsGoneFromTheBroker(Protocol protocol) {
    try (DriverRig rig = rig(protocol)) {
      KitSubscriber subscriber = rig.subscriber(Qos.AT_LEAST_ONCE, true).ready();
      forget(rig, subscriber);
      assertThat(subscriber.connect().sessionPresent()).isFalse();

      subscriber.runOnLane(subscriber.client()::disconnect);
      assertThat(subscriber.disconnected().next().cause()).isEmpty();
      rig.await().until(() -> rig.broker().counters().connectionsOpen() == 0);
      forget(rig, subscriber);
      assertThat(subscriber.connect().sessionPresent()).isFalse();
    }
  }

  private static void forget(DriverRig rig, KitSubscriber subscriber) {
    subscriber.runOnLane(subscriber.client()::forget);
    assertThat(subscriber.disconnected().next().cause()).isEmpty();
    rig.await().until(() -> rig.broker().counters().connectionsOpen() == 0);
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void aMessageOfQos2ThatIsSentAgainBeforeItsReleaseIsReportedOnce(Protocol protocol) {
    try (DriverRig rig = rig(protocol)) {
      assertThat(
              sequencesAcrossALostAcknowledgement(
                  rig, Qos.EXACTLY_ONCE, reportsQos2OnRelease(protocol)))
          .containsExactly(0L, 1L);
      rig.await().until(() -> rig.broker().counters().acknowledgementsReceived() == 2);
    }
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void aMessageOfQos1ThatIsSentAgainIsReportedAgain(Protocol protocol) {
    try (DriverRig rig = rig(protocol)) {
      assertThat(sequencesAcrossALostAcknowledgement(rig, Qos.AT_LEAST_ONCE, false))
          .containsExactly(0L, 0L, 1L);
    }
  }

  /** Message 0 is acknowledged in vain, the connection breaks and is resumed, message 1 follows. */
  private static List<Long> sequencesAcrossALostAcknowledgement(
      DriverRig rig, Qos qos, boolean onRelease) {
    int all = qos == Qos.AT_LEAST_ONCE ? 3 : 2;
    KitSubscriber subscriber = rig.subscriber(qos, true).ready();
    KitPublisher publisher = rig.publisher(qos);
    publisher.connect();
    rig.broker().faults().ignoreAcknowledgements(true);
    publisher.send(0, 1);
    publisher.acknowledged().next();
    List<Long> sequences = new ArrayList<>(subscriber.sequences(onRelease ? 0 : 1));
    rig.broker().faults().cutConnection(id -> id.startsWith("s"));
    subscriber.disconnected().next();
    rig.broker().faults().ignoreAcknowledgements(false);

    assertThat(subscriber.connect().sessionPresent()).isTrue();
    publisher.send(1, 2);
    sequences.addAll(subscriber.sequences(all - sequences.size()));
    assertThat(rig.broker().counters().redeliveriesSent()).isEqualTo(1);
    assertThat(subscriber.delivered().soFar()).isEmpty();
    return sequences;
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void aMessageOfQos2ThatIsSentAgainOnTheSameConnectionIsReportedOnce(Protocol protocol) {
    assumeThat(protocol).isEqualTo(Protocol.MQTT_3_1_1);
    try (DriverRig rig = rig(protocol)) {
      KitSubscriber subscriber = rig.subscriber(Qos.EXACTLY_ONCE).ready();
      KitPublisher publisher = rig.publisher(Qos.EXACTLY_ONCE);
      publisher.connect();
      rig.broker().faults().ignoreAcknowledgements(true);
      publisher.send(0, 1);
      boolean onRelease = reportsQos2OnRelease(protocol);
      List<Long> sequences = new ArrayList<>(subscriber.sequences(onRelease ? 0 : 1));
      rig.broker().faults().resendUnacknowledged().resendUnacknowledged();
      if (onRelease) {
        awaitThatAcknowledgementsWereIgnored(subscriber);
        rig.broker().faults().ignoreAcknowledgements(false).resendUnacknowledged();
      }
      publisher.send(1, 2);
      sequences.addAll(subscriber.sequences(2 - sequences.size()));
      assertThat(sequences).containsExactly(0L, 1L);
    }
  }

  /**
   * The answer to the first comes after the messages that were sent before it, the second is sent
   * after their acknowledgements.
   */
  private static void awaitThatAcknowledgementsWereIgnored(KitSubscriber subscriber) {
    subscriber.subscribe();
    subscriber.subscribe();
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void whatTheBrokerDoesNotReleaseIsCounted(Protocol protocol) {
    try (DriverRig rig = rig(protocol)) {
      KitSubscriber subscriber = rig.subscriber(Qos.EXACTLY_ONCE).ready();
      KitPublisher publisher = rig.publisher(Qos.EXACTLY_ONCE);
      publisher.connect();
      assumeThat(subscriber.unreleased()).hasValue(0);
      MessageFilter one = MessageFilter.message(publisher.publisherId(), 1);
      rig.broker().faults().deliveries().neverRelease(one);
      publisher.send(0, 3);
      subscriber.sequences(3);
      rig.await().until(() -> rig.broker().counters().acknowledgementsReceived() == 2);
      assertThat(subscriber.unreleased()).hasValue(1);
      rig.broker().faults().cutConnection(id -> id.startsWith("s"));
      subscriber.disconnected().next();
      subscriber.readyAgain();
      assertThat(subscriber.unreleased()).as("of the session that is gone").hasValue(0);
    }
  }

  @ParameterizedTest
  @MethodSource("protocolsAndQos")
  void copiesThatAFaultyBrokerMakesAreAllReported(Protocol protocol, Qos qos) {
    try (DriverRig rig = rig(protocol)) {
      KitSubscriber subscriber = rig.subscriber(qos).ready();
      KitPublisher publisher = rig.publisher(qos);
      rig.broker()
          .faults()
          .duplicateDelivery(publisher.publisherId(), 1)
          .dropDelivery(publisher.publisherId(), 2)
          .swapWithNext(publisher.publisherId(), 3);
      publisher.connect();
      publisher.send(0, 6);
      assertThat(subscriber.sequences(6)).containsExactly(0L, 1L, 1L, 4L, 3L, 5L);
    }
  }
}
