package io.brokerbench.testkit.broker;

import io.brokerbench.core.measure.MessageHeader;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.function.Predicate;

/**
 * Where copies of messages are dropped, duplicated and swapped, after routing and before queueing:
 * so the copy for a client that is away meets its fate here too. Dropping comes before swapping,
 * swapping before duplicating.
 */
final class DeliveryGate {

  private record Turn(Session session, int publisherId) {}

  private final Alarms alarms;
  private final Tally tally;
  private final Map<Turn, Delivery> held = new LinkedHashMap<>();

  final EveryNth everyDropped = new EveryNth();
  final EveryNth everyDuplicated = new EveryNth();
  final EveryNth everySwapped = new EveryNth();
  final Places dropped = new Places();
  final Places duplicated = new Places();
  final Places swapped = new Places();

  private final Set<Long> lost = new LinkedHashSet<>();
  private int toLose;

  private Predicate<String> delayed = clientId -> false;
  private long delayNanos;

  DeliveryGate(Alarms alarms, Tally tally) {
    this.alarms = alarms;
    this.tally = tally;
  }

  /** From now on, copies for some clients wait before they go on. */
  void delay(Predicate<String> clientId, long nanos) {
    delayed = clientId;
    delayNanos = nanos;
  }

  private void enqueue(Session session, Delivery delivery) {
    if (delayed.test(session.clientId())) {
      Future<?> unused = alarms.after(delayNanos, () -> session.out().enqueue(delivery));
    } else {
      session.out().enqueue(delivery);
    }
  }

  void pass(Session session, Delivery delivery) {
    Message message = delivery.message();
    String clientId = session.clientId();
    if (toLose > 0 && message.hasHeader() && lost.add(message.word1())) {
      toLose--;
      dropped.add(
          MessageHeader.publisherId(message.word1()), MessageHeader.sequence(message.word1()));
    }
    if (everyDropped.picksNext() || dropped.has(message, clientId)) {
      tally.increment(Tally.Count.DROPPED);
      return;
    }
    boolean late = everySwapped.picksNext() || swapped.has(message, clientId);
    boolean twice = everyDuplicated.picksNext() || duplicated.has(message, clientId);
    Delivery predecessor = held.isEmpty() && !late ? null : held.remove(turn(session, message));
    if (late && predecessor == null && message.hasHeader()) {
      tally.increment(Tally.Count.SWAPPED);
      held.put(turn(session, message), delivery);
      return;
    }
    enqueue(session, delivery);
    if (twice) {
      tally.increment(Tally.Count.DUPLICATED);
      enqueue(session, delivery);
    }
    if (predecessor != null) {
      enqueue(session, predecessor);
    }
  }

  /** Doesn't deliver the next messages, whose publishers notice nothing, now or later. */
  void loseNext(int messages) {
    toLose = messages;
  }

  /** How many of them are still to come. */
  int stillToLose() {
    return toLose;
  }

  /** Second words of the headers of those that were lost so. */
  List<Long> lost() {
    return List.copyOf(lost);
  }

  /** Takes all faults back, and sends what waits for a successor. */
  void clear() {
    delayed = clientId -> false;
    everyDropped.set(0);
    everyDuplicated.set(0);
    everySwapped.set(0);
    dropped.clear();
    toLose = 0;
    duplicated.clear();
    swapped.clear();
    held.forEach((turn, delivery) -> turn.session().out().enqueue(delivery));
    held.clear();
  }

  void forget(Session session) {
    held.keySet().removeIf(turn -> turn.session() == session);
  }

  private static Turn turn(Session session, Message message) {
    return new Turn(session, message.hasHeader() ? MessageHeader.publisherId(message.word1()) : -1);
  }
}
