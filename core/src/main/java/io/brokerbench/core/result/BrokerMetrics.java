package io.brokerbench.core.result;

import java.util.OptionalLong;

/**
 * What a broker reported about itself a moment ago. What its product does not offer is absent, not
 * zero.
 *
 * @param queuedMessages messages that it holds for sessions and queues; absent where its product
 *     does not report it
 * @param connections clients that are connected, without the one that asks, likewise
 * @param heapBytes memory that it has allocated, as its product counts it, likewise
 * @param storedBytes payloads that it holds, for sessions and as retained messages, likewise
 */
public record BrokerMetrics(
    OptionalLong queuedMessages,
    OptionalLong connections,
    OptionalLong heapBytes,
    OptionalLong storedBytes) {

  /** Nothing is reported. */
  public static final BrokerMetrics NONE =
      new BrokerMetrics(OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty());

  /** Without the bytes that are stored. */
  public BrokerMetrics(
      OptionalLong queuedMessages, OptionalLong connections, OptionalLong heapBytes) {
    this(queuedMessages, connections, heapBytes, OptionalLong.empty());
  }

  /** Of both together; what neither reports is absent. */
  public BrokerMetrics plus(BrokerMetrics other) {
    return new BrokerMetrics(
        sum(queuedMessages, other.queuedMessages),
        sum(connections, other.connections),
        sum(heapBytes, other.heapBytes),
        sum(storedBytes, other.storedBytes));
  }

  private static OptionalLong sum(OptionalLong a, OptionalLong b) {
    return a.isPresent() || b.isPresent()
        ? OptionalLong.of(a.orElse(0) + b.orElse(0))
        : OptionalLong.empty();
  }

  /** Whether anything is reported. */
  public boolean any() {
    return queuedMessages.isPresent()
        || connections.isPresent()
        || heapBytes.isPresent()
        || storedBytes.isPresent();
  }
}
