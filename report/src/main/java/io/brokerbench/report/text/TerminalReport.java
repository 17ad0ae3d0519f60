package io.brokerbench.report.text;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.figure.DriftText;
import io.brokerbench.core.figure.ThresholdCheck;
import io.brokerbench.core.result.Backlog;
import io.brokerbench.core.result.BrokerIdentity.Origin;
import io.brokerbench.core.result.GeneratorUsage;
import io.brokerbench.core.result.Headroom;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.result.NegotiatedTls;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A result as a block of text: the answer first, then why it can be believed, then where everything
 * is and how to do it again.
 *
 * <p>At most 80 columns wide, apart from paths and commands, which are never broken.
 *
 * @param unicode whether the output can show thin spaces; plain ones otherwise
 * @param colour whether the verdict's word is coloured with ANSI sequences
 */
public record TerminalReport(boolean unicode, boolean colour) {

  private static final String RED = "\u001b[31m";
  private static final String GREEN = "\u001b[32m";
  private static final String YELLOW = "\u001b[33m";
  private static final String RESET = "\u001b[0m";

  /**
   * The block, with a line feed at its end.
   *
   * @param result what to show
   * @param folder where its files are; empty if they could not be written
   * @param again command that runs the same again; empty if there is none
   */
  public String of(RunResult result, Optional<String> folder, Optional<String> again) {
    List<String> lines = new ArrayList<>();
    if (!result.verdict().complete()) {
      lines.addAll(headline("INCOMPLETE", YELLOW, VerdictText.incomplete(result)));
    }
    List<ThresholdCheck> thresholds = ThresholdCheck.of(result);
    String crossed = ThresholdText.headline(thresholds);
    if (!crossed.isEmpty() && !result.verdict().isInvalid()) {
      lines.addAll(headline("FAILED", RED, "threshold crossed: " + crossed));
    }
    Verdict.Status status = result.verdict().status();
    lines.addAll(headline(status.name(), colourOf(status), VerdictText.of(result)));
    lines.addAll(missing(result));
    lines.add("");
    lines.addAll(LatencyTable.of(result));
    lines.add("");
    lines.addAll(account(result));
    lines.addAll(PublishedText.lines(result.scenario(), result.broker()));
    lines.addAll(ThresholdText.lines(thresholds, !result.verdict().isInvalid()));
    lines.addAll(Paragraph.labelled("broker", broker(result)));
    lines.addAll(Paragraph.labelled("generator", generator(result)));
    if (result.machine().isPresent()) {
      lines.addAll(Paragraph.labelled("machine", MachineText.of(result)));
    }
    result
        .drift()
        .ifPresent(drift -> lines.addAll(Paragraph.labelled("drift", DriftText.summary(drift))));
    ResultSentences.agents(result)
        .forEach(
            (name, text) -> lines.addAll(Paragraph.labelled("agent", (name + " " + text).strip())));
    result.driver().tls().ifPresent(agreed -> lines.addAll(Paragraph.labelled("tls", tls(agreed))));
    folder.ifPresent(path -> lines.add(Paragraph.LABEL.formatted("results") + path));
    again.ifPresent(command -> lines.add(Paragraph.LABEL.formatted("again") + command));
    String text = String.join("\n", lines) + "\n";
    return unicode ? text : NumberText.plain(text);
  }

  /**
   * What became of clients and messages, and the reason codes: the lines are the same for a run by
   * itself and for each of several groups.
   */
  public static List<String> account(RunResult result) {
    List<String> lines = new ArrayList<>();
    if (result.scenario().connectsOnly()) {
      lines.addAll(Paragraph.labelled("connections", ResultSentences.connections(result)));
      lines.addAll(failover(result));
    } else {
      lines.addAll(ofMessages(result));
    }
    ResultSentences.reasonCodes(result)
        .ifPresent(text -> lines.addAll(Paragraph.labelled("reasons", text)));
    return lines;
  }

  private static List<String> ofMessages(RunResult result) {
    List<String> lines = new ArrayList<>();
    result
        .broadcast()
        .ifPresent(
            broadcast ->
                lines.addAll(Paragraph.labelled("bursts", BroadcastText.of(result, broadcast))));
    result
        .storm()
        .ifPresent(
            storm ->
                StormText.sentences(result, storm)
                    .forEach(text -> lines.addAll(Paragraph.labelled("storm", text))));
    lines.addAll(Paragraph.labelled("messages", AccountText.of(result)));
    result
        .payloadBytes()
        .ifPresent(
            bytes ->
                lines.addAll(
                    Paragraph.labelled(
                        "payload",
                        new FigureText(result)
                            .fill(
                                "{payload.least} to {payload.most}; {payload.sent} sent,"
                                    + " {payload.received} of {payload.owed} owed received"))));
    result
        .requests()
        .ifPresent(
            requests ->
                lines.addAll(Paragraph.labelled("requests", RequestText.of(result, requests))));
    lines.addAll(failover(result));
    lines.addAll(Paragraph.labelled("backlog", backlog(result)));
    ResultSentences.warmUp(result)
        .ifPresent(text -> lines.addAll(Paragraph.labelled("warm-up", text)));
    return lines;
  }

  private static List<String> failover(RunResult result) {
    return result
        .failover()
        .map(done -> FailoverText.lines(Paragraph.LABEL.formatted("failover"), result, done))
        .orElse(List.of());
  }

  private static String tls(NegotiatedTls agreed) {
    String key = agreed.keyBits() == 0 ? "" : ", key of " + agreed.keyBits() + " bits";
    return agreed.protocol() + ", " + agreed.cipher() + key + ", by " + agreed.provider();
  }

  private static String notMeasured(RunResult result) {
    boolean remote = result.broker().origin() == Origin.REMOTE;
    return "CPU and memory not measured"
        + (remote ? ": its process is not known (?pid= in the address)" : "");
  }

  private List<String> headline(String word, String ansi, String text) {
    List<String> lines = Paragraph.of(word + "  ", text);
    if (colour) {
      lines.set(0, ansi + word + RESET + lines.get(0).substring(word.length()));
    }
    return lines;
  }

  /** The headline of a verdict, in its colour. */
  public List<String> headline(Verdict.Status status, String word, String text) {
    return headline(word, colourOf(status), text);
  }

  private static String colourOf(Verdict.Status status) {
    return switch (status) {
      case OK -> GREEN;
      case GENERATOR_LIMITED, DISTURBED -> YELLOW;
      case BROKER_LIMITED, CONTRACT_BROKEN, FAILED -> RED;
    };
  }

  private static List<String> missing(RunResult result) {
    Messages messages = result.messages();
    if (messages.missing().isEmpty()) {
      return List.of();
    }
    boolean fanOut = result.scenario().topology().fanOut() > 1;
    String names =
        result
            .requests()
            .map(RequestText::unanswered)
            .orElseGet(() -> MissingRanges.of(messages.missing(), fanOut));
    long more = messages.lost() + messages.undelivered() - messages.missing().size();
    return Paragraph.of(
        "      ", more > 0 ? names + "; and " + NumberText.count(more) + " more" : names);
  }

  private static String backlog(RunResult result) {
    Backlog backlog = result.backlog();
    double owedPerSecond =
        result.throughput().sentPerSecond() * result.scenario().topology().fanOut();
    return new FigureText(result)
        .fill(
            "at most {backlog.highWaterMark}, "
                + (backlog.growing()
                    ? "growing to {backlog.atSteadyEnd} at the end of the steady state"
                    : "not growing")
                + (result.stormOfMessages().isEmpty() && backlog.holdsWarmUp(owedPerSecond)
                    ? "; {backlog.atSteadyStart} were left of the warm-up, and the latencies hold"
                        + " them: give a longer warm-up"
                    : ""));
  }

  private static String broker(RunResult result) {
    return result.brokerUsage().isPresent()
        ? new FigureText(result).brief("broker")
        : notMeasured(result);
  }

  private static String generator(RunResult result) {
    GeneratorUsage usage = result.generator();
    int workers = result.driver().workers();
    FigureText figures = new FigureText(result);
    return figures.brief("generator")
        + (workers == 1 ? "" : ", " + workers + " workers")
        + (usage.healthy() ? ", healthy" : ", over its limits")
        + usage.headroom().map(headroom -> figures.fill(headroom(headroom))).orElse("");
  }

  private static String headroom(Headroom headroom) {
    return ", at {generator.cpuOfCeiling} of what it can do here"
        + (headroom.nearFloor()
            ? "; service times are near the least that it can measure here, "
                + NumberText.latency(headroom.floorServiceP50Nanos())
            : "");
  }
}
