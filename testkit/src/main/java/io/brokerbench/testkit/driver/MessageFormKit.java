package io.brokerbench.testkit.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.brokerbench.core.driver.DriverFeature;
import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.core.driver.SubscriberSpec;
import io.brokerbench.core.payload.PayloadForm;
import io.brokerbench.core.payload.PayloadTemplate;
import io.brokerbench.core.payload.PayloadText;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.storm.SlowConsumers.Withheld;
import io.brokerbench.testkit.driver.KitSubscriber.Delivered;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The part of the kit that is about what not every driver has: payloads of several sizes, several
 * topics, proofs in user properties, slow subscribers.
 */
abstract class MessageFormKit extends SubscriberKit {

  private static final Duration AWHILE = Duration.ofMillis(200);

  @ParameterizedTest
  @MethodSource("protocolsAndQos")
  void eachPayloadHasTheSizeThatItsWordsGive(Protocol protocol, Qos qos) {
    assumeThat(provider().features()).contains(DriverFeature.PAYLOAD_SIZES);
    try (DriverRig rig = rig(protocol)) {
      PublisherSpec spec = ofSeveralSizes(DriverRig.TOPIC, qos);
      eachHasItsSize(rig.publisher(spec, 0), spec, rig.subscriber(qos).ready());
    }
  }

  @ParameterizedTest
  @MethodSource("protocolsAndQos")
  void aSlowSubscriberTakesNoMoreThanItIsAllowed(Protocol protocol, Qos qos) {
    assumeThat(provider().features()).contains(DriverFeature.SLOW_CONSUMERS);
    for (Withheld withheld : Withheld.values()) {
      if (withheld == Withheld.ACKNOWLEDGEMENTS && qos == Qos.AT_MOST_ONCE) {
        continue;
      }
      try (DriverRig rig = rig(protocol)) {
        KitSubscriber slow =
            rig.subscriber(
                new SubscriberSpec("slow", DriverRig.TOPIC, Optional.empty(), qos, false)
                    .withWithholds(Optional.of(withheld)));
        slow.ready();
        slow.runOnLane(() -> slow.client().allow(0));
        KitPublisher publisher = rig.publisher(qos, 8_192, 100);
        publisher.connect();
        publisher.send(0, 1_000);
        if (withheld == Withheld.READS) {
          assertTakes(slow, 1); // a read may be under way, and is of 4 KiB
        } else {
          slow.sequences(1_000);
          assertThat(rig.broker().counters().acknowledgementsReceived()).isZero();
        }
        slow.runOnLane(() -> slow.client().allow(10));
        if (withheld == Withheld.READS) {
          rig.await().until(() -> slow.delivered().soFar().size() >= 10);
          assertTakes(slow, 11);
        } else {
          rig.await().until(() -> rig.broker().counters().acknowledgementsReceived() == 10);
        }
        slow.runOnLane(() -> slow.client().allow(Long.MAX_VALUE));
        if (withheld == Withheld.READS) {
          assertThat(slow.sequences(1_000)).isEqualTo(sequences(0, 1_000));
        }
        if (qos != Qos.AT_MOST_ONCE) {
          rig.await().until(() -> rig.broker().counters().acknowledgementsReceived() == 1_000);
        }
      }
    }
  }

  /** So many at most, also a while later. */
  private static void assertTakes(KitSubscriber slow, int most) {
    assertThat(slow.answers().within(AWHILE)).isEmpty();
    assertThat(slow.delivered().soFar()).hasSizeLessThanOrEqualTo(most);
  }

  @ParameterizedTest
  @MethodSource("protocolsAndQos")
  void aPublisherOfSeveralTopicsSendsToThemInTurn(Protocol protocol, Qos qos) {
    assumeThat(provider().features()).contains(DriverFeature.SEVERAL_TOPICS);
    try (DriverRig rig = rig(protocol)) {
      List<KitSubscriber> subscribers = new ArrayList<>();
      for (int topic = 0; topic < 3; topic++) {
        subscribers.add(
            rig.subscriber(
                    new SubscriberSpec(
                        "turn" + topic, "turn/" + topic, Optional.empty(), qos, false))
                .ready());
      }
      KitPublisher publisher =
          rig.publisher(
              new PublisherSpec("turns", "turn/0", qos, 24, false, 16)
                  .withMoreTopics(List.of("turn/1", "turn/2")),
              0);
      publisher.connect();
      publisher.send(0, 300);
      for (int topic = 0; topic < 3; topic++) {
        int first = topic;
        assertThat(subscribers.get(topic).sequences(100))
            .isEqualTo(sequences(0, 300).stream().filter(n -> n % 3 == first).toList());
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void theWordsArriveInAUserPropertyAndThePayloadIsTheApplicationsOwn(Qos qos) {
    assumeThat(provider().features()).contains(DriverFeature.PROOF_PROPERTIES);
    PayloadTemplate template =
        PayloadTemplate.of(new PayloadText("p.txt", "only ${sequence}"), false);
    PayloadForm form = template.form(7, Optional.empty(), 1, 0);
    try (DriverRig rig = rig(Protocol.MQTT_5);
        TextReader reader = new TextReader(rig)) {
      KitSubscriber subscriber =
          rig.subscriber(
                  new SubscriberSpec("proved", DriverRig.TOPIC, Optional.empty(), qos, false)
                      .withProvedByProperty(true))
              .ready();
      KitPublisher publisher =
          rig.publisher(
              new PublisherSpec("proves", DriverRig.TOPIC, qos, form.bytes(), false, 16)
                  .withForm(Optional.of(form))
                  .withProvesByProperty(true),
              0);
      publisher.connect();
      publisher.send(0, 100);
      List<Delivered> delivered = subscriber.delivered().next(100);
      for (int i = 0; i < 100; i++) {
        delivered.get(i).isMessage(publisher.publisherId(), i, form.bytes());
      }
      assertThat(reader.texts(100)).startsWith("only          0").endsWith("only         99");
      KitPublisher stranger = rig.publisher(qos);
      stranger.connect();
      stranger.send(0, 1);
      assertThat(subscriber.shortPayloads().next(1)).hasSize(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void theWordsArriveInAUserPropertyOfZeros(Qos qos) {
    assumeThat(provider().features()).contains(DriverFeature.PROOF_PROPERTIES);
    try (DriverRig rig = rig(Protocol.MQTT_5)) {
      KitSubscriber subscriber =
          rig.subscriber(
                  new SubscriberSpec("proved", DriverRig.TOPIC, Optional.empty(), qos, false)
                      .withProvedByProperty(true))
              .ready();
      KitPublisher publisher =
          rig.publisher(
              new PublisherSpec("proves", DriverRig.TOPIC, qos, 24, false, 16)
                  .withProvesByProperty(true),
              0);
      publisher.connect();
      publisher.send(0, 100);
      List<Delivered> delivered = subscriber.delivered().next(100);
      for (int i = 0; i < 100; i++) {
        delivered.get(i).isMessage(publisher.publisherId(), i, 24);
      }
    }
  }
}
