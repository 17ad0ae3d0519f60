package io.brokerbench.testkit.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.brokerbench.core.driver.DriverFeature;
import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.core.driver.SubscriberSpec;
import io.brokerbench.core.mqtt5.Mqtt5Settings;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.testkit.broker.record.ConnectRecord;
import io.brokerbench.testkit.broker.record.PropertiesRecord;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The part of the kit that is about what MQTT 5 lets clients ask for. */
abstract class Mqtt5Kit extends MessageFormKit {

  private static final String PUBLISHER = "asks-p";
  private static final String SUBSCRIBER = "asks-s";
  private static final Mqtt5Settings ALIASES =
      Mqtt5Settings.NONE.withTopicAliases(Optional.of(true));

  private void assumeSettings() {
    assumeThat(provider().features()).contains(DriverFeature.MQTT5_SETTINGS);
  }

  private static KitPublisher publisher(DriverRig rig, Qos qos) {
    return rig.publisher(new PublisherSpec(PUBLISHER, DriverRig.TOPIC, qos, 24, false, 16), 0);
  }

  private static List<PropertiesRecord> published(DriverRig rig) {
    return rig.broker().properties(PUBLISHER).stream()
        .filter(packet -> packet.packet().equals("PUBLISH"))
        .toList();
  }

  @ParameterizedTest
  @EnumSource
  void aTopicIsSentOncePerConnectionWhereAnAliasStandsForIt(Qos qos) {
    assumeSettings();
    try (DriverRig rig = rig(ALIASES, brokers().mqtt5(5, false))) {
      KitSubscriber subscriber = rig.subscriber(qos).ready();
      KitPublisher publisher = publisher(rig, qos);
      publisher.connect();
      publisher.send(0, 10);
      assertThat(subscriber.sequences(10)).isEqualTo(sequences(0, 10));
      assertThat(published(rig)).hasSize(10).allMatch(packet -> packet.topicAlias().isPresent());
      assertThat(published(rig))
          .extracting(PropertiesRecord::topic)
          .startsWith(DriverRig.TOPIC, "")
          .filteredOn(topic -> !topic.isEmpty())
          .hasSize(1);

      rig.broker().faults().cutConnection(PUBLISHER::equals);
      publisher.disconnected().next();
      publisher.connect();
      publisher.send(10, 20);
      rig.await()
          .until(
              () ->
                  published(rig).stream().filter(packet -> !packet.topic().isEmpty()).count() == 2);
    }
  }

  @Test
  void aliasesThatNoScenarioAskedForAreNotUsed() {
    assumeSettings();
    try (DriverRig rig = rig(Mqtt5Settings.NONE, brokers().mqtt5(5, false))) {
      KitSubscriber subscriber = rig.subscriber(Qos.AT_MOST_ONCE).ready();
      KitPublisher publisher = publisher(rig, Qos.AT_MOST_ONCE);
      publisher.connect();
      publisher.send(0, 10);
      assertThat(subscriber.sequences(10)).isEqualTo(sequences(0, 10));
      assertThat(published(rig).isEmpty()).isEqualTo(!alwaysUsesTopicAliases());
    }
  }

  @Test
  void aBrokerWithoutTopicAliasesIsRefusedInWords() {
    assumeSettings();
    try (DriverRig rig = rig(ALIASES, brokers())) {
      KitPublisher publisher = publisher(rig, Qos.AT_LEAST_ONCE);
      publisher.startConnecting();
      assertThat(causeOf(publisher.disconnected().next())).hasMessageContaining("topic aliases");
    }
  }

  @ParameterizedTest
  @EnumSource
  void eachMessageHasTheUserProperties(Qos qos) {
    assumeSettings();
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put("tenant", "acme");
    properties.put("schlüssel", "wert 測試");
    try (DriverRig rig =
        rig(Mqtt5Settings.NONE.withUserProperties(Optional.of(properties)), brokers())) {
      KitSubscriber subscriber = rig.subscriber(qos).ready();
      KitPublisher publisher = publisher(rig, qos);
      publisher.connect();
      publisher.send(0, 10);
      assertThat(subscriber.sequences(10)).isEqualTo(sequences(0, 10));
      assertThat(published(rig))
          .hasSize(10)
          .allMatch(packet -> packet.userProperties().equals(properties))
          .allMatch(packet -> packet.topic().equals(DriverRig.TOPIC));
    }
  }

  @ParameterizedTest
  @EnumSource
  void eachMessageHasTheExpiry(Qos qos) {
    assumeSettings();
    Mqtt5Settings settings =
        Mqtt5Settings.NONE.withMessageExpiry(Optional.of(Duration.ofMinutes(2)));
    try (DriverRig rig = rig(settings, brokers())) {
      KitSubscriber subscriber = rig.subscriber(qos).ready();
      KitPublisher publisher = publisher(rig, qos);
      publisher.connect();
      publisher.send(0, 10);
      assertThat(subscriber.sequences(10)).isEqualTo(sequences(0, 10));
      assertThat(published(rig))
          .hasSize(10)
          .extracting(PropertiesRecord::messageExpirySeconds)
          .containsOnly(OptionalInt.of(120));
    }
  }

  @Test
  void subscriptionsHaveIdentifiersWhereTheyAreAskedFor() {
    assumeSettings();
    Mqtt5Settings settings = Mqtt5Settings.NONE.withSubscriptionIdentifiers(Optional.of(true));
    try (DriverRig rig = rig(settings, brokers().mqtt5(0, true))) {
      KitSubscriber subscriber = subscribesTo(rig, "ids/a", "ids/b").ready();
      for (String topic : List.of("ids/a", "ids/b")) {
        KitPublisher publisher =
            rig.publisher(
                new PublisherSpec("to-" + topic, topic, Qos.AT_LEAST_ONCE, 24, false, 16), 0);
        publisher.connect();
        publisher.send(0, 3);
        assertThat(subscriber.sequences(3)).containsExactly(0L, 1L, 2L);
      }
      assertThat(rig.broker().properties(SUBSCRIBER))
          .extracting(PropertiesRecord::subscriptionIdentifier)
          .containsExactly(OptionalInt.of(1), OptionalInt.of(2));
    }
  }

  @Test
  void identifiersThatNoScenarioAskedForAreNotUsed() {
    assumeSettings();
    try (DriverRig rig = rig(Mqtt5Settings.NONE, brokers().mqtt5(0, true))) {
      subscribesTo(rig, "ids/a").ready();
      assertThat(rig.broker().properties(SUBSCRIBER).isEmpty())
          .isEqualTo(!alwaysUsesSubscriptionIdentifiers());
    }
  }

  @Test
  void aBrokerWithoutSubscriptionIdentifiersIsRefusedInWords() {
    assumeSettings();
    Mqtt5Settings settings = Mqtt5Settings.NONE.withSubscriptionIdentifiers(Optional.of(true));
    try (DriverRig rig = rig(settings, brokers())) {
      KitSubscriber subscriber = subscribesTo(rig, "ids/a");
      subscriber.startConnecting();
      assertThat(causeOf(subscriber.disconnected().next()))
          .hasMessageContaining("subscription identifiers");
    }
  }

  private static KitSubscriber subscribesTo(DriverRig rig, String... topics) {
    return rig.subscriber(
        new SubscriberSpec(
            SUBSCRIBER, List.of(topics), Optional.empty(), Qos.AT_LEAST_ONCE, false));
  }

  @Test
  void aConnectSaysReceiveMaximumAndSessionExpiry() {
    assumeSettings();
    Mqtt5Settings settings =
        Mqtt5Settings.NONE
            .withReceiveMaximum(Optional.of(7))
            .withSessionExpiry(Optional.of(Duration.ofMinutes(5)));
    try (DriverRig rig = rig(settings, brokers())) {
      KitSubscriber subscriber =
          rig.subscriber(
                  new SubscriberSpec(
                      SUBSCRIBER, DriverRig.TOPIC, Optional.empty(), Qos.AT_LEAST_ONCE, true))
              .ready();
      KitPublisher publisher = publisher(rig, Qos.AT_LEAST_ONCE);
      publisher.connect();
      publisher.send(0, 100);
      assertThat(subscriber.sequences(100)).isEqualTo(sequences(0, 100));
      ConnectRecord connect = rig.broker().connects(SUBSCRIBER).get(0);
      assertThat(connect.receiveMaximum()).isEqualTo(7);
      assertThat(connect.sessionExpirySeconds()).isEqualTo(300);
    }
  }

  /** It would lose what the run expects to come after an absence, as it said. */
  @Test
  void aBrokerThatKeepsSessionsForLessThanIsNeededIsRefusedInWords() {
    assumeSettings();
    SubscriberSpec persistent =
        new SubscriberSpec(SUBSCRIBER, DriverRig.TOPIC, Optional.empty(), Qos.AT_LEAST_ONCE, true);
    try (DriverRig rig =
        rig(Mqtt5Settings.NONE, Duration.ofSeconds(63), brokers().sessionExpiry(30))) {
      KitSubscriber subscriber = rig.subscriber(persistent);
      subscriber.startConnecting();
      assertThat(causeOf(subscriber.disconnected().next()))
          .hasMessageContaining(
              "keeps sessions for 30s, not for 1d (session.mqtt5.sessionExpiry), and this run"
                  + " may need them for 63s");
    }
    try (DriverRig rig =
        rig(Mqtt5Settings.NONE, Duration.ofSeconds(30), brokers().sessionExpiry(30))) {
      rig.subscriber(persistent).ready();
    }
  }

  @Test
  void theReasonCodesOfTheBrokerAreReportedOnceEach() {
    assumeSettings();
    try (DriverRig rig = rig(Mqtt5Settings.NONE, brokers())) {
      KitPublisher publisher = publisher(rig, Qos.AT_LEAST_ONCE);
      publisher.connect();
      publisher.send(0, 3); // nothing subscribes
      publisher.acknowledged().next(3);
      assertThat(publisher.reasonCodes()).containsExactly("PUBACK 16", "PUBACK 16", "PUBACK 16");

      KitPublisher other = publisher(rig, Qos.AT_LEAST_ONCE);
      other.connect();
      publisher.disconnected().next();
      assertThat(publisher.reasonCodes()).hasSize(4).endsWith("DISCONNECT 142");

      rig.broker().faults().failSubscribe(true);
      KitSubscriber subscriber = rig.subscriber(Qos.AT_LEAST_ONCE);
      subscriber.connect();
      subscriber.runOnLane(subscriber.client()::subscribe);
      subscriber.disconnected().next();
      assertThat(subscriber.reasonCodes()).containsExactly("SUBACK 128");

      rig.broker().faults().refuseConnections(true);
      KitSubscriber refused = rig.subscriber(Qos.AT_LEAST_ONCE);
      refused.startConnecting();
      refused.disconnected().next();
      assertThat(refused.reasonCodes()).containsExactly("CONNACK 136");
    }
  }

  @Test
  void successIsNoReasonToReport() {
    assumeSettings();
    try (DriverRig rig = rig(Mqtt5Settings.NONE, brokers())) {
      KitSubscriber subscriber = rig.subscriber(Qos.EXACTLY_ONCE).ready();
      KitPublisher publisher = publisher(rig, Qos.EXACTLY_ONCE);
      publisher.connect();
      publisher.send(0, 10);
      assertThat(subscriber.sequences(10)).isEqualTo(sequences(0, 10));
      publisher.acknowledged().next(10);
      assertThat(publisher.reasonCodes()).isEmpty();
      assertThat(subscriber.reasonCodes()).isEmpty();
    }
  }
}
