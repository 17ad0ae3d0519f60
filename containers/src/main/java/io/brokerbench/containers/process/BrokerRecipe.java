package io.brokerbench.containers.process;

import io.brokerbench.containers.JmsTopics;
import io.brokerbench.containers.metrics.MetricsQuery;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.TopicMapping;
import io.brokerbench.core.scenario.PayloadSpec;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** What all brokers of one product and origin have in common. Stateless. */
public interface BrokerRecipe {

  /**
   * The least that a broker's limit of a packet is set to, where it has one: a message with the
   * largest payload of a scenario, and 1 MiB for its topic and header.
   */
  int PACKET_BYTES = PayloadSpec.MAX_BYTES + (1 << 20);

  /** As messages name it: {@code Artemis}, {@code mosquitto}. */
  String title();

  /** As results name it. */
  default String product() {
    return title();
  }

  /** What the product can do. */
  Set<Capability> capabilities();

  /**
   * What a version of it can do, as it says when it has started.
   *
   * @param version as results have it
   */
  default Set<Capability> capabilities(String version) {
    return capabilities();
  }

  /** Cores that the product can use; empty for all that there are. */
  default OptionalInt usableCores() {
    return OptionalInt.empty();
  }

  /** How the product is asked for its figures; empty where it offers none. */
  default Optional<MetricsQuery> metrics() {
    return Optional.empty();
  }

  /** Whether each node reports the figures of all nodes, in place of its own. */
  default boolean eachNodeReportsAll() {
    return false;
  }

  /** What topics of MQTT are called in JMS; of meaning only where it has a listener for AMQP. */
  default TopicMapping topicMapping() {
    return JmsTopics.ARTEMIS;
  }
}
