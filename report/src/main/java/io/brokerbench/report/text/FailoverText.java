package io.brokerbench.report.text;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.figure.Unit;
import io.brokerbench.core.result.Failover;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.Qos;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How a run got over a fault: a small timeline in words, and a bar. Where nothing is sent, of the
 * connections alone.
 */
final class FailoverText {

  private static final int BAR = 50;
  private static final int MOST_SENTENCES = 20;
  private static final double LEAD = 0.1;

  private FailoverText() {}

  static List<String> lines(String label, RunResult result, Failover failover) {
    String indent = " ".repeat(label.length());
    List<String> lines = new ArrayList<>();
    for (String sentence : sentences(result, failover)) {
      lines.addAll(Paragraph.of(lines.isEmpty() ? label : indent, sentence));
    }
    bar(failover.course()).ifPresent(bar -> lines.addAll(Paragraph.of(indent, bar)));
    return lines;
  }

  /** What was done and what came of it, of the clients and of the messages. */
  static List<String> sentences(RunResult result, Failover failover) {
    FigureText figures = new FigureText(result, "never");
    String what = longest(failover) + fault(result, failover);
    String clients = figures.fill(clients(figures, failover));
    Stream<String> all =
        result.scenario().connectsOnly()
            ? Stream.of(figures.fill(what), clients)
            : Stream.of(
                figures.fill(what + "; " + outage(failover.course())),
                clients,
                figures.fill(messages(result)));
    return Stream.of(all, clocks(failover), each(result, failover))
        .flatMap(sentences -> sentences)
        .toList();
  }

  private static String messages(RunResult result) {
    return result.scenario().workload().qos() == Qos.AT_MOST_ONCE
        ? "{messages.lost} lost, which QoS 0 allows; {messages.duplicated} received again"
        : "{messages.lost} acknowledged and lost, {messages.undelivered} undelivered,"
            + " {messages.unacknowledged} never acknowledged, {messages.duplicated} received again";
  }

  private static Stream<String> clocks(Failover failover) {
    return failover.clockErrorNanos().stream()
        .mapToObj(
            error ->
                "these times are read from the clocks of several agents, and are right to within "
                    + NumberText.latency(error));
  }

  private static String longest(Failover failover) {
    return failover.outages().map(all -> "the longest of %d: ".formatted(all.size())).orElse("");
  }

  /** A sentence for each of several. */
  private static Stream<String> each(RunResult result, Failover failover) {
    return failover.outages().stream()
        .flatMap(List::stream)
        .limit(MOST_SENTENCES)
        .map(
            outage ->
                "%s at %s s: %s%s"
                    .formatted(
                        outage.node().orElse("connections broke"),
                        NumberText.measured(millis(result, outage.atMillis()) / 1e3),
                        result.scenario().connectsOnly() ? "" : delivery(outage.course()) + ", ",
                        back(outage)));
  }

  private static String delivery(Failover.Course course) {
    return course.outageNanos().isEmpty()
        ? "nothing was delivered any more"
        : "no delivery for " + NumberText.latency(course.outageNanos().getAsLong());
  }

  private static String back(Failover.Outage outage) {
    if (outage.clients() == 0) {
      return "no client disconnected";
    }
    String clients = NumberText.counted(outage.clients(), "client") + " disconnected";
    return outage.course().allBackNanos().isEmpty()
        ? clients + ", not all of them back"
        : clients
            + ", all back after "
            + NumberText.latency(outage.course().allBackNanos().getAsLong());
  }

  private static String fault(RunResult result, Failover failover) {
    double at = millis(result, failover.atMillis());
    if (failover.fault().isEmpty()) {
      String part = result.scenario().connectsOnly() ? "hold" : "steady state";
      return "connections broke without a fault, "
          + NumberText.measured(Math.abs(at) / 1e3)
          + (at < 0 ? " s before the " : " s into the ")
          + part;
    }
    String done =
        switch (failover.fault().get()) {
          case KILL -> "killed";
          case STOP -> "halted";
          case CUT -> "cut off";
          case PARTITION -> "cut off from the other nodes";
          case COMMAND -> "disturbed by a command";
        };
    String healed =
        failover.healedAfterNanos().isEmpty()
            ? ""
            : failover.healedAfterNanos().getAsLong() < 10_000_000
                ? ", healed at once"
                : ", healed after {failover.healed}";
    return "%s %s %s s into the steady state%s"
        .formatted(
            failover.node().orElse("the broker"), done, NumberText.measured(at / 1e3), healed);
  }

  /** Since the steady state began, or the hold where nothing is sent. */
  private static double millis(RunResult result, long atMillis) {
    return result.scenario().connectsOnly() ? atMillis : atMillis - result.steadyStart().toMillis();
  }

  private static String outage(Failover.Course course) {
    return course.outageNanos().isEmpty()
        ? "nothing was delivered any more"
        : "no delivery for {failover.outage}, all caught up after {failover.drained}";
  }

  private static String clients(FigureText figures, Failover failover) {
    String counts = figures.titled("failover", (figure, value) -> figure.unit() == Unit.COUNT);
    if (failover.clients() == 0) {
      return counts;
    }
    return counts
        + (failover.course().firstReconnectNanos().isEmpty()
            ? "; no client came back"
            : "; back: the first one after {failover.firstReconnect}, 50 % after"
                + " {failover.halfBack}, 95 % after {failover.mostBack}, all after"
                + " {failover.allBack}");
  }

  /** From shortly before the fault until all is well. */
  private static Optional<String> bar(Failover.Course course) {
    if (course.drainedNanos().isEmpty() || course.drainedNanos().getAsLong() <= 0) {
      return Optional.empty();
    }
    long last = course.lastDeliveryNanos().orElse(0);
    long first = course.firstDeliveryNanos().getAsLong();
    long drained = course.drainedNanos().getAsLong();
    long begin = Math.min(last, 0) - (long) (drained * LEAD);
    double perCell = (drained - begin) * (1 + LEAD) / BAR;
    StringBuilder bar = new StringBuilder();
    for (int i = 0; i < BAR; i++) {
      double instant = begin + (i + 0.5) * perCell;
      bar.append(instant <= last ? '=' : instant < first ? '.' : instant < drained ? '+' : '=');
    }
    return Optional.of("[" + bar + "]  . none  + late");
  }
}
