package io.brokerbench.core.storm;

/** What many clients do, and what the broker owes them for it. */
public enum StormKind {
  /**
   * Subscribers come to topics that have retained messages. Each is owed the latest message of each
   * topic.
   */
  RETAINED
}
