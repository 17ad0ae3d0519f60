package io.brokerbench.embedded.nullbroker;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Who gets what. */
final class Subscriptions {

  private static final String SHARED = "$share/";

  private final Map<Object, Group> groups = new LinkedHashMap<>();
  private int version;

  /** Changes with every change of the subscriptions. */
  int version() {
    return version;
  }

  /** The groups that get messages of a topic. */
  List<Group> of(String topic) {
    return groups.values().stream().filter(group -> group.takes(topic)).toList();
  }

  void add(Outlet outlet, String filter, int qos) {
    version++;
    groups
        .computeIfAbsent(key(outlet, filter), key -> new Group(plain(filter)))
        .put(new Group.Member(outlet, qos));
  }

  void remove(Outlet outlet, String filter) {
    Object key = key(outlet, filter);
    Group group = groups.get(key);
    if (group != null) {
      version++;
      group.remove(outlet);
      if (group.isEmpty()) {
        groups.remove(key);
      }
    }
  }

  /** Members of a shared subscription have one group, everybody else one of their own. */
  private static Object key(Outlet outlet, String filter) {
    return filter.startsWith(SHARED) ? filter : List.of(outlet, filter);
  }

  private static String plain(String filter) {
    return filter.startsWith(SHARED)
        ? filter.substring(filter.indexOf('/', SHARED.length()) + 1)
        : filter;
  }
}
