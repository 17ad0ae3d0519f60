package io.brokerbench.testkit.broker;

import io.brokerbench.core.base.MessageHeader;
import io.brokerbench.testkit.broker.record.DelayedTasks;
import io.brokerbench.testkit.broker.record.EventCounters;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * Where copies of messages are dropped, misdelivered, altered, swapped and duplicated, in this
 * order, after routing and before queueing: so the copy for a client that is away passes here too.
 */
final class DeliveryGate {

  private record Turn(BrokerSession session, int publisherId) {}

  private record Alteration(MessageFilter which, UnaryOperator<BrokerMessage> change) {}

  private final DelayedTasks alarms;
  private final EventCounters tally;
  private final Collection<BrokerSession> sessions;
  private final Map<Turn, Delivery> held = new LinkedHashMap<>();

  final FaultSwitches.EveryNth everyDropped = new FaultSwitches.EveryNth();
  final FaultSwitches.EveryNth everyDuplicated = new FaultSwitches.EveryNth();
  final FaultSwitches.EveryNth everySwapped = new FaultSwitches.EveryNth();
  final List<MessageFilter> dropped = new ArrayList<>();
  final List<MessageFilter> duplicated = new ArrayList<>();
  final List<MessageFilter> swapped = new ArrayList<>();
  final List<MessageFilter> misdelivered = new ArrayList<>();
  final List<MessageFilter> misdeliveredToo = new ArrayList<>();
  final List<MessageFilter> lowered = new ArrayList<>();
  final List<MessageFilter> unreleased = new ArrayList<>();
  boolean toAllMembers;
  private final List<Alteration> alterations = new ArrayList<>();

  private final Set<Long> lost = new LinkedHashSet<>();
  private int toLose;

  /** Topic and client of each copy that was dropped as an n-th one. */
  final List<String> droppedAsNth = new ArrayList<>();

  /** Publisher and sequence number of each copy with a header that a filter has dropped. */
  final List<String> droppedByFilter = new ArrayList<>();

  final FaultSwitches.EveryNth everyDroppedBeside = new FaultSwitches.EveryNth();
  private final Set<String> disconnected = new HashSet<>();
  private Predicate<String> slow = clientId -> false;
  private int slowQueue;

  /** 0 for none, as the next. */
  int droppedAbove;

  int disconnectedAbove;

  private Predicate<String> delayed = clientId -> false;
  private long delayNanos;

  DeliveryGate(DelayedTasks alarms, EventCounters tally, Collection<BrokerSession> sessions) {
    this.alarms = alarms;
    this.tally = tally;
    this.sessions = sessions;
  }

  /** From now on, copies for some clients wait before they go on. */
  void delay(Predicate<String> clientId, long nanos) {
    delayed = clientId;
    delayNanos = nanos;
  }

  private void enqueue(BrokerSession session, Delivery delivery) {
    if (delayed.test(session.clientId())) {
      Future<?> unused = alarms.after(delayNanos, () -> session.out().enqueue(delivery));
    } else if (droppedAbove > 0 && delivery.qos() == 0 && session.out().waiting() >= droppedAbove) {
      tally.increment(EventCounters.Count.DROPPED);
    } else {
      session.out().enqueue(delivery);
    }
    if (disconnectedAbove > 0
        && session.isOnline()
        && session.out().waiting() > disconnectedAbove
        && disconnected.add(session.clientId())) {
      Connection connection = session.connection();
      Future<?> unused = alarms.after(0, connection::close);
    }
  }

  /** Drops each n-th copy for others while a slow client has more deliveries waiting than that. */
  void dropBeside(Predicate<String> clientIds, int mostQueued, int n) {
    slow = clientIds;
    slowQueue = mostQueued;
    everyDroppedBeside.set(n);
  }

  private boolean dropsBeside(String clientId) {
    return !slow.test(clientId)
        && sessions.stream().anyMatch(s -> slow.test(s.clientId()) && s.out().waiting() > slowQueue)
        && everyDroppedBeside.picksNext();
  }

  /** Takes one copy on its way to a subscriber. */
  void pass(BrokerSession session, Delivery delivery) {
    BrokerMessage message = delivery.message();
    String clientId = session.clientId();
    if (toLose > 0 && message.hasHeader() && lost.add(message.word1())) {
      toLose--;
      dropped.add(
          MessageFilter.message(
              MessageHeader.publisherId(message.word1()), MessageHeader.sequence(message.word1())));
    }
    boolean picked = everyDropped.picksNext();
    if (picked) {
      droppedAsNth.add(message.topic() + " to " + clientId);
    }
    boolean beside = !picked && dropsBeside(clientId);
    boolean filtered = !picked && !beside && MessageFilter.any(dropped, message, clientId);
    if (filtered && message.hasHeader()) {
      droppedByFilter.add(
          Integer.toUnsignedString(MessageHeader.publisherId(message.word1()))
              + ":"
              + MessageHeader.sequence(message.word1()));
    }
    if (picked || beside || filtered) {
      tally.increment(EventCounters.Count.DROPPED);
      return;
    }
    if (MessageFilter.any(misdeliveredToo, message, clientId)) {
      sendTo(another(session, message), delivery);
    }
    if (MessageFilter.any(misdelivered, message, clientId)) {
      BrokerSession another = another(session, message);
      if (another != null) {
        sendTo(another, delivery);
        return;
      }
    }
    swapAndDuplicate(session, altered(delivery, clientId), message);
  }

  private void swapAndDuplicate(BrokerSession session, Delivery delivery, BrokerMessage original) {
    String clientId = session.clientId();
    boolean late = everySwapped.picksNext() || MessageFilter.any(swapped, original, clientId);
    boolean twice =
        everyDuplicated.picksNext() || MessageFilter.any(duplicated, original, clientId);
    Delivery predecessor = held.isEmpty() && !late ? null : held.remove(turn(session, original));
    if (late && predecessor == null && original.hasHeader()) {
      tally.increment(EventCounters.Count.SWAPPED);
      held.put(turn(session, original), delivery);
      return;
    }
    enqueue(session, delivery);
    if (twice) {
      tally.increment(EventCounters.Count.DUPLICATED);
      enqueue(session, delivery);
    }
    if (predecessor != null) {
      enqueue(session, predecessor);
    }
  }

  /** Changes copies on their way to those who get them. */
  void alter(MessageFilter which, UnaryOperator<BrokerMessage> change) {
    alterations.add(new Alteration(which, change));
  }

  private Delivery altered(Delivery delivery, String clientId) {
    BrokerMessage message = delivery.message();
    for (Alteration alteration : alterations) {
      if (alteration.which().picks(delivery.message(), clientId)) {
        message = alteration.change().apply(message);
      }
    }
    int qos = MessageFilter.any(lowered, delivery.message(), clientId) ? 0 : delivery.qos();
    boolean releases = !MessageFilter.any(unreleased, delivery.message(), clientId);
    if (message == delivery.message() && qos == delivery.qos() && releases) {
      return delivery;
    }
    tally.increment(EventCounters.Count.ALTERED);
    return new Delivery(
        message, qos, delivery.retain(), delivery.group(), delivery.identifier(), releases);
  }

  private void sendTo(BrokerSession another, Delivery delivery) {
    if (another != null) {
      tally.increment(EventCounters.Count.MISDELIVERED);
      enqueue(
          another, new Delivery(delivery.message(), delivery.qos(), delivery.retain(), null, 0));
    }
  }

  /** The next client by client id that has subscribed to something else; null if there is none. */
  private BrokerSession another(BrokerSession owner, BrokerMessage message) {
    Comparator<BrokerSession> byTurn =
        Comparator.<BrokerSession, Boolean>comparing(
                s -> s.clientId().compareTo(owner.clientId()) < 0)
            .thenComparing(BrokerSession::clientId);
    return sessions.stream()
        .filter(s -> s.isOnline() && !s.subscriptions().isEmpty())
        .filter(s -> s.subscriptions().values().stream().noneMatch(x -> x.matches(message.topic())))
        .min(byTurn)
        .orElse(null);
  }

  /** Does not deliver the next messages, whose publishers notice nothing, now or later. */
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
    everyDroppedBeside.set(0);
    droppedAbove = 0;
    disconnectedAbove = 0;
    everyDuplicated.set(0);
    everySwapped.set(0);
    dropped.clear();
    toLose = 0;
    duplicated.clear();
    swapped.clear();
    misdelivered.clear();
    misdeliveredToo.clear();
    alterations.clear();
    lowered.clear();
    unreleased.clear();
    toAllMembers = false;
    held.forEach((turn, delivery) -> turn.session().out().enqueue(delivery));
    held.clear();
  }

  void forget(BrokerSession session) {
    held.keySet().removeIf(turn -> turn.session() == session);
  }

  private static Turn turn(BrokerSession session, BrokerMessage message) {
    return new Turn(session, message.hasHeader() ? MessageHeader.publisherId(message.word1()) : -1);
  }
}
