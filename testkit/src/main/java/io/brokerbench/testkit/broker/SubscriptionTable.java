package io.brokerbench.testkit.broker;

import io.brokerbench.testkit.broker.record.EventCounters;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Who is subscribed to what. Routes are computed once for a topic, until subscriptions change. */
final class SubscriptionTable {

  private static final int MOST_CACHED_ROUTES = 100_000;

  /**
   * Where messages of a topic go.
   *
   * @param plain one for each session: the one with the highest QoS where several match
   * @param groups shared subscriptions
   */
  record Route(List<Subscription> plain, List<SharedGroup> groups) {}

  private final Map<String, Map<BrokerSession, Subscription>> exact = new HashMap<>();
  private final Map<String, Map<BrokerSession, Subscription>> wildcard = new LinkedHashMap<>();
  private final Map<String, SharedGroup> groups = new LinkedHashMap<>();
  private final Map<String, Route> routes = new HashMap<>();
  private final DeliveryGate gate;
  private final EventCounters tally;

  SubscriptionTable(DeliveryGate gate, EventCounters tally) {
    this.gate = gate;
    this.tally = tally;
  }

  void add(Subscription subscription) {
    routes.clear();
    if (subscription.isShared()) {
      groups
          .computeIfAbsent(
              subscription.address(), a -> new SharedGroup(subscription.filter(), gate, tally))
          .join(subscription);
    } else {
      plain(subscription.address())
          .computeIfAbsent(subscription.address(), a -> new LinkedHashMap<>())
          .put(subscription.session(), subscription);
    }
  }

  void remove(Subscription subscription) {
    routes.clear();
    String address = subscription.address();
    if (subscription.isShared()) {
      SharedGroup group = groups.get(address);
      group.leave(subscription.session());
      if (group.isEmpty()) {
        groups.remove(address);
      }
    } else {
      Map<BrokerSession, Subscription> sessions = plain(address).get(address);
      sessions.remove(subscription.session());
      if (sessions.isEmpty()) {
        plain(address).remove(address);
      }
    }
  }

  Route route(String topic) {
    Route route = routes.get(topic);
    if (route == null) {
      if (routes.size() >= MOST_CACHED_ROUTES) {
        routes.clear();
      }
      route = compute(topic);
      routes.put(topic, route);
    }
    return route;
  }

  SharedGroup group(String address) {
    return groups.get(address);
  }

  private Map<String, Map<BrokerSession, Subscription>> plain(String filter) {
    return TopicFilter.hasWildcard(filter) ? wildcard : exact;
  }

  private Route compute(String topic) {
    Map<BrokerSession, Subscription> best =
        new LinkedHashMap<>(exact.getOrDefault(topic, Map.of()));
    wildcard.forEach(
        (filter, sessions) -> {
          if (TopicFilter.matches(filter, topic)) {
            sessions.forEach(
                (session, s) -> best.merge(session, s, (a, b) -> b.qos() > a.qos() ? b : a));
          }
        });
    List<SharedGroup> shared = groups.values().stream().filter(g -> g.matches(topic)).toList();
    return new Route(new ArrayList<>(best.values()), shared);
  }
}
