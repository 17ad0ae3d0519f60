package io.brokerbench.core.engine.judge;

import io.brokerbench.core.engine.measure.DeliveryAccount;
import io.brokerbench.core.engine.measure.LatencyRecorder;
import io.brokerbench.core.engine.stage.RunRecord;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.storm.Storm;
import io.brokerbench.core.storm.StormOutcome;
import io.brokerbench.core.storm.StormReport;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/** Makes the part of the result about a storm. */
final class StormSummary {

  private StormSummary() {}

  /**
   * What was owed, and what came; empty without a storm.
   *
   * @param topicRun the run's name in topics
   */
  static Optional<StormOutcome> of(Scenario scenario, RunRecord run, String topicRun) {
    return scenario.conditions().storm().map(storm -> outcome(storm, scenario, run, topicRun));
  }

  private static StormOutcome outcome(
      Storm storm, Scenario scenario, RunRecord run, String topicRun) {
    StormReport report = run.result().report().storm();
    DeliveryAccount account = run.result().deliveries();
    long missing = account.missing();
    return new StormOutcome(
        storm.kind(),
        report.acts(),
        account.expected(),
        account.received(),
        missing,
        report.unexpected(),
        timeToLast(scenario, report).getTotalCount(),
        missing == 0 && account.received() > 0
            ? OptionalLong.of(
                report.watchers().stream()
                    .mapToLong(StormReport.Watcher::lastNanos)
                    .max()
                    .orElse(0))
            : OptionalLong.empty(),
        named(report.missing(), scenario, topicRun),
        named(report.named(), scenario, topicRun));
  }

  /** Of the clients that got all that they were owed, the time until the last of it. */
  static Histogram timeToLast(Scenario scenario, StormReport report) {
    Histogram last = LatencyRecorder.newHistogram();
    boolean wills = scenario.conditions().storm().filter(s -> s.kind().isOfWills()).isPresent();
    long each = wills ? report.acts() : scenario.topology().publishers();
    report.watchers().stream()
        .filter(watcher -> watcher.received() == each)
        .forEach(watcher -> last.recordValue(Math.max(0, watcher.tookNanos())));
    return last;
  }

  private static List<StormOutcome.Named> named(
      List<StormReport.Delivery> deliveries, Scenario scenario, String topicRun) {
    Map<Integer, List<Integer>> watchersOf =
        deliveries.stream()
            .collect(
                Collectors.groupingBy(
                    StormReport.Delivery::item,
                    TreeMap::new,
                    Collectors.mapping(StormReport.Delivery::watcher, Collectors.toList())));
    return watchersOf.entrySet().stream()
        .limit(StormOutcome.MAX_NAMED)
        .map(
            entry ->
                new StormOutcome.Named(
                    scenario.topicOf(entry.getKey(), topicRun),
                    entry.getValue().size(),
                    entry.getValue().stream().sorted().limit(StormOutcome.MAX_WATCHERS).toList()))
        .toList();
  }
}
