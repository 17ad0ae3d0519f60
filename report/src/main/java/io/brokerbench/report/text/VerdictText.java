package io.brokerbench.report.text;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.load.ClosedLoad;
import io.brokerbench.core.load.OpenLoad;
import io.brokerbench.core.load.ProfileLoad;
import io.brokerbench.core.result.Failover;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.TimelineInterval;
import io.brokerbench.core.scenario.Qos;
import java.time.Duration;
import java.util.List;

/** The verdict of a run as a sentence, and what to do where it is not OK. */
final class VerdictText {

  /** What other work held up comes first; all that followed from it is in the report. */
  private static final int MOST_REASONS = 3;

  private VerdictText() {}

  /** The paragraph that follows the verdict's word. */
  static String of(RunResult result) {
    if (result.scenario().connectsOnly()) {
      return ofConnects(result);
    }
    return switch (result.verdict().status()) {
      case OK -> fine(result);
      case CONTRACT_BROKEN, FAILED -> reasons(result) + ".";
      case DISTURBED -> disturbed(result);
      case GENERATOR_LIMITED ->
          "this machine could not send on schedule, so the figures say nothing about the broker: "
              + reasons(result)
              + ". "
              + (isClosed(result)
                  ? "Use fewer publishers"
                  : result.stormOfMessages().isPresent()
                      ? "Let fewer clients come"
                      : "Lower the rate")
              + ", or leave the generator more of the machine.";
      case BROKER_LIMITED ->
          "the broker did not keep up with "
              + offered(result)
              + ": "
              + reasons(result)
              + (isClosed(result) || result.stormOfMessages().isPresent()
                  ? "."
                  : ". Lower the rate to see what it sustains.");
    };
  }

  private static String disturbed(RunResult result) {
    List<String> reasons = result.verdict().reasons();
    int more = reasons.size() - MOST_REASONS;
    return String.join("; ", reasons.subList(0, Math.min(MOST_REASONS, reasons.size())))
        + (more > 0 ? "; and " + NumberText.counted(more, "more finding") + " in the report" : "")
        + ". The figures say nothing about the broker. Run again on a quieter machine, or give the"
        + " broker and the tool cores of their own.";
  }

  /** What an incomplete run is worth. */
  static String incomplete(RunResult result) {
    long millis =
        result.timeline().stream()
            .filter(interval -> interval.phase() == TimelineInterval.Part.STEADY)
            .mapToLong(TimelineInterval::lengthMillis)
            .sum();
    String planned = NumberText.time(result.scenario().phases().steady());
    return millis == 0
        ? "the run ended before its steady state: no rates, no latencies."
        : "the run ended early: the figures are of about %s of the %s that were asked for."
            .formatted(NumberText.time(rounded(millis)), planned);
  }

  private static Duration rounded(long millis) {
    return millis < 1_000
        ? Duration.ofMillis(millis)
        : Duration.ofSeconds(Math.round(millis / 1e3));
  }

  private static String ofConnects(RunResult result) {
    return switch (result.verdict().status()) {
      case OK ->
          new FigureText(result)
                  .fill(
                      "{connections.connected} clients connected at {connections.perSecond}, and ")
              + stayed(result);
      case CONTRACT_BROKEN, FAILED -> reasons(result) + ".";
      case DISTURBED -> disturbed(result);
      case GENERATOR_LIMITED ->
          "this machine could not connect clients as fast as it should, so the figures say nothing"
              + " about the broker: "
              + reasons(result)
              + ". "
              + (result.scenario().session().connectRate().isPresent() ? "Lower the" : "Give a")
              + " connect rate, or leave the generator more of the machine.";
      case BROKER_LIMITED -> "the broker did not accept all connections: " + reasons(result) + ".";
    };
  }

  private static String stayed(RunResult result) {
    if (result.failover().isPresent()) {
      return new FigureText(result)
          .fill(
              "the {failover.clients} whose connections broke came back within {failover.allBack}");
    }
    return result.verdict().complete()
        ? "all stayed for " + NumberText.time(result.scenario().phases().steady())
        : "stayed until then";
  }

  private static String reasons(RunResult result) {
    return String.join("; ", result.verdict().reasons());
  }

  private static String fine(RunResult result) {
    Messages messages = result.messages();
    Qos qos = result.scenario().workload().qos();
    if (result.storm().isPresent()) {
      return StormText.fine(result, result.storm().get());
    }
    if (result.failover().isPresent()) {
      return recovered(result, result.failover().get());
    }
    String as = ", as QoS " + qos.level() + " allows";
    return new FigureText(result)
        .fill(
            (isClosed(result) ? "{throughput.sent} sent " : offered(result) + " kept ")
                + (result.verdict().complete()
                    ? "for " + NumberText.time(result.scenario().phases().steady())
                    : "until then")
                + (messages.lost() == 0 ? ", nothing lost" : ", {messages.lost} lost" + as)
                + (messages.duplicated() == 0
                    ? ", nothing duplicated"
                    : ", {messages.duplicated} duplicated" + as));
  }

  /** With a fault in it, a run does not keep its rate: what counts is that it came back. */
  private static String recovered(RunResult result, Failover failover) {
    Messages messages = result.messages();
    boolean guaranteed = !result.scenario().workload().qos().mayLose();
    return new FigureText(result)
        .fill(
            "the broker recovered: "
                + (failover.course().outageNanos().isPresent()
                    ? "deliveries were interrupted for {failover.outage}, "
                    : "deliveries were not interrupted, ")
                + (failover.clients() == 0
                    ? "no client lost its connection, "
                    : "all clients came back, ")
                + (messages.lost() == 0 ? "nothing" : "{messages.lost}")
                + (guaranteed ? " acknowledged was lost" : " lost"));
  }

  private static boolean isClosed(RunResult result) {
    return result.scenario().workload().load() instanceof ClosedLoad;
  }

  private static String offered(RunResult result) {
    if (result.stormOfMessages().isPresent()) {
      return "the storm";
    }
    if (result.scenario().workload().load() instanceof ProfileLoad profile) {
      return "a profile of up to %s msg/s"
          .formatted(NumberText.exact(profile.peakRate().perSecond()));
    }
    return result.scenario().workload().load() instanceof OpenLoad open
        ? NumberText.exact(open.peakRate().perSecond())
            + " msg/s"
            + result.scenario().workload().onOff().map(ScenarioText::onOff).orElse("")
        : "the load";
  }
}
