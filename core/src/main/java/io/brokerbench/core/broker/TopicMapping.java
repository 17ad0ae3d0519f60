package io.brokerbench.core.broker;

/**
 * What a topic of MQTT is called in JMS, on one broker product.
 *
 * @param name by which it is known; empty for that of no product
 * @param prefix before the whole, such as the name of an exchange; often empty
 * @param separator between levels, in place of {@code /}
 * @param anyLevel wildcard of one level, in place of {@code +}
 * @param anyLevels wildcard of all levels that follow, in place of {@code #}
 * @param virtual whether topics below {@code VirtualTopic} are copied to a queue for each group of
 *     consumers, which stands in for a shared durable subscription
 */
public record TopicMapping(
    String name,
    String prefix,
    String separator,
    String anyLevel,
    String anyLevels,
    boolean virtual) {

  /** Topics have the same names in both. */
  public static final TopicMapping UNCHANGED = new TopicMapping("", "", "/", "+", "#", false);

  private static final String VIRTUAL = "VirtualTopic";

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
  public String virtualTopic(String topic) {
    return VIRTUAL + "/" + topic;
  }

  /**
   * The queue in JMS with a group's copies.
   *
   * @param filter of the topics, as if they were not virtual
   */
  public String virtualQueue(String group, String filter) {
    return of("Consumer/" + group + "/" + virtualTopic(filter));
  }
}
