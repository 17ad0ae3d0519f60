package io.brokerbench.core.scenario;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.brokerbench.core.base.Bounds;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Durations;
import io.brokerbench.core.base.MessageHeader;
import io.brokerbench.core.device.DeviceFiles;
import io.brokerbench.core.security.CipherSuite;
import io.brokerbench.core.security.Security;
import io.brokerbench.core.storm.Storm;
import io.brokerbench.core.storm.StormKind;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A complete description of one run, as immutable data.
 *
 * <p>A scenario that can be constructed can be run, given a broker that has what it needs.
 *
 * @param name name by which it is found and reported
 * @param description one sentence for people
 * @param topology which clients publish where, and which subscribe to what
 * @param workload what is sent, and when
 * @param session how clients are connected
 * @param security how connections are protected
 * @param conditions conditions under which the broker works
 * @param phases how long the parts of the run take; a warm-up under a load that is not the same all
 *     along has its least length
 * @param devices the clients as data: client ids, logins and fields, a row for each; absent for the
 *     usual clients
 * @param thresholds what figures of the run must not be; absent for nothing
 */
@RecordBuilder
public record Scenario(
    @JsonPropertyDescription("Name by which it is found and reported.")
        @Bounds(min = 1, max = Scenario.MAX_NAME)
        String name,
    @JsonPropertyDescription("One sentence for people.") @Bounds(max = Scenario.MAX_DESCRIPTION)
        String description,
    Topology topology,
    Workload workload,
    Session session,
    Security security,
    Conditions conditions,
    Phases phases,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<DeviceFiles> devices,
    @JsonPropertyDescription("What figures of the run must not be, such as p99>5ms.")
        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        Optional<List<Threshold>> thresholds)
    implements ScenarioBuilder.With {

  /** What is due after the end of any run; no sum with an instant of a clock overflows. */
  private static final long NEVER_NANOS = Long.MAX_VALUE / 4;

  /** Most characters of a name. */
  public static final int MAX_NAME = 100;

  /** Most characters of a description. */
  public static final int MAX_DESCRIPTION = 500;

  /** Checks what the parts cannot check alone. */
  public Scenario {
    if (name == null || name.isBlank()) {
      throw new DefinitionException("name is missing: a scenario has one");
    }
    description = description == null ? "" : description;
    requireLine("name", name, MAX_NAME);
    requireLine("description", description, MAX_DESCRIPTION);
    Objects.requireNonNull(topology, "topology");
    Objects.requireNonNull(workload, "workload");
    Objects.requireNonNull(session, "session");
    Objects.requireNonNull(security, "security");
    Objects.requireNonNull(conditions, "conditions");
    Objects.requireNonNull(phases, "phases");
    phases = workload.isSteady() ? phases : phases.withFixedWarmUp();
    devices = devices == null ? Optional.empty() : devices;
    devices
        .flatMap(DeviceFiles::consumers)
        .ifPresent(file -> requireConsumers(topology, session, file));
    thresholds =
        thresholds == null
            ? Optional.empty()
            : thresholds.filter(some -> !some.isEmpty()).map(List::copyOf);
    if (conditions.fault().isPresent()) {
      requireWithin(conditions.fault().get(), phases);
      requireFaultAlone(workload, session);
    }
    if (session.reconnects()) {
      requireReconnectAlone(workload, session);
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
    if (workload.payload().template().isPresent()
        && (session.jmsConsumers().isPresent() || workload.load() instanceof NoLoad)) {
      throw new DefinitionException(
          "template",
          "only where messages are sent, and all clients speak MQTT",
          workload.payload().template().get());
    }
    if (workload.load() instanceof NoLoad && session.mqtt5OrNone().concernsMessages()) {
      throw new DefinitionException(
          "mqtt5", "sessionExpiry alone where nothing is sent", "a load of type none");
    }
    if (conditions.storm().isPresent()) {
      requireStorm(conditions.storm().get(), topology, workload, session, phases);
      requireStormAlone(conditions, session);
    }
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
    if (workload.load() instanceof OpenLoad open) {
      requireCountableSequences(open, topology, phases);
    }
  }

  /** A scenario of plain connections to one broker, to which nothing is done. */
  public Scenario(
      String name,
      String description,
      Topology topology,
      Workload workload,
      Session session,
      Phases phases) {
    this(name, description, topology, workload, session, Security.NONE, Conditions.NONE, phases);
  }

  /** A scenario without thresholds. */
  public Scenario(
      String name,
      String description,
      Topology topology,
      Workload workload,
      Session session,
      Security security,
      Conditions conditions,
      Phases phases) {
    this(
        name,
        description,
        topology,
        workload,
        session,
        security,
        conditions,
        phases,
        Optional.empty(),
        Optional.empty());
  }

  /** The same with further thresholds. */
  public Scenario andThresholds(List<Threshold> further) {
    return withThresholds(
        Optional.of(
            Stream.concat(thresholds.stream().flatMap(List::stream), further.stream()).toList()));
  }

  /** Whether clients do nothing but connect: there are no subscriptions and no messages. */
  public boolean connectsOnly() {
    return workload.load() instanceof NoLoad && stormOfMessages().isEmpty();
  }

  /** Clients that come and go beside the load. */
  public int visitors() {
    return conditions.storm().map(storm -> storm.visitors(phases.steady())).orElse(0);
  }

  /** Whether a second client comes for each consumer. */
  public boolean takesOver() {
    return conditions.storm().filter(storm -> storm.kind() == StormKind.TAKEOVER).isPresent();
  }

  /**
   * A storm in which messages of its own are owed; empty with a load beside it, and without one.
   */
  public Optional<Storm> stormOfMessages() {
    return conditions.storm().filter(storm -> storm.kind().isOfMessages());
  }

  /** Clients that are connected once all is done that the run does to them. */
  public int clientsAtEnd() {
    boolean leave = conditions.storm().filter(storm -> storm.kind().isOfWills()).isPresent();
    return leave ? topology.consumers() : clients();
  }

  /** Number of publishers, consumers and responders. */
  public int clients() {
    return topology.clients();
  }

  /**
   * Whether connections may break during the run: a fault is done, the broker is a pair that may
   * change over, or clients are to come back whatever happens. They are made again then, where the
   * driver can; elsewhere the run ends.
   */
  public boolean expectsBrokenConnections() {
    return !connectsOnly()
        && (conditions.highAvailability()
            || conditions.fault().isPresent()
            || session.reconnects());
  }

  /**
   * Topic of a publisher, with the levels that the workload asks for.
   *
   * @param run name of the run, one level of the topic
   */
  public String topicOf(int publisher, String run) {
    String topic = topology.topicOf(publisher, run);
    int more =
        workload.topicLevels().orElse(Workload.USUAL_TOPIC_LEVELS) - Workload.USUAL_TOPIC_LEVELS;
    int last = topic.lastIndexOf('/') + 1;
    return topic.substring(0, last) + "l/".repeat(more) + topic.substring(last);
  }

  /**
   * When each message is due; in a storm, those that it needs and no more.
   *
   * @return an instance for use by one thread; empty where the broker's pace decides
   */
  public Optional<ArrivalSchedule> schedule() {
    Optional<ArrivalSchedule> schedule = workload.schedule();
    if (stormOfMessages().isEmpty()) {
      return schedule;
    }
    long most = stormOfMessages().get().messagesOfEach() * topology.publishers();
    return schedule.map(all -> index -> index < most ? all.offsetNanos(index) : NEVER_NANOS);
  }

  private static void requireStorm(
      Storm storm, Topology topology, Workload workload, Session session, Phases phases) {
    boolean wills = storm.kind().isOfWills();
    boolean retain = storm.kind() == StormKind.RETAINED;
    Distribution distribution =
        storm.kind().isOfMessages() ? Distribution.ALL : Distribution.PARTITIONS;
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
    storm.requireWithin(
        phases.steady(),
        phases.quietPeriod(),
        session.keepAlive(),
        topology.publishers(),
        topology.consumers());
  }

  private static void requireStormAlone(Conditions conditions, Session session) {
    StormKind kind = conditions.storm().orElseThrow().kind();
    boolean persists = kind.isOfSessions();
    boolean reconnects = kind == StormKind.RECONNECT;
    if (conditions.fault().isPresent()
        || conditions.highAvailability()
        || session.absentFraction() > 0
        || session.reconnects() != reconnects
        || session.persistent() != persists) {
      throw new DefinitionException(
          "storm: not with a fault, a pair or session.absentFraction, and %s only with"
                  .formatted(kind)
              + " session.persistent %s and session.reconnect %s".formatted(persists, reconnects));
    }
  }

  private static void requireOwnTopics(Workload workload, Topology topology, Session session) {
    boolean queue =
        session
            .jmsConsumers()
            .filter(jms -> jms.destination() == JmsConsumers.Destination.QUEUE)
            .isPresent();
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

  /** Responders do not come back, and find the response topic in a property of MQTT 5. */
  private static void requireRequests(
      int responders, Workload workload, Session session, Conditions conditions) {
    String limit = "";
    if (session.protocol() != Protocol.MQTT_5 || session.jmsConsumers().isPresent()) {
      limit = "only where all clients speak MQTT 5, which has response topics";
    } else if (workload.retain()) {
      limit = "not with RETAIN, as replies are not retained";
    } else if (session.persistent() || session.absentFraction() > 0) {
      limit = "not with persistent sessions, as requesters wait for their replies";
    } else if (conditions.highAvailability()
        || conditions.fault().isPresent()
        || session.reconnects()) {
      limit = "not with faults, pairs and reconnects, as responders do not come back";
    }
    if (!limit.isEmpty()) {
      throw new DefinitionException("responders", limit, responders);
    }
  }

  private static void requireWithin(Fault fault, Phases phases) {
    if (fault.at().compareTo(phases.steady()) >= 0) {
      throw new DefinitionException(
          "fault.at",
          "before the end of the steady state, " + Durations.format(phases.steady()),
          Durations.format(fault.at()));
    }
  }

  private static void requireReconnectAlone(Workload workload, Session session) {
    if (workload.load() instanceof NoLoad) {
      throw new DefinitionException(
          "reconnect", "only where messages are sent", "a load of type none");
    }
    if (session.absentFraction() > 0) {
      throw new DefinitionException(
          "absent",
          "0 with reconnect, which brings back clients that go away",
          session.absentFraction());
    }
  }

  private static void requireFaultAlone(Workload workload, Session session) {
    if (workload.load() instanceof NoLoad) {
      throw new DefinitionException("fault", "only where messages are sent", "a load of type none");
    }
    if (session.absentFraction() > 0) {
      throw new DefinitionException(
          "absent", "0 with a fault, which disconnects all clients", session.absentFraction());
    }
  }

  private static void requireLine(String field, String text, int most) {
    if (text.length() > most) {
      throw new DefinitionException(
          field, "the most is " + most, "of " + text.length() + " characters");
    }
    if (!text.codePoints().allMatch(Scenario::isVisible)) {
      throw new DefinitionException(field + ": one line of text, without control characters");
    }
  }

  private static boolean isVisible(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
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
    if (jms.destination() == JmsConsumers.Destination.QUEUE
        && distribution != Distribution.SINGLE
        && distribution != Distribution.SHARED) {
      throw new DefinitionException(
          "distribution", "SINGLE or SHARED where all consume from one queue", distribution);
    }
    if (session.protocol() == Protocol.JMS && workload.qos() == Qos.EXACTLY_ONCE) {
      throw new DefinitionException(
          "qos",
          "0 (non-persistent) or 1 (persistent) where publishers speak JMS",
          workload.qos().level());
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
