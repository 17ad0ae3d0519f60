package io.brokerbench.core.driver;

import io.brokerbench.core.scenario.Qos;
import java.util.Optional;

/**
 * What a driver needs to know to make a publisher.
 *
 * @param clientId unique on the broker
 * @param topic that it publishes to
 * @param qos of its messages
 * @param payloadBytes size of each payload, at least 24
 * @param retain whether the RETAIN flag is set
 * @param inFlightWindow most messages that may wait for their acknowledgement
 * @param persistent whether its session outlives its connection, so that messages that were under
 *     way are finished on the next one
 * @param will what the broker publishes when the client is gone without a goodbye; empty for
 *     nothing
 */
public record PublisherSpec(
    String clientId,
    String topic,
    Qos qos,
    int payloadBytes,
    boolean retain,
    int inFlightWindow,
    boolean persistent,
    Optional<Will> will) {

  /** A publisher without a will. */
  public PublisherSpec(
      String clientId,
      String topic,
      Qos qos,
      int payloadBytes,
      boolean retain,
      int inFlightWindow,
      boolean persistent) {
    this(clientId, topic, qos, payloadBytes, retain, inFlightWindow, persistent, Optional.empty());
  }

  /** The same with a will. */
  public PublisherSpec withWill(Will left) {
    return new PublisherSpec(
        clientId, topic, qos, payloadBytes, retain, inFlightWindow, persistent, Optional.of(left));
  }

  /** A publisher whose session ends with its connection. */
  public PublisherSpec(
      String clientId, String topic, Qos qos, int payloadBytes, boolean retain, int window) {
    this(clientId, topic, qos, payloadBytes, retain, window, false);
  }
}
