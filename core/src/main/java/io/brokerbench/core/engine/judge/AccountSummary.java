package io.brokerbench.core.engine.judge;

import io.brokerbench.core.base.Durations;
import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.engine.lane.RequestReport;
import io.brokerbench.core.engine.measure.DeliveryAccount;
import io.brokerbench.core.engine.measure.LaneReport;
import io.brokerbench.core.engine.stage.RunRecord;
import io.brokerbench.core.load.OpenLoad;
import io.brokerbench.core.payload.PayloadBytes;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.result.MissingMessage;
import io.brokerbench.core.scenario.JmsConsumers;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Topology;
import io.brokerbench.core.storm.StormKind;
import io.brokerbench.core.storm.StormOutcome;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Makes the part of the result about the account of messages. */
final class AccountSummary {

  private AccountSummary() {}

  /** Messages and requests that arrived otherwise than they were sent. */
  static LaneReport.Damaged damaged(RunRecord run) {
    LaneReport.Damaged requests =
        run.result().requests().map(RequestReport::damaged).orElse(LaneReport.Damaged.NONE);
    return requests.plus(run.result().report().counts().damaged());
  }

  /**
   * The bytes of payloads that vary. Each message is owed so often: of one that is retained, to
   * those who subscribed, who are not known where the run failed.
   */
  static Optional<PayloadBytes> payloadBytes(
      Scenario scenario, RunRecord run, Optional<StormOutcome> storm) {
    Optional<StormOutcome> retained = storm.filter(outcome -> outcome.kind() == StormKind.RETAINED);
    if (retained.isPresent() && run.failure().isPresent()) {
      return Optional.empty();
    }
    int owed =
        retained
            .map(outcome -> Math.toIntExact(outcome.acts()))
            .orElse(scenario.topology().fanOut());
    return run.result().payloadBytes().map(all -> PayloadBytes.of(all, owed));
  }

  /**
   * The account of a run's messages.
   *
   * @param oneClock whether the broker is known to have the clock of those who send
   */
  static Messages messages(Scenario scenario, RunRecord run, boolean oneClock) {
    boolean unscheduled =
        !(scenario.workload().load() instanceof OpenLoad) || scenario.stormOfMessages().isPresent();
    LaneReport.Counts counts = run.result().report().counts();
    DeliveryAccount account = run.result().deliveries();
    long toSecondMembers = owesToOneMember(scenario, run) ? account.repeatedElsewhere() : 0;
    boolean acknowledges = scenario.workload().qos() != Qos.AT_MOST_ONCE;
    return new Messages(
        unscheduled ? counts.sent() : counts.due(),
        counts.sent(),
        acknowledges ? counts.acknowledged() : counts.sent(),
        account.unacknowledgedDelivered(),
        account.expected(),
        account.received(),
        run.drainDoubt().isPresent() ? account.missing() : 0,
        run.drainDoubt().isPresent() ? 0 : account.missing(),
        account.duplicated() - toSecondMembers,
        account.misdelivered() + toSecondMembers,
        account.reordered(),
        damaged(run).count(),
        counts.unrecognised(),
        account.named().stream().map(missing -> named(scenario.topology(), missing)).toList(),
        scenario.session().consumerProtocol() == Protocol.JMS
            ? OptionalLong.of(counts.redelivered())
            : OptionalLong.empty(),
        scenario.session().messageExpiry().isPresent()
            ? OptionalLong.of(account.expired())
            : OptionalLong.empty(),
        Optional.of(
            account.strays().stream()
                .map(
                    stray ->
                        new Messages.Stray(stray.publisher(), stray.sequence(), stray.consumer()))
                .toList()),
        scenario.session().deliveryDelay().isZero() || !oneClock
            ? OptionalLong.empty()
            : OptionalLong.of(counts.early()),
        browser(scenario, counts.browses()),
        browser(scenario, counts.browsed()),
        counts.unreleased());
  }

  /**
   * What came early by the clocks of those who send. JMS may send the instant at which a message is
   * due, and the broker waits for it by its own clock: where that may differ, this proves nothing.
   */
  static List<String> earlyByOtherClock(Scenario scenario, RunRecord run, boolean oneClock) {
    long early = run.result().report().counts().early();
    return oneClock || early == 0
        ? List.of()
        : List.of(
            ("%s came before the delivery delay had passed, %s, by the clock of the sender, which"
                    + " is not known to be the broker's")
                .formatted(
                    NumberText.counted(early, "delivery"),
                    Durations.format(scenario.session().deliveryDelay())));
  }

  /**
   * Whether a message that two members of a shared subscription got went astray. Once a member has
   * gone, a broker may send what that one has not acknowledged to another one (MQTT 5, 4.8.2).
   */
  private static boolean owesToOneMember(Scenario scenario, RunRecord run) {
    return scenario.session().consumerProtocol() != Protocol.JMS
        && scenario.session().absentFraction() == 0
        && scenario.conditions().storm().isEmpty()
        && run.failure().isEmpty()
        && run.faults().isEmpty()
        && run.result().report().failover().clients().broken() == 0;
  }

  private static OptionalLong browser(Scenario scenario, long count) {
    return scenario.session().jmsConsumers().flatMap(JmsConsumers::browseRate).isPresent()
        ? OptionalLong.of(count)
        : OptionalLong.empty();
  }

  /** The ledger knows no consumer where there is one recipient for each message: name it. */
  private static int consumerOf(Topology topology, DeliveryAccount.Missing missing) {
    return switch (topology.distribution()) {
      case SINGLE -> 0;
      case PARTITIONS -> topology.partitionOf(missing.publisher());
      case SHARED, NONE -> -1;
      case ALL -> Math.max(0, missing.consumer());
    };
  }

  private static MissingMessage named(Topology topology, DeliveryAccount.Missing missing) {
    return new MissingMessage(
        missing.publisher(), missing.sequence(), consumerOf(topology, missing));
  }
}
