package io.brokerbench.core.load;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.Arrays;
import java.util.Objects;

/**
 * Messages at random, independent distances: exponential gaps of mean {@code 1/rate}.
 *
 * <p>Gap <i>i</i> is {@code -ln(u) / rate}, where <i>u</i> is drawn from the seed and <i>i</i>
 * alone by SplitMix64 (Steele, Lea and Flood, OOPSLA 2014), so that every thread computes the same
 * schedule and any index can be asked for again.
 *
 * @param rate mean messages per second of all publishers together
 */
public record PoissonLoad(
    @JsonPropertyDescription("Messages per second, of all publishers together (open load).")
        Rate rate)
    implements OpenLoad {

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

  /**
   * Sums up the gaps as the index moves forward, and keeps checkpoints for jumps.
   *
   * <p>The next index costs one logarithm. Any other that is not beyond the greatest one asked for
   * so far costs less than one checkpoint's distance, forward or back; beyond it, each message in
   * between costs one. The distance is 64 messages at first; whenever the {@value #MAX_CHECKPOINTS}
   * checkpoints are full, each second one is dropped, so that memory stays under 8 MiB for runs of
   * any length. (67 million messages fill them for the first time.)
   *
   * <p>A checkpoint holds the very sum that the walk from the start came by, so an offset is the
   * same to the last bit whatever was asked before.
   */
  static final class Schedule implements ArrivalSchedule {
    private static final int MAX_CHECKPOINTS = 1 << 20;
    private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;

    private final double meanGapNanos;
    private final long seed;
    private double[] checkpoints = new double[1024];
    private int checkpointCount = 1;
    private int strideShift = 6;
    private long cursorIndex;
    private double cursorNanos;
    private long gapsComputed;

    Schedule(double meanGapNanos, long seed) {
      this.meanGapNanos = meanGapNanos;
      this.seed = mix(seed);
      this.cursorNanos = gap(0);
      this.checkpoints[0] = cursorNanos;
    }

    @Override
    public long offsetNanos(long index) {
      int checkpoint = (int) Math.min(index >>> strideShift, checkpointCount - 1);
      long checkpointIndex = (long) checkpoint << strideShift;
      if (index < cursorIndex || cursorIndex < checkpointIndex) {
        cursorIndex = checkpointIndex;
        cursorNanos = checkpoints[checkpoint];
      }
      while (cursorIndex < index) {
        cursorIndex++;
        cursorNanos += gap(cursorIndex);
        if (cursorIndex == (long) checkpointCount << strideShift) {
          addCheckpoint(cursorNanos);
        }
      }
      return (long) Math.ceil(cursorNanos);
    }

    /** How many logarithms all questions so far have cost. */
    long gapsComputed() {
      return gapsComputed;
    }

    private void addCheckpoint(double nanos) {
      if (checkpointCount == MAX_CHECKPOINTS) {
        for (int i = 1; i < MAX_CHECKPOINTS / 2; i++) {
          checkpoints[i] = checkpoints[2 * i];
        }
        checkpointCount = MAX_CHECKPOINTS / 2;
        strideShift++;
      } else if (checkpointCount == checkpoints.length) {
        checkpoints = Arrays.copyOf(checkpoints, checkpointCount * 2);
      }
      checkpoints[checkpointCount++] = nanos;
    }

    private double gap(long index) {
      gapsComputed++;
      double uniform = ((mix(seed + (index + 1) * GOLDEN_GAMMA) >>> 11) + 1) * 0x1p-53;
      return -Math.log(uniform) * meanGapNanos;
    }

    private static long mix(long value) {
      long z = value;
      z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
      z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
      return z ^ (z >>> 31);
    }
  }
}
