package io.brokerbench.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.engine.stage.UsageMonitor;
import io.brokerbench.core.result.Machine;
import io.brokerbench.core.telemetry.ProcessSampler;
import io.brokerbench.core.telemetry.ProcessUsage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Busy loops beside the tool, on the real machine. */
@EnabledOnOs(OS.LINUX)
class OtherWorkIT {

  private static final int LOOPS = 2 * Runtime.getRuntime().availableProcessors();
  private static final long ENOUGH_NANOS = 1_000_000_000;
  private static final long DEADLINE_NANOS = 30_000_000_000L;

  private final NanoClock clock = NanoClock.SYSTEM;
  private final ProcessSampler sampler = ProcessSampler.ofThisMachine();
  private final List<Process> loops = new ArrayList<>();

  /** They end by themselves too, should this JVM be killed. */
  private void startLoops() throws IOException {
    for (int i = 0; i < LOOPS; i++) {
      loops.add(new ProcessBuilder("timeout", "60", "sh", "-c", "while :; do :; done").start());
    }
  }

  @AfterEach
  void endLoops() throws InterruptedException {
    for (Process loop : loops) {
      loop.descendants().forEach(ProcessHandle::destroyForcibly);
      loop.destroyForcibly();
    }
    for (Process loop : loops) {
      assertThat(loop.waitFor(10, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void busyLoopsAreOtherWorkAndTheToolIsNot() throws Exception {
    UsageMonitor usage =
        new UsageMonitor(
            processes -> Optional.of(new ProcessUsage(0, 0)), List.of(), clock.nanoTime());
    startLoops();
    usage.markSteadyStart(clock.nanoTime());
    awaitLoops();
    usage.markSteadyEnd(clock.nanoTime());
    usage.markOthersEnd();

    Machine machine = usage.steadyMachine().orElseThrow();

    assertThat(machine.otherCpuCores().orElseThrow()).isGreaterThan(0.5);
    assertThat(machine.otherCpuCores().orElseThrow())
        .isGreaterThan(machine.ownCpuCores().orElseThrow());
    assertThat(machine.generatorCpuWait()).isPresent();
    assertThat(machine.brokerCpuWait()).as("of a broker without processes").isEmpty();
    assertThat(machine.disk().otherBytes()).isPresent();
  }

  /** Until they have used as much as each core has in half a second. */
  private void awaitLoops() throws InterruptedException {
    long wanted = ENOUGH_NANOS / 2 * Runtime.getRuntime().availableProcessors();
    long deadline = clock.nanoTime() + DEADLINE_NANOS;
    while (cpuOfLoops() < wanted) {
      assertThat(clock.nanoTime()).as("loops that run").isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(50);
    }
  }

  private long cpuOfLoops() {
    return loops.stream()
        .flatMap(loop -> loop.descendants())
        .map(ProcessHandle::pid)
        .flatMap(pid -> sampler.sampleAlone(pid).stream())
        .mapToLong(ProcessUsage::cpuNanos)
        .sum();
  }
}
