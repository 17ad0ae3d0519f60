package io.brokerbench.core.broker;

/**
 * What a topic of MQTT is called in JMS, on one broker product.
 *
 * @param separator between levels, in place of {@code /}
 * @param anyLevel wildcard of one level, in place of {@code +}
 * @param anyLevels wildcard of all levels that follow, in place of {@code #}
 */
public record TopicMapping(String separator, String anyLevel, String anyLevels) {

  /** {@code p/3/t/17} is {@code p.3.t.17}, {@code p/3/#} is {@code p.3.#}. */
  public static final TopicMapping ARTEMIS = new TopicMapping(".", "*", "#");

  /** {@code p/3/t/17} is {@code p.3.t.17}, {@code p/3/#} is {@code p.3.>}. */
  public static final TopicMapping ACTIVEMQ = new TopicMapping(".", "*", ">");

  /**
   * The name in JMS.
   *
   * @param filter a topic of MQTT, or a filter with wildcards
   */
  public String of(String filter) {
    StringBuilder name = new StringBuilder(filter.length());
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
}
