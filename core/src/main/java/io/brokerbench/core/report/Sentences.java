package io.brokerbench.core.report;

import io.brokerbench.core.gate.GateVerdict;
import io.brokerbench.core.gate.Inconclusive;
import io.brokerbench.core.gate.MetricComparison;
import io.brokerbench.core.metric.Unit;
import io.brokerbench.core.result.Broadcast;
import io.brokerbench.core.result.BrokerUsage;
import io.brokerbench.core.result.Connections;
import io.brokerbench.core.result.Failover;
import io.brokerbench.core.result.Machine;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.search.SearchResult;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What results say in sentences, for reports of any form: the same words as on the terminal. */
public final class Sentences {

  private Sentences() {}

  /** What a run says, and what to do about it where it isn't fine. */
  public static String verdict(RunResult result) {
    return VerdictText.of(result);
  }

  /** What an incomplete run is worth. */
  public static String incomplete(RunResult result) {
    return VerdictText.incomplete(result);
  }

  /** A reason with its long numbers in groups of three digits. */
  public static String reason(String reason) {
    return VerdictText.grouped(reason);
  }

  /** What became of each message. */
  public static String account(RunResult result) {
    return AccountText.of(
        result.messages(),
        result.scenario().workload().qos(),
        result.scenario().topology().fanOut());
  }

  /** What was done to the broker and what came of it, of the clients and of the messages. */
  public static List<String> failover(RunResult result, Failover failover) {
    return FailoverText.sentences(result, failover);
  }

  /** The bursts of a broadcast. */
  public static String broadcast(Broadcast broadcast) {
    return BroadcastText.of(broadcast);
  }

  /** What each agent on another machine carried, by its name; empty where there were none. */
  public static Map<String, String> agents(RunResult result) {
    return AgentsText.of(result.generator().agents().orElse(List.of()));
  }

  /** How busy the machine was with other things, and what moved on its disks; by name. */
  public static Map<String, String> machine(Machine machine) {
    return MachineText.words(machine);
  }

  /** CPU time of the broker for each message or delivery; empty where that is not known. */
  public static String brokerCost(RunResult result, BrokerUsage usage) {
    return BrokerText.cost(result, usage);
  }

  /** What the broker would carry at its full CPU; empty where that is not known. */
  public static String projection(RunResult result, BrokerUsage usage) {
    return usage.projectedPerSecondAtOneCore() > 0
        ? "; about %s, %s"
            .formatted(BrokerText.atOneCore(result, usage), BrokerText.atFullCpu(result, usage))
        : "";
  }

  /** How fast clients connected. */
  public static String connections(Connections connections) {
    return ConnectText.rates(connections);
  }

  /** What a search found. */
  public static String answer(SearchResult result) {
    return SearchReport.answer(result);
  }

  /** What was in the way of the next higher rate. */
  public static String limit(SearchResult result) {
    return SearchReport.limit(result);
  }

  /** Where the limit of a search lies; empty where nothing was sustained. */
  public static Optional<String> interval(SearchResult result) {
    return result.interval().map(interval -> SearchReport.interval(result, interval));
  }

  /** The rate found at 100 % CPU; empty where the broker's CPU isn't known. */
  public static Optional<String> normalised(SearchResult result) {
    return result.normalised().map(SearchReport::normalised);
  }

  /** What a comparison says. */
  public static String answer(GateVerdict verdict) {
    return new GateText("", "", "", verdict).answer();
  }

  /** The metrics of a comparison, the gravest first. */
  public static List<MetricComparison> gravestFirst(GateVerdict verdict) {
    return new GateText("", "", "", verdict).metrics();
  }

  /** {@code +18 % (95 % CI +11 .. +26 %), tolerance 10 %}. */
  public static String change(MetricComparison metric) {
    return GateText.change(metric);
  }

  /** The smallest worsening that the experiment would have seen; a dash where that isn't known. */
  public static String smallest(MetricComparison metric) {
    return GateText.smallest(metric);
  }

  /** Why a comparison can't tell, and what would help. */
  public static String reason(Inconclusive outcome) {
    return GateText.reason(outcome);
  }

  /** The median of a metric's values, with its unit. */
  public static String median(Unit unit, List<Double> values) {
    return GateText.median(unit, values);
  }
}
