package io.brokerbench.core.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.definition.ScenarioDigest;
import io.brokerbench.core.driver.Target;
import io.brokerbench.core.engine.assignment.Assignment;
import io.brokerbench.core.engine.assignment.ClockReading;
import io.brokerbench.core.engine.assignment.PooledAgent;
import io.brokerbench.core.engine.assignment.WorkerCapacity;
import io.brokerbench.core.engine.measure.BacklogGauge;
import io.brokerbench.core.engine.worker.pipe.WorkerPipe;
import io.brokerbench.core.result.DriverInfo;
import io.brokerbench.core.telemetry.ProcessPlace;
import io.brokerbench.core.telemetry.ProcessUsage;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Whose processes those of agents are: of this machine, where broker and coordinator may be. */
@EnabledOnOs(OS.LINUX)
class AgentWorkersTest {

  private static final NanoClock CLOCK = NanoClock.SYSTEM;
  private static final DriverInfo DRIVER = new DriverInfo("swarm", "epoll", 1, Optional.empty(), 1);
  private static final ProcessPlace OWN = ProcessPlace.ofThisProcess();
  private static final ProcessPlace HERE = new ProcessPlace(OWN.machine(), OWN.numbering(), 4711);
  private static final ProcessPlace CONTAINER =
      new ProcessPlace(OWN.machine(), Optional.of("pid:[1]"), 1);
  private static final ProcessPlace ELSEWHERE =
      new ProcessPlace(Optional.of("another boot"), OWN.numbering(), 4711);
  private static final ProcessPlace UNNAMED =
      new ProcessPlace(Optional.empty(), Optional.empty(), 1);
  private static final ProcessUsage USED = new ProcessUsage(1_000_000_000, 50_000_000);

  /** Of agents that say so of their workers, each of which uses the same. */
  private static AgentWorkers workers(boolean here, ProcessPlace... places) throws Exception {
    Target target = Target.of(Endpoint.mqtt("192.0.2.1", 1883));
    Assignment whole = WorkerLinesTest.assignment().withPublishing(target).withConsuming(target);
    return AgentWorkers.open(whole, "swarm", new Pool(List.of(places), here), CLOCK);
  }

  @Test
  void aWorkerWhoseNumberIsKnownHereIsAProcessOfTheTool() throws Exception {
    AgentWorkers workers = workers(true, HERE, ELSEWHERE);

    assertThat(workers.pids()).containsExactly(4711L);
    assertThat(workers.usageElsewhere()).hasValue(USED);
    assertThat(workers.hasUnknownProcessesHere()).isTrue(); // the other agent says it is here, too
  }

  @Test
  void workersOfOtherMachinesAreNoneHere() throws Exception {
    AgentWorkers workers = workers(false, ELSEWHERE, UNNAMED);

    assertThat(workers.pids()).isEmpty();
    assertThat(workers.usageElsewhere()).hasValue(USED.plus(USED));
    assertThat(workers.hasUnknownProcessesHere()).isFalse();
  }

  @Test
  void aWorkerInAContainerOfThisMachineIsHereAndItsNumberIsNotKnown() throws Exception {
    AgentWorkers workers = workers(false, CONTAINER, ELSEWHERE);

    assertThat(workers.pids()).isEmpty();
    assertThat(workers.hasUnknownProcessesHere()).isTrue();
  }

  @Test
  void allThatAreKnownHereLeaveNothingElsewhere() throws Exception {
    AgentWorkers workers = workers(true, HERE, HERE);

    assertThat(workers.usageElsewhere()).isEmpty();
    assertThat(workers.hasUnknownProcessesHere()).isFalse();
  }

  /** Agents whose workers run at given places. */
  private record Pool(List<ProcessPlace> places, boolean here) implements AgentPool {

    @Override
    public List<PooledAgent> members() {
      return places.stream()
          .map(
              place ->
                  new PooledAgent(
                      "a", "host", here, 2, new WorkerCapacity(1, 1_000), 1_000, List.of()))
          .toList();
    }

    @Override
    public List<Optional<ClockReading>> readClocks() {
      return Collections.nCopies(places.size(), Optional.of(new ClockReading(0, 1_000_000_000)));
    }

    @Override
    public WorkerPipe start(int member, long aheadNanos, long heapBytes) {
      return new AnsweringPipe("agent a (host)", command -> answers(places.get(member), command));
    }

    @Override
    public Duration timedWithin() {
      return Duration.ZERO;
    }

    @Override
    public long leadNanos() {
      return 0;
    }

    @Override
    public void close() {}
  }

  /** Answers at once, and says what it uses once it is open. */
  private static Stream<WorkerAnswer> answers(ProcessPlace place, WorkerCommand command) {
    if (command instanceof WorkerCommand.Open open) {
      return Stream.of(
          new WorkerAnswer.Opened(DRIVER, ScenarioDigest.of(open.assignment().scenario())), tick());
    }
    return Stream.of(
        new WorkerAnswer.Hello(WorkerAnswer.VERSION, CLOCK.nanoTime(), Optional.of(place)));
  }

  private static WorkerAnswer.Tick tick() {
    WorkerAnswer.Counts counts =
        new WorkerAnswer.Counts(
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0, new BacklogGauge.Reading(0, 0), false, List.of());
    return new WorkerAnswer.Tick(1, 1, counts, 0, Optional.empty(), Optional.of(USED));
  }
}
