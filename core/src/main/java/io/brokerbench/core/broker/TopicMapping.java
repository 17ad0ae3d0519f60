package io.brokerbench.core.broker;

/**
 * What a topic of MQTT is called in JMS, on one broker product.
 *
 * @param prefix before the whole, such as the name of an exchange; often empty
 * @param separator between levels, in place of {@code /}
 * @param anyLevel wildcard of one level, in place of {@code +}
 * @param anyLevels wildcard of all levels that follow, in place of {@code #}
 * @param virtual whether topics below {@code VirtualTopic} are copied to a queue for each group of
 *     consumers, which stands in for a shared durable subscription
 */
public record TopicMapping(
    String prefix, String separator, String anyLevel, String anyLevels, boolean virtual) {

  /** {@code p/3/t/17} is {@code p.3.t.17}, {@code p/3/#} is {@code p.3.#}. */
  public static final TopicMapping ARTEMIS = new TopicMapping("", ".", "*", "#", false);

  /** {@code p/3/t/17} is {@code p.3.t.17}, {@code p/3/#} is {@code p.3.>}. */
  public static final TopicMapping ACTIVEMQ = new TopicMapping("", ".", "*", ">", true);

  /** {@code p/3/t/17} is {@code amq.topic/p.3.t.17}, {@code p/3/#} is {@code amq.topic/p.3.#}. */
  public static final TopicMapping QPID = new TopicMapping("amq.topic/", ".", "*", "#", false);

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
   * @param filter of the topics, as if they weren't virtual
   */
  public String virtualQueue(String group, String filter) {
    return of("Consumer/" + group + "/" + virtualTopic(filter));
  }
}
