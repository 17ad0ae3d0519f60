package io.brokerbench.core.load;

import java.util.Arrays;
import java.util.Objects;

/**
 * Messages at random, independent distances: exponential gaps of mean {@code 1/rate}.
 *
 * <p>Gap <i>i</i> is {@code -ln(u) / rate}, where <i>u</i> is drawn from the seed and <i>i</i>
 * alone by SplitMix64 (Steele, Lea and Flood, OOPSLA 2014), so that every thread computes the same
 * schedule and any index can be asked for again.
 *
 * @param rate mean rate of all publishers together
 */
public record PoissonLoad(Rate rate) implements OpenLoad {

  /** Checks that there is a rate. */
  public PoissonLoad {
    Objects.requireNonNull(rate, "rate");
  }

  @Override
  public ArrivalSchedule schedule(long seed) {
    return new Schedule(1e9 / rate.perSecond(), seed);
  }

  @Override
  public Rate peakRate() {
    return rate;
  }

  @Override
  public PoissonLoad withPeakRate(Rate newRate) {
    return new PoissonLoad(newRate);
  }

  /** Keeps a checkpoint each 64 messages: one byte of memory for eight messages. */
  private static final class Schedule implements ArrivalSchedule {
    private static final int STRIDE_SHIFT = 6;
    private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;

    private final double meanGapNanos;
    private final long seed;
    private double[] checkpoints = new double[1024];
    private int checkpointCount = 1;
    private long cursorIndex;
    private double cursorNanos;

    Schedule(double meanGapNanos, long seed) {
      this.meanGapNanos = meanGapNanos;
      this.seed = seed;
      this.cursorNanos = gap(0);
      this.checkpoints[0] = cursorNanos;
    }

    @Override
    public long offsetNanos(long index) {
      if (index < cursorIndex) {
        int checkpoint = (int) (index >>> STRIDE_SHIFT);
        cursorIndex = (long) checkpoint << STRIDE_SHIFT;
        cursorNanos = checkpoints[checkpoint];
      }
      while (cursorIndex < index) {
        cursorIndex++;
        cursorNanos += gap(cursorIndex);
        if (cursorIndex == (long) checkpointCount << STRIDE_SHIFT) {
          addCheckpoint(cursorNanos);
        }
      }
      return (long) Math.ceil(cursorNanos);
    }

    private void addCheckpoint(double nanos) {
      if (checkpointCount == checkpoints.length) {
        checkpoints = Arrays.copyOf(checkpoints, checkpointCount * 2);
      }
      checkpoints[checkpointCount++] = nanos;
    }

    private double gap(long index) {
      long z = seed + (index + 1) * GOLDEN_GAMMA;
      z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
      z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
      z ^= z >>> 31;
      double uniform = ((z >>> 11) + 1) * 0x1p-53;
      return -Math.log(uniform) * meanGapNanos;
    }
  }
}
