package io.brokerbench.core.engine.latency;

import static io.brokerbench.core.result.LatencyKind.CATCH_UP;
import static io.brokerbench.core.result.LatencyKind.END_TO_END;
import static io.brokerbench.core.result.LatencyKind.SERVICE;
import static io.brokerbench.core.result.LatencyKind.TAIL;

import io.brokerbench.core.engine.measure.LatencyRecorders;
import io.brokerbench.core.scenario.Scenario;

/**
 * The latencies of one lane's distinct deliveries: end to end, of the broker alone, and of the tail
 * of short windows; apart from these, of what a consumer that was away catches up on. Confined to
 * the lane's thread; allocates nothing for a delivery.
 */
public final class DeliveryLatencies {

  private final LatencyRecorders latencies;

  /** Of what is outside of the steady state, and of what is in it. */
  private final TailWindow[] tails;

  /** When each consumer that was away came back; 0 for one that was not. */
  private final long[] returnedAtNanos;

  /**
   * Of no delivery yet.
   *
   * @param share of all deliveries that the lane has, more than 0 and at most 1
   * @param latencies where they are kept
   */
  public DeliveryLatencies(Scenario scenario, double share, LatencyRecorders latencies) {
    this.latencies = latencies;
    this.tails = new TailWindow[] {TailWindow.of(scenario, share), TailWindow.of(scenario, share)};
    this.returnedAtNanos = new long[scenario.topology().consumers()];
  }

  /** A consumer that was away is back: what is older than this instant is caught up on. */
  public void onReturned(int consumer, long nanos) {
    returnedAtNanos[consumer] = nanos;
  }

  /**
   * Records a delivery.
   *
   * @param nanos when it was made
   * @param intended when its message was to be sent
   * @param latency end to end
   * @param sendDelayNanos how much later than intended it was sent
   * @param steady 1 where it counts for the steady state, else 0
   */
  public void record(
      long nanos, long intended, long latency, long sendDelayNanos, int consumer, int steady) {
    long returned = returnedAtNanos[consumer];
    if (returned != 0 && intended - returned < 0 && nanos - returned >= 0) {
      latencies.record(CATCH_UP, latency, steady);
      return;
    }
    latencies.record(END_TO_END, latency, steady);
    latencies.record(SERVICE, latency - sendDelayNanos, steady);
    TailWindow tail = tails[steady];
    if (tail.add(latency)) {
      latencies.record(TAIL, tail.takeP99(), steady);
    }
  }
}
