package io.brokerbench.testkit.broker;

/** Faults that are on or off. */
final class Switches {

  boolean refuseConnections;
  boolean neverAnswer;
  boolean failSubscribe;
  boolean ignoreAcknowledgements;
  int grantAtMost = 2;
  long connAckDelayNanos;

  final EveryNth everyRefused = new EveryNth();
  final EveryNth everyConnAckDelayed = new EveryNth();

  void clear() {
    refuseConnections = false;
    neverAnswer = false;
    failSubscribe = false;
    ignoreAcknowledgements = false;
    grantAtMost = 2;
    everyRefused.set(0);
    everyConnAckDelayed.set(0);
  }
}
