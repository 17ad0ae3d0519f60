package io.brokerbench.experiment.bench;

import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.engine.Rig;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.result.RunResult;
import java.util.ArrayList;
import java.util.List;

/**
 * Ends an experiment early and orderly: what is under way ends, and nothing else begins.
 *
 * <p>For use by several threads.
 */
public final class StopSwitch {

  private final List<Runnable> underWay = new ArrayList<>();
  private boolean stopped;

  /** Work that is interrupted when it is stopped. */
  @FunctionalInterface
  public interface Work {

    /** Does it. */
    void run() throws RunException, BrokerException, InterruptedException;
  }

  /** Runs a rig, which is stopped with this, at once if this is stopped already. */
  public RunResult run(Rig rig) throws RunException, InterruptedException {
    Runnable end = rig::stop;
    begin(end);
    try {
      return rig.run();
    } finally {
      end(end);
    }
  }

  /**
   * Does work that is no run, and so has nothing to drain: it is interrupted.
   *
   * @throws InterruptedException if interrupted, or stopped
   */
  public void interrupting(Work work) throws RunException, BrokerException, InterruptedException {
    Runnable end = Thread.currentThread()::interrupt;
    begin(end);
    try {
      work.run();
    } finally {
      end(end);
      if (isStopped()) {
        // An interruption that came too late is not meant for what comes after this.
        Thread.interrupted();
      }
    }
    if (isStopped()) {
      throw new InterruptedException("stopped");
    }
  }

  /** Whether nothing else is to begin. */
  public synchronized boolean isStopped() {
    return stopped;
  }

  /** Ends what is under way; returns at once. */
  public synchronized void stop() {
    stopped = true;
    List.copyOf(underWay).forEach(Runnable::run);
  }

  private synchronized void begin(Runnable end) {
    underWay.add(end);
    if (stopped) {
      end.run();
    }
  }

  private synchronized void end(Runnable end) {
    underWay.remove(end);
  }
}
