package io.brokerbench.core.report;

import io.brokerbench.core.base.Figures;
import io.brokerbench.core.result.Backlog;
import io.brokerbench.core.result.BrokerUsage;
import io.brokerbench.core.result.Connections;
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

  private static final String LABEL = "%-12s";
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
    Verdict.Status status = result.verdict().status();
    lines.addAll(headline(status.name(), colourOf(status), VerdictText.of(result)));
    lines.addAll(missing(result));
    lines.add("");
    lines.addAll(
        result.scenario().connectsOnly()
            ? ConnectText.table(result)
            : LatencyTable.of(result.latency()));
    lines.add("");
    lines.addAll(result.scenario().connectsOnly() ? ofConnects(result) : ofMessages(result));
    result.machine().ifPresent(m -> lines.addAll(labelled("machine", MachineText.of(m))));
    Sentences.agents(result)
        .forEach((name, text) -> lines.addAll(labelled("agent", (name + " " + text).strip())));
    result.driver().tls().ifPresent(agreed -> lines.addAll(labelled("tls", tls(agreed))));
    folder.ifPresent(path -> lines.add(LABEL.formatted("results") + path));
    again.ifPresent(command -> lines.add(LABEL.formatted("again") + command));
    String text = String.join("\n", lines) + "\n";
    return unicode ? text : Figures.plain(text);
  }

  private static List<String> ofMessages(RunResult result) {
    List<String> lines = new ArrayList<>();
    result
        .broadcast()
        .ifPresent(broadcast -> lines.addAll(labelled("bursts", BroadcastText.of(broadcast))));
    lines.addAll(labelled("messages", account(result)));
    result
        .failover()
        .ifPresent(
            failover ->
                lines.addAll(FailoverText.lines(LABEL.formatted("failover"), result, failover)));
    lines.addAll(labelled("backlog", backlog(result)));
    JmsText.of(result.latency()).ifPresent(steps -> lines.addAll(labelled("connection", steps)));
    lines.addAll(broker(result));
    lines.addAll(labelled("generator", generator(result)));
    return lines;
  }

  private static List<String> ofConnects(RunResult result) {
    Connections connections = result.connections();
    List<String> lines = new ArrayList<>();
    lines.addAll(labelled("connections", ConnectText.rates(connections)));
    lines.addAll(
        labelled(
            "broker",
            result
                .brokerUsage()
                .map(
                    usage ->
                        ConnectText.usage(
                            connections.brokerCpuMicrosPerConnect(), usage.peakRssBytes()))
                .orElseGet(() -> notMeasured(result))));
    lines.addAll(
        labelled(
            "generator",
            ConnectText.usage(
                    connections.generatorCpuMicrosPerConnect(), result.generator().peakRssBytes())
                + health(result.generator())));
    return lines;
  }

  private static String tls(NegotiatedTls agreed) {
    String key = agreed.keyBits() == 0 ? "" : ", key of " + agreed.keyBits() + " bits";
    return agreed.protocol() + ", " + agreed.cipher() + key + ", by " + agreed.provider();
  }

  private static String notMeasured(RunResult result) {
    boolean remote = result.broker().origin().equals("remote");
    return "CPU and memory not measured"
        + (remote ? ": its process isn't known (?pid= in the address)" : "");
  }

  private static String health(GeneratorUsage usage) {
    return usage.healthy() ? ", healthy" : ", over its limits";
  }

  private List<String> headline(String word, String ansi, String text) {
    List<String> lines = Paragraph.of(word + "  ", text);
    if (colour) {
      lines.set(0, ansi + word + RESET + lines.get(0).substring(word.length()));
    }
    return lines;
  }

  private static String colourOf(Verdict.Status status) {
    return switch (status) {
      case OK -> GREEN;
      case GENERATOR_LIMITED, DISTURBED -> YELLOW;
      case BROKER_LIMITED, CONTRACT_BROKEN, FAILED -> RED;
    };
  }

  private static List<String> labelled(String label, String text) {
    return Paragraph.of(LABEL.formatted(label), text);
  }

  private static List<String> missing(RunResult result) {
    Messages messages = result.messages();
    if (messages.missing().isEmpty()) {
      return List.of();
    }
    boolean fanOut = result.scenario().topology().fanOut() > 1;
    String names = MissingRanges.of(messages.missing(), fanOut);
    long more = messages.lost() + messages.undelivered() - messages.missing().size();
    return Paragraph.of(
        "      ", more > 0 ? names + "; and " + Figures.count(more) + " more" : names);
  }

  private static String account(RunResult result) {
    return AccountText.of(
        result.messages(),
        result.scenario().workload().qos(),
        result.scenario().topology().fanOut());
  }

  private static String backlog(RunResult result) {
    Backlog backlog = result.backlog();
    double owedPerSecond =
        result.throughput().sentPerSecond() * result.scenario().topology().fanOut();
    return "at most %s %s, %s%s"
        .formatted(
            Figures.count(backlog.highWaterMark()),
            backlog.highWaterMark() == 1 ? "message" : "messages",
            backlog.growing()
                ? "growing to "
                    + Figures.count(backlog.atSteadyEnd())
                    + " at the end of the steady state"
                : "not growing",
            backlog.holdsWarmUp(owedPerSecond)
                ? "; %s were left of the warm-up, and the latencies hold them: give a longer --warmup"
                    .formatted(Figures.count(backlog.atSteadyStart()))
                : "");
  }

  private static List<String> broker(RunResult result) {
    if (result.brokerUsage().isEmpty()) {
      return labelled("broker", notMeasured(result));
    }
    BrokerUsage usage = result.brokerUsage().get();
    List<String> lines = new ArrayList<>();
    lines.addAll(labelled("broker", BrokerText.usage(result, usage)));
    if (usage.projectedPerSecondAtOneCore() > 0) {
      lines.addAll(labelled("", "-> about " + BrokerText.atOneCore(result, usage)));
    }
    return lines;
  }

  private static String generator(RunResult result) {
    GeneratorUsage usage = result.generator();
    int workers = result.driver().workers();
    return usage(usage.cpuPercentOfCore(), usage.cpuMicrosPerMessage(), usage.peakRssBytes())
        + (workers == 1 ? "" : ", " + workers + " workers")
        + health(usage)
        + usage.headroom().map(TerminalReport::headroom).orElse("");
  }

  private static String headroom(Headroom headroom) {
    String share = Figures.measured(headroom.cpuPercentOfCeiling());
    return ", at %s %% of what it can do here%s"
        .formatted(
            share,
            headroom.nearFloor()
                ? "; service times are near the least that it can measure here, %s"
                    .formatted(Figures.latency(headroom.floorServiceP50Nanos()))
                : "");
  }

  private static String usage(double percentOfCore, double microsPerMessage, long rssBytes) {
    return "%s of a core, %s us per message, %s"
        .formatted(
            Figures.measured(percentOfCore / 100),
            Figures.measured(microsPerMessage),
            Figures.bytes(rssBytes));
  }
}
