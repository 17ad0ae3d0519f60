package io.brokerbench.core.driver;

import io.brokerbench.core.payload.PayloadForm;
import io.brokerbench.core.payload.SizeTable;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.security.ClientIdentity;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Optional;

/**
 * What a driver needs to know to make a publisher.
 *
 * @param clientId unique on the broker
 * @param topic that it publishes to
 * @param qos of its messages
 * @param payloadBytes size of each payload, at least 24; where there are sizes, the largest
 * @param retain whether the RETAIN flag is set
 * @param inFlightWindow most messages that may wait for their acknowledgement
 * @param persistent whether its session outlives its connection, so that messages that were under
 *     way are finished on the next one
 * @param identity what lets it in
 * @param form text of its payloads, which has the header in it; empty for the header and zeros
 * @param will what the broker publishes when the client is gone without a goodbye; empty for
 *     nothing
 * @param responseTopic where replies to its messages are to go: each message then has this response
 *     topic, and the second word of its payload, big-endian, as correlation data (MQTT 5, 3.3.2.3).
 *     With JMS it is the queue of the subscriber whose filter it is, as {@code JMSReplyTo}, and the
 *     word as 16 hexadecimal digits, as {@code JMSCorrelationID}
 * @param sizes size of each payload, by the second word of its header; empty where all have one
 */
@RecordBuilder
public record PublisherSpec(
    String clientId,
    String topic,
    Qos qos,
    int payloadBytes,
    boolean retain,
    int inFlightWindow,
    boolean persistent,
    ClientIdentity identity,
    Optional<PayloadForm> form,
    Optional<Will> will,
    Optional<String> responseTopic,
    Optional<SizeTable> sizes)
    implements PublisherSpecBuilder.With {

  /** A publisher that shows what all clients show, without a will, that expects no replies. */
  public PublisherSpec(
      String clientId,
      String topic,
      Qos qos,
      int payloadBytes,
      boolean retain,
      int window,
      boolean persistent) {
    this(
        clientId,
        topic,
        qos,
        payloadBytes,
        retain,
        window,
        persistent,
        ClientIdentity.COMMON,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /**
   * Size of a message's payload.
   *
   * @param word1 second word of its header
   */
  public int bytesOf(long word1) {
    return sizes.isPresent() ? sizes.get().of(word1) : payloadBytes;
  }

  /** A publisher whose session ends with its connection. */
  public PublisherSpec(
      String clientId, String topic, Qos qos, int payloadBytes, boolean retain, int window) {
    this(clientId, topic, qos, payloadBytes, retain, window, false);
  }
}
