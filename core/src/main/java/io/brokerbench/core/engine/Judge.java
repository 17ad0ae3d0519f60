package io.brokerbench.core.engine;

import io.brokerbench.core.measure.GeneratorHealth;
import io.brokerbench.core.result.Backlog;
import io.brokerbench.core.result.Failover;
import io.brokerbench.core.result.GeneratorUsage;
import io.brokerbench.core.result.Latencies;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.result.Throughput;
import io.brokerbench.core.result.Verdict;
import io.brokerbench.core.result.Verdict.Status;
import io.brokerbench.core.scenario.DeliveryContract;
import io.brokerbench.core.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Says what a run means. The gravest finding is the status: {@code FAILED}, then {@code LOSS}, then
 * {@code GENERATOR_LIMITED}, then {@code BROKER_LIMITED}; the others stand among the reasons.
 *
 * <p>A broken contract is a fact whoever was slow, so {@code LOSS} stands above the generator's own
 * limit; a broker that fell behind is one only when the generator did not.
 */
final class Judge {

  private final Scenario scenario;
  private final RunRecord run;
  private final List<String> generatorComplaints;
  private final List<String> reasons = new ArrayList<>();
  private Optional<Failover> failover = Optional.empty();
  private Status status = Status.OK;

  Judge(Scenario scenario, RunRecord run, List<String> generatorComplaints) {
    this.scenario = scenario;
    this.run = run;
    this.generatorComplaints = generatorComplaints;
  }

  /** There was a fault: what it alone explains is no fault of the broker's pace. */
  Judge overcoming(Optional<Failover> outage) {
    failover = outage;
    return this;
  }

  Verdict judge(
      Messages messages,
      Throughput throughput,
      Latencies latencies,
      Backlog backlog,
      GeneratorUsage generator) {
    run.failure().ifPresent(reason -> find(Status.FAILED, reason));
    if (run.failure().isEmpty()) {
      judgeContract(messages);
    }
    generatorComplaints.forEach(reason -> find(Status.GENERATOR_LIMITED, reason));
    judgePace(messages, throughput, latencies, backlog, generator);
    if (status == Status.OK) {
      reasons.add(
          text("%s msg/s kept for %.3g s", rate(throughput.sentPerSecond()), run.steadySeconds()));
    }
    double owedPerSecond = throughput.sentPerSecond() * scenario.topology().fanOut();
    if (backlog.holdsWarmUp(owedPerSecond)) {
      reasons.add(
          text(
              "the latencies hold the end of the warm-up: %d messages of the warm-up were still"
                  + " waiting when the steady state began (give a longer --warmup)",
              backlog.atSteadyStart()));
    }
    if (!run.complete() && run.failure().isEmpty()) {
      reasons.add(text("stopped after %.3g s of steady state", run.steadySeconds()));
    }
    if (messages.reordered() > 0) {
      reasons.add(text("%d deliveries came out of order", messages.reordered()));
    }
    if (messages.unrecognised() > 0) {
      reasons.add(text("%d messages were not of this run, or damaged", messages.unrecognised()));
    }
    return new Verdict(status, run.complete(), reasons);
  }

  private void judgeContract(Messages messages) {
    DeliveryContract contract = DeliveryContract.of(scenario);
    if (failover.isPresent() && failover.get().acknowledgedLost() > 0 && !contract.mayLose()) {
      find(
          Status.LOSS,
          text(
              "%d of %d deliveries never came of messages that the broker had acknowledged, and %s"
                  + " promises that they do",
              failover.get().acknowledgedLost(), messages.expected(), contract.title()));
    } else if (failover.isEmpty() && messages.lost() > 0 && !contract.mayLose()) {
      find(
          Status.LOSS,
          text(
              "%d of %d deliveries never came, and %s promises that they do",
              messages.lost(), messages.expected(), contract.title()));
    }
    if (messages.duplicated() > 0 && !contract.mayDuplicate()) {
      find(
          Status.LOSS,
          text(
              "%d deliveries came twice, and %s promises that none does",
              messages.duplicated(), contract.title()));
    }
  }

  private void judgePace(
      Messages messages,
      Throughput throughput,
      Latencies latencies,
      Backlog backlog,
      GeneratorUsage generator) {
    if (backlog.growing()) {
      find(
          Status.BROKER_LIMITED,
          text(
              "the backlog grew all the time, to %d: %s msg/s delivered of %s owed",
              backlog.highWaterMark(),
              rate(throughput.receivedPerSecond()),
              rate(throughput.sentPerSecond() * scenario.topology().fanOut())));
    }
    if (failover.isPresent()) {
      judgeReturn(messages, failover.get());
    } else if (messages.lost() > 0
        && DeliveryContract.of(scenario).mayLose()
        && run.failure().isEmpty()) {
      find(
          Status.BROKER_LIMITED,
          text(
              "%d of %d deliveries had not come by the end of the drain, which %s allows: the"
                  + " rate was not kept",
              messages.lost(), messages.expected(), DeliveryContract.of(scenario).title()));
    }
    boolean late = latencies.sendDelay().p99Nanos() > GeneratorHealth.PACING_P99_LIMIT_NANOS;
    if (late
        && failover.isEmpty()
        && generator.backPressured() > 0
        && generatorComplaints.isEmpty()) {
      find(
          Status.BROKER_LIMITED,
          text(
              "%d messages had to wait for the broker to take them: send delay p99 %.3g ms",
              generator.backPressured(), latencies.sendDelay().p99Nanos() / 1e6));
    }
    if (messages.sent() < messages.scheduled() && run.failure().isEmpty()) {
      find(
          generatorComplaints.isEmpty() ? Status.BROKER_LIMITED : Status.GENERATOR_LIMITED,
          text(
              "%d of %d messages could not be sent by the end of the drain",
              messages.scheduled() - messages.sent(), messages.scheduled()));
    }
  }

  /** Deliveries are late after a fault, and some are lost with QoS 0; but all have to come back. */
  private void judgeReturn(Messages messages, Failover outage) {
    if (outage.unacknowledged() > 0 && run.failure().isEmpty()) {
      find(
          Status.BROKER_LIMITED,
          text(
              "%d messages were not acknowledged by the end of the drain",
              outage.unacknowledged()));
    }
    if (outage.clients() > 0 && outage.course().allBackNanos().isEmpty()) {
      find(Status.BROKER_LIMITED, "not all clients came back after the fault");
    }
    if (messages.lost() > 0 && scenario.workload().qos().mayLose()) {
      reasons.add(
          text(
              "%d of %d deliveries were lost, which QoS 0 allows",
              messages.lost(), messages.expected()));
    }
  }

  private void find(Status found, String reason) {
    if (found.compareTo(status) < 0) {
      status = found;
      reasons.add(0, reason);
    } else {
      reasons.add(reason);
    }
  }

  private static String rate(double perSecond) {
    return perSecond >= 100
        ? String.format(Locale.ROOT, "%.0f", perSecond)
        : String.format(Locale.ROOT, "%.3g", perSecond);
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
