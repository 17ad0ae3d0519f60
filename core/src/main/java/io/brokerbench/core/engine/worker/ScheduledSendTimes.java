package io.brokerbench.core.engine.worker;

import io.brokerbench.core.engine.measure.DeliveryLedger;
import io.brokerbench.core.scenario.ArrivalSchedule;
import io.brokerbench.core.scenario.Scenario;
import java.util.Optional;
import java.util.function.LongSupplier;

/** When messages of a run are to be sent, for a ledger whose messages expire. */
final class ScheduledSendTimes {

  private ScheduledSendTimes() {}

  /**
   * Lets the messages of a ledger expire, where the scenario says so.
   *
   * @param start of sending; asked under the ledger's lock, as the schedule is
   */
  static void letExpire(DeliveryLedger ledger, Scenario scenario, LongSupplier start) {
    scenario
        .session()
        .mqtt5OrNone()
        .messageExpiry()
        .ifPresent(expiry -> ledger.expiringAfter(expiry.toNanos(), of(scenario, start)));
  }

  /** Null where the broker's pace decides. */
  private static DeliveryLedger.IntendedSendTimes of(Scenario scenario, LongSupplier start) {
    Optional<ArrivalSchedule> schedule = scenario.workload().schedule();
    int publishers = scenario.topology().publishers();
    return schedule
        .<DeliveryLedger.IntendedSendTimes>map(
            times ->
                (publisher, sequence) ->
                    start.getAsLong() + times.offsetNanos(sequence * publishers + publisher))
        .orElse(null);
  }
}
