package io.brokerbench.core.engine.stage;

/**
 * What has come of a run so far, warm-up included.
 *
 * @param sent messages sent
 * @param acknowledged acknowledgements that came
 * @param received distinct deliveries made
 * @param timed those of them whose latency is known by now: the deliveries of all seconds that are
 *     complete
 * @param timedNanos their end-to-end latencies added up, within the histogram's 0.1 %
 */
public record RunTotals(
    long sent, long acknowledged, long received, long timed, double timedNanos) {

  /** Before anything was sent. */
  public static final RunTotals NONE = new RunTotals(0, 0, 0, 0, 0);
}
