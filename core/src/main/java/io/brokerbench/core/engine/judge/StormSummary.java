package io.brokerbench.core.engine.judge;

import io.brokerbench.core.engine.assignment.Assignment;
import io.brokerbench.core.engine.measure.DeliveryAccount;
import io.brokerbench.core.engine.measure.LatencyRecorder;
import io.brokerbench.core.engine.stage.RunRecord;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.storm.Storm;
import io.brokerbench.core.storm.StormKind;
import io.brokerbench.core.storm.StormNames;
import io.brokerbench.core.storm.StormOutcome;
import io.brokerbench.core.storm.StormReport;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;

/** Makes the part of the result about a storm. */
final class StormSummary {

  private StormSummary() {}

  /** What was owed, and what came; empty without a storm. */
  static Optional<StormOutcome> of(Assignment all, RunRecord run) {
    return all.scenario().conditions().storm().map(storm -> outcome(storm, all, run));
  }

  private static StormOutcome outcome(Storm storm, Assignment all, RunRecord run) {
    StormReport report = run.result().report().storm();
    Scenario scenario = all.scenario();
    if (storm.kind() == StormKind.SLOW) {
      return slow(all, report, run.result().deliveries());
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
        named(report.missing(), all),
        named(report.named(), all),
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
  private static StormOutcome slow(Assignment all, StormReport report, DeliveryAccount account) {
    Scenario scenario = all.scenario();
    int consumers = scenario.topology().consumers();
    int prompt = scenario.promptFanOut();
    long each = account.expected() / consumers;
    long owed = each * (consumers - prompt);
    long came = report.watchers().stream().mapToLong(StormReport.Watcher::received).sum();
    long missing = report.slow().missing();
    boolean gotAll = came == owed && came > 0;
    return new StormOutcome(
        StormKind.SLOW,
        report.acts(),
        owed,
        came,
        missing,
        report.unexpected(),
        report.watchers().stream().filter(watcher -> watcher.received() == each).count(),
        gotAll
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
                        clientId(all, never.getKey()), never.getValue(), List.of(never.getKey())))
            .toList(),
        named(report.named(), all),
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
  private static String clientId(Assignment all, int client) {
    if (all.scenario().visitors() > 0) {
      return all.visitorId(client);
    }
    int consumers = all.scenario().topology().consumers();
    return client < consumers ? all.consumerId(client) : all.publisherId(client - consumers);
  }

  private static List<StormOutcome.Named> named(StormNames names, Assignment all) {
    Scenario scenario = all.scenario();
    boolean topics = scenario.conditions().storm().orElseThrow().kind().isOfMessages();
    return names.items().entrySet().stream()
        .map(
            item ->
                new StormOutcome.Named(
                    topics
                        ? scenario.topicOf(item.getKey(), all.topicRun())
                        : clientId(all, item.getKey()),
                    item.getValue().count(),
                    item.getValue().watchers()))
        .toList();
  }
}
