package io.brokerbench.testkit.broker;

import java.util.HashMap;
import java.util.Map;

/** Faults that are on or off. */
final class Switches {

  boolean silent;
  boolean refuseConnections;
  boolean neverAnswer;
  boolean failSubscribe;
  boolean deliverBeforeConnAck;
  boolean ignoreAcknowledgements;
  int grantAtMost = 2;
  int lostAtKill;
  long connAckDelayNanos;

  final EveryNth everyRefused = new EveryNth();
  final EveryNth everyConnAckDelayed = new EveryNth();

  /** Delay by number of the CONNACK, counted over the whole time. */
  final Map<Long, Long> lateConnAcks = new HashMap<>();

  void clear() {
    silent = false;
    refuseConnections = false;
    lateConnAcks.clear();
    neverAnswer = false;
    failSubscribe = false;
    deliverBeforeConnAck = false;
    ignoreAcknowledgements = false;
    grantAtMost = 2;
    lostAtKill = 0;
    everyRefused.set(0);
    everyConnAckDelayed.set(0);
  }
}
