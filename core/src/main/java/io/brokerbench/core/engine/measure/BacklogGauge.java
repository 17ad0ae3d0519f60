package io.brokerbench.core.engine.measure;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Deliveries owed and not yet made, over all lanes, and the most there ever were.
 *
 * <p>Each lane publishes its two running totals once per turn, and looks at the sum of all lanes.
 * Single writer per lane, wait-free; a reading may miss what other lanes did in the last turn, some
 * hundred microseconds.
 */
public final class BacklogGauge {

  /** Keeps the slots of two lanes on different cache lines. */
  private static final int STRIDE = 16;

  private static final int HIGH_WATER_MARK = 1;
  private static final int LEAST = 2;

  private final int lanes;
  private final AtomicLongArray slots;

  /** Of consumers that are slow on purpose; null for none. */
  private BacklogGauge slow;

  /** A gauge for a number of lanes. */
  public BacklogGauge(int lanes) {
    this.lanes = lanes;
    this.slots = new AtomicLongArray(lanes * STRIDE);
    for (int lane = 0; lane < lanes; lane++) {
      slots.set(lane * STRIDE + LEAST, Long.MAX_VALUE);
    }
  }

  /** A gauge that counts deliveries to consumers that are slow on purpose apart. */
  public static BacklogGauge withSlowConsumers(int lanes) {
    BacklogGauge gauge = new BacklogGauge(lanes);
    gauge.slow = new BacklogGauge(lanes);
    return gauge;
  }

  /** The part that counts deliveries to slow consumers; null where there are none. */
  public BacklogGauge slow() {
    return slow;
  }

  /** The backlog now, with that of slow consumers apart. */
  public Reading reading() {
    return new Reading(sum(), slow == null ? 0 : slow.sum());
  }

  /**
   * Publishes a lane's totals.
   *
   * @param owed deliveries that this lane's publishers have caused
   * @param made distinct deliveries that this lane's consumers have got
   */
  public void update(int lane, long owed, long made) {
    int base = lane * STRIDE;
    slots.setRelease(base, owed - made);
    long now = current();
    if (now > slots.getPlain(base + HIGH_WATER_MARK)) {
      slots.setRelease(base + HIGH_WATER_MARK, now);
    }
    if (now < slots.getPlain(base + LEAST)) {
      slots.setRelease(base + LEAST, now);
    }
  }

  /** The backlog now; never negative. */
  public long current() {
    return Math.max(0, sum());
  }

  private long sum() {
    long sum = 0;
    for (int lane = 0; lane < lanes; lane++) {
      sum += slots.getAcquire(lane * STRIDE);
    }
    return sum;
  }

  /** The most there ever were. */
  public long highWaterMark() {
    long most = 0;
    for (int lane = 0; lane < lanes; lane++) {
      most = Math.max(most, slots.getAcquire(lane * STRIDE + HIGH_WATER_MARK));
    }
    return most;
  }

  /** The least that this lane saw since it last asked; to be called by the lane. */
  public long takeLeast(int lane) {
    int index = lane * STRIDE + LEAST;
    long least = slots.getPlain(index);
    slots.setRelease(index, Long.MAX_VALUE);
    return least == Long.MAX_VALUE ? current() : least;
  }

  /**
   * Deliveries owed for what clients did, less those that were made to consumers, at one instant.
   * Of one worker of several either may be negative, as its consumers get what others' publishers
   * sent; the sum over all workers is the backlog.
   *
   * @param prompt of consumers that take all
   * @param slow of those that are slow on purpose
   */
  public record Reading(long prompt, long slow) {

    /** Nothing is owed. */
    public static final Reading NONE = new Reading(0, 0);

    /** Both as one. */
    public Reading plus(Reading other) {
      return new Reading(prompt + other.prompt, slow + other.slow);
    }

    /** Deliveries owed and not made, to whomever; never negative. */
    public long ofAll() {
      return Math.max(0, prompt) + Math.max(0, slow);
    }
  }

  /**
   * The least backlogs of equal parts of the steady state, as one lane sees them: what {@link
   * BacklogTrend} asks for. Their memory is taken before the load, up to that of six hours, so that
   * a long run does not grow. Confined to the lane's thread.
   */
  public static final class Leasts {

    private static final long PART_NANOS = 100_000_000L;
    private static final int MOST_AT_ONCE = 6 * 36_000;

    private long[] values = new long[1];
    private int count;
    private long next = Long.MAX_VALUE;

    /** When the steady state is to be; before it begins. */
    public void plan(RunTimes times) {
      next = times.steadyStart();
      long parts = (times.steadyEnd() - times.steadyStart()) / PART_NANOS;
      values = new long[(int) Math.max(1, Math.min(MOST_AT_ONCE, parts))];
    }

    /** Takes the least of each part that is over. */
    public void turn(long now, RunTimes times, BacklogGauge gauge, int lane) {
      while (now - next >= 0 && next - times.steadyEnd() <= 0) {
        long least = gauge.takeLeast(lane);
        if (next - times.steadyStart() > 0) { // the one before is that of the warm-up
          values = count < values.length ? values : Arrays.copyOf(values, count + MOST_AT_ONCE);
          values[count++] = least;
        }
        next += PART_NANOS;
      }
    }

    /** All of them, in their order. */
    public List<Long> list() {
      return Arrays.stream(values, 0, count).boxed().toList();
    }
  }
}
