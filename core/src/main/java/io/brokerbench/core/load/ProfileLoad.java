package io.brokerbench.core.load;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.brokerbench.core.base.Bounds;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Durations;
import io.brokerbench.core.base.NumberText;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongUnaryOperator;

/**
 * A rate that follows a profile, such as that of a day. After the last row its rate stays.
 *
 * <p>With <i>n(t)</i>, the integral of the rate, message <i>i</i> is due at the last instant at
 * which <i>n(t)</i> is not more than <i>i</i>: so at each instant the messages due are those that
 * the integral gives, rounded up, and in silence none is due. Each row's part of the integral is
 * solved in closed form, from sums that are made once: rounding does not add up.
 *
 * @param file that the points are read from, of comma-separated values; absent where they are given
 * @param points the profile; the first has the time 0, and the times ascend
 * @param between what the rate is between two points
 * @param speed by which the time of the profile is compressed, while its rates stay: with 60, an
 *     hour takes a minute
 * @param scale by which all rates are multiplied
 */
public record ProfileLoad(
    @JsonPropertyDescription("CSV file of a profile, with the columns time and rate.")
        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        Optional<String> file,
    @JsonPropertyDescription("Points of a profile, in place of a file.")
        @Bounds(min = 1, max = ProfileLoad.MAX_POINTS)
        List<ProfilePoint> points,
    @JsonPropertyDescription("What the rate is between two points of a profile (default: LINEAR).")
        Between between,
    @JsonPropertyDescription(
            "Factor by which the time of a profile is compressed, while its rates stay (default:"
                + " 1).")
        @Bounds(min = ProfileLoad.MIN_FACTOR, max = ProfileLoad.MAX_FACTOR)
        double speed,
    @JsonPropertyDescription("Factor for all rates of a profile (default: 1).")
        @Bounds(min = ProfileLoad.MIN_FACTOR, max = ProfileLoad.MAX_FACTOR)
        double scale)
    implements OpenLoad {

  /** Most points. */
  public static final int MAX_POINTS = 20_000;

  /** Least speed and scale. */
  public static final double MIN_FACTOR = 1e-6;

  /** Greatest speed and scale. */
  public static final double MAX_FACTOR = 1e6;

  /** After the end of any run; no sum with an instant of a clock overflows. */
  private static final long NEVER_NANOS = Long.MAX_VALUE / 4;

  /** What the rate is between two points. */
  public enum Between {
    /** It changes evenly from one to the next. */
    LINEAR,
    /** It stays until the next one. */
    STEPS
  }

  /** Checks the limits. */
  public ProfileLoad {
    file = file == null ? Optional.empty() : file;
    Objects.requireNonNull(between, "between");
    if (points == null || points.isEmpty()) {
      throw DefinitionException.missing("file");
    }
    points = List.copyOf(points);
    if (points.size() > MAX_POINTS) {
      throw new DefinitionException("points", "at most " + MAX_POINTS, points.size());
    }
    requireFactor("speed", speed);
    requireFactor("scale", scale);
    for (int i = 0; i < points.size(); i++) {
      boolean first = i == 0;
      if (first ? !points.get(0).at().isZero() : !ascends(points, i)) {
        throw new DefinitionException(
            "points",
            first ? "0s as the first time" : "times that ascend",
            Durations.format(points.get(i).at()));
      }
    }
    double most = scale * points.stream().mapToDouble(ProfilePoint::rate).max().orElseThrow();
    if (!(most > 0 && most <= Rate.MAX_PER_SECOND)) {
      String limit = "a greatest rate above 0 and at most 100 000 000 per second";
      throw file.map(
              name ->
                  new DefinitionException(
                      "file", limit + "; it is " + NumberText.plain(NumberText.exact(most)), name))
          .orElseGet(() -> new DefinitionException("points", limit, most));
    }
  }

  private static boolean ascends(List<ProfilePoint> points, int index) {
    return points.get(index).at().compareTo(points.get(index - 1).at()) > 0;
  }

  private static void requireFactor(String field, double factor) {
    if (!(factor >= MIN_FACTOR && factor <= MAX_FACTOR)) {
      throw new DefinitionException(field, "between 0.000001 and 1000000", factor);
    }
  }

  @Override
  public ArrivalSchedule schedule(long seed) {
    return new Schedule(this);
  }

  /**
   * Messages due by an instant: the integral of the rate.
   *
   * @param seconds after the start of sending
   */
  public double dueBy(double seconds) {
    return new Schedule(this).dueBy(seconds);
  }

  /**
   * For how long the rate has been above 0.
   *
   * @return of nanoseconds after the start of sending, or before it; for any threads
   */
  public LongUnaryOperator loadedTime() {
    Schedule schedule = new Schedule(this);
    return offsetNanos -> Math.round(schedule.loadedBy(offsetNanos / 1e9) * 1e9);
  }

  @Override
  public boolean isSteady() {
    return false;
  }

  @Override
  public Rate peakRate() {
    return Rate.perSecond(
        scale * points.stream().mapToDouble(ProfilePoint::rate).max().orElseThrow());
  }

  @Override
  public ProfileLoad withPeakRate(Rate rate) {
    return new ProfileLoad(
        file, points, between, speed, scale * rate.perSecond() / peakRate().perSecond());
  }

  /** How long the profile is, at its speed, up to its last point. */
  @JsonIgnore
  public double seconds() {
    return points.get(points.size() - 1).at().toNanos() / 1e9 / speed;
  }

  /** The integral and its inverse; keeps the row that it was in last. */
  private static final class Schedule implements ArrivalSchedule {

    /** Start of each row, in seconds. */
    private final double[] starts;

    /** Rate at the start of each row. */
    private final double[] rates;

    /** Change of the rate per second in each row. */
    private final double[] slopes;

    /** Messages due before each row. */
    private final double[] before;

    /** Time before each row in which the rate is above 0, in seconds. */
    private final double[] loaded;

    private int row;

    Schedule(ProfileLoad load) {
      int count = load.points.size();
      starts = new double[count];
      rates = new double[count];
      slopes = new double[count];
      before = new double[count];
      loaded = new double[count];
      for (int i = 0; i < count; i++) {
        starts[i] = load.points.get(i).at().toNanos() / 1e9 / load.speed;
        rates[i] = load.points.get(i).rate() * load.scale;
      }
      for (int i = 0; i < count - 1; i++) {
        double length = starts[i + 1] - starts[i];
        slopes[i] = load.between == Between.LINEAR ? (rates[i + 1] - rates[i]) / length : 0;
        before[i + 1] = before[i] + due(i, length);
        loaded[i + 1] = loaded[i] + loaded(i, length);
      }
    }

    private double due(int row, double seconds) {
      return (rates[row] + slopes[row] * seconds / 2) * seconds;
    }

    private double loaded(int row, double seconds) {
      return rates[row] > 0 || slopes[row] > 0 ? seconds : 0;
    }

    double dueBy(double seconds) {
      int found = rowAt(seconds);
      return found < 0 ? 0 : before[found] + due(found, seconds - starts[found]);
    }

    double loadedBy(double seconds) {
      int found = rowAt(seconds);
      return found < 0 ? 0 : loaded[found] + loaded(found, seconds - starts[found]);
    }

    /** The row of an instant; negative before the first. */
    private int rowAt(double seconds) {
      int at = Arrays.binarySearch(starts, seconds);
      return at < 0 ? -at - 2 : at;
    }

    @Override
    public long offsetNanos(long index) {
      if (!isIn(row, index)) {
        row = find(index);
      }
      double left = index - before[row];
      double rate = rates[row];
      if (left <= 0) {
        return nanos(starts[row], rate > 0 || slopes[row] > 0);
      }
      // in the form that loses no digits as the slope approaches 0
      double root = Math.sqrt(Math.max(0, rate * rate + 2 * left * slopes[row]));
      double at = starts[row] + 2 * left / (rate + root);
      boolean last = row == starts.length - 1;
      return nanos(last ? at : Math.min(at, starts[row + 1]), rate + root > 0);
    }

    private static long nanos(double seconds, boolean ever) {
      return ever && seconds < NEVER_NANOS / 1e9 ? (long) Math.ceil(seconds * 1e9) : NEVER_NANOS;
    }

    private boolean isIn(int candidate, long index) {
      return before[candidate] <= index
          && (candidate == starts.length - 1 || index < before[candidate + 1]);
    }

    /** The last row before which not more messages are due. */
    private int find(long index) {
      int low = 0;
      int high = starts.length - 1;
      while (low < high) {
        int middle = (low + high + 1) >>> 1;
        if (before[middle] <= index) {
          low = middle;
        } else {
          high = middle - 1;
        }
      }
      return low;
    }
  }
}
