package io.brokerbench.core.cell;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.search.StepRigs;
import java.net.InetAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The brokers of one cell, which run, and what puts load on them. */
public interface CellSite {

  /** The broker that is measured. */
  Broker broker();

  /** What clients connect to: the broker, or it and the one that is bridged to it. */
  Broker reached();

  /** Makes the load, and single clients. */
  ClientDriverProvider driver();

  /** A rig for one run on {@link #reached}. */
  StepRigs.Rig rig(Scenario scenario, RunListener listener);

  /** The same for a run that takes little. */
  StepRigs.Rig probeRig(Scenario scenario, RunListener listener);

  /** The same for such a run beside another one, which is the one that is heard and watched. */
  StepRigs.Rig besideRig(Scenario scenario);

  /**
   * Has the kernel drop all packets to and from a local address, and tell nobody, until it is
   * closed.
   *
   * @throws BrokerException if that can't be done here
   */
  Cut cut(InetAddress client) throws BrokerException;

  /** The clock of everything that is measured. */
  NanoClock clock();

  /** The clock for dates. */
  Clock wallClock();

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
