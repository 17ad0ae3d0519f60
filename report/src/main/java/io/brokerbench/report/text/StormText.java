package io.brokerbench.report.text;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.storm.StormKind;
import io.brokerbench.core.storm.StormOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What was owed in a storm, and what came of it. */
final class StormText {

  /** Most names in a line of text; the result document has more of them. */
  private static final int MOST_NAMES = 10;

  private StormText() {}

  /** The verdict's sentence where all is fine. */
  static String fine(RunResult result, StormOutcome storm) {
    String who =
        switch (storm.kind()) {
          case RETAINED ->
              "{storm.complete} of {storm.acts} subscribers got the retained message of each topic";
          case WILL ->
              "{storm.complete} watchers got the will of each of {storm.acts} clients that"
                  + " vanished";
          case SILENCE ->
              "{storm.complete} watchers got the will of each of {storm.acts} clients that fell"
                  + " silent";
          case TAKEOVER ->
              "{storm.came} of {storm.acts} clients were taken over, at most {latency.storm.max}"
                  + " after the second one was due, and {messages.lost} messages were lost";
          case RECONNECT ->
              "{storm.came} of {storm.acts} clients came back, the last one after {storm.all}, all"
                  + " had caught up after {failover.drained}, and {messages.lost} messages were"
                  + " lost";
          case CHURN ->
              "{throughput.sent} kept while {storm.came} of {storm.acts} clients came and went, and"
                  + " {messages.lost} messages were lost";
          case SLOW ->
              "{throughput.sent} kept beside {storm.acts} slow consumers: the others got"
                  + " {storm.others.came} of {storm.others.owed} deliveries with a p99 of"
                  + " {latency.endToEnd.p99}, the slow ones {storm.came} of {storm.owed}";
        };
    return new FigureText(result)
        .fill(
            storm.kind().isOfMessages() && storm.allNanos().isPresent()
                ? who + ", all of them within {storm.all}"
                : who);
  }

  /** Counts and times, then what is missing and what was not owed, by name. */
  static List<String> sentences(RunResult result, StormOutcome storm) {
    List<String> sentences = new ArrayList<>();
    sentences.add(new FigureText(result).fill(counts(storm) + times(result, storm)));
    if (!storm.ends().isEmpty()) {
      sentences.add(
          storm.ends().stream()
              .map(end -> NumberText.count(end.count()) + " x " + end.reason())
              .collect(Collectors.joining("; ")));
    }
    if (!storm.missingNames().isEmpty()) {
      String what =
          switch (storm.kind()) {
            case RETAINED, WILL, SILENCE -> "missing";
            case TAKEOVER -> "did not end";
            case RECONNECT -> "not back";
            case CHURN -> "not accepted";
            case SLOW -> "never came";
          };
      sentences.add(what + ": " + names(storm.missingNames()));
    }
    if (!storm.unexpectedNames().isEmpty()) {
      sentences.add(
          unexpected(storm)
              + ": "
              + NumberText.count(storm.unexpected())
              + ", "
              + names(storm.unexpectedNames()));
    }
    return sentences;
  }

  private static String counts(StormOutcome storm) {
    String got =
        " and {storm.complete} watchers got all of them: {storm.came} of {storm.owed} wills";
    return switch (storm.kind()) {
      case RETAINED ->
          "{storm.acts} subscribers came and got {storm.came} of {storm.owed} retained messages";
      case WILL -> "{storm.acts} clients vanished," + got;
      case SILENCE -> "{storm.acts} clients fell silent," + got;
      case TAKEOVER ->
          "{storm.acts} second clients came, and {storm.came} of {storm.owed} first connections"
              + " ended";
      case RECONNECT ->
          "{storm.acts} connections were cut, and {storm.came} of {storm.owed} clients came back";
      case CHURN -> "{storm.acts} clients came, and {storm.came} of {storm.owed} were accepted";
      case SLOW ->
          "{storm.acts} slow consumers got {storm.came} of {storm.owed} deliveries, and"
              + " {storm.complete} of them all; the others {storm.others.came} of"
              + " {storm.others.owed}; at most {storm.others.held} deliveries waited for slow ones";
    };
  }

  private static String times(RunResult result, StormOutcome storm) {
    if (storm.kind() == StormKind.SLOW) {
      return "; from the intended send time, {latency.endToEnd.p50} (median) and"
          + " {latency.endToEnd.p99} (p99) to the others, {latency.storm.p50} and"
          + " {latency.storm.p99} to slow ones";
    }
    if (!storm.kind().isOfMessages()) {
      return result.latency().find(LatencyKind.STORM).isEmpty()
          ? ""
          : " after {latency.storm.p50} (median), {latency.storm.max} at most";
    }
    if (!storm.kind().isOfWills()) {
      return result.latency().find(LatencyKind.TIME_TO_LAST).isEmpty()
          ? ""
          : "; a subscriber has all of them after {latency.timeToLast.p50} (median),"
              + " {latency.timeToLast.max} at most";
    }
    String from =
        storm.kind() == StormKind.SILENCE ? " after 1.5 keep-alives" : " after its client";
    return result.latency().find(LatencyKind.END_TO_END).isEmpty()
        ? ""
        : "; a will comes {latency.endToEnd.p50}"
            + from
            + " (median), {latency.endToEnd.max} at most";
  }

  private static String unexpected(StormOutcome storm) {
    return switch (storm.kind()) {
      case RETAINED -> "of values that later ones had replaced";
      case WILL, SILENCE -> "of clients that had left in an orderly way, or had not left";
      case TAKEOVER, RECONNECT -> "without a session, as the broker said";
      case CHURN -> "connections that the broker ended";
      case SLOW -> "slow consumers whose connections the broker ended";
    };
  }

  private static String names(List<StormOutcome.Named> names) {
    String shown =
        names.stream().limit(MOST_NAMES).map(StormText::name).collect(Collectors.joining(", "));
    int more = names.size() - MOST_NAMES;
    return more > 0
        ? shown + ", and " + NumberText.count(more) + " more in the result document"
        : shown;
  }

  private static String name(StormOutcome.Named named) {
    boolean client = named.name().indexOf('/') < 0;
    return client
        ? named.name() + (named.count() > 1 ? " (" + NumberText.count(named.count()) + ")" : "")
        : named.name()
            + (named.consumers().size() == 1
                ? " at consumer " + named.consumers().get(0)
                : " at " + NumberText.counted(named.count(), "consumer"));
  }
}
