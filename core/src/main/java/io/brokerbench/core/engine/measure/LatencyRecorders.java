package io.brokerbench.core.engine.measure;

import io.brokerbench.core.result.LatencyKind;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * Collects latencies of one lane, by their kinds. Confined to the lane's thread; does not allocate
 * while it records.
 *
 * <p>What does not count is recorded too, and reported nowhere: so the code that records is the
 * same before the steady state and in it, and is compiled by then.
 */
public final class LatencyRecorders {

  private final Map<LatencyKind, LatencyRecorder> counted = new EnumMap<>(LatencyKind.class);

  /** What does not count, and what does. */
  private final List<Map<LatencyKind, LatencyRecorder>> recorders;

  /** For some kinds; others must not be recorded. */
  public LatencyRecorders(LatencyKind... kinds) {
    Map<LatencyKind, LatencyRecorder> uncounted = new EnumMap<>(LatencyKind.class);
    LatencyRecorder discarded = new LatencyRecorder();
    for (LatencyKind kind : kinds) {
      uncounted.put(kind, discarded);
      counted.put(kind, new LatencyRecorder());
    }
    recorders = List.of(uncounted, counted);
  }

  /** For what a lane times of messages, and of consumers and steps before them. */
  public static LatencyRecorders ofMessages() {
    return new LatencyRecorders(
        LatencyKind.END_TO_END,
        LatencyKind.SERVICE,
        LatencyKind.TAIL,
        LatencyKind.SEND_DELAY,
        LatencyKind.ACKNOWLEDGE,
        LatencyKind.CATCH_UP,
        LatencyKind.PACING,
        LatencyKind.SUBSCRIBE,
        LatencyKind.STORM,
        LatencyKind.STORM_PACING,
        LatencyKind.SESSION,
        LatencyKind.COMMIT,
        LatencyKind.CONSUMER_ACKNOWLEDGE,
        LatencyKind.BROWSE);
  }

  /**
   * Records a value.
   *
   * @param counts 1 for what counts, 0 for what does not
   */
  public void record(LatencyKind kind, long nanos, int counts) {
    recorders.get(counts).get(kind).record(nanos);
  }

  /** Records a value that counts. */
  public void record(LatencyKind kind, long nanos) {
    record(kind, nanos, 1);
  }

  /** Hands over what counts, and starts again. */
  public LatencyHistograms take() {
    Map<LatencyKind, Histogram> taken = new EnumMap<>(LatencyKind.class);
    counted.forEach((kind, recorder) -> taken.put(kind, recorder.take()));
    return new LatencyHistograms(taken);
  }
}
