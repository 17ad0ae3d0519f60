package io.brokerbench.experiment.cell;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Durations;
import io.brokerbench.core.base.MessageHeader;
import java.time.Duration;
import java.util.Optional;

/**
 * Messages of QoS 1 that a broker is made to hold, for a durable subscriber that has left.
 *
 * @param bytes of all payloads together, 0 for a subscriber that nothing is stored for
 * @param payloadBytes of each message
 * @param vanish how it left silently; absent where it disconnected
 */
public record StorePlan(long bytes, int payloadBytes, Optional<SilentDisconnect> vanish) {

  private static final long MAX_BYTES = 1_000_000_000_000L;

  /** Checks the limits. */
  public StorePlan {
    if (bytes < 0 || bytes > MAX_BYTES) {
      throw new DefinitionException("bytes", "between 0 and " + MAX_BYTES, bytes);
    }
    if (payloadBytes < MessageHeader.BYTES || payloadBytes > 100_000_000) {
      throw new DefinitionException(
          "payloadBytes", "between " + MessageHeader.BYTES + " and 100000000", payloadBytes);
    }
  }

  /** For a subscriber that said goodbye. */
  public StorePlan(long bytes, int payloadBytes) {
    this(bytes, payloadBytes, Optional.empty());
  }

  /** Number of messages. */
  public long messages() {
    return (bytes + payloadBytes - 1) / payloadBytes;
  }

  /**
   * A subscriber whose packets are dropped from some instant on, while its connection stays open.
   *
   * @param keepAlive after one and a half of which a broker gives it up (MQTT 3.1.1, 3.1.2.10);
   *     whole seconds from 1 on
   * @param watch how long the broker is looked at after that
   */
  public record SilentDisconnect(Duration keepAlive, Duration watch) {

    /** Checks the limits. */
    public SilentDisconnect {
      if (keepAlive.compareTo(Duration.ofSeconds(1)) < 0 || keepAlive.toNanosPart() != 0) {
        throw new DefinitionException(
            "keepAlive", "whole seconds, at least 1s", Durations.format(keepAlive));
      }
      if (watch.isNegative() || watch.compareTo(Duration.ofDays(1)) > 0) {
        throw new DefinitionException("watch", "between 0s and 1d", Durations.format(watch));
      }
    }

    /** When a broker has to have noticed, after the last packet. */
    public Duration noticedAfter() {
      return keepAlive.multipliedBy(3).dividedBy(2);
    }
  }
}
