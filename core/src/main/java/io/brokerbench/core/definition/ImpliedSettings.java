package io.brokerbench.core.definition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Durations;
import io.brokerbench.core.scenario.JmsAcknowledgement;
import io.brokerbench.core.scenario.JmsConsumers;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Changes the document of a scenario, and settles what follows from a change for settings that it
 * leaves out: a rate makes a closed load an open one, a distribution has its usual number of
 * consumers, a fault its usual instant.
 *
 * <p>A change is a document as RFC 7396 has it: an object is merged, {@code null} removes, anything
 * else replaces.
 */
final class ImpliedSettings {

  private static final String LOAD = "/workload/load";
  private static final String JMS = "/session/jmsConsumers";
  private static final String FAULT = "/conditions/fault";
  private static final String STORM = "/conditions/storm";
  private static final String TYPE_PATH = "workload.load.type";
  private static final String SCALE_PATH = "workload.load.scale";
  private static final String WINDOW_PATH = "workload.load.window";
  private static final Set<String> STEADY_LOADS = Set.of("constant", "poisson", "closed");

  private final ObjectNode document;
  private final ObjectNode changes;
  private final DocumentSource source;

  private ImpliedSettings(ObjectNode document, ObjectNode changes, DocumentSource source) {
    this.document = document;
    this.changes = changes;
    this.source = source;
  }

  /**
   * The document with the changes. What they hold is left as it is, right or wrong.
   *
   * @param base which is changed
   * @param source of the changes
   * @throws DefinitionException if two of the changes exclude each other
   */
  static ObjectNode changed(ObjectNode base, ObjectNode changes, DocumentSource source) {
    ImpliedSettings settings = new ImpliedSettings(base, changes.deepCopy(), source);
    settings.load();
    settings.warmUp();
    settings.consumers();
    settings.jmsConsumers();
    merge(base, settings.changes);
    settings.fault();
    return base;
  }

  /**
   * Refuses changes of what a scenario does not have, such as the instant of a fault where there is
   * none, and of what it would not use.
   *
   * @throws DefinitionException if there are any
   */
  static void requirePlace(ObjectNode base, ObjectNode changes, DocumentSource source) {
    ImpliedSettings settings = new ImpliedSettings(base, changes, source);
    if (base.at(LOAD + "/type").asText().equals("none")
        && changes.at("/topology/distribution").isMissingNode()) {
      settings.refuse(
          LOAD,
          "rate",
          "not here, where nothing is sent; %s is how fast clients connect",
          "session.connectRate");
      settings.refuseAll(LOAD, "not here, where nothing is sent");
      settings.refuse("/session", "inFlightWindow", "not here, where nothing is sent");
      if (base.at(STORM).isMissingNode()) {
        settings.refuseAll("/workload/payload", "not here, where nothing is sent");
        settings.refuse("/phases", "drainLimit", "not here, where nothing is sent");
        settings.refuse("/phases", "quietPeriod", "not here, where nothing is sent");
      }
    }
    settings.requireInFlightWindow();
    if (base.at(FAULT).isMissingNode() && changes.at(FAULT + "/kind").isMissingNode()) {
      settings.refuseAll(FAULT, "only with %s", "conditions.fault.kind");
    }
    if (base.at(STORM).isMissingNode() && changes.at(STORM + "/kind").isMissingNode()) {
      settings.refuseAll(STORM, "only with a storm, such as RETAINED");
    }
    if (base.at(JMS).isMissingNode() && changes.at(JMS + "/destination").isMissingNode()) {
      settings.refuseAll(JMS, "only where consumers speak JMS, such as with JMS in the name");
    }
  }

  /** A window of unacknowledged messages is for messages that are acknowledged. */
  private void requireInFlightWindow() {
    JsonNode qos = changes.at("/workload/qos");
    if ((qos.isMissingNode() ? document.at("/workload/qos") : qos).asInt() == 0) {
      refuse("/session", "inFlightWindow", "only with QoS 1 and 2, which acknowledge messages");
    }
    JsonNode given = changes.at(LOAD);
    String type = document.at(LOAD + "/type").asText();
    if (given instanceof ObjectNode load
        ? typeOfLoad(load, type).equals("closed")
        : type.equals("closed")) {
      refuse("/session", "inFlightWindow", "not with a closed load, which has a window of its own");
    }
  }

  private void load() {
    if (!(changes.at(LOAD) instanceof ObjectNode given)) {
      return;
    }
    ObjectNode own = (ObjectNode) document.at(LOAD);
    String type = typeOfLoad(given, own.path("type").asText());
    if (given.has("window") && !type.equals("closed")) {
      refuse(LOAD, "type", "not with %s", WINDOW_PATH);
    }
    if (given.has("window") && !given.has("type")) {
      refuse(LOAD, "rate", "not with %s, whose rate is the broker's", WINDOW_PATH);
      refuse(LOAD, "from", "not with %s", WINDOW_PATH);
      refuse(LOAD, "over", "not with %s", WINDOW_PATH);
    }
    if (STEADY_LOADS.contains(type)) {
      refuse(LOAD, "from", "only with %s ramp", TYPE_PATH);
      refuse(LOAD, "over", "only with %s ramp", TYPE_PATH);
    }
    if (!own.path("type").asText().equals(type)) {
      if (type.equals("ramp") && !given.has("from") && !given.has("over")) {
        refuse(LOAD, "type", "needs %s and %s as well", "workload.load.from", "workload.load.over");
      }
      ((ObjectNode) document.get("workload")).set("load", usualLoad(type, own));
    }
    if (type.equals("profile")) {
      refuse(LOAD, "rate", "not with a profile; its rates are multiplied by %s", SCALE_PATH);
    }
    if (given.has("file") && !given.has("points")) {
      ((ObjectNode) document.at(LOAD)).remove("points");
    }
    if (given.has("points") && !given.has("file")) {
      ((ObjectNode) document.at(LOAD)).remove("file");
    }
    if (type.equals("ramp") && given.has("rate") && !given.has("to")) {
      given.set("to", given.remove("rate"));
    }
  }

  private static String typeOfLoad(ObjectNode given, String before) {
    if (given.has("type")) {
      return given.get("type").asText();
    }
    if (given.has("window")) {
      return "closed";
    }
    if (given.has("file") || given.has("points")) {
      return "profile";
    }
    return before.equals("closed") && given.has("rate") ? "constant" : before;
  }

  /** A load of the type, at the (highest) rate of another one; a ramp has no other defaults. */
  private static ObjectNode usualLoad(String type, ObjectNode before) {
    ObjectNode load = before.objectNode().put("type", type);
    switch (type) {
      case "constant", "poisson" -> load.set("rate", peakRate(before));
      case "ramp" -> load.set("to", peakRate(before));
      case "profile" -> load.put("between", "LINEAR").put("speed", 1).put("scale", 1);
      case "closed" -> load.put("window", ScenarioDefaults.IN_FLIGHT_WINDOW);
      default -> {}
    }
    return load;
  }

  private static JsonNode peakRate(ObjectNode load) {
    if (load.has("rate")) {
      return load.get("rate");
    }
    return load.has("from")
        ? load.get(load.get("from").asDouble() > load.get("to").asDouble() ? "from" : "to")
        : load.numberNode(ScenarioDefaults.RATE.perSecond());
  }

  /** A warm-up whose length is given, and one of a ramp, does not wait for a broker to settle. */
  private void warmUp() {
    boolean fixed = changes.at("/phases/warmUp").isTextual();
    boolean steady = STEADY_LOADS.contains(document.at(LOAD + "/type").asText());
    if (!steady) {
      refuse("/phases", "warmUpLimit", "only with a load that is the same all along");
    }
    if ((fixed || !steady) && document.get("phases") instanceof ObjectNode phases) {
      phases.remove("warmUpLimit");
    }
  }

  /** Another distribution has another number of consumers; each requester has one. */
  private void consumers() {
    if (!(changes.path("topology") instanceof ObjectNode given) || given.has("consumers")) {
      return;
    }
    ObjectNode own = (ObjectNode) document.get("topology");
    String distribution = given.path("distribution").asText();
    if (given.has("distribution") && !distribution.equals(own.path("distribution").asText())) {
      int publishers = given.path("publishers").asInt(own.path("publishers").asInt());
      own.put("consumers", ScenarioDefaults.consumers(distribution, publishers));
    }
    boolean requests = given.hasNonNull("responders") || own.has("responders");
    if (requests && (given.has("publishers") || given.has("responders"))) {
      own.set(
          "consumers",
          given.path("publishers").isMissingNode()
              ? own.get("publishers")
              : given.get("publishers"));
    }
  }

  /** Another acknowledgement has another number of messages, and no more than the prefetch. */
  private void jmsConsumers() {
    if (!(changes.at(JMS) instanceof ObjectNode given)) {
      return;
    }
    ObjectNode own =
        document.at(JMS) instanceof ObjectNode there
            ? there
            : ((ObjectNode) document.get("session")).putObject("jmsConsumers");
    if (own.isEmpty()) {
      own.put("destination", JmsConsumers.Destination.TOPIC.name())
          .put("acknowledgement", JmsAcknowledgement.CLIENT.name())
          .put("batch", JmsConsumers.BATCH)
          .put("prefetch", JmsConsumers.PREFETCH)
          .put("consumersPerConnection", 1);
    }
    String before = own.path("acknowledgement").asText();
    String after = given.path("acknowledgement").asText(before);
    int prefetch = given.path("prefetch").asInt(own.path("prefetch").asInt());
    int batch = after.equals(before) ? own.path("batch").asInt() : usualBatch(after);
    own.put("batch", Math.max(1, Math.min(batch, prefetch)));
  }

  private static int usualBatch(String acknowledgement) {
    return Arrays.stream(JmsAcknowledgement.values())
            .anyMatch(mode -> mode.isBatched() && mode.name().equals(acknowledgement))
        ? JmsConsumers.BATCH
        : 1;
  }

  /** A fault comes after a third of the steady state. */
  private void fault() {
    if (document.at(FAULT) instanceof ObjectNode fault && fault.has("kind") && !fault.has("at")) {
      try {
        fault.put(
            "at",
            Durations.format(Durations.parse(document.at("/phases/steady").asText()).dividedBy(3)));
      } catch (DefinitionException e) {
        // The steady state itself is wrong, which is said when it is read.
        fault.put("at", "0s");
      }
    }
  }

  private void refuseAll(String object, String why, String... settings) {
    if (changes.at(object) instanceof ObjectNode given) {
      given.fieldNames().forEachRemaining(key -> refuse(object, key, why, settings));
    }
  }

  private void refuse(String object, String key, String why, String... settings) {
    JsonNode value = changes.at(object + "/" + key);
    if (!value.isMissingNode()) {
      List<String> path = List.of((object.substring(1) + "/" + key).split("/"));
      throw source.at(path, DefinitionException.naming(key, why, shown(value), settings));
    }
  }

  /** As it was written: a rate of 100 is a number with a fraction here. */
  private static String shown(JsonNode value) {
    return value.isDouble()
        ? BigDecimal.valueOf(value.asDouble()).stripTrailingZeros().toPlainString()
        : value.asText();
  }

  private static void merge(ObjectNode base, ObjectNode over) {
    for (Map.Entry<String, JsonNode> entry : over.properties()) {
      if (entry.getValue().isNull()) {
        base.remove(entry.getKey());
      } else if (entry.getValue() instanceof ObjectNode inner) {
        merge(
            base.get(entry.getKey()) instanceof ObjectNode below
                ? below
                : base.putObject(entry.getKey()),
            inner);
      } else {
        base.set(entry.getKey(), entry.getValue());
      }
    }
  }
}
