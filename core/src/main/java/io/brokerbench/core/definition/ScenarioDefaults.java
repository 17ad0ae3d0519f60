package io.brokerbench.core.definition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.brokerbench.core.scenario.ConstantLoad;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.JmsAcknowledgement;
import io.brokerbench.core.scenario.JmsConsumers;
import io.brokerbench.core.scenario.JmsDestinationKind;
import io.brokerbench.core.scenario.PayloadSpec;
import io.brokerbench.core.scenario.Phases;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Rate;
import io.brokerbench.core.scenario.Session;
import io.brokerbench.core.scenario.Topology;
import io.brokerbench.core.scenario.Workload;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;

/**
 * The sizes of a scenario that doesn't say otherwise: a run that a machine of two cores ends in
 * under a minute.
 */
public final class ScenarioDefaults {

  /** Publishers. */
  public static final int PUBLISHERS = 1_000;

  /** Consumers, where there may be more than one. */
  public static final int CONSUMERS = 10;

  /** Rate of all publishers together. */
  public static final Rate RATE = Rate.perSecond(10_000);

  /** Size of each payload. */
  public static final int PAYLOAD_BYTES = 32;

  /** Seed of everything random. */
  public static final long SEED = 42;

  /** Messages of a publisher that may wait for their acknowledgement. */
  public static final int IN_FLIGHT_WINDOW = 100;

  /** Longest silence of a client before it pings. */
  public static final Duration KEEP_ALIVE = Duration.ofSeconds(60);

  /**
   * Lengths and limits of the phases. The warm-up is as long as the steady state, as a broker that
   * is a JVM takes several seconds of load until its code is compiled.
   */
  public static final Phases PHASES =
      new Phases(
          Duration.ofSeconds(10),
          Duration.ofSeconds(10),
          Duration.ofSeconds(30),
          Duration.ofSeconds(60));

  private ScenarioDefaults() {}

  /** The usual number of consumers of a distribution. */
  public static Topology topology(Distribution distribution) {
    return new Topology(
        PUBLISHERS, distribution == Distribution.SINGLE ? 1 : CONSUMERS, distribution);
  }

  /** What is usually sent: constant load, payloads of the usual size, no RETAIN. */
  public static Workload workload(Qos qos) {
    return new Workload(qos, new PayloadSpec(PAYLOAD_BYTES), false, new ConstantLoad(RATE), SEED);
  }

  /** The usual MQTT 3.1.1 sessions, of which none is absent. */
  public static Session session(boolean persistent) {
    return new Session(Protocol.MQTT_3_1_1, persistent, 0, IN_FLIGHT_WINDOW, KEEP_ALIVE);
  }

  /**
   * A document with what it leaves out: every value but the name has a default. What the document
   * holds is left as it is, right or wrong.
   *
   * @param document of a scenario
   * @param usual the document of a scenario of default sizes
   */
  static ObjectNode complete(ObjectNode document, ObjectNode usual) {
    ObjectNode defaults = usual.deepCopy();
    defaults.remove("name");
    if (document.path("topology") instanceof ObjectNode topology) {
      ((ObjectNode) defaults.get("topology")).put("consumers", consumers(topology));
    }
    JsonNode type = document.path("workload").path("load").path("type");
    if (type.isTextual()) {
      ((ObjectNode) defaults.get("workload")).set("load", load(type.textValue(), defaults));
    }
    if (document.path("session").path("jmsConsumers") instanceof ObjectNode jms) {
      ((ObjectNode) defaults.get("session")).set("jmsConsumers", jmsConsumers(jms));
    }
    return overlay(defaults, document);
  }

  /**
   * The document of a scenario with changes. A load of another type, and a distribution that has
   * another number of consumers, bring their defaults.
   *
   * @param usual the document of a scenario of default sizes
   */
  static ObjectNode changed(ObjectNode base, ObjectNode changes, ObjectNode usual) {
    JsonNode type = changes.path("workload").path("load").path("type");
    if (type.isTextual() && !type.equals(base.at("/workload/load/type"))) {
      ((ObjectNode) base.get("workload")).set("load", load(type.textValue(), usual));
    }
    JsonNode distribution = changes.path("topology").path("distribution");
    if (distribution.isTextual() && !distribution.equals(base.at("/topology/distribution"))) {
      ((ObjectNode) base.get("topology"))
          .put("consumers", consumers((ObjectNode) changes.get("topology")));
    }
    return overlay(base, changes);
  }

  private static ObjectNode jmsConsumers(ObjectNode given) {
    String acknowledgement = given.path("acknowledgement").asText(JmsAcknowledgement.CLIENT.name());
    boolean batched =
        Arrays.stream(JmsAcknowledgement.values())
            .anyMatch(mode -> mode.isBatched() && mode.name().equals(acknowledgement));
    int prefetch = given.path("prefetch").asInt(JmsConsumers.PREFETCH);
    return given
        .objectNode()
        .put("destination", JmsDestinationKind.TOPIC.name())
        .put("acknowledgement", acknowledgement)
        .put("batch", batched ? Math.max(1, Math.min(JmsConsumers.BATCH, prefetch)) : 1)
        .put("prefetch", prefetch)
        .put("consumersPerConnection", 1);
  }

  private static int consumers(ObjectNode topology) {
    String distribution = topology.path("distribution").asText();
    if (distribution.equals(Distribution.SINGLE.name())) {
      return 1;
    }
    if (distribution.equals(Distribution.NONE.name())) {
      return 0;
    }
    int publishers = topology.path("publishers").asInt(PUBLISHERS);
    return distribution.equals(Distribution.PARTITIONS.name())
        ? Math.max(1, Math.min(CONSUMERS, publishers))
        : CONSUMERS;
  }

  /** A load of the type with its defaults; a ramp has none. */
  private static ObjectNode load(String type, ObjectNode defaults) {
    ObjectNode usual = (ObjectNode) defaults.at("/workload/load");
    ObjectNode load = usual.objectNode().put("type", type);
    switch (type) {
      case "constant", "poisson" -> load.set("rate", usual.get("rate"));
      case "closed" -> load.put("window", IN_FLIGHT_WINDOW);
      default -> {}
    }
    return load;
  }

  private static ObjectNode overlay(ObjectNode base, ObjectNode over) {
    for (Map.Entry<String, JsonNode> entry : over.properties()) {
      if (entry.getValue() instanceof ObjectNode inner
          && base.get(entry.getKey()) instanceof ObjectNode below) {
        overlay(below, inner);
      } else {
        base.set(entry.getKey(), entry.getValue());
      }
    }
    return base;
  }
}
