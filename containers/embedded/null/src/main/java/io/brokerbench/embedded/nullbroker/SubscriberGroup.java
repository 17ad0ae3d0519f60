package io.brokerbench.embedded.nullbroker;

import java.util.ArrayList;
import java.util.List;

/** Subscribers of which each message goes to one: the members of a shared subscription, or one. */
final class SubscriberGroup {

  /** A subscriber, and the QoS that it was granted. */
  record Member(ClientOutput outlet, int qos) {}

  private final String[] filter;
  private final List<Member> members = new ArrayList<>();
  private int last;

  /**
   * Makes an empty one.
   *
   * @param filter of topics, without the prefix of a shared subscription
   */
  SubscriberGroup(String filter) {
    this.filter = filter.split("/", -1);
  }

  void put(Member member) {
    remove(member.outlet());
    members.add(member);
  }

  void remove(ClientOutput outlet) {
    members.removeIf(member -> member.outlet() == outlet);
  }

  boolean isEmpty() {
    return members.isEmpty();
  }

  /** The member whose turn it is. */
  Member next() {
    last = last + 1 < members.size() ? last + 1 : 0;
    return members.get(last);
  }

  /** Whether the filter takes a topic, as MQTT 3.1.1 section 4.7 has it. */
  boolean takes(String topic) {
    String[] levels = topic.split("/", -1);
    for (int i = 0; i < filter.length; i++) {
      if (filter[i].equals("#")) {
        return true;
      }
      if (i == levels.length || !(filter[i].equals("+") || filter[i].equals(levels[i]))) {
        return false;
      }
    }
    return levels.length == filter.length;
  }
}
