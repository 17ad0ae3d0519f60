package io.brokerbench.testkit.broker;

import io.brokerbench.testkit.broker.record.EventCounters;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** What the broker keeps for a client id, connected or not. */
public final class BrokerSession {

  private final String clientId;
  private final Map<String, Subscription> subscriptions = new LinkedHashMap<>();
  private final BitSet unreleased = new BitSet();
  private final Map<Integer, AcknowledgementGate.Rule> acknowledgementRules = new HashMap<>();
  private final OutboundQueue out;
  private Connection connection;
  private long expirySeconds;
  private int absences;

  BrokerSession(String clientId, RateGate rate, EventCounters tally) {
    this.clientId = clientId;
    this.out = new OutboundQueue(this, rate, tally);
  }

  String clientId() {
    return clientId;
  }

  /** The connection, while it is online; else null. */
  Connection connection() {
    return connection;
  }

  void join(Connection newConnection) {
    connection = newConnection;
  }

  /** The client is gone. @return the number of this absence */
  int leave() {
    connection = null;
    return ++absences;
  }

  /** Whether an absence still lasts. */
  boolean isAway(int absence) {
    return connection == null && absences == absence;
  }

  /** Whether its first connection has not ended: nothing was under way when it began. */
  boolean isNew() {
    return absences == 0;
  }

  boolean isOnline() {
    return connection != null;
  }

  boolean isPersistent() {
    return expirySeconds > 0;
  }

  long expirySeconds() {
    return expirySeconds;
  }

  void expirySeconds(long seconds) {
    expirySeconds = seconds;
  }

  /** Subscriptions by address. */
  Map<String, Subscription> subscriptions() {
    return subscriptions;
  }

  /** Packet ids of QoS 2 messages from the client that it has not released. */
  BitSet unreleased() {
    return unreleased;
  }

  /** What is wrong with the acknowledgements of QoS 2 messages from the client, by packet id. */
  Map<Integer, AcknowledgementGate.Rule> acknowledgementRules() {
    return acknowledgementRules;
  }

  OutboundQueue out() {
    return out;
  }
}
