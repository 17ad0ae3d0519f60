package io.brokerbench.core.engine.worker;

import io.brokerbench.core.engine.assignment.AgentProgress;
import io.brokerbench.core.engine.measure.RunTimes;
import io.brokerbench.core.telemetry.CpuUsage;
import io.brokerbench.core.telemetry.ProcessUsage;
import java.util.Optional;

/** What an agent's worker used, according to its ticks. Belongs to the rig's thread. */
final class AgentUsageMeter {

  private static final long SECOND = 1_000_000_000L;

  private Optional<ProcessUsage> last = Optional.empty();
  private WorkerAnswer.Tick latest;
  private WorkerAnswer.Tick second;
  private double sentPerSecond;
  private double receivedPerSecond;
  private long startNanos;
  private long startCpu = -1;
  private long endNanos;
  private long endCpu;

  /**
   * A tick has come.
   *
   * @param times of the run; null before it started
   */
  void add(WorkerAnswer.Tick tick, RunTimes times) {
    rates(tick);
    tick.usage()
        .ifPresent(
            usage -> {
              last = tick.usage();
              if (times != null && times.steadyFlag(tick.nanos()) == 1) {
                follow(tick.nanos(), usage);
              }
            });
  }

  private void follow(long nanos, ProcessUsage usage) {
    if (startCpu < 0) {
      startNanos = nanos;
      startCpu = usage.cpuNanos();
    }
    endNanos = nanos;
    endCpu = usage.cpuNanos();
  }

  Optional<ProcessUsage> last() {
    return last;
  }

  /** Its latest report, and what it did in the second before that. */
  AgentProgress progress(String name) {
    return new AgentProgress(
        name, latest == null ? 0 : latest.status().connected(), sentPerSecond, receivedPerSecond);
  }

  private void rates(WorkerAnswer.Tick tick) {
    latest = tick;
    if (second == null) {
      second = tick;
    } else if (tick.nanos() - second.nanos() >= SECOND) {
      double seconds = (tick.nanos() - second.nanos()) / 1e9;
      sentPerSecond = (tick.status().sent() - second.status().sent()) / seconds;
      receivedPerSecond = (tick.status().received() - second.status().received()) / seconds;
      second = tick;
    }
  }

  /** CPU over the part of the steady state that the ticks cover. */
  Optional<CpuUsage> steady(int cores) {
    return startCpu < 0 || endNanos == startNanos
        ? Optional.empty()
        : Optional.of(new CpuUsage(Math.max(0, endCpu - startCpu), endNanos - startNanos, cores));
  }
}
