package io.brokerbench.embedded.nullbroker;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Finds the subscribers of a topic. */
final class SubscriptionIndex {

  private static final String SHARED = "$share/";

  private final Map<Object, SubscriberGroup> groups = new LinkedHashMap<>();
  private int version;

  /** Changes with every change of the subscriptions. */
  int version() {
    return version;
  }

  /** The groups that get messages of a topic. */
  List<SubscriberGroup> of(String topic) {
    return groups.values().stream().filter(group -> group.takes(topic)).toList();
  }

  void add(ClientOutput outlet, String filter, int qos) {
    version++;
    groups
        .computeIfAbsent(key(outlet, filter), key -> new SubscriberGroup(plain(filter)))
        .put(new SubscriberGroup.Member(outlet, qos));
  }

  void remove(ClientOutput outlet, String filter) {
    Object key = key(outlet, filter);
    SubscriberGroup group = groups.get(key);
    if (group != null) {
      version++;
      group.remove(outlet);
      if (group.isEmpty()) {
        groups.remove(key);
      }
    }
  }

  /** Members of a shared subscription have one group, all others one of their own. */
  private static Object key(ClientOutput outlet, String filter) {
    return filter.startsWith(SHARED) ? filter : List.of(outlet, filter);
  }

  private static String plain(String filter) {
    return filter.startsWith(SHARED)
        ? filter.substring(filter.indexOf('/', SHARED.length()) + 1)
        : filter;
  }
}
