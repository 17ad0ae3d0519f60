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
  SILENCE;

  /** Whether clients leave, and their wills are what is owed. */
  public boolean isOfWills() {
    return this != RETAINED;
  }
}
