package io.brokerbench.core.storm;

/** What many clients do, and what the broker owes them for it. */
public enum StormKind {
  /**
   * Subscribers come to topics that have retained messages. Each is owed the latest message of each
   * topic.
   */
  RETAINED,
  /**
   * Clients vanish: their connections end without a goodbye. The watchers are owed the will of
   * each.
   */
  WILL,
  /**
   * Clients fall silent, and their connections stay. The watchers are owed the will of each, once
   * one and a half times the keep-alive is over.
   */
  SILENCE,
  /**
   * A second client comes with the id of each first one, beside a steady load. The broker has to
   * end the first one's connection, and goes on with its session.
   */
  TAKEOVER,
  /**
   * All clients lose their connections, and come back, beside a steady load. The broker has to
   * accept each, and to go on with its session.
   */
  RECONNECT,
  /**
   * Further clients come one after the other, stay for a while and leave, beside a steady load. The
   * broker has to accept each.
   */
  CHURN,
  /**
   * Some consumers take a fraction of the messages, beside others that take all. The others are
   * owed what they are always owed; the slow ones get the rest once the load has ended.
   */
  SLOW;

  /** Whether clients leave, and their wills are what is owed. */
  public boolean isOfWills() {
    return this == WILL || this == SILENCE;
  }

  /** Whether the consumers of the load beside it have sessions that persist. */
  public boolean isOfSessions() {
    return this == TAKEOVER || this == RECONNECT;
  }

  /** Whether what is owed are messages of the storm's own, and no load goes on beside it. */
  public boolean isOfMessages() {
    return this == RETAINED || isOfWills();
  }
}
