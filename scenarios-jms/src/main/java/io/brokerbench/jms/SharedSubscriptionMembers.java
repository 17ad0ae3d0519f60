package io.brokerbench.jms;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Members of durable subscriptions that are shared: the last one that leaves for good removes the
 * subscription. Safe for use by several threads.
 */
final class SharedSubscriptionMembers {

  private final Map<String, Integer> members = new ConcurrentHashMap<>();

  /** Another member. */
  void join(String name) {
    members.merge(name, 1, Integer::sum);
  }

  /** A member less; whether there is none left. */
  boolean leave(String name) {
    return members.computeIfPresent(name, (key, count) -> count == 1 ? null : count - 1) == null;
  }
}
