package io.brokerbench.core.engine.lane;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.driver.Client;
import io.brokerbench.core.storm.Storm;
import io.brokerbench.core.storm.StormKind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.function.ToIntFunction;

/**
 * Which clients of a lane do something in a storm, what each does, and when. Confined to the lane's
 * thread.
 *
 * @param publishers of the lane
 * @param consumers of the lane
 * @param visitors of the lane, which come and go
 * @param meter of what the broker owes for it
 * @param clock of the run
 */
record StormClients(
    List<PublisherSlot> publishers,
    List<ConsumerSlot> consumers,
    List<Visitor> visitors,
    LaneMeter meter,
    NanoClock clock) {

  /**
   * Lets those act that are due at an instant, and says when to come again; {@link Long#MAX_VALUE}
   * when there is nothing more.
   */
  LongUnaryOperator turns(Storm kind) {
    return kind.kind().isOfMessages() ? acts(meter.storm())::turn : awaited(kind);
  }

  private LongUnaryOperator awaited(Storm kind) {
    switch (kind.kind()) {
      case TAKEOVER -> {
        return acts(kind, consumers, ConsumerSlot::id, 0, ConsumerSlot::takeOver)::turn;
      }
      case SLOW -> {
        SlowReaders slow = meter.slow();
        StormActs<ConsumerSlot> begin =
            acts(
                kind,
                slow.among(consumers),
                slow::number,
                0,
                (consumer, dueNanos) -> slow.begin(consumer, clock.nanoTime()));
        return now -> {
          long next = begin.turn(now);
          slow.turn(now);
          return next;
        };
      }
      case CHURN -> {
        StormActs<Visitor> come = acts(kind, visitors, Visitor::id, 0, Visitor::come);
        StormActs<Visitor> leave =
            acts(kind, visitors, Visitor::id, kind.visit().toNanos(), Visitor::leave);
        return now -> Math.min(come.turn(now), leave.turn(now));
      }
      default -> {
        List<ClientSlot> all = new ArrayList<>(consumers);
        all.addAll(publishers);
        return acts(kind, all, client -> (int) client.index(), 0, ClientSlot::cut)::turn;
      }
    }
  }

  private <C> StormActs<C> acts(
      Storm kind, List<C> clients, ToIntFunction<C> number, long delayNanos, StormActs.Act<C> act) {
    AwaitedClients awaited = meter.awaited();
    return new StormActs<>(
        clients,
        client ->
            awaited.times().steadyStart()
                + kind.offsetNanos(number.applyAsInt(client))
                + delayNanos,
        () -> awaited.times().steadyEnd(),
        act);
  }

  private StormActs<?> acts(StormMeter owed) {
    StormKind kind = owed.kind();
    if (!kind.isOfWills()) {
      return new StormActs<>(
          consumers,
          consumer -> owed.actNanos(consumer.id()),
          owed::endNanos,
          (consumer, dueNanos) -> {
            owed.onAct(clock.nanoTime() - dueNanos);
            owed.onCame(consumer.id());
            consumer.subscribe(clock.nanoTime());
          });
    }
    consumers.forEach(watcher -> owed.onWatching(watcher.id()));
    return new StormActs<>(
        publishers,
        publisher -> owed.actNanos(publisher.id()),
        owed::endNanos,
        (publisher, dueNanos) -> {
          owed.onAct(clock.nanoTime() - dueNanos);
          if (owed.isOrderly(publisher.id())) {
            publisher.go(Client::disconnect);
          } else {
            owed.onGone();
            publisher.leaveWill(kind == StormKind.SILENCE);
          }
        });
  }
}
