package io.brokerbench.core.scenario;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.brokerbench.core.base.Bounds;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.load.Rate;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Objects;
import java.util.Optional;

/**
 * How consumers that speak JMS consume.
 *
 * @param destination what they consume from
 * @param acknowledgement how they acknowledge a message to the broker
 * @param batch messages for each acknowledgement or transaction, at most {@code prefetch}; 1 unless
 *     {@code acknowledgement} is {@code CLIENT} or {@code TRANSACTED}
 * @param prefetch messages that the broker may send to a consumer ahead of it
 * @param consumersPerConnection consumers that share a connection, each with a session of its own
 * @param selector selector of the messages that they want (SQL-92 as JMS has it); absent for all
 * @param replyQueue where a requester gets its replies; only with responders. Absent for {@code
 *     TEMPORARY}
 * @param partitionSelectors whether producers set the property {@value #PARTITION_PROPERTY} to
 *     their partition, and each consumer selects its own from what all of them send; absent for no
 * @param browseRate how often per second a browser beside the first consumer walks through the
 *     queue, at equal distances, or as soon as the walk before has ended; absent for no browser
 */
@RecordBuilder
public record JmsConsumers(
    @JsonPropertyDescription("What JMS consumers consume from.") Destination destination,
    @JsonPropertyDescription("How JMS consumers acknowledge.") JmsAcknowledgement acknowledgement,
    @JsonPropertyDescription(
            "Messages for each acknowledgement (CLIENT) or transaction (TRANSACTED).")
        @Bounds(min = 1, max = JmsConsumers.MAX_PREFETCH)
        int batch,
    @JsonPropertyDescription("Messages that the broker may send to a JMS consumer ahead of it.")
        @Bounds(min = 1, max = JmsConsumers.MAX_PREFETCH)
        int prefetch,
    @JsonPropertyDescription("JMS consumers that share a connection.")
        @Bounds(min = 1, max = JmsConsumers.MAX_PER_CONNECTION)
        int consumersPerConnection,
    @JsonPropertyDescription("Selector of JMS consumers, which all messages must match.")
        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        Optional<String> selector,
    @JsonPropertyDescription(
            "Where a JMS requester gets its replies, with responders (default: TEMPORARY).")
        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        Optional<ReplyQueue> replyQueue,
    @JsonPropertyDescription(
            "Let each JMS consumer select the messages of its partition from those of all, by a"
                + " property that producers set (default: false).")
        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        Optional<Boolean> partitionSelectors,
    @JsonPropertyDescription(
            "How often per second a JMS browser beside the consumers walks through their queue"
                + " (default: no browser).")
        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        Optional<Rate> browseRate)
    implements JmsConsumersBuilder.With {

  /** What JMS consumers consume from. */
  public enum Destination {
    /** Topics, by subscriptions. */
    TOPIC,
    /** One queue, which all producers send to; each message goes to one consumer. */
    QUEUE
  }

  /** Where a requester gets its replies. */
  public enum ReplyQueue {
    /** A temporary queue, which is gone with the connection of the requester's consumer. */
    TEMPORARY,
    /** A queue with a name of its own. */
    NAMED
  }

  /** Messages for each acknowledgement, where they are acknowledged together. */
  public static final int BATCH = 100;

  /** Messages ahead. */
  public static final int PREFETCH = 100_000;

  /** Most messages ahead. */
  public static final int MAX_PREFETCH = 1_000_000;

  /** Most consumers of one connection. */
  public static final int MAX_PER_CONNECTION = 1_000;

  /** Property with the partition of the message's producer, where consumers select by it. */
  public static final String PARTITION_PROPERTY = "brokerbench_partition";

  private static final int MAX_SELECTOR = 1_000;

  private static final Rate MOST_BROWSES = Rate.perSecond(100);

  /** Checks the limits. */
  public JmsConsumers {
    Objects.requireNonNull(destination, "destination");
    Objects.requireNonNull(acknowledgement, "acknowledgement");
    selector = selector == null ? Optional.empty() : selector;
    replyQueue = replyQueue == null ? Optional.empty() : replyQueue;
    partitionSelectors =
        partitionSelectors == null
            ? Optional.empty()
            : partitionSelectors.filter(Boolean::booleanValue);
    browseRate = browseRate == null ? Optional.empty() : browseRate;
    requireBetween("prefetch", MAX_PREFETCH, prefetch);
    requireBetween("batch", prefetch, batch);
    requireBetween("consumersPerConnection", MAX_PER_CONNECTION, consumersPerConnection);
    if (batch > 1 && !acknowledgement.isBatched()) {
      throw new DefinitionException(
          "batch", "1 with " + acknowledgement + ", which does not collect messages", batch);
    }
    if (selector.isPresent()
        && (selector.get().isBlank() || selector.get().length() > MAX_SELECTOR)) {
      throw new DefinitionException(
          "selector", "a condition of at most " + MAX_SELECTOR + " characters", selector.get());
    }
    if (browseRate.filter(rate -> rate.perSecond() > MOST_BROWSES.perSecond()).isPresent()) {
      throw new DefinitionException("browseRate", "at most " + MOST_BROWSES, browseRate.get());
    }
    if (browseRate.isPresent() && destination != Destination.QUEUE) {
      throw new DefinitionException(
          "browseRate", "only with the destination QUEUE", browseRate.get());
    }
    if (selector.isPresent() && partitionSelectors.isPresent()) {
      throw new DefinitionException(
          "selector", "none with partitionSelectors, which are selectors", selector.get());
    }
  }

  private static void requireBetween(String field, int most, int value) {
    if (value < 1 || value > most) {
      throw new DefinitionException(field, "between 1 and " + most, value);
    }
  }

  /** The usual ones of an acknowledgement: one consumer for each connection. */
  public static JmsConsumers of(JmsAcknowledgement acknowledgement) {
    int batch = acknowledgement.isBatched() ? BATCH : 1;
    return new JmsConsumers(
        Destination.TOPIC,
        acknowledgement,
        batch,
        PREFETCH,
        1,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** The same with another number of messages ahead, and a batch of no more. */
  @Override
  public JmsConsumers withPrefetch(int messages) {
    return with().prefetch(messages).batch(Math.min(batch, Math.max(1, messages))).build();
  }

  /** The same for some of the messages only. */
  public JmsConsumers withSelector(String condition) {
    return withSelector(Optional.of(condition));
  }

  /** Whether each consumer selects the messages of its partition from those of all. */
  public boolean selectsPartitions() {
    return partitionSelectors.isPresent();
  }

  /** Whether the replies to a requester go to a temporary queue. */
  public boolean usesTemporaryQueues() {
    return replyQueue.orElse(ReplyQueue.TEMPORARY) == ReplyQueue.TEMPORARY;
  }

  /** Whether they consume from a queue. */
  public boolean usesQueue() {
    return destination == Destination.QUEUE;
  }

  /** The same, consuming from a queue. */
  public JmsConsumers ofQueue() {
    return withDestination(Destination.QUEUE);
  }
}
