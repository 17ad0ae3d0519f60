package io.brokerbench.junit;

import io.brokerbench.core.gate.AbResult;
import io.brokerbench.core.gate.MetricComparison;
import io.brokerbench.core.result.LatencySummary;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.search.SearchResult;
import java.util.LinkedHashMap;
import java.util.Map;

/** The figures that a test's report shows, under the names of the result documents. */
final class ReportEntries {

  private ReportEntries() {}

  static Map<String, String> of(MeasuredRun run) {
    RunResult result = run.result();
    Map<String, String> entries = new LinkedHashMap<>();
    entries.put("scenario", result.scenario().name());
    entries.put("broker", result.broker().product() + " " + result.broker().version());
    entries.put("verdict", result.verdict().status().name());
    put(entries, "throughput.offeredPerSecond", result.throughput().offeredPerSecond());
    put(entries, "throughput.sentPerSecond", result.throughput().sentPerSecond());
    put(entries, "throughput.receivedPerSecond", result.throughput().receivedPerSecond());
    put(entries, "messages.sent", result.messages().sent());
    put(entries, "messages.lost", result.messages().lost());
    put(entries, "messages.undelivered", result.messages().undelivered());
    put(entries, "messages.unacknowledged", result.messages().unacknowledged());
    put(entries, "messages.duplicated", result.messages().duplicated());
    put(entries, "messages.misdelivered", result.messages().misdelivered());
    put(entries, "messages.damaged", result.messages().damaged());
    put(entries, "backlog.highWaterMark", result.backlog().highWaterMark());
    put(entries, "latency.endToEnd", result.latency().endToEnd());
    result.latency().acknowledge().ifPresent(a -> put(entries, "latency.acknowledge", a));
    result
        .brokerUsage()
        .ifPresent(
            usage -> {
              usage
                  .cpuMicrosPerMessage()
                  .ifPresent(cost -> put(entries, "brokerUsage.cpuMicrosPerMessage", cost));
              put(entries, "brokerUsage.peakRssBytes", usage.peakRssBytes());
            });
    put(entries, "generator.cpuMicrosPerMessage", result.generator().cpuMicrosPerMessage());
    entries.put(FiguresXml.RESULTS, run.folder().toString());
    return entries;
  }

  static Map<String, String> of(MeasuredSearch search) {
    SearchResult result = search.result();
    Map<String, String> entries = new LinkedHashMap<>();
    entries.put("scenario", result.scenario().name());
    entries.put("broker", result.broker().product() + " " + result.broker().version());
    result.sustainablePerSecond().ifPresent(rate -> put(entries, "sustainablePerSecond", rate));
    entries.put("limitedBy", result.limitedBy().name());
    entries.put(FiguresXml.RESULTS, search.folder().toString());
    return entries;
  }

  static Map<String, String> of(MeasuredComparison comparison) {
    AbResult result = comparison.result();
    Map<String, String> entries = new LinkedHashMap<>();
    entries.put("scenario", result.scenario().name());
    entries.put("baseline", result.baseline().title());
    entries.put("candidate", result.candidate().title());
    entries.put("pairs", Integer.toString(result.pairs().size()));
    entries.put("decision", result.verdict().decision().name());
    for (MetricComparison metric : result.verdict().metrics()) {
      put(entries, metric.metric().name() + ".change", metric.outcome().evidence().change());
    }
    entries.put(FiguresXml.RESULTS, comparison.folder().toString());
    return entries;
  }

  private static void put(Map<String, String> entries, String name, LatencySummary latency) {
    put(entries, name + ".p50Nanos", latency.p50Nanos());
    put(entries, name + ".p99Nanos", latency.p99Nanos());
    put(entries, name + ".p999Nanos", latency.p999Nanos());
    put(entries, name + ".maxNanos", latency.maxNanos());
  }

  private static void put(Map<String, String> entries, String name, long value) {
    entries.put(name, Long.toString(value));
  }

  private static void put(Map<String, String> entries, String name, double value) {
    entries.put(name, Double.toString(value));
  }
}
