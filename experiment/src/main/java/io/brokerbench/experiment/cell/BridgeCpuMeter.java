package io.brokerbench.experiment.cell;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.engine.stage.Phase;
import io.brokerbench.core.engine.stage.Progress;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.telemetry.ProcessSampler;
import io.brokerbench.core.telemetry.ProcessUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The CPU that the bridging broker uses in each second of the steady state of a run; that of the
 * main one is the run's own. On the run's thread.
 */
final class BridgeCpuMeter implements RunListener {

  private static final long SECOND = 1_000_000_000L;

  private final Broker bridge;
  private final NanoClock clock;
  private final ProcessSampler sampler = ProcessSampler.ofThisMachine();
  private final List<Double> percentOfCore = new ArrayList<>();
  private Optional<ProcessUsage> before = Optional.empty();
  private ProcessUsage first;
  private ProcessUsage last;
  private long firstNanos;
  private long lastNanos;

  BridgeCpuMeter(Broker bridge, NanoClock clock) {
    this.bridge = bridge;
    this.clock = clock;
  }

  @Override
  public void onProgress(Progress progress) {
    long now = clock.nanoTime();
    if (progress.phase() != Phase.STEADY || (before.isPresent() && now - lastNanos < SECOND)) {
      return;
    }
    Optional<ProcessUsage> usage = bridge.usage(sampler);
    if (usage.isEmpty()) {
      return;
    }
    last = usage.get();
    if (before.isPresent()) {
      percentOfCore.add(100 * cores(before.get(), last, now - lastNanos));
    } else {
      first = last;
      firstNanos = now;
    }
    before = usage;
    lastNanos = now;
  }

  private static double cores(ProcessUsage from, ProcessUsage to, long nanos) {
    return (double) Math.max(0, to.cpuNanos() - from.cpuNanos()) / nanos;
  }

  /** Puts what was seen among the figures; nothing where its process is not known. */
  void measured(RunFigures figures) {
    if (!percentOfCore.isEmpty()) {
      figures.put(CellFigures.BRIDGE_CPU, cores(first, last, lastNanos - firstNanos));
      figures.put(CellSeries.BRIDGE_CPU, percentOfCore);
    }
  }
}
