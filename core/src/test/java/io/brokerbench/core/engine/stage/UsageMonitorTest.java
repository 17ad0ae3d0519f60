package io.brokerbench.core.engine.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.brokerbench.core.engine.worker.Worker;
import io.brokerbench.core.result.Machine;
import io.brokerbench.core.telemetry.ProcessHoldings;
import io.brokerbench.core.telemetry.ProcessSampler;
import io.brokerbench.core.telemetry.ProcessUsage;
import java.io.Closeable;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** What is held at the end of each second, of the processes that the run knows. */
@EnabledOnOs(OS.LINUX)
class UsageMonitorTest {

  private static final long SECOND = 1_000_000_000L;

  private static HeldResources held(UsageMonitor usage, int second) {
    return usage.sinceLast((second + 1) * SECOND).held();
  }

  private static Worker workerWith(Optional<ProcessUsage> elsewhere) {
    return workerWith(elsewhere, List.of(), false);
  }

  private static Worker workerWith(
      Optional<ProcessUsage> elsewhere, List<Long> pids, boolean othersHere) {
    return (Worker)
        Proxy.newProxyInstance(
            UsageMonitorTest.class.getClassLoader(),
            new Class<?>[] {Worker.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "pids" -> pids;
                  case "hasUnknownProcessesHere" -> othersHere;
                  case "usageElsewhere" -> elsewhere;
                  case "cores" -> 4;
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  private static UsageMonitor ofThisProcess() {
    return new UsageMonitor(sampler -> Optional.empty(), List.of(), 0);
  }

  @Test
  void descriptorsThatAreLeftOpenShowInTheNextSecond() throws IOException {
    UsageMonitor usage = ofThisProcess();
    long before = held(usage, 0).own().descriptors().orElseThrow();
    List<Closeable> leak = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      leak.add(Files.newInputStream(Path.of("/dev/null")));
    }
    long after = held(usage, 1).own().descriptors().orElseThrow();
    for (Closeable each : leak) {
      each.close();
    }

    assertThat(after - before).isBetween(280L, 320L);
  }

  @Test
  void aHeapIsKnownOfASecondWithACollection() {
    UsageMonitor usage = ofThisProcess();
    System.gc();

    HeldResources held = held(usage, 0);

    assertThat(held.ownHeapBytes()).isPresent();
    assertThat(held.ownRssBytes()).isPresent();
  }

  @Test
  void severalProcessesAddUpAndHaveNoHeapInCommon() throws IOException {
    Process other = new ProcessBuilder("cat").start();
    try {
      HeldResources alone = held(ofThisProcess(), 0);
      UsageMonitor both = new UsageMonitor(sampler -> Optional.empty(), List.of(other.pid()), 0);
      System.gc();
      HeldResources together = held(both, 0);

      assertThat(together.ownHeapBytes()).isEmpty();
      long ofOther =
          ProcessSampler.ofThisMachine().holdings(List.of(other.pid())).descriptors().orElseThrow();
      assertThat(ofOther).isGreaterThanOrEqualTo(3);
      assertThat(together.own().descriptors().orElseThrow() - ofOther)
          .isCloseTo(alone.own().descriptors().orElseThrow(), within(20L));
    } finally {
      other.destroyForcibly();
    }
  }

  @Test
  void whatAgentsHoldIsNotKnown() {
    Worker agents = workerWith(Optional.of(new ProcessUsage(1, 70_000_000)));
    UsageMonitor usage =
        new UsageMonitor(new InProcessBroker(List.of()), Optional.empty(), agents, 0);
    System.gc();
    HeldResources held = held(usage, 0);

    assertThat(held.own()).isEqualTo(ProcessHoldings.UNKNOWN);
    assertThat(held.ownHeapBytes()).isEmpty();
    assertThat(held.ownRssBytes().orElseThrow()).isGreaterThan(70_000_000);
  }

  /** The coordinator's machine, with agents on it and elsewhere. */
  @Test
  void agentsOnThisMachineAreTheToolsOwn() throws Exception {
    Process agent = new ProcessBuilder("cat").start();
    try {
      Optional<ProcessUsage> elsewhere = Optional.of(new ProcessUsage(5 * SECOND, 70_000_000));
      Machine known = steady(workerWith(elsewhere, List.of(agent.pid()), false));
      Machine unknown = steady(workerWith(elsewhere, List.of(), true));

      assertThat(known.generatorCpuWait()).isPresent();
      assertThat(known.otherCpuCores()).isPresent();
      assertThat(unknown.generatorCpuWait()).isEmpty();
      assertThat(unknown.otherCpuCores()).isEmpty();
      assertThat(unknown.disk().otherBytes()).isEmpty();
    } finally {
      agent.destroyForcibly();
    }
  }

  private static Machine steady(Worker worker) {
    UsageMonitor usage =
        new UsageMonitor(new InProcessBroker(List.of()), Optional.empty(), worker, 0);
    usage.markSteadyStart(SECOND);
    usage.markSteadyEnd(2 * SECOND);
    usage.markOthersEnd();
    return usage.steadyMachine().orElseThrow();
  }

  /** What this process holds is then the broker's and the tool's: it is counted once. */
  @Test
  void aBrokerThatIsAPartOfThisProcessHoldsNothingOfItsOwn() {
    Worker here = workerWith(Optional.empty());
    UsageMonitor usage =
        new UsageMonitor(new InProcessBroker(List.of()), Optional.empty(), here, 0);

    HeldResources held = held(usage, 0);

    assertThat(held.broker()).isEqualTo(ProcessHoldings.UNKNOWN);
    assertThat(held.own().threads()).isPresent();
  }
}
