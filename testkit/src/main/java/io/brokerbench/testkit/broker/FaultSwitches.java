package io.brokerbench.testkit.broker;

import io.brokerbench.core.base.MessageHeader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Faults that are on or off. */
final class FaultSwitches {

  boolean silent;
  boolean refuseConnections;
  boolean neverAnswer;
  boolean failSubscribe;
  boolean deliverBeforeConnAck;
  boolean ignoreAcknowledgements;
  boolean ignorePings;
  int grantAtMost = 2;
  int lostAtKill;
  long connAckDelayNanos;
  long takeoverDelayNanos;
  long retainedDelayNanos;

  /** Publishers whose retained messages are not replaced. */
  final Set<Integer> keptRetained = new HashSet<>();

  /** Publishers whose wills are published although they have said goodbye. */
  final Set<Integer> keptWills = new HashSet<>();

  /** Clients that one of the following four was done to. */
  final List<String> wronged = new ArrayList<>();

  final EveryNth everySessionLost = new EveryNth();
  final EveryNth everyTakeoverWithheld = new EveryNth();
  final EveryNth everyWillWithheld = new EveryNth();
  final EveryNth everyRefused = new EveryNth();
  final EveryNth everyConnAckDelayed = new EveryNth();

  /** Delay by number of the CONNACK, counted over the whole time. */
  final Map<Long, Long> lateConnAcks = new HashMap<>();

  /** Messages from clients that the broker reads and forgets. */
  final List<MessageFilter> ignored = new ArrayList<>();

  boolean ignores(BrokerMessage message) {
    boolean ignores = false;
    for (MessageFilter filter : ignored) {
      ignores |= filter.picks(message);
    }
    return ignores;
  }

  /** Whether the next client is one to be wronged. */
  boolean wrongs(EveryNth which, String clientId) {
    boolean picked = which.picksNext();
    if (picked) {
      wronged.add(clientId);
    }
    return picked;
  }

  boolean keepsRetained(BrokerMessage message) {
    return message.hasHeader() && keptRetained.contains(MessageHeader.publisherId(message.word1()));
  }

  boolean keepsWill(BrokerMessage will) {
    return will.hasHeader() && keptWills.contains(MessageHeader.publisherId(will.word1()));
  }

  void clear() {
    silent = false;
    refuseConnections = false;
    lateConnAcks.clear();
    neverAnswer = false;
    failSubscribe = false;
    deliverBeforeConnAck = false;
    ignoreAcknowledgements = false;
    ignorePings = false;
    ignored.clear();
    keptRetained.clear();
    keptWills.clear();
    everyWillWithheld.set(0);
    everyTakeoverWithheld.set(0);
    takeoverDelayNanos = 0;
    retainedDelayNanos = 0;
    everySessionLost.set(0);
    grantAtMost = 2;
    lostAtKill = 0;
    everyRefused.set(0);
    everyConnAckDelayed.set(0);
  }

  /** Picks the n-th, 2n-th, 3n-th ... of what it is asked about. */
  static final class EveryNth {

    private int n;
    private long seen;

    /** Starts to count anew; 0 picks none. */
    void set(int newN) {
      if (newN < 0) {
        throw new IllegalArgumentException("n " + newN + ": at least 1, or 0 for none");
      }
      n = newN;
      seen = 0;
    }

    boolean picksNext() {
      return n > 0 && ++seen % n == 0;
    }
  }
}
