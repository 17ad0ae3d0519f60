package io.brokerbench.core.scenario;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.brokerbench.core.base.Bounds;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Durations;
import java.time.Duration;
import java.util.Optional;

/**
 * What the network between clients and broker is made to do, in each direction, and that between
 * the nodes of a broker.
 *
 * @param latency added to each packet, in each direction
 * @param jitter by which the latency of a packet differs from it, at most; no more than the latency
 * @param lossFraction share of the packets that are dropped, below 1
 * @param bitsPerSecond most that passes in each direction; absent for no limit
 * @param nodeLossFraction share of the packets between the nodes of a pair or a cluster that are
 *     dropped, above 0 and below 1; absent for none
 * @param nodeLatency added between the nodes of a pair, in each direction, 1 ms to 1 s; absent for
 *     none
 */
public record NetworkConditions(
    @JsonPropertyDescription("Latency that the network adds in each direction.") Duration latency,
    @JsonPropertyDescription("By how much the added latency varies.") Duration jitter,
    @JsonPropertyDescription("Share of the packets that are lost.") @Bounds(max = 1)
        double lossFraction,
    @JsonPropertyDescription("Bandwidth in each direction.")
        @Bounds(min = NetworkConditions.MIN_BITS_PER_SECOND)
        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        Optional<Long> bitsPerSecond,
    @JsonPropertyDescription("Share of the packets between nodes that are lost.")
        @Bounds(max = 1)
        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        Optional<Double> nodeLossFraction,
    @JsonPropertyDescription("Latency that is added between the nodes of a pair in each direction.")
        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        Optional<Duration> nodeLatency) {

  /** Longest latency. */
  public static final Duration MAX_LATENCY = Duration.ofMinutes(1);

  /** Least latency between nodes: a relay adds about as much by itself. */
  private static final Duration LEAST_NODE_LATENCY = Duration.ofMillis(1);

  /** Longest one: nodes give up calls of each other that take too long. */
  private static final Duration MOST_NODE_LATENCY = Duration.ofSeconds(1);

  /** Least bandwidth. */
  public static final long MIN_BITS_PER_SECOND = 1_000;

  /** With nothing between nodes. */
  public NetworkConditions(
      Duration latency, Duration jitter, double lossFraction, Optional<Long> bitsPerSecond) {
    this(latency, jitter, lossFraction, bitsPerSecond, Optional.empty(), Optional.empty());
  }

  /** Checks the limits. */
  public NetworkConditions {
    latency = latency == null ? Duration.ZERO : latency;
    jitter = jitter == null ? Duration.ZERO : jitter;
    bitsPerSecond = bitsPerSecond == null ? Optional.empty() : bitsPerSecond;
    nodeLossFraction = nodeLossFraction == null ? Optional.empty() : nodeLossFraction;
    nodeLatency = nodeLatency == null ? Optional.empty() : nodeLatency;
    nodeLossFraction
        .filter(share -> !(share > 0 && share < 1))
        .ifPresent(
            share -> {
              throw new DefinitionException(
                  "network.nodeLossFraction", "above 0 and below 1", share);
            });
    requireBetween("network.latency", latency, Duration.ZERO, MAX_LATENCY);
    nodeLatency.ifPresent(
        each -> requireBetween("network.nodeLatency", each, LEAST_NODE_LATENCY, MOST_NODE_LATENCY));
    requireBetween("network.jitter", jitter, Duration.ZERO, latency);
    if (!(lossFraction >= 0 && lossFraction < 1)) {
      throw new DefinitionException("network.lossFraction", "0 to below 1", lossFraction);
    }
    bitsPerSecond
        .filter(bits -> bits < MIN_BITS_PER_SECOND)
        .ifPresent(
            bits -> {
              throw new DefinitionException(
                  "network.bitsPerSecond", "at least " + MIN_BITS_PER_SECOND, bits);
            });
  }

  /** The same without loss, of what is between clients and broker alone. */
  public NetworkConditions withoutLoss() {
    return new NetworkConditions(latency, jitter, 0, bitsPerSecond);
  }

  /** Whether anything is done to what is between the nodes. */
  public boolean betweenNodes() {
    return nodeLossFraction.isPresent() || nodeLatency.isPresent();
  }

  /** Whether anything is done to what is between clients and broker. */
  public boolean any() {
    return !latency.isZero() || lossFraction > 0 || bitsPerSecond.isPresent();
  }

  private static void requireBetween(String field, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new DefinitionException(
          field,
          "between %s and %s".formatted(Durations.format(least), Durations.format(most)),
          Durations.format(value));
    }
  }
}
