package io.brokerbench.core.drift;

import io.brokerbench.core.base.Bounds;
import io.brokerbench.core.statistics.SingleStep;
import io.brokerbench.core.statistics.TheilSenSlope;
import java.util.List;
import java.util.Optional;

/**
 * The course of one series over the steady state.
 *
 * @param course in one word
 * @param mean of all blocks, in the unit of the series
 * @param perHour by how much it grows in an hour: Theil and Sen's slope; below 0 where it falls
 * @param perHourLow lower end of the slope's interval of 99.5 %, which allows for autocorrelation
 * @param perHourHigh upper end of it
 * @param step where it changed once and stayed, of a course that is {@code STEPPED}
 * @param blocks from which the slope comes: the steady state in parts of equal length
 */
public record Trend(
    Course course,
    double mean,
    @Bounds(min = Bounds.UNBOUNDED) double perHour,
    @Bounds(min = Bounds.UNBOUNDED) double perHourLow,
    @Bounds(min = Bounds.UNBOUNDED) double perHourHigh,
    Optional<Step> step,
    List<Block> blocks) {

  /**
   * Eleven series are looked at: at this confidence, all of them together err in one run of twenty.
   */
  public static final double CONFIDENCE = 0.995;

  /** Growth in a week that counts, as a share of the mean. */
  public static final double WEEKLY_SHARE = 0.10;

  /** Fewer blocks have no interval that is worth it. */
  public static final int LEAST_BLOCKS = 20;

  /** Where no trend is shown, a step that leaves more of the deviations is none. */
  private static final double MOST_LEFT = 0.25;

  private static final double SECONDS_PER_HOUR = 3_600;
  private static final int HOURS_PER_WEEK = 168;

  /** Copies the list. */
  public Trend {
    blocks = List.copyOf(blocks);
  }

  /** What a series does. */
  public enum Course {
    /**
     * It grows: the interval of the slope lies above 0, and the slope is more than 10 % of the mean
     * in a week.
     */
    GROWS,
    /** It falls: the same the other way round. */
    FALLS,
    /** It changed once and stayed: a single step explains it better than a line does. */
    STEPPED,
    /** It stays: the whole interval is within 10 % of the mean in a week. */
    FLAT,
    /** The run is too short, or the series too restless, to say. */
    UNCERTAIN
  }

  /**
   * A change that is no drift.
   *
   * @param atSeconds when, from the start of the steady state
   * @param size by how much the median rose; below 0 where it fell
   */
  public record Step(double atSeconds, @Bounds(min = Bounds.UNBOUNDED) double size) {}

  /**
   * A part of the steady state.
   *
   * @param atSeconds its middle, from the start of the steady state
   * @param value of the series in it
   */
  public record Block(double atSeconds, double value) {}

  /** The trend of some blocks, in their order; empty where there are too few. */
  public static Optional<Trend> of(List<Block> blocks) {
    if (blocks.size() < LEAST_BLOCKS) {
      return Optional.empty();
    }
    double[] hours = blocks.stream().mapToDouble(b -> b.atSeconds() / SECONDS_PER_HOUR).toArray();
    double[] values = blocks.stream().mapToDouble(Block::value).toArray();
    TheilSenSlope slope = TheilSenSlope.of(hours, values, CONFIDENCE);
    double mean = blocks.stream().mapToDouble(Block::value).average().orElseThrow();
    Course course = course(slope, mean);
    boolean trend = course == Course.GROWS || course == Course.FALLS;
    Optional<SingleStep> step =
        course == Course.FLAT
            ? Optional.empty()
            : SingleStep.betterThan(slope, hours, values)
                .filter(found -> trend || found.left() <= MOST_LEFT);
    return Optional.of(
        new Trend(
            step.isPresent() ? Course.STEPPED : course,
            mean,
            slope.slope(),
            slope.low(),
            slope.high(),
            step.map(found -> new Step(blocks.get(found.index()).atSeconds(), found.size())),
            blocks));
  }

  private static Course course(TheilSenSlope slope, double mean) {
    double limit = WEEKLY_SHARE * mean / HOURS_PER_WEEK;
    if (slope.low() > 0 && slope.slope() > limit) {
      return Course.GROWS;
    }
    if (slope.high() < 0 && slope.slope() < -limit) {
      return Course.FALLS;
    }
    return slope.low() >= -limit && slope.high() <= limit ? Course.FLAT : Course.UNCERTAIN;
  }

  /** What a growth in an hour comes to in a week. */
  public static double inAWeek(double perHour) {
    return perHour * HOURS_PER_WEEK;
  }

  /** What a growth in an hour comes to in a week, as a share of the mean; 0 where that is 0. */
  public double weeklyShare(double perHour) {
    return mean == 0 ? 0 : inAWeek(perHour) / mean;
  }
}
