package io.brokerbench.core.driver;

import io.brokerbench.core.load.Rate;
import io.brokerbench.core.payload.ProofPlace;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.security.ClientIdentity;
import io.brokerbench.core.storm.SlowConsumers.Withheld;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Optional;

/**
 * What a driver needs to know to make a subscriber.
 *
 * @param clientId unique on the broker
 * @param filters topic filters, at least one, without any prefix of a shared subscription; it
 *     subscribes to each of them. Drivers of JMS take one
 * @param sharedGroup name of the shared subscription that it takes part in
 * @param qos that it asks for
 * @param persistent whether its session outlives its connection
 * @param largestPayloadBytes largest payload that the run sends; drivers may refuse packets that
 *     are far longer
 * @param identity what lets it in
 * @param proof where the header stands in the payloads; empty for their beginning
 * @param role what it does with the messages that it receives
 * @param withholds what it withholds beyond what {@link Subscriber#allow} lets it take; empty for a
 *     subscriber that always takes all
 * @param provedByProperty whether the three words come as digits in the user property {@link
 *     ProofPlace#PROPERTY} (MQTT 5), or the property {@link ProofPlace#JMS_PROPERTY} (JMS); a
 *     message without them is reported as a short payload
 * @param partition that it selects by the property {@link
 *     io.brokerbench.core.scenario.JmsConsumers#PARTITION_PROPERTY} (JMS); empty for all messages
 * @param browseRate how often per second a browser walks through its queue, on a connection of its
 *     own, from when it is subscribed until it leaves (JMS); empty for no browser
 */
@RecordBuilder
public record SubscriberSpec(
    String clientId,
    List<String> filters,
    Optional<String> sharedGroup,
    Qos qos,
    boolean persistent,
    int largestPayloadBytes,
    ClientIdentity identity,
    Optional<ProofPlace> proof,
    Role role,
    Optional<Withheld> withholds,
    boolean provedByProperty,
    Optional<Integer> partition,
    Optional<Rate> browseRate)
    implements SubscriberSpecBuilder.With {

  /** What a subscriber does with messages. */
  public enum Role {
    /** Reports them. */
    CONSUMER,
    /**
     * Reports them as replies, after it has seen that the correlation data of each is the second
     * word of its payload; one whose data differs is reported by {@link
     * SubscriberListener#onWrongProperties}. With JMS its filter names the queue of its replies,
     * which is a temporary one unless {@link io.brokerbench.core.scenario.JmsConsumers#replyQueue}
     * says otherwise.
     */
    REQUESTER,
    /**
     * Reports them as requests and replies to each by itself, on the same connection and with the
     * same QoS: to the request's response topic, with its correlation data and its whole payload.
     * One without response topic or correlation data is reported by {@link
     * SubscriberListener#onWrongProperties}. Replies that the broker cannot take now wait for it,
     * in their order; where too many wait, the connection ends with that as the cause. Where its
     * session is persistent, replies without an acknowledgement are sent again on the next
     * connection, first and in their order.
     */
    RESPONDER
  }

  /** Where the sender's payloads are not known: the largest packet of MQTT (2.2.3). */
  public static final int ANY_PAYLOAD = 268_435_455;

  /** Copies the list. */
  public SubscriberSpec {
    filters = List.copyOf(filters);
  }

  /** A consumer that shows what all clients show. */
  public SubscriberSpec(
      String clientId,
      List<String> filters,
      Optional<String> sharedGroup,
      Qos qos,
      boolean persistent,
      int largestPayloadBytes) {
    this(
        clientId,
        filters,
        sharedGroup,
        qos,
        persistent,
        largestPayloadBytes,
        ClientIdentity.COMMON,
        Optional.empty(),
        Role.CONSUMER,
        Optional.empty(),
        false,
        Optional.empty(),
        Optional.empty());
  }

  /** A subscriber to messages of any size. */
  public SubscriberSpec(
      String clientId,
      List<String> filters,
      Optional<String> sharedGroup,
      Qos qos,
      boolean persistent) {
    this(clientId, filters, sharedGroup, qos, persistent, ANY_PAYLOAD);
  }

  /** A subscriber with one filter. */
  public SubscriberSpec(
      String clientId, String filter, Optional<String> sharedGroup, Qos qos, boolean persistent) {
    this(clientId, List.of(filter), sharedGroup, qos, persistent);
  }

  /** The first filter. */
  public String filter() {
    return filters.get(0);
  }
}
