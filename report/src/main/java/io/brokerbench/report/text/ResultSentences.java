package io.brokerbench.report.text;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.figure.ThresholdCheck;
import io.brokerbench.core.figure.Unit;
import io.brokerbench.core.result.Broadcast;
import io.brokerbench.core.result.Failover;
import io.brokerbench.core.result.ReasonCodeCount;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict;
import io.brokerbench.core.storm.StormOutcome;
import io.brokerbench.experiment.gate.FigureComparison;
import io.brokerbench.experiment.gate.GateVerdict;
import io.brokerbench.experiment.gate.Inconclusive;
import io.brokerbench.experiment.search.SearchResult;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What results say in sentences, for reports of any form: the same words as on the terminal. */
public final class ResultSentences {

  private ResultSentences() {}

  /** What a run says, and what to do about it where it is not fine. */
  public static String verdict(RunResult result) {
    return VerdictText.of(result);
  }

  /**
   * The verdict in one word: {@code FAILED} for a good one with a threshold that is crossed, {@code
   * INCOMPLETE} for a good one of a run that was stopped.
   */
  public static String word(RunResult result) {
    Verdict verdict = result.verdict();
    if (verdict.status() != Verdict.Status.OK) {
      return verdict.status().name();
    }
    boolean crossed = ThresholdCheck.of(result).stream().anyMatch(ThresholdCheck::isCrossed);
    return !verdict.complete() ? "INCOMPLETE" : crossed ? "FAILED" : verdict.status().name();
  }

  /** What an incomplete run is worth. */
  public static String incomplete(RunResult result) {
    return VerdictText.incomplete(result);
  }

  /** The reason codes that the broker gave, other than success, the most frequent first. */
  public static Optional<String> reasonCodes(RunResult result) {
    return result
        .reasonCodes()
        .map(
            codes ->
                codes.stream()
                    .sorted(Comparator.comparingLong(ReasonCodeCount::count).reversed())
                    .map(code -> NumberText.count(code.count()) + " x " + code.text())
                    .collect(Collectors.joining(", ")));
  }

  /** What became of each message. */
  public static String account(RunResult result) {
    return AccountText.of(result);
  }

  /** What was done to the broker and what came of it, of the clients and of the messages. */
  public static List<String> failover(RunResult result, Failover failover) {
    return FailoverText.sentences(result, failover);
  }

  /** What was owed in a storm and what came, then what is missing by name. */
  public static List<String> storm(RunResult result, StormOutcome storm) {
    return StormText.sentences(result, storm);
  }

  /** How a warm-up ended that was to go on until the broker had settled; empty for others. */
  public static Optional<String> warmUp(RunResult result) {
    return result
        .warmUp()
        .filter(
            took -> took.end() != RunResult.WarmUp.End.GIVEN && result.stormOfMessages().isEmpty())
        .map(
            took ->
                NumberText.time(Duration.ofMillis(took.millis()))
                    + switch (took.end()) {
                      case GIVEN -> "";
                      case SETTLED -> ", until rates, latencies and CPU had settled";
                      case BEHIND -> ", as the broker fell behind and did not catch up";
                      case LIMIT -> ", after which rates, latencies and CPU had not settled";
                    });
  }

  /** The bursts of a broadcast. */
  public static String broadcast(RunResult result, Broadcast broadcast) {
    return BroadcastText.of(result, broadcast);
  }

  /** What each agent on another machine carried, by its name; empty where there were none. */
  public static Map<String, String> agents(RunResult result) {
    return AgentsText.of(result.generator().agents().orElse(List.of()));
  }

  /** How busy the machine was with other things, and what moved on its disks; by name. */
  public static Map<String, String> machine(RunResult result) {
    return MachineText.words(result);
  }

  /** How clients connected: {@code 5 000 of 5 000 in 0.62 s, connects 8 060/s}. */
  public static String connections(RunResult result) {
    FigureText figures = new FigureText(result);
    return figures.fill("{connections.connected} of {connections.asked} in {connections.time}, ")
        + figures.brief("connections");
  }

  /** What a search found. */
  public static String answer(SearchResult result) {
    return SearchReport.answer(result);
  }

  /** The verdict of a search that says nothing about its broker; empty of any other. */
  public static Optional<String> invalid(SearchResult result) {
    return SearchReport.invalid(result);
  }

  /** What was in the way of the next higher rate. */
  public static String limit(SearchResult result) {
    return SearchReport.limit(result);
  }

  /** Where the limit of a search lies; empty where nothing was sustained. */
  public static Optional<String> interval(SearchResult result) {
    return result.interval().map(interval -> SearchReport.interval(result, interval));
  }

  /** The rate found at 100 % CPU; empty where the broker's CPU is not known. */
  public static Optional<String> normalised(SearchResult result) {
    return result.normalised().map(SearchReport::normalised);
  }

  /** What a comparison says. */
  public static String answer(GateVerdict verdict) {
    return new GateText("", "", "", verdict).answer();
  }

  /** The figures of a comparison, the gravest first. */
  public static List<FigureComparison> gravestFirst(GateVerdict verdict) {
    return new GateText("", "", "", verdict).figures();
  }

  /** {@code +18 % (90 % CI +11 .. +26 %), tolerance 10 %}. */
  public static String change(FigureComparison figure) {
    return GateText.change(figure);
  }

  /**
   * The smallest worsening that the comparison would have found beyond the tolerance; a dash where
   * that is not known.
   */
  public static String smallest(FigureComparison figure) {
    return GateText.smallest(figure);
  }

  /** Why a comparison is inconclusive, and what would help. */
  public static String reason(Inconclusive outcome) {
    return GateText.reason(outcome);
  }

  /** The median of a figure's values, with its unit. */
  public static String median(Unit unit, List<Double> values) {
    return GateText.median(unit, values);
  }
}
