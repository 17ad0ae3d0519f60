package io.brokerbench.core.engine.judge;

import io.brokerbench.core.engine.measure.DeliveryAccount;
import io.brokerbench.core.engine.measure.LatencyRecorder;
import io.brokerbench.core.engine.stage.RunRecord;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Session;
import io.brokerbench.core.storm.Storm;
import io.brokerbench.core.storm.StormKind;
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
    if (storm.kind() == StormKind.SLOW) {
      return slow(scenario, report, run.result().deliveries(), topicRun);
    }
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
        ends(report),
        Optional.empty());
  }

  private static List<StormOutcome.End> ends(StormReport report) {
    return report.ends().entrySet().stream()
        .map(end -> new StormOutcome.End(end.getKey(), end.getValue()))
        .sorted(
            Comparator.comparingLong(StormOutcome.End::count)
                .reversed()
                .thenComparing(StormOutcome.End::reason))
        .toList();
  }

  /** Each message is owed to all consumers, so that each of them is owed the same. */
  private static StormOutcome slow(
      Scenario scenario, StormReport report, DeliveryAccount account, String topicRun) {
    int consumers = scenario.topology().consumers();
    int prompt = scenario.promptFanOut();
    long each = account.expected() / consumers;
    long owed = each * (consumers - prompt);
    long came = report.watchers().stream().mapToLong(StormReport.Watcher::received).sum();
    long missing = report.slow().missing();
    boolean all = came == owed && came > 0;
    return new StormOutcome(
        StormKind.SLOW,
        report.acts(),
        owed,
        came,
        missing,
        report.unexpected(),
        report.watchers().stream().filter(watcher -> watcher.received() == each).count(),
        all
            ? OptionalLong.of(
                report.watchers().stream()
                    .mapToLong(StormReport.Watcher::lastNanos)
                    .max()
                    .orElse(0))
            : OptionalLong.empty(),
        report.slow().missingOf().entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .limit(StormOutcome.MAX_NAMED)
            .map(
                never ->
                    new StormOutcome.Named(
                        clientId(scenario, never.getKey(), topicRun),
                        never.getValue(),
                        List.of(never.getKey())))
            .toList(),
        named(report.named(), scenario, topicRun),
        ends(report),
        Optional.of(
            new StormOutcome.Others(
                prompt,
                account.expected() - owed,
                account.received() - came,
                account.missing() - missing,
                report.slow().othersEnded(),
                report.slow().held())));
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
