package io.brokerbench.core.engine;

import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.result.RunResult;

/** One run that has not begun: {@link LoadRig}, or a stand-in for tests. */
public interface Rig {

  /**
   * Runs it to its end; see {@link LoadRig#run}.
   *
   * @throws RunException if nothing could be measured
   * @throws InterruptedException if interrupted
   */
  RunResult run() throws RunException, InterruptedException;

  /** Ends the run early and orderly; from any thread. */
  void stop();
}
