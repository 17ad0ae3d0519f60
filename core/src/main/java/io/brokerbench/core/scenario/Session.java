package io.brokerbench.core.scenario;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Durations;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * How clients are connected.
 *
 * @param protocol that they speak; with {@code jmsConsumers}, that the publishers speak
 * @param persistent whether the consumers' sessions outlive their connections; with QoS 0 that
 *     keeps their subscriptions, while a broker need not keep the messages
 * @param absentFraction share of the consumers, 0 to 1, that go away in mid-run and come back; only
 *     with {@code persistent}
 * @param inFlightWindow most messages that a publisher may have sent and not yet acknowledged (QoS
 *     1 and 2), 1 to 65535; a smaller Receive Maximum of the broker wins
 * @param keepAlive longest silence of a client before it pings, 0 (never) to 65535 whole seconds
 * @param connectRate clients of the whole run that are due to connect per second, at equal
 *     distances, consumers first. Empty for as fast as the broker takes them: each lane has a
 *     window of connects under way, and a client is due when a place in it becomes free
 * @param transport what MQTT is spoken over. Empty for TCP, or what a broker listens to that has
 *     nothing else
 * @param jmsConsumers how the consumers consume where they speak JMS; empty where they speak {@code
 *     protocol}
 */
public record Session(
    Protocol protocol,
    boolean persistent,
    double absentFraction,
    int inFlightWindow,
    Duration keepAlive,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Rate> connectRate,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Transport> transport,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<JmsConsumers> jmsConsumers) {

  /** Most packet identifiers that MQTT has. */
  public static final int MAX_IN_FLIGHT = 65_535;

  private static final Duration MAX_KEEP_ALIVE = Duration.ofSeconds(65_535);

  /** Checks the limits. */
  public Session {
    Objects.requireNonNull(protocol, "protocol");
    Objects.requireNonNull(keepAlive, "keepAlive");
    connectRate = connectRate == null ? Optional.empty() : connectRate;
    transport = transport == null ? Optional.empty() : transport;
    jmsConsumers = jmsConsumers == null ? Optional.empty() : jmsConsumers;
    if (protocol == Protocol.JMS && jmsConsumers.isEmpty()) {
      throw new DefinitionException(
          "jmsConsumers", "to be given where publishers speak JMS", "nothing");
    }
    if (jmsConsumers.isPresent()) {
      requireTopics(protocol, jmsConsumers.get());
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
    if (keepAlive.toNanosPart() != 0) {
      throw new DefinitionException("keepAlive", "whole seconds", Durations.format(keepAlive));
    }
  }

  private static void requireTopics(Protocol protocol, JmsConsumers jms) {
    if (jms.destination() == JmsDestinationKind.QUEUE && protocol != Protocol.JMS) {
      throw new DefinitionException(
          "destination",
          "TOPIC where publishers speak MQTT, which has no queues",
          jms.destination());
    }
  }

  /** Sessions of clients that connect as fast as the broker takes them. */
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
        Optional.empty());
  }

  /** The same, with clients that connect at a rate. */
  public Session withConnectRate(Rate rate) {
    return new Session(
        protocol,
        persistent,
        absentFraction,
        inFlightWindow,
        keepAlive,
        Optional.of(rate),
        transport,
        jmsConsumers);
  }

  /** The same over a transport. */
  public Session withTransport(Transport other) {
    return new Session(
        protocol,
        persistent,
        absentFraction,
        inFlightWindow,
        keepAlive,
        connectRate,
        Optional.of(other),
        jmsConsumers);
  }

  /** Whether clients speak over WebSockets, and nothing else. */
  public boolean usesWebSockets() {
    return transport.filter(Transport.WEBSOCKET::equals).isPresent();
  }

  /** The same, with consumers that speak JMS. */
  public Session withJmsConsumers(JmsConsumers consumers) {
    return new Session(
        protocol,
        persistent,
        absentFraction,
        inFlightWindow,
        keepAlive,
        connectRate,
        transport,
        Optional.of(consumers));
  }

  /** The protocol that the consumers speak. */
  public Protocol consumerProtocol() {
    return jmsConsumers.isPresent() ? Protocol.JMS : protocol;
  }
}
