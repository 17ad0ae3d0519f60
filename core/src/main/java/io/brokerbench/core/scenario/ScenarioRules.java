package io.brokerbench.core.scenario;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Durations;
import io.brokerbench.core.base.MessageHeader;
import io.brokerbench.core.device.DeviceFiles;
import io.brokerbench.core.load.NoLoad;
import io.brokerbench.core.load.OpenLoad;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.security.CipherSuite;
import io.brokerbench.core.security.Security;
import java.time.Duration;
import java.util.Optional;

/** What the parts of a scenario require of each other, which no part can check alone. */
final class ScenarioRules {

  private ScenarioRules() {}

  /**
   * Checks all of it.
   *
   * @throws DefinitionException which names the first that does not go together
   */
  static void require(
      Topology topology,
      Workload workload,
      Session session,
      Security security,
      Conditions conditions,
      Phases phases,
      Optional<DeviceFiles> devices) {
    devices
        .flatMap(DeviceFiles::consumers)
        .ifPresent(file -> requireConsumers(topology, session, file));
    if (conditions.fault().isPresent()) {
      requireWithin(conditions.fault().get(), phases);
      requireFaultAlone(workload, session);
    }
    requireSessionsOutlastAbsence(session, phases);
    boolean comeBack =
        session.reconnects() || conditions.fault().isPresent() || conditions.highAvailability();
    if (comeBack && workload.qos() != Qos.AT_MOST_ONCE) {
      requireSessionsOutlastTheRun(session, phases);
    }
    if (session.absentFraction() > 0 && workload.qos() == Qos.AT_MOST_ONCE) {
      throw new DefinitionException(
          "absent",
          "needs QoS 1 or 2, as QoS 0 promises nothing to a consumer that is away",
          session.absentFraction());
    }
    if (session.usesWebSockets() && security.cipher().filter(CipherSuite::isPsk).isPresent()) {
      throw new DefinitionException(
          "transport",
          "not with a pre-shared key, which no broker has for WebSockets",
          "websocket");
    }
    if (workload.payload().template().isPresent() && workload.load() instanceof NoLoad) {
      throw new DefinitionException(
          "template", "only where messages are sent", workload.payload().template().get());
    }
    boolean mqtt = session.protocol() != Protocol.JMS && session.jmsConsumers().isEmpty();
    if (workload.payload().sizes().isPresent() && workload.load() instanceof NoLoad) {
      throw new DefinitionException(
          "sizes", "only where messages are sent", workload.payload().sizes().get().shape());
    }
    requireMessages(topology, workload, session, mqtt);
    if (workload.load() instanceof NoLoad && session.mqtt5OrNone().concernsMessages()) {
      throw new DefinitionException(
          "mqtt5", "sessionExpiry alone where nothing is sent", "a load of type none");
    }
    conditions
        .storm()
        .ifPresent(
            storm ->
                new StormRules(storm, topology, workload, session).require(conditions, phases));
    if (conditions.storm().filter(storm -> storm.kind().isOfMessages()).isEmpty()) {
      requireLoadForConsumers(workload, topology);
    }
    requireOwnTopics(workload, topology, session);
    if (topology.hasRequests()) {
      requireRequests(topology.responders().orElseThrow(), workload, session, conditions);
      if (devices.isPresent() || workload.payload().template().isPresent()) {
        throw new DefinitionException(
            "responders", "not with devices and templates", topology.responders().orElseThrow());
      }
    }
    session.jmsConsumers().ifPresent(jms -> requireJms(jms, session, topology, workload));
    session
        .jmsProducers()
        .flatMap(JmsProducers::deliveryDelay)
        .ifPresent(delay -> requireDelay(delay, session, phases));
    if (workload.load() instanceof OpenLoad open) {
      requireCountableSequences(open, topology, phases);
    }
  }

  /** Proofs in properties, and publishers with several topics. */
  private static void requireMessages(
      Topology topology, Workload workload, Session session, boolean mqtt) {
    boolean sent = !(workload.load() instanceof NoLoad);
    if (workload.payload().provesByProperty()) {
      PayloadSpec.ProofIn proof = workload.payload().proof().orElseThrow();
      boolean ofMqtt = proof == PayloadSpec.ProofIn.USER_PROPERTY;
      boolean fits =
          ofMqtt
              ? mqtt && session.protocol() == Protocol.MQTT_5
              : session.protocol() == Protocol.JMS;
      if (!sent || !fits || topology.hasRequests()) {
        throw new DefinitionException(
            "proof",
            "only where messages are sent that are no requests, and all clients speak "
                + (ofMqtt ? "MQTT 5" : "JMS"),
            proof);
      }
    }
    if (topology.hasMetrics() && session.mqtt5OrNone().usesTopicAliases()) {
      throw new DefinitionException(
          "metrics",
          "only without session.mqtt5.topicAliases",
          topology.topics().orElseThrow().publish());
    }
  }

  private static void requireOwnTopics(Workload workload, Topology topology, Session session) {
    boolean queue = session.jmsConsumers().filter(JmsConsumers::usesQueue).isPresent();
    if (workload.topicLevels().isPresent() && (queue || topology.topics().isPresent())) {
      throw new DefinitionException(
          "topicLevels",
          "only with the usual topics: not with topology.topics, and not with a queue",
          workload.topicLevels().get());
    }
  }

  private static void requireConsumers(Topology topology, Session session, String file) {
    if (topology.consumers() == 0) {
      throw new DefinitionException("consumers", "no file where there are no consumers", file);
    }
    session
        .jmsConsumers()
        .filter(jms -> jms.consumersPerConnection() > 1)
        .ifPresent(
            jms -> {
              throw new DefinitionException(
                  "consumersPerConnection",
                  "1 where each consumer has a row of its own in " + file,
                  jms.consumersPerConnection());
            });
  }

  /** Responders find in each request where its reply is to go. */
  private static void requireRequests(
      int responders, Workload workload, Session session, Conditions conditions) {
    String limit = "";
    if (session.consumerProtocol() != session.protocol()
        || session.protocol() == Protocol.MQTT_3_1_1) {
      limit = "only where all clients speak MQTT 5 or JMS, which say where a reply is to go";
    } else if (workload.retain()) {
      limit = "not with RETAIN, as replies are not retained";
    } else if (session.persistent() || session.absentFraction() > 0) {
      limit = "not with persistent sessions, as requesters wait for their replies";
    }
    if (!limit.isEmpty()) {
      throw new DefinitionException("responders", limit, responders);
    }
    boolean mayBreak =
        conditions.highAvailability() || conditions.fault().isPresent() || session.reconnects();
    session.jmsConsumers().ifPresent(jms -> requireRequests(jms, mayBreak));
    session.jmsProducers().ifPresent(ScenarioRules::requireUsualMessages);
  }

  private static void requireUsualMessages(JmsProducers producers) {
    if (producers.deliveryDelay().isPresent()) {
      throw new DefinitionException(
          "deliveryDelay",
          "not with responders, whose replies have none",
          Durations.format(producers.deliveryDelay().get()));
    }
    if (producers.timeToLive().isPresent()) {
      throw new DefinitionException(
          "timeToLive",
          "not with responders, which reply to all requests",
          Durations.format(producers.timeToLive().get()));
    }
  }

  /** Responders share a queue, and reply when they have a request. */
  private static void requireRequests(JmsConsumers jms, boolean mayBreak) {
    if (mayBreak && jms.usesTemporaryQueues()) {
      throw new DefinitionException(
          "replyQueue",
          "NAMED with faults, pairs and reconnects, as a temporary queue ends with its connection",
          JmsConsumers.ReplyQueue.TEMPORARY);
    }
    if (!jms.usesQueue()) {
      throw new DefinitionException(
          "destination", "QUEUE with responders, which share the requests", jms.destination());
    }
    if (jms.browseRate().isPresent()) {
      throw new DefinitionException(
          "browseRate", "no browser with responders", jms.browseRate().get());
    }
    if (jms.selector().isPresent()) {
      throw new DefinitionException(
          "selector", "none with responders, which take all requests", jms.selector().get());
    }
    if (jms.acknowledgement() == JmsAcknowledgement.TRANSACTED && jms.batch() > 1) {
      throw new DefinitionException(
          "batch",
          "1 with responders and TRANSACTED, as each reply waits for its commit",
          jms.batch());
    }
  }

  /** A session that the broker drops in the absence, as it was asked to, loses what it has kept. */
  private static void requireSessionsOutlastAbsence(Session session, Phases phases) {
    Optional<Duration> expiry = session.mqtt5OrNone().sessionExpiry();
    if (session.absentFraction() > 0
        && expiry.filter(kept -> kept.compareTo(phases.steady()) < 0).isPresent()) {
      throw new DefinitionException(
          "sessionExpiry",
          "at least the steady state, %s, where consumers are absent for a third of it"
              .formatted(Durations.format(phases.steady())),
          Durations.format(expiry.get()));
    }
  }

  /**
   * With QoS 1 and 2, clients that come back have sessions that persist. One that comes back to no
   * session has lost what was under way, by its own wish.
   */
  private static void requireSessionsOutlastTheRun(Session session, Phases phases) {
    Optional<Duration> expiry = session.mqtt5OrNone().sessionExpiry();
    Duration longest = phases.steady().plus(phases.drainLimit());
    if (expiry.filter(kept -> kept.compareTo(longest) < 0).isPresent()) {
      throw new DefinitionException(
          "sessionExpiry",
          "at least the steady state and the drain limit, %s, where clients come back"
              .formatted(Durations.format(longest)),
          Durations.format(expiry.get()));
    }
  }

  private static void requireWithin(Fault fault, Phases phases) {
    if (fault.at().compareTo(phases.steady()) >= 0) {
      throw new DefinitionException(
          "fault.at",
          "before the end of the steady state, " + Durations.format(phases.steady()),
          Durations.format(fault.at()));
    }
    Duration rest = fault.every().isPresent() ? Duration.ZERO : phases.steady().minus(fault.at());
    Duration longest = rest.plus(phases.drainLimit());
    if (fault.healAfter().filter(after -> after.compareTo(longest) >= 0).isPresent()) {
      throw new DefinitionException(
          "fault.healAfter",
          "less than %s, when the drain ends at the latest".formatted(Durations.format(longest)),
          Durations.format(fault.healAfter().get()));
    }
  }

  private static void requireFaultAlone(Workload workload, Session session) {
    if (workload.load() instanceof NoLoad) {
      throw new DefinitionException("fault", "only where messages are sent", "a load of type none");
    }
    if (workload.onOff().isPresent()) {
      throw new DefinitionException(
          "onOff", "not with a fault, whose outage the pauses would hide", "a load on and off");
    }
    if (session.absentFraction() > 0) {
      throw new DefinitionException(
          "absent", "0 with a fault, which disconnects all clients", session.absentFraction());
    }
  }

  private static void requireJms(
      JmsConsumers jms, Session session, Topology topology, Workload workload) {
    Distribution distribution = topology.distribution();
    if (topology.topics().filter(names -> names.subscribe().size() > 1).isPresent()) {
      throw new DefinitionException(
          "subscribe",
          "one filter where consumers speak JMS",
          topology.topics().orElseThrow().subscribe().size());
    }
    if (jms.usesQueue() && topology.topics().isPresent()) {
      throw new DefinitionException(
          "topology.topics", "only where messages go to topics", topology.topics().get().publish());
    }
    if (jms.replyQueue().isPresent() && !topology.hasRequests()) {
      throw new DefinitionException("replyQueue", "only with responders", jms.replyQueue().get());
    }
    if (jms.selectsPartitions()
        && (session.protocol() != Protocol.JMS
            || distribution != Distribution.PARTITIONS
            || topology.hasRequests()
            || topology.topics().isPresent())) {
      throw new DefinitionException(
          "partitionSelectors",
          "only where publishers speak JMS and the distribution is PARTITIONS; not with responders"
              + " and topology.topics",
          true);
    }
    if (jms.usesQueue()
        && !topology.hasRequests()
        && !jms.selectsPartitions()
        && distribution != Distribution.SINGLE
        && distribution != Distribution.SHARED) {
      throw new DefinitionException(
          "distribution", "SINGLE or SHARED where all consume from one queue", distribution);
    }
    if (session.protocol() == Protocol.JMS && workload.retain()) {
      throw new DefinitionException(
          "retain", "only where publishers speak MQTT, as JMS retains no messages", true);
    }
    if (session.protocol() == Protocol.JMS && workload.qos() == Qos.EXACTLY_ONCE) {
      throw new DefinitionException(
          "qos",
          "0 (non-persistent) or 1 (persistent) where publishers speak JMS",
          workload.qos().level());
    }
  }

  /** Deliveries come at their rate from the delay on, and the last ones as long after the load. */
  private static void requireDelay(Duration delay, Session session, Phases phases) {
    String limit = "";
    if (delay.compareTo(phases.warmUp()) > 0) {
      limit =
          "at most phases.warmUp, %s, so that deliveries come at their rate when it ends"
              .formatted(Durations.format(phases.warmUp()));
    } else if (delay.plus(phases.quietPeriod()).compareTo(phases.drainLimit()) > 0) {
      limit =
          "with phases.quietPeriod at most phases.drainLimit, %s, in which the last ones come"
              .formatted(Durations.format(phases.drainLimit()));
    } else if (session.absentFraction() > 0) {
      limit = "not with absent consumers, who would come back to messages that are not due yet";
    }
    if (!limit.isEmpty()) {
      throw new DefinitionException("deliveryDelay", limit, Durations.format(delay));
    }
  }

  private static void requireLoadForConsumers(Workload workload, Topology topology) {
    boolean nothingSent = workload.load() instanceof NoLoad;
    if (nothingSent && topology.distribution() != Distribution.NONE) {
      throw new DefinitionException(
          "distribution", "NONE where nothing is sent (load none)", topology.distribution());
    }
    if (!nothingSent && topology.distribution() == Distribution.NONE) {
      throw new DefinitionException(
          "distribution", "NONE only with a load of type none", topology.distribution());
    }
  }

  private static void requireCountableSequences(OpenLoad open, Topology topology, Phases phases) {
    Rate peak = open.peakRate();
    Duration sending = phases.longestWarmUp().plus(phases.steady());
    double perPublisher = peak.perSecond() * sending.toNanos() / 1e9 / topology.publishers();
    if (perPublisher > MessageHeader.MAX_SEQUENCE) {
      throw new DefinitionException(
          "rate",
          "at most " + MessageHeader.MAX_SEQUENCE + " messages for each publisher in one run",
          peak);
    }
  }
}
