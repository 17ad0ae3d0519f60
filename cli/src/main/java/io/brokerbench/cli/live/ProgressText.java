package io.brokerbench.cli.live;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.engine.assignment.AgentProgress;
import io.brokerbench.core.engine.stage.Phase;
import io.brokerbench.core.engine.stage.Progress;
import io.brokerbench.report.text.AgentsText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The words and figures of progress. */
final class ProgressText {

  /** Of other work, from which on it is shown beside broker and generator. */
  private static final double MUCH_OTHER_CORES = 0.1;

  private ProgressText() {}

  /** A phase, as people call it. */
  static String name(Phase phase) {
    return switch (phase) {
      case CONNECT -> "connecting";
      case SUBSCRIBE -> "subscribing";
      case WARM_UP -> "warm-up";
      case SETTLE -> "settling";
      case HOLD -> "holding";
      case STEADY -> "steady";
      case DRAIN -> "draining";
      case VERIFY -> "verifying";
    };
  }

  /** {@code 1 010 of 1 010}. */
  static String connected(Progress progress) {
    return NumberText.count(progress.connected()) + " of " + NumberText.count(progress.clients());
  }

  /** {@code 1 200 of 5 000, 2 400/s}: the rate since connecting began. */
  static String connecting(Progress progress) {
    double seconds = progress.elapsed().toNanos() / 1e9;
    return seconds < 0.2 || progress.connected() == 0 || progress.phase() != Phase.CONNECT
        ? connected(progress)
        : connected(progress) + ", " + NumberText.rate(progress.connected() / seconds) + "/s";
  }

  /** {@code sent 10 000/s received 9 980/s}. */
  static String rates(Progress progress) {
    return "sent %s/s  received %s/s"
        .formatted(
            NumberText.rate(progress.sentPerSecond()),
            NumberText.rate(progress.receivedPerSecond()));
  }

  /** {@code backlog 12 p99 2.1 ms}. */
  static String standing(Progress progress) {
    String backlog = "backlog " + NumberText.count(progress.backlog());
    return progress.p99Nanos() == 0
        ? backlog
        : backlog + "  p99 " + NumberText.latency(progress.p99Nanos());
  }

  /** {@code broker 61 % of a core generator 22 %}, or with much other work, that of others too. */
  static String processes(Progress progress) {
    boolean busy = progress.otherCores().orElse(0) >= MUCH_OTHER_CORES;
    List<String> parts = new ArrayList<>();
    progress
        .brokerCores()
        .ifPresent(cores -> parts.add("broker " + percent(cores) + (busy ? "" : " of a core")));
    parts.add("generator " + percent(progress.generatorCores()));
    if (busy) {
      parts.add("others " + percent(progress.otherCores().getAsDouble()));
    }
    return String.join("  ", parts);
  }

  /** As many agents as a line has room for, the slowest first. */
  static String agents(List<AgentProgress> agents, int width) {
    StringBuilder text = new StringBuilder();
    for (String next : AgentsText.standing(agents)) {
      if (text.length() + next.length() + 2 > width) {
        return text + (text.isEmpty() ? next.substring(0, Math.min(width, next.length())) : " ...");
      }
      text.append(text.isEmpty() ? "" : "  ").append(next);
    }
    return text.toString();
  }

  /**
   * {@code 7/10 s}, {@code 54/90 min}, {@code 54 min/3 h}: in the unit of the length where it has
   * one.
   */
  static String time(Progress progress) {
    String length = NumberText.time(progress.length());
    Duration elapsed = progress.elapsed();
    if (length.contains(" h")) {
      return NumberText.time(Duration.ofMinutes(elapsed.toMinutes())) + "/" + length;
    }
    long passed = length.endsWith("min") ? elapsed.toMinutes() : elapsed.toSeconds();
    return NumberText.count(passed) + "/" + length;
  }

  /** {@code 3 s left}. */
  static String left(Progress progress) {
    Duration left = progress.length().minus(progress.elapsed());
    return NumberText.time(Duration.ofSeconds(Math.max(0, Math.round(left.toMillis() / 1e3))))
        + " left";
  }

  /** From 0 to 1. */
  static double share(Progress progress) {
    return switch (progress.phase()) {
      case CONNECT, SUBSCRIBE ->
          progress.clients() == 0 ? 1 : (double) progress.connected() / progress.clients();
      default -> {
        double length = progress.length().toNanos();
        yield length <= 0 ? 1 : Math.min(1, progress.elapsed().toNanos() / length);
      }
    };
  }

  private static String percent(double cores) {
    return Math.round(cores * 100) + " %";
  }
}
