package io.brokerbench.experiment.bench;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.engine.Rig;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.scenario.Scenario;
import java.time.Clock;

/** A broker that runs, and what puts load on it. */
public interface BrokerUnderTest {

  /** The broker that is measured. */
  Broker broker();

  /** What clients connect to: the broker, or it and the one that is bridged to it. */
  default Broker reached() {
    return broker();
  }

  /**
   * A rig for one run on {@link #reached}.
   *
   * @param listener hears how the run goes, on its thread
   */
  Rig rig(Scenario scenario, RunListener listener);

  /** What ends the runs. */
  StopSwitch stop();

  /** The clock for dates. */
  Clock wallClock();
}
