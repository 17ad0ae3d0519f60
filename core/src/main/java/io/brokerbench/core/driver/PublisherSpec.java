package io.brokerbench.core.driver;

import io.brokerbench.core.payload.PayloadForm;
import io.brokerbench.core.payload.SizeTable;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.security.ClientIdentity;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a driver needs to know to make a publisher.
 *
 * @param clientId unique on the broker
 * @param topic that it publishes to; the first of them, where there are more
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
 * @param moreTopics further topics: messages go to all of them in turn, by their sequence
 * @param provesByProperty whether the three words travel as digits in the user property {@link
 *     io.brokerbench.core.payload.ProofPlace#PROPERTY} (MQTT 5), or the property {@link
 *     io.brokerbench.core.payload.ProofPlace#JMS_PROPERTY} (JMS), and not in the payload
 * @param partition value of the property {@link
 *     io.brokerbench.core.scenario.JmsConsumers#PARTITION_PROPERTY} of each message (JMS); empty
 *     for no such property
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
    Optional<SizeTable> sizes,
    List<String> moreTopics,
    boolean provesByProperty,
    Optional<Integer> partition)
    implements PublisherSpecBuilder.With {

  /** Copies the list. */
  public PublisherSpec {
    moreTopics = List.copyOf(moreTopics);
  }

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
        Optional.empty(),
        List.of(),
        false,
        Optional.empty());
  }

  /**
   * All topics, at least one: message <i>n</i> goes to the one of index <i>n</i> mod their number.
   */
  public List<String> topics() {
    return Stream.concat(Stream.of(topic), moreTopics.stream()).toList();
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
