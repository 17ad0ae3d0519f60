package io.brokerbench.core.engine.judge;

import io.brokerbench.core.engine.measure.DeliveryAccount;
import io.brokerbench.core.engine.measure.LatencyRecorder;
import io.brokerbench.core.engine.stage.RunRecord;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Session;
import io.brokerbench.core.storm.Storm;
import io.brokerbench.core.storm.StormOutcome;
import io.brokerbench.core.storm.StormReport;
import java.util.Comparator;
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
    boolean ofMessages = storm.kind().isOfMessages();
    long owed = ofMessages ? account.expected() : report.acts();
    long came = ofMessages ? account.received() : report.watchers().size();
    long missing = ofMessages ? account.missing() : owed - came;
    return new StormOutcome(
        storm.kind(),
        report.acts(),
        owed,
        came,
        missing,
        report.unexpected(),
        ofMessages ? timeToLast(scenario, report).getTotalCount() : came,
        missing == 0 && came > 0
            ? OptionalLong.of(
                report.watchers().stream()
                    .mapToLong(StormReport.Watcher::lastNanos)
                    .max()
                    .orElse(0))
            : OptionalLong.empty(),
        named(report.missing(), scenario, topicRun),
        named(report.named(), scenario, topicRun),
        report.ends().entrySet().stream()
            .map(end -> new StormOutcome.End(end.getKey(), end.getValue()))
            .sorted(
                Comparator.comparingLong(StormOutcome.End::count)
                    .reversed()
                    .thenComparing(StormOutcome.End::reason))
            .toList());
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

  /** Clients are numbered in the order in which they connect, consumers first. */
  private static String clientId(Scenario scenario, int client, String run) {
    int consumers = scenario.topology().consumers();
    boolean visits = scenario.visitors() > 0;
    return scenario.session().clientIdPrefix().orElse(Session.USUAL_PREFIX)
        + run
        + (visits ? "v" + client : client < consumers ? "c" + client : "p" + (client - consumers));
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
                    !scenario.conditions().storm().orElseThrow().kind().isOfMessages()
                        ? clientId(scenario, entry.getKey(), topicRun)
                        : scenario.topicOf(entry.getKey(), topicRun),
                    entry.getValue().size(),
                    entry.getValue().stream().sorted().limit(StormOutcome.MAX_WATCHERS).toList()))
        .toList();
  }
}
