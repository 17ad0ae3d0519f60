package io.brokerbench.core.figure;

import static io.brokerbench.core.figure.FigureGroup.orNaN;
import static io.brokerbench.core.figure.Unit.COUNT;
import static io.brokerbench.core.figure.Unit.NANOS;

import io.brokerbench.core.result.Failover;
import io.brokerbench.core.result.RunResult;
import java.util.List;
import java.util.stream.Stream;

/** The figures of how a run got over a fault. */
final class FailoverFigures {

  private FailoverFigures() {}

  static List<Figure> all() {
    return Stream.concat(course().stream(), unresolved().stream()).toList();
  }

  private static List<Figure> course() {
    FigureGroup<Failover> of = new FigureGroup<>("failover", RunResult::failover);
    FigureGroup<Failover.Course> after =
        new FigureGroup<>("failover", run -> run.failover().map(Failover::course));
    return List.of(
        of.plain("healed", "fault undone", NANOS, f -> orNaN(f.healedAfterNanos())),
        after.lower("outage", "outage", NANOS, c -> orNaN(c.outageNanos())),
        after.plain("lastDelivery", "last delivery", NANOS, c -> orNaN(c.lastDeliveryNanos())),
        after.lower(
            "firstReconnect", "first client back", NANOS, c -> orNaN(c.firstReconnectNanos())),
        after.lower("halfBack", "50 % of clients back", NANOS, c -> orNaN(c.halfBackNanos())),
        after.lower("mostBack", "95 % of clients back", NANOS, c -> orNaN(c.mostBackNanos())),
        after.lower("allBack", "all clients back", NANOS, c -> orNaN(c.allBackNanos())),
        after.lower("firstDelivery", "first delivery", NANOS, c -> orNaN(c.firstDeliveryNanos())),
        after.lower("drained", "all caught up", NANOS, c -> orNaN(c.drainedNanos())),
        of.lower("clients", "clients disconnected", COUNT, Failover::clients),
        of.lower("connectionsBroken", "connections broken", COUNT, Failover::connectionsBroken),
        of.lower("reconnects", "reconnects", COUNT, Failover::reconnects),
        of.lower("refusedAttempts", "attempts refused", COUNT, Failover::refusedAttempts),
        of.lower("unansweredAttempts", "attempts unanswered", COUNT, Failover::unansweredAttempts));
  }

  private static List<Figure> unresolved() {
    FigureGroup<Failover.Unresolved> of =
        new FigureGroup<>("failover", run -> run.failover().flatMap(Failover::doubts));
    return List.of(
        of.lower(
            "transactionsUndone",
            "transactions undone",
            COUNT,
            Failover.Unresolved::transactionsUndone),
        of.lower(
            "transactionsInDoubt",
            "transactions in doubt",
            COUNT,
            Failover.Unresolved::transactionsInDoubt),
        of.lower(
            "acknowledgementsInDoubt",
            "acknowledgements in doubt",
            COUNT,
            Failover.Unresolved::acknowledgementsInDoubt),
        of.lower(
            "unacknowledgedDeliveries",
            "delivered and not acknowledged",
            COUNT,
            Failover.Unresolved::unacknowledgedDeliveries));
  }
}
