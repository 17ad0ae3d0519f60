package io.brokerbench.core.scenario;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.brokerbench.core.base.Bounds;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.device.DeviceFiles;
import io.brokerbench.core.load.ArrivalSchedule;
import io.brokerbench.core.load.ClosedLoad;
import io.brokerbench.core.load.NoLoad;
import io.brokerbench.core.security.Security;
import io.brokerbench.core.storm.SlowConsumers;
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
    thresholds =
        thresholds == null
            ? Optional.empty()
            : thresholds.filter(some -> !some.isEmpty()).map(List::copyOf);
    ScenarioRules.require(topology, workload, session, security, conditions, phases, devices);
    if (workload.load() instanceof ClosedLoad closed && !session.deliversAll()) {
      closed.requireNoBacklog();
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

  /** The consumers that are slow on purpose; empty where none is. */
  public Optional<SlowConsumers> slowConsumers() {
    return conditions.storm().flatMap(Storm::slowConsumers);
  }

  /** How many consumers get each message and are not slow on purpose: 1, or all of them. */
  public int promptFanOut() {
    return topology.fanOut()
        - slowConsumers().map(slow -> slow.count(topology.consumers())).orElse(0);
  }

  /** Whether a second client comes for each consumer. */
  public boolean takesOver() {
    return conditions.storm().filter(storm -> storm.kind() == StormKind.TAKEOVER).isPresent();
  }

  /** Whether all clients are cut off on purpose, and owed their return. */
  public boolean cutsClientsOff() {
    return conditions.storm().filter(storm -> storm.kind() == StormKind.RECONNECT).isPresent();
  }

  /**
   * A storm in which messages of its own are owed; empty with a load beside it, and without one.
   */
  public Optional<Storm> stormOfMessages() {
    return conditions.storm().filter(storm -> storm.kind().isOfMessages());
  }

  /**
   * Whether its load leaves retained messages under topics that all runs share; those of a storm
   * are under topics of their own.
   */
  public boolean keepsRetainedTopics() {
    return workload.retain() && conditions.storm().isEmpty();
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
   * driver can; elsewhere the run ends. Where clients do nothing but connect, a broken connection
   * is a finding, and only those that are to come back do.
   */
  public boolean expectsBrokenConnections() {
    return session.reconnects()
        || (!connectsOnly() && (conditions.highAvailability() || conditions.fault().isPresent()));
  }

  /** Whether sessions are resumed then, as QoS 1 and 2 promise what was under way. */
  public boolean resumesSessions() {
    return expectsBrokenConnections() && !connectsOnly() && workload.qos() != Qos.AT_MOST_ONCE;
  }

  /**
   * How long a broker may have to keep sessions whose clients are away; zero where none come back.
   * Clients that leave on purpose are away for about a third of the steady state.
   */
  public Duration sessionsNeeded() {
    if (resumesSessions()) {
      return phases.steady().plus(phases.drainLimit());
    }
    return session.absentFraction() > 0 ? phases.steady().dividedBy(2) : Duration.ZERO;
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
   * Topics of a publisher, which sends its messages to them in turn; most have one.
   *
   * @param run name of the run, one level of the topics
   */
  public List<String> topicsOf(int publisher, String run) {
    return topology.hasMetrics()
        ? topology.topicsOf(publisher, run)
        : List.of(topicOf(publisher, run));
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
}
