package io.brokerbench.core.scenario;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.brokerbench.core.base.Bounds;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Durations;
import io.brokerbench.core.load.ClosedLoad;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.mqtt5.Mqtt5Settings;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * How clients are connected.
 *
 * @param protocol protocol that the clients speak; with {@code jmsConsumers}, that the publishers
 *     speak
 * @param persistent whether the consumers' sessions outlive their connections; with QoS 0 that
 *     keeps their subscriptions, while a broker need not keep the messages
 * @param absentFraction share of the consumers that go away during the run and come back; only with
 *     {@code persistent}
 * @param inFlightWindow most messages that a publisher may have sent and not yet acknowledged (QoS
 *     1 and 2); a smaller Receive Maximum of the broker wins
 * @param keepAlive longest silence of a client before it pings, in whole seconds, at most 65535s;
 *     0s for none
 * @param connectRate clients of the whole run that are due to connect per second, at equal
 *     distances, consumers first. Absent for as fast as the broker accepts them: each lane has a
 *     window of connects under way, and a client is due when a place in it becomes free
 * @param transport what MQTT is spoken over; absent for TCP, or what a broker listens to that has
 *     nothing else
 * @param jmsConsumers how the consumers consume where they speak JMS; absent where they speak MQTT
 * @param clientIdPrefix what the client ids begin with, for brokers that admit only some; the run's
 *     name and the client's number follow. Absent for {@value #USUAL_PREFIX}
 * @param reconnect whether clients whose connections break come back; absent where a broken
 *     connection ends the run, unless a fault or a pair makes it expected
 * @param mqtt5 what clients ask of the broker that only MQTT 5 has; absent for nothing
 * @param jmsProducers what producers that speak JMS give their messages; absent for nothing
 */
@RecordBuilder
public record Session(
    @JsonPropertyDescription("Protocol of the clients; with JMS consumers, of the publishers.")
        Protocol protocol,
    @JsonPropertyDescription("Whether the consumers' sessions outlive their connections.")
        boolean persistent,
    @JsonPropertyDescription(
            "Share of the consumers, 0 to 1, that go away during the run and come back.")
        @Bounds(max = 1)
        double absentFraction,
    @JsonPropertyDescription(
            "Most messages that a publisher may have unacknowledged (QoS 1 and 2).")
        @Bounds(min = 1, max = Session.MAX_IN_FLIGHT)
        int inFlightWindow,
    @JsonPropertyDescription("Longest silence of a client before it pings.") Duration keepAlive,
    @JsonPropertyDescription(
            "Clients that are due to connect per second (default: as fast as the broker accepts"
                + " them).")
        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        Optional<Rate> connectRate,
    @JsonPropertyDescription("What MQTT is spoken over.")
        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        Optional<Transport> transport,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<JmsConsumers> jmsConsumers,
    @JsonPropertyDescription("What the client ids begin with, 1 to 64 characters (default: bb).")
        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        Optional<String> clientIdPrefix,
    @JsonPropertyDescription(
            "Let clients whose connections break come back (default: with a fault or a pair; else a"
                + " broken connection ends the run).")
        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        Optional<Boolean> reconnect,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Mqtt5Settings> mqtt5,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<JmsProducers> jmsProducers)
    implements SessionBuilder.With {

  /** Most packet identifiers that MQTT has. */
  public static final int MAX_IN_FLIGHT = ClosedLoad.MAX_WINDOW;

  /** What client ids begin with, unless a scenario gives something else. */
  public static final String USUAL_PREFIX = "bb";

  private static final Pattern PREFIX = Pattern.compile("[A-Za-z0-9_-]{1,64}");

  private static final Duration MAX_KEEP_ALIVE = Duration.ofSeconds(65_535);

  /** Checks the limits. */
  public Session {
    Objects.requireNonNull(protocol, "protocol");
    Objects.requireNonNull(keepAlive, "keepAlive");
    connectRate = connectRate == null ? Optional.empty() : connectRate;
    transport = transport == null ? Optional.empty() : transport;
    jmsConsumers = jmsConsumers == null ? Optional.empty() : jmsConsumers;
    clientIdPrefix = clientIdPrefix == null ? Optional.empty() : clientIdPrefix;
    reconnect = reconnect == null ? Optional.empty() : reconnect;
    mqtt5 =
        mqtt5 == null ? Optional.empty() : mqtt5.filter(some -> !some.equals(Mqtt5Settings.NONE));
    jmsProducers =
        jmsProducers == null
            ? Optional.empty()
            : jmsProducers.filter(some -> !some.equals(JmsProducers.NONE));
    if (jmsProducers.isPresent() && protocol != Protocol.JMS) {
      throw new DefinitionException(
          "jmsProducers", "only where session.protocol is jms", protocol.title());
    }
    if (protocol == Protocol.JMS && jmsConsumers.isEmpty()) {
      throw new DefinitionException(
          "jmsConsumers",
          "required where publishers speak JMS, at least jmsConsumers: {consumersPerConnection: 1}",
          "is missing");
    }
    if (jmsConsumers.isPresent()) {
      requireTopics(protocol, jmsConsumers.get());
    }
    if (mqtt5.isPresent() && protocol != Protocol.MQTT_5) {
      throw new DefinitionException(
          "mqtt5", "only where session.protocol is mqtt5", protocol.title());
    }
    if (jmsConsumers.isPresent() && mqtt5.flatMap(Mqtt5Settings::messageExpiry).isPresent()) {
      throw new DefinitionException(
          "messageExpiry",
          "only where consumers speak MQTT 5",
          Durations.format(mqtt5.orElseThrow().messageExpiry().orElseThrow()));
    }
    if (jmsConsumers.isPresent()
        && mqtt5.filter(Mqtt5Settings::usesSubscriptionIdentifiers).isPresent()) {
      throw new DefinitionException(
          "subscriptionIdentifiers", "only where consumers speak MQTT 5", "true");
    }
    if (!(absentFraction >= 0 && absentFraction <= 1)) {
      throw new DefinitionException("absent", "a fraction between 0 and 1", absentFraction);
    }
    if (absentFraction > 0 && !persistent) {
      throw new DefinitionException(
          "absent",
          "needs a persistent session, or what is sent in the absence is lost by contract",
          absentFraction);
    }
    if (inFlightWindow < 1 || inFlightWindow > MAX_IN_FLIGHT) {
      throw new DefinitionException(
          "inFlightWindow", "between 1 and " + MAX_IN_FLIGHT, inFlightWindow);
    }
    if (keepAlive.isNegative() || keepAlive.compareTo(MAX_KEEP_ALIVE) > 0) {
      throw new DefinitionException(
          "keepAlive", "between 0s and 65535s", Durations.format(keepAlive));
    }
    if (clientIdPrefix.filter(prefix -> !PREFIX.matcher(prefix).matches()).isPresent()) {
      throw new DefinitionException(
          "clientIdPrefix", "1 to 64 letters, digits, '-' and '_'", clientIdPrefix.get());
    }
    if (keepAlive.toNanosPart() != 0) {
      throw new DefinitionException("keepAlive", "whole seconds", Durations.format(keepAlive));
    }
  }

  private static void requireTopics(Protocol protocol, JmsConsumers jms) {
    if (jms.usesQueue() && protocol != Protocol.JMS) {
      throw new DefinitionException(
          "destination",
          "TOPIC where publishers speak MQTT, which has no queues",
          jms.destination());
    }
  }

  /** Sessions of clients that connect as fast as the broker accepts them. */
  public Session(
      Protocol protocol,
      boolean persistent,
      double absentFraction,
      int inFlightWindow,
      Duration keepAlive) {
    this(
        protocol,
        persistent,
        absentFraction,
        inFlightWindow,
        keepAlive,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** How long the broker may keep a message before it may drop it; empty for ever. */
  public Optional<Duration> messageExpiry() {
    return mqtt5OrNone().messageExpiry().or(() -> jmsProducers.flatMap(JmsProducers::timeToLive));
  }

  /** How long after a message was sent the broker may not deliver it; zero where it may at once. */
  public Duration deliveryDelay() {
    return jmsProducers.flatMap(JmsProducers::deliveryDelay).orElse(Duration.ZERO);
  }

  /** Whether the messages of one publisher have several priorities. */
  public boolean hasPriorities() {
    return jmsProducers.filter(JmsProducers::mayReorder).isPresent();
  }

  /** What clients ask of the broker that only MQTT 5 has. */
  public Mqtt5Settings mqtt5OrNone() {
    return mqtt5.orElse(Mqtt5Settings.NONE);
  }

  /** Whether clients whose connections break come back, whatever the reason. */
  public boolean reconnects() {
    return reconnect.orElse(false);
  }

  /** The same, with clients that connect at a rate. */
  public Session withConnectRate(Rate rate) {
    return withConnectRate(Optional.of(rate));
  }

  /** The same, with consumers that speak JMS. */
  public Session withJmsConsumers(JmsConsumers consumers) {
    return withJmsConsumers(Optional.of(consumers));
  }

  /** Whether clients speak over WebSockets, and nothing else. */
  public boolean usesWebSockets() {
    return transport.filter(Transport.WEBSOCKET::equals).isPresent();
  }

  /** The protocol that the consumers speak. */
  public Protocol consumerProtocol() {
    return jmsConsumers.isPresent() ? Protocol.JMS : protocol;
  }

  /**
   * Whether all that is sent is to be delivered: it does not expire, and no selector holds it back.
   */
  public boolean deliversAll() {
    return messageExpiry().isEmpty() && jmsConsumers.flatMap(JmsConsumers::selector).isEmpty();
  }
}
