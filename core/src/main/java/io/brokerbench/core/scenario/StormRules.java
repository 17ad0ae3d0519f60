package io.brokerbench.core.scenario;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Durations;
import io.brokerbench.core.load.NoLoad;
import io.brokerbench.core.load.OpenLoad;
import io.brokerbench.core.storm.SlowConsumers;
import io.brokerbench.core.storm.Storm;
import io.brokerbench.core.storm.StormKind;

/**
 * What a storm requires of the other parts of its scenario.
 *
 * @param storm of the scenario
 */
record StormRules(Storm storm, Topology topology, Workload workload, Session session) {

  private static final int MOST_WILL_BYTES = 65_535;

  /**
   * Checks all of it.
   *
   * @throws DefinitionException which names the first that does not go together
   */
  void require(Conditions conditions, Phases phases) {
    requireParts();
    storm.slowConsumers().ifPresent(this::requireSlow);
    requireTakenOver();
    requireWillsFit();
    storm.requireWithin(
        phases.steady(),
        phases.quietPeriod(),
        session.keepAlive(),
        topology.publishers(),
        topology.consumers());
    requireAlone(conditions);
    if (session.reconnects()) {
      requireReconnects();
    }
  }

  private void requireParts() {
    boolean wills = storm.kind().isOfWills();
    boolean retain = storm.kind() == StormKind.RETAINED;
    boolean toAll = storm.kind().isOfMessages() || storm.kind() == StormKind.SLOW;
    Distribution distribution = toAll ? Distribution.ALL : Distribution.PARTITIONS;
    if (topology.distribution() != distribution
        || topology.topics().isPresent()
        || workload.retain() != retain
        || session.consumerProtocol() == Protocol.JMS) {
      throw new DefinitionException(
          "storm.kind",
          "only with topology.distribution %s, the usual topics, workload.retain %s and consumers"
                  .formatted(distribution, retain)
              + " that speak MQTT",
          storm.kind());
    }
    boolean rate = workload.load() instanceof OpenLoad && workload.onOff().isEmpty();
    if (wills ? !(workload.load() instanceof NoLoad) : !rate) {
      String type = wills ? "none, as nothing is sent but wills" : "that is open and always on";
      throw new DefinitionException("storm.kind", "only with a load " + type, storm.kind());
    }
  }

  /** What a slow consumer does not get because it is slow must not be lost in another way. */
  private void requireSlow(SlowConsumers slow) {
    if (slow.withheld() == SlowConsumers.Withheld.ACKNOWLEDGEMENTS
        && workload.qos() == Qos.AT_MOST_ONCE) {
      throw new DefinitionException(
          "storm.slow.withhold",
          "READS with QoS 0, which has no acknowledgements",
          slow.withheld());
    }
    session
        .mqtt5OrNone()
        .messageExpiry()
        .ifPresent(
            expiry -> {
              throw new DefinitionException(
                  "messageExpiry",
                  "none beside slow consumers, whose messages would expire",
                  Durations.format(expiry));
            });
  }

  /**
   * With QoS 2 a receiver remembers what it has until the release, and the second client of an id
   * is another receiver: what the broker sends it again by right would count as a duplicate.
   */
  private void requireTakenOver() {
    if (storm.kind() == StormKind.TAKEOVER && workload.qos() == Qos.EXACTLY_ONCE) {
      throw new DefinitionException(
          "workload.qos",
          "0 or 1 with the storm TAKEOVER: the second client does not know what the first has"
              + " received and what is not released yet",
          workload.qos().level());
    }
  }

  /** The length of a will has two bytes (MQTT, 3.1.3.3). */
  private void requireWillsFit() {
    if (storm.kind().isOfWills() && workload.payload().bytes() > MOST_WILL_BYTES) {
      throw new DefinitionException(
          "workload.payload.bytes",
          "at most %d bytes in a will (MQTT, 3.1.3.3)".formatted(MOST_WILL_BYTES),
          workload.payload().bytes());
    }
  }

  private void requireAlone(Conditions conditions) {
    StormKind kind = storm.kind();
    boolean persists = kind == StormKind.SLOW ? session.persistent() : kind.isOfSessions();
    boolean breaks = kind == StormKind.RECONNECT || kind == StormKind.SLOW;
    if (conditions.fault().isPresent()
        || conditions.highAvailability()
        || session.absentFraction() > 0
        || (breaks && !session.reconnects())
        || session.persistent() != persists) {
      throw new DefinitionException(
          "storm: not with a fault, a pair or session.absentFraction, and %s only with"
                  .formatted(kind)
              + " session.persistent %s%s"
                  .formatted(persists, breaks ? " and session.reconnect true" : ""));
    }
  }

  /** A client that comes back gets some things twice, or owes a will that nothing accounts for. */
  private void requireReconnects() {
    if (storm.kind().isOfWills()) {
      throw new DefinitionException(
          "reconnect",
          "not with the storms WILL and SILENCE: a will is owed for each connection that breaks,"
              + " whoever breaks it",
          "the storm " + storm.kind());
    }
    if (storm.kind() == StormKind.RETAINED && workload.qos() != Qos.AT_LEAST_ONCE) {
      throw new DefinitionException(
          "reconnect",
          "QoS 1 with the storm RETAINED: who subscribes again gets all again, which QoS 0 and 2"
              + " do not allow",
          "QoS " + workload.qos().level());
    }
  }
}
