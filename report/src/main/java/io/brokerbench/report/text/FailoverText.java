package io.brokerbench.report.text;

import io.brokerbench.core.base.Figures;
import io.brokerbench.core.result.Failover;
import io.brokerbench.core.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/** How a run got over a fault: a small timeline in words, and a bar. */
final class FailoverText {

  private static final int BAR = 50;
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
    List<String> sentences = new ArrayList<>();
    sentences.add(fault(result, failover) + "; " + outage(failover.course()));
    sentences.add(clients(failover));
    sentences.add(messages(result));
    failover.doubts().ifPresent(doubts -> sentences.add(doubts(doubts)));
    return sentences;
  }

  private static String fault(RunResult result, Failover failover) {
    double at = failover.atMillis() - result.scenario().phases().warmUp().toMillis();
    String done =
        switch (failover.fault()) {
          case KILL -> "killed";
          case STOP -> "halted";
          case CUT -> "cut off";
        };
    String healed =
        failover.healedAfterNanos().isEmpty()
            ? ""
            : failover.healedAfterNanos().getAsLong() < 10_000_000
                ? ", healed at once"
                : ", healed after " + time(failover.healedAfterNanos());
    return "%s %s %s s into the steady state%s"
        .formatted(failover.node(), done, Figures.measured(at / 1e3), healed);
  }

  private static String outage(Failover.Course course) {
    if (course.outageNanos().isEmpty()) {
      return "nothing was delivered any more";
    }
    return "no delivery for %s, all caught up after %s"
        .formatted(time(course.outageNanos()), time(course.drainedNanos()));
  }

  private static String clients(Failover failover) {
    if (failover.clients() == 0) {
      return "no client lost its connection";
    }
    Failover.Course course = failover.course();
    String back =
        course.firstReconnectNanos().isEmpty()
            ? "no client came back"
            : "back: the first one after %s, 50 %% after %s, 95 %% after %s, all after %s"
                .formatted(
                    time(course.firstReconnectNanos()),
                    time(course.halfBackNanos()),
                    time(course.mostBackNanos()),
                    time(course.allBackNanos()));
    long failed = failover.refusedAttempts() + failover.unansweredAttempts();
    return "%s clients lost their connection; %s; %s attempts failed"
        .formatted(Figures.count(failover.clients()), back, Figures.count(failed));
  }

  private static String messages(RunResult result) {
    String duplicates = Figures.count(result.messages().duplicated()) + " received again";
    return switch (result.scenario().workload().qos()) {
      case AT_MOST_ONCE ->
          Figures.count(result.messages().lost()) + " lost, which QoS 0 allows; " + duplicates;
      default ->
          "%s acknowledged and lost, %s undelivered, %s never acknowledged, %s"
              .formatted(
                  Figures.count(result.messages().lost()),
                  Figures.count(result.messages().undelivered()),
                  Figures.count(result.messages().unacknowledged()),
                  duplicates);
    };
  }

  private static String doubts(Failover.Doubts doubts) {
    return "transactions: %s undone, %s in doubt; acknowledgements in doubt: %s; delivered and not acknowledged: %s"
        .formatted(
            Figures.count(doubts.transactionsUndone()),
            Figures.count(doubts.transactionsInDoubt()),
            Figures.count(doubts.acknowledgementsInDoubt()),
            Figures.count(doubts.unacknowledgedDeliveries()));
  }

  private static String time(OptionalLong nanos) {
    if (nanos.isEmpty()) {
      return "never";
    }
    double millis = Math.max(0, nanos.getAsLong()) / 1e6;
    return millis < 999.5
        ? String.format(Locale.ROOT, "%.0f ms", millis)
        : String.format(Locale.ROOT, "%.2f s", millis / 1e3);
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
