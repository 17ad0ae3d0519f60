package io.brokerbench.core.figure;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.drift.Drift;
import io.brokerbench.core.drift.DriftKind;
import io.brokerbench.core.drift.Trend;
import io.brokerbench.core.drift.Trend.Course;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What changed over a long run, in words and figures with their units. */
public final class DriftText {

  private DriftText() {}

  /** What a series is measured in. */
  public static Unit unit(DriftKind kind) {
    return switch (kind) {
      case BROKER_RSS, GENERATOR_RSS, GENERATOR_HEAP -> Unit.BYTES;
      case BROKER_DESCRIPTORS, BROKER_THREADS, GENERATOR_DESCRIPTORS, GENERATOR_THREADS ->
          Unit.OTHER;
      case BROKER_CPU, GENERATOR_CPU, END_TO_END_P50, END_TO_END_P99 -> Unit.NANOS;
    };
  }

  /** {@code flat}, {@code grows}. */
  public static String word(Course course) {
    return switch (course) {
      case GROWS -> "grows";
      case FALLS -> "falls";
      case STEPPED -> "stepped";
      case FLAT -> "flat";
      case UNCERTAIN -> "cannot be said";
    };
  }

  /** {@code 1.2 MB/h}. */
  public static String perHour(DriftKind kind, double slope) {
    return signed(kind, slope) + "/h";
  }

  /** {@code 1.0 MB/h .. 1.4 MB/h}. */
  public static String interval(DriftKind kind, Trend trend) {
    return perHour(kind, trend.perHourLow()) + " .. " + perHour(kind, trend.perHourHigh());
  }

  /**
   * What it comes to in a week: {@code 200 MB, 49 % of its mean}; a dash where the slope is not
   * shown to go on.
   */
  public static String inAWeek(DriftKind kind, Trend trend) {
    return trend.course() == Course.UNCERTAIN || trend.course() == Course.STEPPED
        ? "\u2013"
        : signed(kind, Trend.inAWeek(trend.perHour()))
            + ", "
            + Unit.SHARE.text(trend.weeklyShare(trend.perHour()))
            + " of its mean";
  }

  /** What grows, in sentences for the verdict; empty where nothing does. */
  public static List<String> findings(Drift drift) {
    return drift.of(Course.GROWS).stream()
        .map(kind -> finding(kind, drift.trends().get(kind)))
        .toList();
  }

  private static String finding(DriftKind kind, Trend trend) {
    return "%s grows by %s (99.5 %% CI %s): about %s in a week, %s of its mean of %s"
        .formatted(
            kind.title(),
            perHour(kind, trend.perHour()),
            interval(kind, trend),
            signed(kind, Trend.inAWeek(trend.perHour())),
            Unit.SHARE.text(trend.weeklyShare(trend.perHour())),
            unit(kind).text(trend.mean()));
  }

  /** What grows, and then the others: {@code ...; flat: broker memory, end-to-end p50}. */
  public static String summary(Drift drift) {
    return Stream.concat(
            findings(drift).stream(),
            Stream.of(Course.FALLS, Course.STEPPED, Course.UNCERTAIN, Course.FLAT)
                .filter(course -> !drift.of(course).isEmpty())
                .map(course -> others(drift, course)))
        .collect(Collectors.joining("; "));
  }

  private static String others(Drift drift, Course course) {
    return drift.of(course).stream()
        .map(kind -> named(kind, drift.trends().get(kind)))
        .collect(Collectors.joining(", ", word(course) + ": ", ""));
  }

  private static String named(DriftKind kind, Trend trend) {
    return kind.title()
        + trend
            .step()
            .map(
                step ->
                    " (by %s at %s)"
                        .formatted(
                            signed(kind, step.size()),
                            NumberText.time(Duration.ofSeconds(Math.round(step.atSeconds())))))
            .orElse("");
  }

  private static String signed(DriftKind kind, double value) {
    return (value < 0 ? "-" : "") + unit(kind).text(Math.abs(value));
  }
}
