package io.brokerbench.core.engine.worker;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.engine.assignment.AgentCounts;
import io.brokerbench.core.engine.assignment.AgentProgress;
import io.brokerbench.core.engine.assignment.AgentRecord;
import io.brokerbench.core.engine.assignment.Assignment;
import io.brokerbench.core.engine.assignment.ClockReading;
import io.brokerbench.core.engine.assignment.PooledAgent;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.measure.SentMessages;
import io.brokerbench.core.engine.worker.pipe.WorkerPipe;
import io.brokerbench.core.result.DriverInfo;
import io.brokerbench.core.telemetry.ProcessPlace;
import io.brokerbench.core.telemetry.ProcessUsage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Several workers, one for each agent of a pool. Those on this machine are processes like others
 * that this process starts, where their numbers are known here.
 */
public final class AgentWorkers extends CompositeWorker {

  /** What drifts between the reading of a clock and the greeting that proves it. */
  private static final long DRIFT_NANOS = 1_000_000;

  /** An agent that stands still ends the run by then. */
  private static final long SILENCE_NANOS = 8_000_000_000L;

  /** Longest wait until all have reported what they use. */
  private static final long USAGE_NANOS = 3_000_000_000L;

  private static final long LOOK_MILLIS = 5;

  private final AgentPool agentPool;
  private final AgentPlan plan;
  private final List<DriverInfo> drivers;
  private final List<AgentUsageMeter> ticks = new ArrayList<>();
  private final Map<Integer, AgentCounts> counted = new HashMap<>();
  private final List<Optional<ProcessPlace>> places;
  private final ProcessPlace own = ProcessPlace.ofThisProcess();
  private List<Optional<ClockReading>> after = List.of();

  private AgentWorkers(
      AgentPool agentPool,
      AgentPlan plan,
      WorkerLinks team,
      List<Optional<ProcessPlace>> places,
      List<DriverInfo> drivers,
      NanoClock clock) {
    super(team, drivers, clock, agentPool.leadNanos());
    this.agentPool = agentPool;
    this.plan = plan;
    this.places = places;
    this.drivers = drivers;
    agentPool.members().forEach(member -> ticks.add(new AgentUsageMeter()));
  }

  /**
   * Reads the clocks, starts a worker on each agent, and opens the driver in each.
   *
   * @throws RunException if one cannot, or all together cannot carry the clients; none is left
   *     running then
   */
  public static AgentWorkers open(
      Assignment whole, String driver, AgentPool agentPool, NanoClock clock)
      throws RunException, InterruptedException {
    AgentPlan plan = AgentPlan.of(whole, agentPool);
    WorkerLinks team = new WorkerLinks();
    boolean opened = false;
    try {
      for (int i = 0; i < plan.parts().size(); i++) {
        long heap = WorkerProcess.heapBytes(plan.parts().get(i));
        WorkerPipe pipe = agentPool.start(i, -plan.clocks().get(i).offsetNanos(), heap);
        team.add(new WorkerLink(pipe, clock, SILENCE_NANOS));
      }
      List<Optional<ProcessPlace>> places =
          team.greet(
              clock, plan.clocks().stream().map(read -> read.errorNanos() + DRIFT_NANOS).toList());
      List<DriverInfo> drivers = team.open(driver, plan.parts());
      AgentWorkers workers = new AgentWorkers(agentPool, plan, team, places, drivers, clock);
      workers.awaitUsage(clock);
      opened = true;
      return workers;
    } finally {
      if (!opened) {
        team.close(clock.nanoTime());
      }
    }
  }

  /** What each has used until now is not of the run: it was its JVM that began. */
  private void awaitUsage(NanoClock clock) throws InterruptedException {
    long deadline = clock.nanoTime() + USAGE_NANOS;
    while (clock.nanoTime() - deadline < 0
        && status().failure().isEmpty()
        && ticks.stream().anyMatch(reported -> reported.last().isEmpty())) {
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
    }
  }

  @Override
  void onTick(int worker, WorkerAnswer.Tick tick) {
    ticks.get(worker).add(tick, times());
  }

  @Override
  void onFinished(int worker, WorkerResult result) {
    counted.put(worker, AgentCounts.of(result.report(), result.busiest()));
  }

  @Override
  public WorkerResult finish(SentMessages sent) throws RunException, InterruptedException {
    WorkerResult merged = super.finish(sent);
    after = agentPool.readClocks();
    return merged;
  }

  private boolean isKnownHere(int worker) {
    return places.get(worker).filter(own::sharesNumbersWith).isPresent();
  }

  @Override
  public List<Long> pids() {
    return IntStream.range(0, places.size())
        .filter(this::isKnownHere)
        .mapToObj(i -> places.get(i).orElseThrow().pid())
        .toList();
  }

  @Override
  public boolean hasUnknownProcessesHere() {
    return IntStream.range(0, places.size())
        .filter(i -> !isKnownHere(i))
        .anyMatch(
            i ->
                agentPool.members().get(i).here()
                    || places.get(i).filter(own::sharesMachineWith).isPresent());
  }

  @Override
  public Optional<ProcessUsage> usageElsewhere() {
    return IntStream.range(0, ticks.size())
        .filter(i -> !isKnownHere(i))
        .mapToObj(i -> ticks.get(i).last())
        .flatMap(Optional::stream)
        .reduce(ProcessUsage::plus);
  }

  @Override
  public List<AgentProgress> agentProgress() {
    List<AgentProgress> progress = new ArrayList<>();
    for (int i = 0; i < ticks.size(); i++) {
      progress.add(ticks.get(i).progress(agentPool.members().get(i).name()));
    }
    return progress;
  }

  /** Of all machines; agents on one machine have the same cores. */
  @Override
  public int cores() {
    return agentPool.members().stream()
        .collect(Collectors.toMap(PooledAgent::host, PooledAgent::cores, Math::max))
        .values()
        .stream()
        .mapToInt(Integer::intValue)
        .sum();
  }

  @Override
  public List<AgentRecord> agents() {
    List<AgentRecord> agents = new ArrayList<>();
    for (int i = 0; i < agentPool.members().size(); i++) {
      PooledAgent member = agentPool.members().get(i);
      agents.add(
          new AgentRecord(
              member,
              plan.parts().get(i).slice(),
              drivers.get(i).lanes(),
              Optional.ofNullable(counted.get(i)),
              ticks.get(i).steady(member.cores()),
              plan.clocks().get(i),
              after.isEmpty() ? Optional.empty() : after.get(i)));
    }
    return agents;
  }
}
