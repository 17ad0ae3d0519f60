package io.brokerbench.core.broker;

import java.util.Optional;

/**
 * What a topic of MQTT is called in JMS, on one broker product.
 *
 * @param name by which it is known; empty for that of no product
 * @param prefix before the whole, such as the name of an exchange; often empty
 * @param separator between levels, in place of {@code /}
 * @param anyLevel wildcard of one level, in place of {@code +}
 * @param anyLevels wildcard of all levels that follow, in place of {@code #}
 * @param groupQueues queues that stand in for shared durable subscriptions; absent where the
 *     product has none
 */
public record TopicMapping(
    String name,
    String prefix,
    String separator,
    String anyLevel,
    String anyLevels,
    Optional<GroupQueues> groupQueues) {

  /** Topics have the same names in both. */
  public static final TopicMapping UNCHANGED = new TopicMapping("", "", "/", "+", "#");

  /**
   * Queues to which a broker copies what is published to certain topics, one for each group of
   * consumers. Both patterns are in the words of MQTT.
   *
   * @param topic pattern of these topics, with {@code {topic}} for any other topic
   * @param queue pattern of a group's queue, with {@code {group}}, and {@code {topic}} for a filter
   */
  public record GroupQueues(String topic, String queue) {}

  /** Names of a product without queues for groups. */
  public TopicMapping(
      String name, String prefix, String separator, String anyLevel, String anyLevels) {
    this(name, prefix, separator, anyLevel, anyLevels, Optional.empty());
  }

  /**
   * The name in JMS.
   *
   * @param filter a topic of MQTT, or a filter with wildcards
   */
  public String of(String filter) {
    StringBuilder name = new StringBuilder(prefix.length() + filter.length()).append(prefix);
    for (int i = 0; i < filter.length(); i++) {
      char c = filter.charAt(i);
      switch (c) {
        case '/' -> name.append(separator);
        case '+' -> name.append(anyLevel);
        case '#' -> name.append(anyLevels);
        default -> name.append(c);
      }
    }
    return name.toString();
  }

  /** The topic of MQTT that is to be published to, so that groups of consumers get copies of it. */
  public String groupTopic(String topic) {
    return groupQueues.orElseThrow().topic().replace("{topic}", topic);
  }

  /**
   * The queue in JMS with a group's copies.
   *
   * @param filter of the topics, as if there were no groups
   */
  public String groupQueue(String group, String filter) {
    return of(
        groupQueues.orElseThrow().queue().replace("{group}", group).replace("{topic}", filter));
  }
}
