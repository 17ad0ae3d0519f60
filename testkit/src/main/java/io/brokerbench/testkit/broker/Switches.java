package io.brokerbench.testkit.broker;

/** Faults that are on or off. */
final class Switches {

  boolean refuseConnections;
  boolean neverAnswer;
  boolean failSubscribe;
  boolean ignoreAcknowledgements;
  int grantAtMost = 2;

  void clear() {
    refuseConnections = false;
    neverAnswer = false;
    failSubscribe = false;
    ignoreAcknowledgements = false;
    grantAtMost = 2;
  }
}
