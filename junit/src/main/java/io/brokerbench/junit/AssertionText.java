package io.brokerbench.junit;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.figure.Statistic;
import io.brokerbench.core.figure.ThresholdCheck;
import io.brokerbench.core.result.BrokerIdentity;
import io.brokerbench.core.result.LatencySummary;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.Scenario;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Words and figures of messages, in characters that every report shows. */
final class AssertionText {

  private AssertionText() {}

  static String subject(RunResult result) {
    return subject(result.scenario(), result.broker());
  }

  static String subject(MeasuredGroups groups) {
    return groups.result().name() + " on " + groups.groups().get(0).result().broker().title();
  }

  static String subject(Scenario scenario, BrokerIdentity broker) {
    return scenario.name() + " on " + broker.title();
  }

  /** Each threshold that is crossed, with its value and margin; empty where none is. */
  static String crossed(List<ThresholdCheck> thresholds) {
    return NumberText.plain(
        thresholds.stream()
            .filter(ThresholdCheck::isCrossed)
            .map(AssertionText::of)
            .collect(Collectors.joining("; ")));
  }

  /** A threshold with its value and margin. */
  static String of(ThresholdCheck check) {
    return check.measured() + ", " + check.margin();
  }

  /** A limit as it was given, with all its digits. */
  static String limit(long nanos) {
    if (nanos < 1_000_000) {
      return NumberText.plain(NumberText.exact(nanos / 1e3)) + " us";
    }
    return nanos < 1_000_000_000
        ? NumberText.plain(NumberText.exact(nanos / 1e6)) + " ms"
        : NumberText.plain(NumberText.exact(nanos / 1e9)) + " s";
  }

  static String rate(double perSecond) {
    return NumberText.plain(NumberText.rate(perSecond)) + " msg/s";
  }

  static String exactRate(double perSecond) {
    return NumberText.plain(NumberText.exact(perSecond)) + " msg/s";
  }

  /** The whole distribution: {@code mean 0.7 ms, p50 0.6 ms, ... of 10 000}. */
  static String distribution(LatencySummary latency) {
    return Stream.of(Statistic.values())
        .map(statistic -> statistic.title() + " " + statistic.text(latency))
        .collect(Collectors.joining(", ", "", " of " + NumberText.count(latency.count())));
  }
}
