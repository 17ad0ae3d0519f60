package io.brokerbench.experiment.session;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.base.UnsupportedException;
import io.brokerbench.core.broker.BridgeProvider;
import io.brokerbench.core.broker.BridgeRule;
import io.brokerbench.core.broker.BridgedBrokers;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.engine.Rig;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.network.PacketLoss;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.experiment.bench.StopSwitch;
import io.brokerbench.experiment.cell.BridgePlan;
import io.brokerbench.experiment.cell.CellBrokers;
import io.brokerbench.experiment.cell.PublisherConsumerBroker;
import io.brokerbench.experiment.store.ResultFolder;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/** The brokers of one cell of a study, and what its load is made with. */
final class StartedCellBrokers implements CellBrokers, AutoCloseable {

  private final ExperimentBench bench;
  private final RunTarget cell;
  private final Broker measured;
  private final Broker reached;
  private final Optional<Broker> bridge;
  private final Runnable end;

  private StartedCellBrokers(
      ExperimentBench bench,
      RunTarget cell,
      Broker measured,
      Broker reached,
      Optional<Broker> bridge,
      Runnable end) {
    this.bench = bench;
    this.cell = cell;
    this.measured = measured;
    this.reached = reached;
    this.bridge = bridge;
    this.end = end;
  }

  /**
   * Starts the broker, or both of a bridge.
   *
   * @param folder for their logs
   * @throws UnsupportedException if there is no bridge between brokers of this product
   */
  static StartedCellBrokers open(
      ExperimentBench bench,
      Checks checks,
      RunTarget cell,
      Optional<BridgePlan> bridge,
      Path folder)
      throws BrokerException, RunException, EnvironmentException, InterruptedException {
    Path log = folder.resolve(ResultFolder.BROKER_LOG);
    StartedCellBrokers site =
        bridge.isPresent() ? bridged(bench, cell, bridge.get(), log) : one(bench, cell, log);
    boolean usable = false;
    try {
      checks.running(site.reached(), cell);
      usable = true;
      return site;
    } finally {
      if (!usable) {
        site.close();
      }
    }
  }

  private static StartedCellBrokers one(ExperimentBench bench, RunTarget cell, Path log)
      throws BrokerException, InterruptedException {
    Broker broker = bench.environment().brokers().obtain(cell, Optional.of(log));
    return new StartedCellBrokers(
        bench,
        cell,
        broker,
        broker,
        Optional.empty(),
        () -> bench.environment().brokers().release(cell, broker));
  }

  private static StartedCellBrokers bridged(
      ExperimentBench bench, RunTarget cell, BridgePlan plan, Path log)
      throws BrokerException, InterruptedException {
    BridgedBrokers pair =
        bridges(cell.selector())
            .start(
                cell.request().withLogFile(log),
                plan.rules().stream().map(StartedCellBrokers::rule).toList());
    Broker reached =
        new PublisherConsumerBroker(
            pair.main(),
            plan.publishOnBridge() ? pair.bridge() : pair.main(),
            plan.subscribeOnBridge() ? pair.bridge() : pair.main());
    return new StartedCellBrokers(
        bench, cell, pair.main(), reached, Optional.of(pair.bridge()), pair::close);
  }

  private static BridgeProvider bridges(String selector) {
    List<BridgeProvider> all =
        ServiceLoader.load(BridgeProvider.class).stream().map(ServiceLoader.Provider::get).toList();
    return all.stream()
        .filter(provider -> provider.accepts(selector))
        .findFirst()
        .orElseThrow(
            () ->
                new UnsupportedException(
                    selector
                        + " cannot be bridged here; brokers that can: "
                        + all.stream()
                            .flatMap(provider -> provider.examples().stream())
                            .collect(Collectors.joining(", "))));
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
  public Optional<Broker> bridge() {
    return bridge;
  }

  @Override
  public ClientDriverProvider driver() {
    return cell.driver();
  }

  @Override
  public Rig rig(Scenario scenario, RunListener listener) {
    return bench.shown(
        bench.environment().loads().rigs(), cell.withScenario(scenario), reached, listener);
  }

  @Override
  public Rig probeRig(Scenario scenario, RunListener listener) {
    return bench.shown(bench.environment().local().rigs(), small(scenario), reached, listener);
  }

  @Override
  public Rig besideRig(Scenario scenario) {
    RunTarget probe = small(scenario);
    return bench
        .environment()
        .unwatched()
        .create(scenario, reached, probe.driver(), probe.settings(), RunListener.NONE);
  }

  private RunTarget small(Scenario scenario) {
    return cell.withScenario(scenario).withSettings(cell.settings().withLanes(1).withWorkers(1));
  }

  @Override
  public StopSwitch stop() {
    return bench.stop();
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
    return bench.environment().clock();
  }

  @Override
  public void close() {
    end.run();
  }
}
