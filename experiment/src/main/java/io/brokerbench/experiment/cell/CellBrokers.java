package io.brokerbench.experiment.cell;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.engine.Rig;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.experiment.bench.BrokerUnderTest;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The brokers of one cell, which run, and what puts load on them. */
public interface CellBrokers extends BrokerUnderTest {

  /** Makes the load, and single clients. */
  ClientDriverProvider driver();

  /** The broker that is bridged to the measured one; empty where there is none. */
  default Optional<Broker> bridge() {
    return Optional.empty();
  }

  /**
   * A rig for one run that takes little.
   *
   * @param listener hears how it goes
   */
  Rig probeRig(Scenario scenario, RunListener listener);

  /** The same for a run beside another one, which is the one that is heard and watched. */
  Rig besideRig(Scenario scenario);

  /**
   * Has the kernel silently drop all packets to and from a local address until it is closed.
   *
   * @throws BrokerException if that cannot be done here
   */
  Cut cut(InetAddress client) throws BrokerException;

  /** The clock of everything that is measured. */
  NanoClock clock();

  /** Waits until so much time has passed on {@link #clock}. */
  default void pause(Duration time) throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(time.toNanos());
  }

  /** Packets that are dropped while it is open. */
  @FunctionalInterface
  interface Cut extends AutoCloseable {

    /** Drops no more. */
    @Override
    void close();
  }
}
