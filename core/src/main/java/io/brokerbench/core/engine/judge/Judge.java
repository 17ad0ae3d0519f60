package io.brokerbench.core.engine.judge;

import io.brokerbench.core.base.Durations;
import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.engine.measure.FailoverReport;
import io.brokerbench.core.engine.measure.GeneratorHealth;
import io.brokerbench.core.engine.stage.RunRecord;
import io.brokerbench.core.result.Backlog;
import io.brokerbench.core.result.Failover;
import io.brokerbench.core.result.GeneratorUsage;
import io.brokerbench.core.result.Latencies;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Throughput;
import io.brokerbench.core.result.Verdict;
import io.brokerbench.core.result.Verdict.Status;
import io.brokerbench.core.scenario.DeliveryContract;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.JmsConsumers;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.storm.StormKind;
import io.brokerbench.core.storm.StormOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds the verdict of a run. The first of these that holds names it, and all findings stand among
 * its reasons: {@code FAILED}, {@code CONTRACT_BROKEN}, {@code GENERATOR_LIMITED}, {@code
 * BROKER_LIMITED}, {@code OK}. What other work on the machine changes of it is {@link
 * Verdict#disturbedBy}.
 *
 * <p>A broken contract is a fact, whatever was slow, so it stands above all lateness. A broker that
 * fell behind is at fault only where the generator was not late itself.
 */
final class Judge {

  private final Scenario scenario;
  private final DeliveryContract contract;

  /** Whether the tool itself has cut the connections. */
  private final boolean cuts;

  private final RunRecord run;
  private final List<String> generatorComplaints;
  private final List<String> reasons = new ArrayList<>();
  private Optional<Failover> broken = Optional.empty();
  private boolean allStayed = true;
  private boolean leftOut;
  private Optional<String> damage = Optional.empty();
  private Optional<Failover> failover = Optional.empty();
  private Optional<StormOutcome> storm = Optional.empty();
  private Status status = Status.OK;

  /** The same but for a broken contract. */
  private Status pace = Status.OK;

  /**
   * A judge of one run.
   *
   * @param generatorComplaints how the tool itself was the limit
   */
  Judge(Scenario scenario, RunRecord run, List<String> generatorComplaints) {
    this.scenario = scenario;
    this.contract = DeliveryContract.of(scenario);
    this.cuts =
        scenario.conditions().storm().filter(s -> s.kind() == StormKind.RECONNECT).isPresent();
    this.run = run;
    this.generatorComplaints = generatorComplaints;
  }

  /**
   * Connections broke. What a fault alone explains is no fault of the broker's pace; where there
   * was none, the broker is held to it.
   *
   * @param outage what followed, as far as it is known
   * @param clients those whose connections broke
   */
  Judge overcoming(Optional<Failover> outage, FailoverReport.Clients clients) {
    allStayed = clients.broken() == 0;
    leftOut = clients.leftOut();
    broken = outage;
    failover = outage.filter(done -> done.fault().isPresent() || cuts);
    return this;
  }

  /** What was wrong with one of the messages that arrived damaged. */
  Judge naming(Optional<String> wrong) {
    damage = wrong;
    return this;
  }

  /** What counts is what was owed in the storm, and no rate. */
  Judge weathering(Optional<StormOutcome> outcome) {
    storm = outcome;
    return this;
  }

  Verdict judge(
      Messages messages,
      Throughput throughput,
      Latencies latencies,
      Backlog backlog,
      GeneratorUsage generator) {
    run.failure().ifPresent(reason -> find(Status.FAILED, reason));
    judgeContract(messages);
    generatorComplaints.forEach(reason -> find(Status.GENERATOR_LIMITED, reason));
    storm.ifPresent(
        outcome -> new StormJudge(outcome, run, contract, cuts, this::find, reasons::add).judge());
    if (!isOfMessages()) {
      judgePace(messages, throughput, latencies, backlog, generator);
    }
    judgeEnd(messages);
    if (status == Status.OK) {
      reasons.add(
          failover.isPresent()
              ? "the broker recovered from the " + (cuts ? "storm" : "fault")
              : isOfMessages()
                  ? NumberText.sentence(
                      "%s of %s deliveries owed in the storm came",
                      storm.get().came(), storm.get().owed())
                  : NumberText.sentence(
                      "%s msg/s kept for %s",
                      rate(throughput.sentPerSecond()), NumberText.seconds(run.steadySeconds())));
    }
    remark(messages, throughput, backlog);
    return new Verdict(
        status,
        run.complete(),
        reasons,
        Optional.of(pace).filter(late -> status == Status.CONTRACT_BROKEN));
  }

  private boolean isOfMessages() {
    return storm.filter(outcome -> outcome.kind().isOfMessages()).isPresent();
  }

  private void remark(Messages messages, Throughput throughput, Backlog backlog) {
    double owedPerSecond = throughput.sentPerSecond() * scenario.topology().fanOut();
    if (!isOfMessages() && backlog.holdsWarmUp(owedPerSecond)) {
      reasons.add(
          NumberText.sentence(
              "the latencies hold the end of the warm-up: %s messages of the warm-up were still"
                  + " waiting when the steady state began (give a longer warm-up)",
              backlog.atSteadyStart()));
    }
    if (!isOfMessages() && run.complete() && run.warmUp().end() == RunResult.WarmUp.End.LIMIT) {
      reasons.add(
          NumberText.sentence(
              "the broker had not settled after %s of warm-up, so its figures may improve yet"
                  + " (raise the warm-up limit)",
              NumberText.time(Duration.ofMillis(run.warmUp().millis()))));
    }
    if (!run.complete() && run.failure().isEmpty()) {
      reasons.add("stopped after " + NumberText.seconds(run.steadySeconds()) + " of steady state");
    }
    if (backlog.growing() && failover.isPresent() && !isOfMessages()) {
      reasons.add(
          NumberText.sentence(
              "%s deliveries were still owed at the end of the steady state, after the %s",
              backlog.atSteadyEnd(), cuts ? "storm" : "fault"));
    }
    if (messages.reordered() > 0) {
      reasons.add(NumberText.sentence(reordering(), messages.reordered()));
    }
    if (messages.unrecognised() > 0) {
      reasons.add(NumberText.sentence("%s messages were not of this run", messages.unrecognised()));
    }
  }

  private String reordering() {
    int responders = scenario.topology().responders().orElse(1);
    if (responders > 1) {
      return "%s replies came out of order, as " + responders + " responders overtake each other";
    }
    return scenario.session().hasPriorities()
        ? "%s deliveries came out of order, as messages of higher priority overtake others"
        : "%s deliveries came out of order";
  }

  /** What arrived and should not have is a fact at once; what is missing, only once it is shown. */
  private void judgeContract(Messages messages) {
    String title = contract.title();
    if (messages.lost() > 0 && !contract.mayLose() && run.failure().isEmpty()) {
      find(
          Status.CONTRACT_BROKEN,
          NumberText.sentence(
              "%s of %s deliveries were lost, and %s guarantees them: all clients were connected,"
                  + " the broker answered, and nothing arrived for %s",
              messages.lost(),
              messages.expected(),
              title,
              Durations.format(scenario.phases().quietPeriod())));
    }
    if (messages.duplicated() > 0 && !contract.mayDuplicate()) {
      find(
          Status.CONTRACT_BROKEN,
          NumberText.sentence(
              "%s deliveries came twice, and %s guarantees that none does",
              messages.duplicated(), title));
    }
    if (messages.misdelivered() > 0) {
      find(
          Status.CONTRACT_BROKEN,
          NumberText.sentence(
                  "%s messages were delivered to a consumer that had not %s",
                  messages.misdelivered(), selection())
              + firstOf(messages.strays()));
    }
    if (messages.early().orElse(0) > 0) {
      find(
          Status.CONTRACT_BROKEN,
          NumberText.sentence(
              "%s deliveries came before the delivery delay of their messages had passed, %s",
              messages.early().orElse(0), Durations.format(scenario.session().deliveryDelay())));
    }
    if (messages.damaged() > 0) {
      find(
          Status.CONTRACT_BROKEN,
          NumberText.sentence(
                  "%s messages arrived damaged: not as they were sent", messages.damaged())
              + damage.map(" (for example, %s)"::formatted).orElse(""));
    }
    if (neverAcknowledged(messages) && allStayed && run.drainDoubt().isEmpty()) {
      find(
          Status.CONTRACT_BROKEN,
          NumberText.sentence(
              "%s messages were never acknowledged although %s deliveries were made of them, and"
                  + " %s requires it",
              messages.unacknowledged(), messages.unacknowledgedDelivered(), title));
    }
    if (neverReleased(messages)) {
      find(
          Status.CONTRACT_BROKEN,
          NumberText.sentence(
              "%s deliveries were never released with a PUBREL although consumers had answered them"
                  + " with PUBREC, and %s requires it",
              messages.unreleased().orElse(0), title));
    }
  }

  private String selection() {
    if (scenario.session().jmsConsumers().filter(JmsConsumers::selectsPartitions).isPresent()) {
      return "selected them";
    }
    return scenario.topology().distribution() == Distribution.SHARED
        ? "subscribed to them, or to a second member of the shared subscription"
        : "subscribed to them";
  }

  private static String firstOf(Optional<List<Messages.Stray>> strays) {
    return strays
        .map(
            all ->
                NumberText.sentence(
                    ", such as message %s of publisher %s to consumer %s",
                    all.get(0).sequence(), all.get(0).publisher(), all.get(0).subscriber()))
        .orElse("");
  }

  private boolean neverAcknowledged(Messages messages) {
    return messages.unacknowledgedDelivered() > 0 && run.failure().isEmpty();
  }

  /** Shown as a loss is: all is quiet, and the broker answers those that wait for it. */
  private boolean neverReleased(Messages messages) {
    return messages.unreleased().orElse(0) > 0
        && allStayed
        && run.failure().isEmpty()
        && run.drainDoubt().isEmpty();
  }

  private void judgePace(
      Messages messages,
      Throughput throughput,
      Latencies latencies,
      Backlog backlog,
      GeneratorUsage generator) {
    if (backlog.growing() && failover.isEmpty()) {
      find(
          Status.BROKER_LIMITED,
          NumberText.sentence(
              "the broker fell behind: %s deliveries were owed at the end of the steady state, %s"
                  + " at its start, with %s msg/s delivered of %s owed",
              backlog.atSteadyEnd(),
              backlog.atSteadyStart(),
              rate(throughput.receivedPerSecond()),
              rate(throughput.sentPerSecond() * scenario.topology().fanOut())));
    }
    if (GeneratorHealth.isHeldBack(latencies, generator)
        && failover.isEmpty()
        && generatorComplaints.isEmpty()) {
      find(
          Status.BROKER_LIMITED,
          NumberText.sentence(
              "%s messages had to wait for the broker to accept them: send delay p99 %s",
              generator.backPressured(),
              NumberText.latency(latencies.of(LatencyKind.SEND_DELAY).p99Nanos())));
    }
    if (messages.sent() < messages.scheduled() && run.failure().isEmpty()) {
      find(
          generatorComplaints.isEmpty() ? Status.BROKER_LIMITED : Status.GENERATOR_LIMITED,
          NumberText.sentence(
              "%s of %s messages could not be sent by the end of the drain",
              messages.scheduled() - messages.sent(), messages.scheduled()));
    }
  }

  /** What was still owed when the drain was over. */
  private void judgeEnd(Messages messages) {
    if (run.failure().isPresent()) {
      return;
    }
    if (messages.undelivered() > 0) {
      find(
          Status.BROKER_LIMITED,
          NumberText.sentence(
              "%s of %s deliveries had not arrived by the end of the drain, and are not shown to be"
                  + " lost: %s",
              messages.undelivered(), messages.expected(), run.drainDoubt().orElse("")));
    }
    if (messages.lost() > 0
        && contract.mayLose()
        && storm.flatMap(StormOutcome::others).isEmpty()) {
      String lost =
          NumberText.sentence(
              "%s of %s deliveries were lost, which %s allows",
              messages.lost(), messages.expected(), contract.title());
      if (failover.isPresent()) {
        reasons.add(lost);
      } else {
        find(Status.BROKER_LIMITED, lost + ": the rate was not kept");
      }
    }
    if (messages.expired().orElse(0) > 0) {
      String expired =
          NumberText.sentence(
              "%s of %s deliveries were not made before their messages expired, after %s",
              messages.expired().orElse(0),
              messages.expected(),
              Durations.format(scenario.session().messageExpiry().orElseThrow()));
      if (failover.isPresent() || scenario.session().absentFraction() > 0) {
        reasons.add(expired);
      } else {
        find(Status.BROKER_LIMITED, expired + ": the rate was not kept");
      }
    }
    if (messages.unacknowledged() > 0) {
      find(
          Status.BROKER_LIMITED,
          NumberText.sentence(
              "%s messages were not acknowledged by the end of the drain",
              messages.unacknowledged()));
    }
    if (messages.unreleased().orElse(0) > 0 && !neverReleased(messages)) {
      String open =
          NumberText.sentence(
              "%s deliveries had not been released with a PUBREL by the end of the drain",
              messages.unreleased().orElse(0));
      if (failover.isPresent()) {
        reasons.add(open);
      } else {
        find(Status.BROKER_LIMITED, open);
      }
    }
    if (broken.filter(Failover::leftClientsOut).isPresent() || leftOutUnfollowed()) {
      find(
          Status.BROKER_LIMITED,
          failover.isPresent()
              ? "not all clients came back after the " + (cuts ? "storm" : "fault")
              : "not all clients whose connections broke came back");
    }
  }

  /** Those that lost their connection when deliveries were followed no more are in no outage. */
  private boolean leftOutUnfollowed() {
    return scenario.session().reconnects() && failover.isEmpty() && !cuts && leftOut;
  }

  private void find(Status found, String reason) {
    if (found != Status.CONTRACT_BROKEN && found.compareTo(pace) < 0) {
      pace = found;
    }
    if (found.compareTo(status) < 0) {
      status = found;
      reasons.add(0, reason);
    } else {
      reasons.add(reason);
    }
  }

  private static String rate(double perSecond) {
    return perSecond >= 100
        ? NumberText.count(Math.round(perSecond))
        : NumberText.measured(perSecond);
  }
}
