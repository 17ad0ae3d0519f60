package io.brokerbench.core.engine.worker;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.engine.assignment.Assignment;
import io.brokerbench.core.engine.assignment.ClientIds;
import io.brokerbench.core.engine.assignment.ClockReading;
import io.brokerbench.core.engine.assignment.PooledAgent;
import io.brokerbench.core.engine.assignment.Slices;
import io.brokerbench.core.engine.assignment.WorkerCapacity;
import io.brokerbench.core.engine.measure.BroadcastMeter;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.scenario.Scenario;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Which agent carries which clients of a run.
 *
 * @param parts for each member
 * @param clocks of each member, before the run
 */
record AgentPlan(List<Assignment> parts, List<ClockReading> clocks) {

  /**
   * Makes a plan: reads the clocks, cuts the scenario, and says which messages are timed.
   *
   * @throws RunException if an agent does not answer, cannot reach the broker, or all together
   *     cannot carry the clients
   */
  static AgentPlan of(Assignment whole, AgentPool agentPool)
      throws RunException, InterruptedException {
    requireReach(whole, agentPool);
    List<ClockReading> clocks = clocks(agentPool);
    List<Assignment.Slice> slices = slices(whole, agentPool);
    List<Assignment> parts = new ArrayList<>();
    for (int i = 0; i < slices.size(); i++) {
      ClientIds timed =
          isDatedByConsumers(whole.scenario())
              ? ClientIds.below(whole.scenario().topology().publishers())
              : timed(i, slices, clocks, agentPool);
      Assignment.Slice slice = slices.get(i).timing(timed);
      parts.add(whole.withSlice(slice).withSources(agentPool.members().get(i).sources()));
    }
    requireOneClockForBursts(whole.scenario(), parts, clocks, agentPool);
    return new AgentPlan(parts, clocks);
  }

  /** Whether each delivery is due from when its own consumer acts, so that one clock times it. */
  private static boolean isDatedByConsumers(Scenario scenario) {
    return scenario.stormOfMessages().filter(storm -> !storm.kind().isOfWills()).isPresent();
  }

  private static List<ClockReading> clocks(AgentPool agentPool)
      throws RunException, InterruptedException {
    List<Optional<ClockReading>> read = agentPool.readClocks();
    List<ClockReading> clocks = new ArrayList<>();
    for (int i = 0; i < read.size(); i++) {
      String name = agentPool.members().get(i).name();
      clocks.add(
          read.get(i)
              .orElseThrow(
                  () -> new RunException("agent " + name + " does not answer any more", null)));
    }
    return clocks;
  }

  private static List<Assignment.Slice> slices(Assignment whole, AgentPool agentPool)
      throws RunException {
    try {
      return Slices.cut(
          whole.scenario().topology(), rooms(agentPool.members(), endpoints(whole).size()));
    } catch (DefinitionException e) {
      throw new RunException(e.getMessage(), e);
    }
  }

  /** Publishers whose messages are timed by the consumers of an agent. */
  private static ClientIds timed(
      int consuming,
      List<Assignment.Slice> slices,
      List<ClockReading> clocks,
      AgentPool agentPool) {
    long limit = agentPool.timedWithin().toNanos();
    long own = clocks.get(consuming).errorNanos();
    return ClientIds.of(
        IntStream.range(0, slices.size())
            .filter(i -> i == consuming || own + clocks.get(i).errorNanos() <= limit)
            .flatMap(i -> IntStream.of(slices.get(i).publisherIds().toArray()))
            .sorted());
  }

  /** The last consumer of a burst is known only where all are timed. */
  private static void requireOneClockForBursts(
      Scenario scenario, List<Assignment> parts, List<ClockReading> clocks, AgentPool agentPool)
      throws RunException {
    if (BroadcastMeter.of(scenario) == null) {
      return;
    }
    int publishers = scenario.topology().publishers();
    boolean timed =
        parts.stream()
            .map(Assignment::slice)
            .filter(slice -> slice.consumers() > 0)
            .allMatch(slice -> slice.timed().map(ids -> ids.size() == publishers).orElse(true));
    if (!timed) {
      long[] errors = clocks.stream().mapToLong(ClockReading::errorNanos).sorted().toArray();
      long worst = errors[errors.length - 1] + errors[Math.max(0, errors.length - 2)];
      throw new RunException(
          "%s measures when the last consumer has a message, and the clocks of %d agents are known to within %s of each other: allow for that clock error, or use one agent"
              .formatted(
                  scenario.name(),
                  agentPool.members().size(),
                  NumberText.plain(NumberText.latency(worst))),
          null);
    }
  }

  /**
   * What each can carry to a broker with a number of addresses, to each of which it has its local
   * ports again; those of one machine share them.
   */
  static List<WorkerCapacity> rooms(List<PooledAgent> members, int addresses) {
    return members.stream()
        .map(
            member -> {
              long sharing = members.stream().filter(member::sharesPortsWith).count();
              long ports = (long) member.ports() * addresses / sharing;
              WorkerCapacity room = member.room();
              return new WorkerCapacity(room.weight(), (int) Math.min(room.mostClients(), ports));
            })
        .toList();
  }

  private static Set<Endpoint> endpoints(Assignment whole) {
    return Stream.of(whole.publishing(), whole.consuming())
        .flatMap(target -> target.endpoints().stream())
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static void requireReach(Assignment whole, AgentPool agentPool) throws RunException {
    Set<Endpoint> endpoints = endpoints(whole);
    for (PooledAgent member : agentPool.members()) {
      for (Endpoint endpoint : endpoints) {
        if (!member.here() && isLoopback(endpoint.host())) {
          throw new RunException(
              "agent %s on %s cannot reach the broker at %s:%d, a loopback address: give the address"
                      .formatted(member.name(), member.host(), endpoint.host(), endpoint.port())
                  + " of a broker that all agents reach, as mqtt://HOST:PORT",
              null);
        }
      }
    }
  }

  private static boolean isLoopback(String host) {
    try {
      return Stream.of(InetAddress.getAllByName(host)).allMatch(InetAddress::isLoopbackAddress);
    } catch (UnknownHostException e) {
      return false; // a name that only the agents know
    }
  }
}
