package io.brokerbench.experiment.calibrate;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.engine.stage.Phase;
import io.brokerbench.core.engine.stage.Progress;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.telemetry.ProcessSampler;
import io.brokerbench.core.telemetry.ProcessUsage;

/**
 * Takes the time and the CPU of a run's connect phase, from the first call to the last acceptance.
 * For one run; the rig looks every 2 ms, so it is exact to some milliseconds.
 */
public final class ConnectPhaseMeter implements RunListener {

  private final NanoClock clock;
  private final ProcessSampler sampler = ProcessSampler.ofThisMachine();
  private boolean connecting;
  private long startNanos;
  private long startCpuNanos;
  private long elapsedNanos;
  private long cpuNanos;

  ConnectPhaseMeter(NanoClock clock) {
    this.clock = clock;
  }

  @Override
  public void onProgress(Progress progress) {
    if (progress.phase() == Phase.CONNECT) {
      if (!connecting) {
        connecting = true;
        startNanos = clock.nanoTime() - progress.elapsed().toNanos();
        startCpuNanos = cpu();
      }
    } else if (connecting) {
      connecting = false;
      elapsedNanos = clock.nanoTime() - startNanos;
      cpuNanos = cpu() - startCpuNanos;
    }
  }

  private long cpu() {
    return sampler
        .sampleAlone(ProcessHandle.current().pid())
        .map(ProcessUsage::cpuNanos)
        .orElse(0L);
  }

  /** Connects per second; 0 where nothing was measured. */
  double perSecond(int connections) {
    return elapsedNanos == 0 ? 0 : connections * 1e9 / elapsedNanos;
  }

  /** CPU of this process for each connect, in microseconds. */
  double cpuMicrosPerConnect(int connections) {
    return cpuNanos / 1e3 / connections;
  }
}
