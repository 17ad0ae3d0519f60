package io.brokerbench.cli;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.engine.RigSettings;
import io.brokerbench.core.engine.RunException;
import io.brokerbench.core.engine.RunListener;
import io.brokerbench.core.measure.NanoClock;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.DefinitionException;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.search.StepRigs;
import io.brokerbench.core.study.BridgePlan;
import io.brokerbench.core.study.CellSite;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;

/** The brokers of one cell of a study, and what its load is made with. */
final class StudySite implements CellSite, AutoCloseable {

  private final Tools tools;
  private final RunSession.Request cell;
  private final Broker measured;
  private final Broker reached;
  private final Runnable end;

  private StudySite(
      Tools tools, RunSession.Request cell, Broker measured, Broker reached, Runnable end) {
    this.tools = tools;
    this.cell = cell;
    this.measured = measured;
    this.reached = reached;
    this.end = end;
  }

  /**
   * Starts the broker, or both of a bridge.
   *
   * @param folder for their logs
   * @throws DefinitionException if there is no bridge between brokers of this product
   */
  static StudySite open(
      Tools tools, RunSession.Request cell, Optional<BridgePlan> bridge, Path folder)
      throws BrokerException, RunException, EnvironmentException, InterruptedException {
    BrokerRequest start =
        BrokerRequest.of(cell.selector())
            .withLogFile(folder.resolve("broker.log"))
            .withNeedsOf(cell.scenario())
            .withLimits(cell.limits());
    if (bridge.isPresent()) {
      throw new DefinitionException(
          "%s can't be bridged here: this build has no bridges".formatted(cell.selector()));
    }
    StudySite site = one(tools, cell, start);
    boolean usable = false;
    try {
      Preflight.check(site.reached(), cell, tools);
      usable = true;
      return site;
    } finally {
      if (!usable) {
        site.close();
      }
    }
  }

  private static StudySite one(Tools tools, RunSession.Request cell, BrokerRequest start)
      throws BrokerException, InterruptedException {
    Broker broker = cell.start(start);
    return new StudySite(tools, cell, broker, broker, broker::close);
  }

  @Override
  public Broker broker() {
    return measured;
  }

  @Override
  public Broker reached() {
    return reached;
  }

  @Override
  public ClientDriverProvider driver() {
    return cell.driver();
  }

  @Override
  public StepRigs.Rig rig(Scenario scenario, RunListener listener) {
    return rig(scenario, cell.settings(), listener);
  }

  @Override
  public StepRigs.Rig probeRig(Scenario scenario, RunListener listener) {
    return rig(scenario, cell.settings().withLanes(1).withWorkers(1), listener);
  }

  private StepRigs.Rig rig(Scenario scenario, RigSettings settings, RunListener listener) {
    RigFactory.Rig rig = tools.rigs().create(scenario, reached, cell.driver(), settings, listener);
    return new StepRigs.Rig() {
      @Override
      public RunResult run() throws RunException, InterruptedException {
        return rig.run();
      }

      @Override
      public void stop() {
        rig.stop();
      }
    };
  }

  @Override
  public Cut cut(InetAddress client) throws BrokerException {
    throw new BrokerException("this build can't drop the packets of a client");
  }

  @Override
  public NanoClock clock() {
    return cell.settings().clock();
  }

  @Override
  public Clock wallClock() {
    return tools.clock();
  }

  @Override
  public void close() {
    end.run();
  }
}
