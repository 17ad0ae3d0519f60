package io.brokerbench.core.engine.judge;

import io.brokerbench.core.base.Durations;
import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.engine.assignment.AgentCounts;
import io.brokerbench.core.engine.assignment.AgentRecord;
import io.brokerbench.core.engine.assignment.ClientIds;
import io.brokerbench.core.engine.measure.ConnectHealth;
import io.brokerbench.core.engine.measure.GeneratorHealth;
import io.brokerbench.core.result.AgentUsage;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Topology;
import io.brokerbench.core.telemetry.CpuUsage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/**
 * What the result says about the agents of a run. Each is judged by itself: one late agent of many
 * would be lost in what they measured together.
 */
public final class AgentFindings {

  /** As much as the clocks of two agents may move apart: a fifth of what a backlog may be. */
  private static final long MOST_MOVED_NANOS = 100_000_000;

  private final Scenario scenario;
  private final List<AgentRecord> agents;
  private final Duration timedWithin;
  private final boolean closed;
  private final List<ReceivedPublishers> received;

  /**
   * Whose messages an agent's consumers get.
   *
   * @param publishers how many
   * @param timed of how many of them they are timed
   */
  private record ReceivedPublishers(int publishers, int timed) {}

  /**
   * What there is to say.
   *
   * @param timedWithin how well two clocks had to be known for messages between them to be timed
   * @param closed whether load is closed, and has no schedule to be late for
   */
  public AgentFindings(
      Scenario scenario, List<AgentRecord> agents, Duration timedWithin, boolean closed) {
    this.scenario = scenario;
    this.agents = agents;
    this.timedWithin = timedWithin;
    this.closed = closed;
    this.received =
        scenario.topology().distribution() == Distribution.PARTITIONS
            ? ofParts()
            : agents.stream().map(this::ofAll).toList();
  }

  private ReceivedPublishers ofAll(AgentRecord agent) {
    int publishers = agent.slice().consumerIds().size() == 0 ? 0 : scenario.topology().publishers();
    return new ReceivedPublishers(
        publishers,
        Math.min(publishers, agent.slice().timed().map(ClientIds::size).orElse(publishers)));
  }

  /** Each publisher is looked at once, however many agents there are. */
  private List<ReceivedPublishers> ofParts() {
    Topology topology = scenario.topology();
    int[] agentOf = new int[topology.subscribers()];
    Arrays.fill(agentOf, -1);
    for (int i = 0; i < agents.size(); i++) {
      for (int consumer : agents.get(i).slice().consumerIds().toArray()) {
        agentOf[consumer] = i;
      }
    }
    int[] publishers = new int[agents.size()];
    int[] timed = new int[agents.size()];
    for (int id = 0; id < topology.publishers() && !agents.isEmpty(); id++) {
      int agent = agentOf[topology.partitionOf(id)];
      if (agent >= 0) {
        publishers[agent]++;
        Optional<ClientIds> only = agents.get(agent).slice().timed();
        timed[agent] += only.isEmpty() || only.get().contains(id) ? 1 : 0;
      }
    }
    return IntStream.range(0, agents.size())
        .mapToObj(i -> new ReceivedPublishers(publishers[i], timed[i]))
        .toList();
  }

  boolean any() {
    return !agents.isEmpty();
  }

  /**
   * Which of them were the limit, and why, in lines that name them.
   *
   * @param shareOfLoad of the steady state in which there was load
   */
  List<String> complaints(Histogram latencies, double shareOfLoad) {
    List<String> complaints = new ArrayList<>();
    for (AgentRecord agent : agents) {
      agent
          .counted()
          .ifPresent(
              counted ->
                  health(agent, counted, latencies, shareOfLoad)
                      .forEach(
                          line -> complaints.add("agent " + agent.member().name() + ": " + line)));
    }
    clocksApart().ifPresent(complaints::add);
    return complaints;
  }

  /**
   * Clocks that were known well enough before the run, and after it turn out to have moved, or
   * cannot be read any more.
   */
  private Optional<String> clocksApart() {
    for (int i = 0; i < agents.size(); i++) {
      for (int j = 0; j < agents.size(); j++) {
        AgentRecord consuming = agents.get(i);
        AgentRecord publishing = agents.get(j);
        Optional<String> apart =
            i == j
                ? Optional.empty()
                : timedWithin.isZero()
                    ? movedApart(consuming, publishing)
                    : apart(consuming, publishing);
        if (apart.isPresent()) {
          return apart;
        }
      }
    }
    return Optional.empty();
  }

  /**
   * What one agent sent and the other one received is set against each other by the clocks of both,
   * so a step of one of them looks like a backlog, or hides one.
   */
  private Optional<String> movedApart(AgentRecord consuming, AgentRecord publishing) {
    long moved = Math.abs(consuming.driftNanos() - publishing.driftNanos());
    long error = 2 * (consuming.readingErrorNanos() + publishing.readingErrorNanos());
    boolean related =
        IntStream.of(publishing.slice().publisherIds().toArray())
            .anyMatch(id -> hears(consuming, id));
    if (moved - error <= MOST_MOVED_NANOS || !related) {
      return Optional.empty();
    }
    return Optional.of(
        "agent %s: its clock and that of %s moved apart by %s during the run, so the backlog between them is not known"
            .formatted(
                consuming.member().name(), publishing.member().name(), NumberText.latency(moved)));
  }

  private Optional<String> apart(AgentRecord consuming, AgentRecord publishing) {
    long error = consuming.clockErrorNanos() + publishing.clockErrorNanos();
    boolean unread = consuming.wasNotReadAgain() || publishing.wasNotReadAgain();
    if ((error <= timedWithin.toNanos() && !unread) || !times(consuming, publishing)) {
      return Optional.empty();
    }
    String known = unread ? "not known" : "known to within " + NumberText.latency(error) + " only";
    return Optional.of(
        "agent %s: its clock and that of %s are %s after the run, and messages between them were timed (allowed clock error: %s)"
            .formatted(
                consuming.member().name(),
                publishing.member().name(),
                known,
                Durations.format(timedWithin)));
  }

  private boolean times(AgentRecord consuming, AgentRecord publishing) {
    Optional<ClientIds> timed = consuming.slice().timed();
    return timed.isPresent()
        && IntStream.of(publishing.slice().publisherIds().toArray())
            .anyMatch(id -> timed.get().contains(id) && hears(consuming, id));
  }

  /**
   * By how much an interval between instants of two agents may be wrong; of one agent, by how much
   * one between an instant of its own and one of this process may. Empty without agents.
   */
  OptionalLong clockErrorNanos() {
    return any()
        ? OptionalLong.of(
            agents.stream()
                .map(AgentRecord::clockErrorNanos)
                .sorted(Comparator.reverseOrder())
                .limit(2)
                .mapToLong(Long::longValue)
                .sum())
        : OptionalLong.empty();
  }

  /** Whose clock could not be read again: how far the times of an outage are right is not known. */
  List<String> clocksNotKnown() {
    return agents.stream()
        .filter(AgentRecord::wasNotReadAgain)
        .map(
            agent ->
                "agent %s: its clock could not be read after the run, so it is not known how far the times of the outage are right"
                    .formatted(agent.member().name()))
        .toList();
  }

  private List<String> health(
      AgentRecord agent, AgentCounts counted, Histogram latencies, double shareOfLoad) {
    if (scenario.connectsOnly()) {
      return new ConnectHealth(
              latencies,
              scenario.session().connectRate().map(rate -> counted.connectPacing()),
              counted.connectSpan().busyCores(),
              agent.lanes(),
              agent.member().cores())
          .complaints();
    }
    boolean scheduled = !closed && agent.slice().publishers() > 0;
    Optional<Histogram> pacing = scheduled ? Optional.of(counted.pacing()) : Optional.empty();
    List<String> complaints =
        new ArrayList<>(
            new GeneratorHealth(latencies, pacing, agent.steadyCores(), agent.member().cores())
                .complaints());
    counted.busiest().complaint(shareOfLoad).ifPresent(complaints::add);
    return complaints;
  }

  /** What was not timed, and what clocks are worth, in lines for the verdict. */
  public List<String> remarks() {
    if (received.stream().allMatch(agent -> agent.timed() == agent.publishers())) {
      return List.of();
    }
    return List.of(
        timedWithin.isZero()
            ? "end-to-end and service times are of messages between clients of one agent only, as"
                + " no others have one clock"
            : "end-to-end and service times are of messages between clients whose clocks are known"
                + " to"
                + " within %s of each other only".formatted(Durations.format(timedWithin)));
  }

  private boolean hears(AgentRecord agent, int publisher) {
    Topology topology = scenario.topology();
    ClientIds consumers = agent.slice().consumerIds();
    return consumers.size() > 0
        && (topology.distribution() != Distribution.PARTITIONS
            || consumers.contains(topology.partitionOf(publisher)));
  }

  /** For the document; empty where there were none. */
  public Optional<List<AgentUsage>> usage() {
    return any()
        ? Optional.of(IntStream.range(0, agents.size()).mapToObj(this::usage).toList())
        : Optional.empty();
  }

  private AgentUsage usage(int number) {
    AgentRecord agent = agents.get(number);
    Optional<AgentCounts> counted = agent.counted();
    return new AgentUsage(
        agent.member().name(),
        agent.member().host(),
        agent.member().cores(),
        agent.lanes(),
        agent.slice().publishers(),
        agent.slice().consumers(),
        received.get(number).timed(),
        counted.isPresent(),
        counted.map(c -> c.counts().steadySent()).orElse(0L),
        counted.map(c -> c.counts().steadyReceived()).orElse(0L),
        agent
            .steady()
            .map(CpuUsage::percentOfCore)
            .map(OptionalDouble::of)
            .orElse(OptionalDouble.empty()),
        pacing(counted),
        agent.before().offsetNanos(),
        agent.clockErrorNanos(),
        agent
            .after()
            .map(later -> OptionalLong.of(later.offsetNanos() - agent.before().offsetNanos()))
            .orElse(OptionalLong.empty()));
  }

  private static OptionalLong pacing(Optional<AgentCounts> counted) {
    return counted
        .map(AgentCounts::pacing)
        .filter(pacing -> pacing.getTotalCount() > 0)
        .map(pacing -> OptionalLong.of(pacing.getValueAtPercentile(99)))
        .orElse(OptionalLong.empty());
  }
}
