package io.brokerbench.core.engine.worker;

import io.brokerbench.core.engine.assignment.Assignment;
import io.brokerbench.core.engine.assignment.ClientIds;
import io.brokerbench.core.engine.lane.LaneContext;
import io.brokerbench.core.engine.lane.LaneLoad;
import io.brokerbench.core.engine.lane.RequestMeter;
import io.brokerbench.core.engine.lane.RequestReport;
import io.brokerbench.core.engine.measure.DeliveryAccount;
import io.brokerbench.core.engine.measure.DeliveryLedger;
import io.brokerbench.core.engine.measure.LaneReport;
import io.brokerbench.core.engine.measure.SentMessages;
import io.brokerbench.core.load.IntendedSendTimes;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Topology;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.function.LongSupplier;

/**
 * What the clients of one worker are owed.
 *
 * @param deliveries what its consumers are owed
 * @param requests what its responders are owed; empty where it has none
 */
public record WorkerLedgers(DeliveryLedger deliveries, Optional<DeliveryLedger> requests) {

  /** Of a slice: all responders are in one. */
  static WorkerLedgers of(Topology topology, Assignment.Slice slice) {
    boolean responds = topology.hasRequests() && slice.consumerIds().contains(topology.consumers());
    return new WorkerLedgers(
        deliveries(topology, slice),
        responds
            ? Optional.of(
                DeliveryLedger.single(topology.publishers(), topology.responders().orElseThrow()))
            : Optional.empty());
  }

  /**
   * Lets messages that consumers are owed expire, where the scenario says so.
   *
   * @param start of sending; asked under the ledger's lock, as the schedule is
   */
  void letExpire(Scenario scenario, LongSupplier start) {
    scenario
        .session()
        .messageExpiry()
        .ifPresent(expiry -> deliveries.expiringAfter(expiry.toNanos(), intended(scenario, start)));
  }

  /** Null where the broker's pace decides. */
  private static IntendedSendTimes intended(Scenario scenario, LongSupplier start) {
    int publishers = scenario.topology().publishers();
    return scenario
        .workload()
        .schedule()
        .<IntendedSendTimes>map(
            times ->
                (publisher, sequence) ->
                    start.getAsLong() + times.offsetNanos(sequence * publishers + publisher))
        .orElse(null);
  }

  /** The ledger of what the consumers of a slice are owed, by publishers of whatever slice. */
  public static DeliveryLedger deliveries(Topology topology, Assignment.Slice slice) {
    ClientIds consumers = slice.consumerIds();
    if (topology.distribution() == Distribution.ALL) {
      return DeliveryLedger.fanOut(topology.publishers(), consumers.toArray());
    }
    boolean shared = topology.distribution() == Distribution.SHARED;
    DeliveryLedger single =
        DeliveryLedger.single(topology.publishers(), shared ? topology.consumers() : 0);
    if (topology.distribution() == Distribution.PARTITIONS) {
      single.ownedBy(topology::partitionOf);
    }
    if (consumers.size() == topology.subscribers() && consumers.size() > 0) {
      return single;
    }
    return single.owedBy(publisher -> consumers.contains(topology.partitionOf(publisher)));
  }

  /** How many consumers of this worker are owed each message of a publisher. */
  int recipientsOf(int publisher) {
    return deliveries.recipientsOf(publisher);
  }

  /** A meter for the responders of a lane. */
  RequestMeter requestMeter(LaneContext context) {
    return new RequestMeter(context, requests.orElseThrow());
  }

  /**
   * Makes up the account of deliveries.
   *
   * @param excused consumers that are owed nothing
   * @param onMissing hears of each delivery that never arrived
   * @param intended when messages were to be sent, where they expire
   * @param endNanos when counting stopped
   */
  DeliveryAccount account(
      SentMessages sent,
      IntPredicate excused,
      DeliveryAccount.MissingVisitor onMissing,
      IntendedSendTimes intended,
      long endNanos) {
    synchronized (deliveries) {
      deliveries.excuse(excused);
      return deliveries.account(sent, Messages.MAX_NAMED, onMissing, intended, endNanos);
    }
  }

  /** Makes up the account of requests, once all lanes are frozen. */
  Optional<RequestReport> requests(SentMessages sent, List<LaneLoad> lanes) {
    return requests.map(
        ledger -> {
          synchronized (ledger) {
            return new RequestReport(
                ledger.account(
                    sent, Messages.MAX_NAMED, (requester, number, responder) -> {}, null, 0),
                lanes.stream()
                    .map(LaneLoad::damagedRequests)
                    .reduce(LaneReport.Damaged.NONE, LaneReport.Damaged::plus),
                lanes.stream().mapToLong(LaneLoad::unacknowledgedReplies).sum());
          }
        });
  }
}
