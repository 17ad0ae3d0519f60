package io.brokerbench.cluster;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.engine.assignment.ClockReading;
import io.brokerbench.core.engine.assignment.PooledAgent;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.worker.AgentPool;
import io.brokerbench.core.engine.worker.pipe.WorkerPipe;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The agents that were reserved for a command, which receive a heartbeat each second. */
final class ReservedAgentPool implements AgentPool {

  private static final long PRESENCE_MILLIS = 1_000;
  private static final long ANSWER_MILLIS = 5_000;
  private static final long START_MILLIS = 20_000;
  private static final int TIMER_THREADS = 2;

  /** Between two exchanges with one agent: more often with few agents, as one process asks all. */
  private static final long LEAST_INTERVAL_MILLIS = 20;

  private static final double INTERVAL_MILLIS_PER_AGENT = 0.5;
  private static final long LEAD_NANOS = 600_000_000L;

  private final ClusterNode node;
  private final Request.Reserve contract;
  private final List<ReservedAgent> agents;
  private final List<PooledAgent> members;
  private final Duration timedWithin;
  private final NanoClock clock;
  private final ScheduledExecutorService timer;
  private int run;
  private int startedOfRun;

  ReservedAgentPool(
      ClusterNode node,
      Request.Reserve contract,
      List<ReservedAgent> agents,
      Duration timedWithin,
      NanoClock clock) {
    this.node = node;
    this.contract = contract;
    this.agents = List.copyOf(agents);
    this.timedWithin = timedWithin;
    this.clock = clock;
    boolean calibrated = agents.stream().allMatch(agent -> agent.offer().perSecond().isPresent());
    MemberHost here = MemberHost.here();
    this.members = agents.stream().map(agent -> agent.member(calibrated, here)).toList();
    this.timer =
        Executors.newScheduledThreadPool(
            TIMER_THREADS,
            task -> {
              Thread thread = new Thread(task, "agents");
              thread.setDaemon(true);
              return thread;
            });
    Future<?> unused =
        timer.scheduleAtFixedRate(
            this::sendHeartbeats, PRESENCE_MILLIS, PRESENCE_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void sendHeartbeats() {
    for (ReservedAgent agent : agents) {
      Future<?> unused =
          node.ask(agent.address(), new Request.Heartbeat(contract.session()), ANSWER_MILLIS);
    }
  }

  @Override
  public List<PooledAgent> members() {
    return members;
  }

  @Override
  public List<Optional<ClockReading>> readClocks() throws InterruptedException {
    ClockProbe probe = new ClockProbe(node, clock);
    List<CompletableFuture<Optional<ClockReading>>> asked =
        agents.stream().map(agent -> probe.read(agent.address())).toList();
    List<Optional<ClockReading>> readings = new ArrayList<>();
    for (CompletableFuture<Optional<ClockReading>> reading : asked) {
      try {
        readings.add(reading.get(ANSWER_MILLIS, TimeUnit.MILLISECONDS));
      } catch (ExecutionException | TimeoutException e) {
        readings.add(Optional.empty());
      }
    }
    return readings;
  }

  @Override
  public WorkerPipe start(int member, long aheadNanos, long heapBytes)
      throws RunException, InterruptedException {
    if (startedOfRun == 0 || member == 0) {
      run++;
    }
    startedOfRun = (startedOfRun + 1) % agents.size();
    ReservedAgent agent = agents.get(member);
    String problem = "did not start a worker within " + START_MILLIS / 1_000 + " s";
    try {
      Reply reply =
          hiredAgain(agent, new Request.Start(contract.session(), run, aheadNanos, heapBytes))
              .get(START_MILLIS, TimeUnit.MILLISECONDS);
      if (reply instanceof Reply.Done) {
        long interval =
            Math.max(LEAST_INTERVAL_MILLIS, Math.round(agents.size() * INTERVAL_MILLIS_PER_AGENT));
        return new AgentPipe(
            node,
            agent.address(),
            new AgentPipe.Ticket(agent.title(), contract.session(), run, interval),
            timer,
            clock);
      }
      problem = reply instanceof Reply.Refused refused ? refused.why() : problem;
    } catch (ExecutionException e) {
      problem = "does not answer: " + e.getCause().getMessage();
    } catch (TimeoutException e) {
      // said above
    }
    throw new RunException(agent.title() + " " + problem, null);
  }

  /** It may have dropped us since, while this process stood still between two runs. */
  private CompletableFuture<Reply> hiredAgain(ReservedAgent agent, Request.Start start) {
    return node.ask(agent.address(), contract, START_MILLIS)
        .thenCompose(
            reply -> {
              if (reply instanceof Reply.Refused) {
                return CompletableFuture.completedFuture(reply);
              }
              return reply instanceof Reply.Reserved reserved && reserved.busyWith().isPresent()
                  ? CompletableFuture.completedFuture(
                      new Reply.Refused("works for " + reserved.busyWith().get() + " now"))
                  : node.ask(agent.address(), start, START_MILLIS);
            });
  }

  @Override
  public Duration timedWithin() {
    return timedWithin;
  }

  @Override
  public long leadNanos() {
    return LEAD_NANOS + agents.size() * 5_000_000L;
  }

  /** Goes silently, as a process does that is killed. */
  void vanish() {
    timer.shutdownNow();
    node.vanish();
  }

  @Override
  public void close() {
    if (timer.isShutdown()) {
      node.close();
      return;
    }
    timer.shutdownNow();
    List<CompletableFuture<Reply>> released =
        agents.stream()
            .map(
                agent ->
                    node.ask(
                            agent.address(), new Request.Release(contract.session()), ANSWER_MILLIS)
                        .exceptionally(error -> new Reply.Done()))
            .toList();
    boolean interrupted = Thread.interrupted();
    try {
      CompletableFuture.allOf(released.toArray(CompletableFuture[]::new))
          .get(ANSWER_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      interrupted = true;
    } catch (ExecutionException | TimeoutException e) {
      // An agent that does not answer will see that this member is gone.
    } finally {
      node.close();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
