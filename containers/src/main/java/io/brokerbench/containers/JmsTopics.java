package io.brokerbench.containers;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.TopicMapping;
import java.util.List;
import java.util.Optional;

/** What products call topics of MQTT in JMS. */
public final class JmsTopics {

  /** {@code p/3/t/17} is {@code p.3.t.17}, {@code p/3/#} is {@code p.3.#}. */
  public static final TopicMapping ARTEMIS = new TopicMapping("artemis", "", ".", "*", "#");

  /** {@code p/3/t/17} is {@code p.3.t.17}, {@code p/3/#} is {@code p.3.>}. */
  public static final TopicMapping ACTIVEMQ =
      new TopicMapping(
          "activemq",
          "",
          ".",
          "*",
          ">",
          Optional.of(
              new TopicMapping.GroupQueues(
                  "VirtualTopic/{topic}", "Consumer/{group}/VirtualTopic/{topic}")));

  /** {@code p/3/t/17} is {@code amq.topic/p.3.t.17}, {@code p/3/#} is {@code amq.topic/p.3.#}. */
  public static final TopicMapping QPID = new TopicMapping("qpid", "amq.topic/", ".", "*", "#");

  /** {@code p/3/t/17} is {@code p.3.t.17}, {@code p/3/#} is {@code p.3.**}. */
  public static final TopicMapping OPENMQ = new TopicMapping("openmq", "", ".", "*", "**");

  private JmsTopics() {}

  /**
   * Those of a product.
   *
   * @throws DefinitionException if there are none of that name
   */
  public static TopicMapping named(String name) {
    return List.of(ARTEMIS, ACTIVEMQ, QPID, OPENMQ).stream()
        .filter(mapping -> mapping.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new DefinitionException("amqp-topics", "artemis, activemq, openmq or qpid", name));
  }
}
