package io.brokerbench.core.engine;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.Scenario;

/** Placeholder until the phases are there. */
public final class LoadRig {

  /** Makes a rig for one run; nothing starts yet. */
  private final Scenario scenario;

  public LoadRig(
      Scenario scenario, Broker broker, ClientDriverProvider driver, RunListener listener) {
    this.scenario = scenario;
  }

  /**
   * Runs the scenario to its end and returns what came of it; a run that breaks off returns what
   * was measured until then, with the verdict {@code FAILED}.
   *
   * @throws RunException if nothing could be measured, because clients could not connect or
   *     subscribe
   * @throws InterruptedException if interrupted; all connections are dropped
   */
  public RunResult run() throws RunException, InterruptedException {
    if (scenario == null) {
      return null;
    }
    throw new RunException("not there yet", null);
  }

  /**
   * Ends the run early and in order: sending stops, what is under way is drained, and the result is
   * marked as incomplete. From any thread; returns at once.
   */
  public void stop() {}
}
