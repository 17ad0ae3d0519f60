package io.brokerbench.cli.session;

import io.brokerbench.cli.terminal.EnvironmentException;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.broker.BridgeProvider;
import io.brokerbench.core.broker.BridgeRule;
import io.brokerbench.core.broker.BridgedBrokers;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.cell.BridgePlan;
import io.brokerbench.core.cell.CellSite;
import io.brokerbench.core.cell.SplitBroker;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.engine.worker.RigSettings;
import io.brokerbench.core.network.PacketLoss;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.search.StepRigs;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.ServiceLoader;

/** The brokers of one cell of a study, and what its load is made with. */
final class StudySite implements CellSite, AutoCloseable {

  private final StudySession.Carriers carriers;
  private final RunSession.Request cell;
  private final Broker measured;
  private final Broker reached;
  private final Runnable end;

  private StudySite(
      StudySession.Carriers carriers,
      RunSession.Request cell,
      Broker measured,
      Broker reached,
      Runnable end) {
    this.carriers = carriers;
    this.cell = cell;
    this.measured = measured;
    this.reached = reached;
    this.end = end;
  }

  /**
   * Starts the broker, or both of a bridge.
   *
   * @param carrying who carries the clients of this cell
   * @param folder for their logs
   * @throws DefinitionException if there is no bridge between brokers of this product
   */
  static StudySite open(
      StudySession.Carriers carriers,
      Tools carrying,
      RunSession.Request cell,
      Optional<BridgePlan> bridge,
      Path folder)
      throws BrokerException, RunException, EnvironmentException, InterruptedException {
    BrokerRequest start =
        BrokerRequest.of(cell.selector())
            .withLogFile(folder.resolve("broker.log"))
            .withNeedsOf(cell.scenario())
            .withLimits(cell.limits());
    StudySite site =
        bridge.isPresent()
            ? bridged(carriers, cell, bridge.get(), start)
            : one(carriers, cell, start);
    boolean usable = false;
    try {
      Preflight.check(site.reached(), cell, carrying);
      usable = true;
      return site;
    } finally {
      if (!usable) {
        site.close();
      }
    }
  }

  private static StudySite one(
      StudySession.Carriers carriers, RunSession.Request cell, BrokerRequest start)
      throws BrokerException, InterruptedException {
    Broker broker = cell.start(start);
    return new StudySite(carriers, cell, broker, broker, broker::close);
  }

  private static StudySite bridged(
      StudySession.Carriers carriers, RunSession.Request cell, BridgePlan plan, BrokerRequest start)
      throws BrokerException, InterruptedException {
    BridgedBrokers pair =
        bridges(cell.selector()).start(start, plan.rules().stream().map(StudySite::rule).toList());
    Broker reached =
        new SplitBroker(
            pair.main(),
            plan.publishOnBridge() ? pair.bridge() : pair.main(),
            plan.subscribeOnBridge() ? pair.bridge() : pair.main());
    return new StudySite(carriers, cell, pair.main(), reached, pair::close);
  }

  private static BridgeProvider bridges(String selector) {
    return ServiceLoader.load(BridgeProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(provider -> provider.accepts(selector))
        .findFirst()
        .orElseThrow(
            () ->
                new DefinitionException(
                    selector
                        + " can't be bridged here; brokers that can: process:mosquitto,"
                        + " container:mosquitto"));
  }

  private static BridgeRule rule(BridgePlan.Rule rule) {
    return new BridgeRule(
        rule.pattern(),
        rule.toBridge() ? BridgeRule.Direction.IN : BridgeRule.Direction.OUT,
        rule.qos(),
        rule.bridgePrefix(),
        rule.mainPrefix());
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
    return rig(carriers.loads(), scenario, cell.settings(), listener);
  }

  @Override
  public StepRigs.Rig probeRig(Scenario scenario, RunListener listener) {
    return rig(carriers.own(), scenario, small(), listener);
  }

  @Override
  public StepRigs.Rig besideRig(Scenario scenario) {
    return rig(carriers.unwatched(), scenario, small(), RunListener.NONE);
  }

  private RigSettings small() {
    return cell.settings().withLanes(1).withWorkers(1);
  }

  private StepRigs.Rig rig(
      Tools tools, Scenario scenario, RigSettings settings, RunListener listener) {
    return tools.rigs().create(scenario, reached, cell.driver(), settings, listener);
  }

  @Override
  public Cut cut(InetAddress client) throws BrokerException {
    return PacketLoss.ofThisMachine().ofAll(client)::close;
  }

  @Override
  public NanoClock clock() {
    return cell.settings().clock();
  }

  @Override
  public Clock wallClock() {
    return carriers.own().clock();
  }

  @Override
  public void close() {
    end.run();
  }
}
