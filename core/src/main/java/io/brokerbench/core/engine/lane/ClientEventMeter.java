package io.brokerbench.core.engine.lane;

import static io.brokerbench.core.result.LatencyKind.BROWSE;
import static io.brokerbench.core.result.LatencyKind.COMMIT;
import static io.brokerbench.core.result.LatencyKind.CONSUMER_ACKNOWLEDGE;
import static io.brokerbench.core.result.LatencyKind.SESSION;
import static io.brokerbench.core.result.LatencyKind.SUBSCRIBE;

import io.brokerbench.core.driver.ClientStep;
import io.brokerbench.core.driver.ConnectionLossEffect;
import io.brokerbench.core.engine.measure.FailoverReport;
import io.brokerbench.core.engine.measure.LatencyRecorders;
import io.brokerbench.core.engine.measure.RunTimes;
import io.brokerbench.core.mqtt5.AnswerPacket;
import io.brokerbench.core.result.ReasonCodeCount;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * What the clients of one lane report beside messages: their subscriptions and steps, walks through
 * queues, reason codes, and what broken connections left unresolved. Confined to the lane's thread.
 */
final class ClientEventMeter {

  private static final int CODES = 256;

  private final LatencyRecorders latencies;
  private final Supplier<RunTimes> times;
  private final Map<ConnectionLossEffect, Long> connectionLosses =
      new EnumMap<>(ConnectionLossEffect.class);
  private final Map<AnswerPacket, long[]> reasonCodes = new EnumMap<>(AnswerPacket.class);
  private boolean frozen;
  private long redelivered;
  private long browses;
  private long browsed;
  private OptionalLong unreleased = OptionalLong.empty();

  ClientEventMeter(LatencyRecorders latencies, Supplier<RunTimes> times) {
    this.latencies = latencies;
    this.times = times;
  }

  /** Nothing that comes after this is counted, but subscriptions. */
  void freeze() {
    frozen = true;
  }

  void onRedelivered() {
    redelivered += frozen ? 0 : 1;
  }

  /** A browser has walked through the queue. */
  void onBrowsed(long nanos, long latencyNanos, long messages) {
    if (!frozen) {
      browses++;
      browsed += messages;
      latencies.record(BROWSE, latencyNanos, times.get().steadyFlag(nanos - latencyNanos));
    }
  }

  /** What the broker has not released yet; that of the last call before the freeze counts. */
  void onUnreleased(OptionalLong deliveries) {
    if (!frozen) {
      unreleased = deliveries;
    }
  }

  void onSubscribed(long latencyNanos) {
    latencies.record(SUBSCRIBE, latencyNanos);
  }

  /**
   * Sessions are opened before the steady state, and count as connects do. The others count if they
   * began in the steady state: one that a slow broker ends after it must not be left out.
   */
  void onStep(ClientStep step, long nanos, long latencyNanos) {
    if (frozen) {
      return;
    }
    int steady = times.get().steadyFlag(nanos - latencyNanos);
    switch (step) {
      case SESSION -> latencies.record(SESSION, latencyNanos);
      case COMMIT -> latencies.record(COMMIT, latencyNanos, steady);
      case ACKNOWLEDGE -> latencies.record(CONSUMER_ACKNOWLEDGE, latencyNanos, steady);
    }
  }

  void onConnectionLossEffect(ConnectionLossEffect effect, long count) {
    if (!frozen) {
      connectionLosses.merge(effect, count, Long::sum);
    }
  }

  /** Allocates nothing once such a packet has come. */
  void onReasonCode(AnswerPacket packet, int code) {
    if (!frozen) {
      reasonCodes.computeIfAbsent(packet, first -> new long[CODES])[code & 0xFF]++;
    }
  }

  long redelivered() {
    return redelivered;
  }

  long browses() {
    return browses;
  }

  /** Messages in all walks. */
  long browsed() {
    return browsed;
  }

  /** See {@link #onUnreleased}. */
  OptionalLong unreleased() {
    return unreleased;
  }

  /** What broken connections left unresolved. */
  FailoverReport.ConnectionLossCounts connectionLosses() {
    return new FailoverReport.ConnectionLossCounts(connectionLosses);
  }

  /** Those that came, by packet and code, without the code for success. */
  List<ReasonCodeCount> reasonCodes() {
    List<ReasonCodeCount> came = new ArrayList<>();
    reasonCodes.forEach(
        (packet, codes) -> {
          for (int code = 1; code < CODES; code++) {
            if (codes[code] > 0) {
              came.add(new ReasonCodeCount(packet, code, codes[code]));
            }
          }
        });
    return came;
  }
}
