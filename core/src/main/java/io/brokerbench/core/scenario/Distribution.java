package io.brokerbench.core.scenario;

/** How the topic tree is shared out over the consumers. */
public enum Distribution {
  /** One consumer, subscribed to the whole tree. */
  SINGLE,
  /** As many parts as consumers; consumer <i>k</i> alone subscribes to part <i>k</i>. */
  PARTITIONS,
  /** All consumers share one subscription to the whole tree; a message goes to one of them. */
  SHARED,
  /** Every consumer subscribes to the whole tree, and gets every message. */
  ALL,
  /** There are no consumers, and no subscriptions. */
  NONE
}
