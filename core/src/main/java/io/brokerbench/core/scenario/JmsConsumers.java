package io.brokerbench.core.scenario;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.brokerbench.core.base.DefinitionException;
import java.util.Objects;
import java.util.Optional;

/**
 * How consumers that speak JMS consume.
 *
 * @param destination what they consume from
 * @param acknowledgement how they tell the broker that they have a message
 * @param batch messages for each acknowledgement or transaction, 1 to {@code prefetch}; 1 unless
 *     {@code acknowledgement} is {@code CLIENT} or {@code TRANSACTED}
 * @param prefetch messages that the broker may send to a consumer ahead of it, 1 to {@value
 *     #MAX_PREFETCH}
 * @param consumersPerConnection consumers that share a connection, each with a session of its own,
 *     1 to {@value #MAX_PER_CONNECTION}
 * @param selector of the messages that they want (SQL-92 as JMS has it); empty for all
 */
public record JmsConsumers(
    JmsDestinationKind destination,
    JmsAcknowledgement acknowledgement,
    int batch,
    int prefetch,
    int consumersPerConnection,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<String> selector) {

  /** Messages for each acknowledgement, where they are acknowledged together. */
  public static final int BATCH = 100;

  /** Messages ahead, as the published figures have it. */
  public static final int PREFETCH = 100_000;

  /** Most messages ahead. */
  public static final int MAX_PREFETCH = 1_000_000;

  /** Most consumers of one connection. */
  public static final int MAX_PER_CONNECTION = 1_000;

  private static final int MAX_SELECTOR = 1_000;

  /** Checks the limits. */
  public JmsConsumers {
    Objects.requireNonNull(destination, "destination");
    Objects.requireNonNull(acknowledgement, "acknowledgement");
    selector = selector == null ? Optional.empty() : selector;
    requireBetween("prefetch", MAX_PREFETCH, prefetch);
    requireBetween("batch", prefetch, batch);
    requireBetween("consumersPerConnection", MAX_PER_CONNECTION, consumersPerConnection);
    if (batch > 1 && !acknowledgement.isBatched()) {
      throw new DefinitionException(
          "batch", "1 with " + acknowledgement + ", which doesn't collect messages", batch);
    }
    if (selector.isPresent()
        && (selector.get().isBlank() || selector.get().length() > MAX_SELECTOR)) {
      throw new DefinitionException(
          "selector", "a condition of at most " + MAX_SELECTOR + " characters", selector.get());
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
        JmsDestinationKind.TOPIC, acknowledgement, batch, PREFETCH, 1, Optional.empty());
  }

  /** The same with another acknowledgement, of its usual number of messages. */
  public JmsConsumers withAcknowledgement(JmsAcknowledgement other) {
    int messages = other.isBatched() ? Math.min(prefetch, BATCH) : 1;
    return new JmsConsumers(
        destination, other, messages, prefetch, consumersPerConnection, selector);
  }

  /** The same with another number of messages for each acknowledgement. */
  public JmsConsumers withBatch(int messages) {
    return new JmsConsumers(
        destination, acknowledgement, messages, prefetch, consumersPerConnection, selector);
  }

  /** The same with another number of messages ahead. */
  public JmsConsumers withPrefetch(int messages) {
    return new JmsConsumers(
        destination,
        acknowledgement,
        Math.min(batch, Math.max(1, messages)),
        messages,
        consumersPerConnection,
        selector);
  }

  /** The same with connections that several consumers share. */
  public JmsConsumers withConsumersPerConnection(int consumers) {
    return new JmsConsumers(destination, acknowledgement, batch, prefetch, consumers, selector);
  }

  /** The same for some of the messages only. */
  public JmsConsumers withSelector(String condition) {
    return new JmsConsumers(
        destination,
        acknowledgement,
        batch,
        prefetch,
        consumersPerConnection,
        Optional.of(condition));
  }

  /** The same, consuming from a queue. */
  public JmsConsumers ofQueue() {
    return new JmsConsumers(
        JmsDestinationKind.QUEUE,
        acknowledgement,
        batch,
        prefetch,
        consumersPerConnection,
        selector);
  }
}
