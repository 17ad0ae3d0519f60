package io.brokerbench.experiment.session;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Durations;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.definition.ScenarioDefaults;
import io.brokerbench.core.engine.DeviceTls;
import io.brokerbench.core.engine.FaultRequirements;
import io.brokerbench.core.engine.RunRequirements;
import io.brokerbench.core.engine.assignment.DeviceRows;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.load.NoLoad;
import io.brokerbench.core.network.PacketLoss;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Fault;
import io.brokerbench.core.scenario.FaultKind;
import io.brokerbench.core.scenario.GroupedScenario;
import io.brokerbench.core.scenario.NetworkConditions;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Topology;
import io.brokerbench.core.telemetry.MachineLimits;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What has to be right before anything is started, and once the broker runs.
 *
 * @param providers what there is to choose from instead
 * @param limits what the machine that carries the clients has for connections, now
 */
public record Preflight(ProviderRegistry providers, Supplier<MachineLimits> limits)
    implements Checks {

  /**
   * Checks it.
   *
   * @throws DefinitionException if the broker or the driver cannot do what the scenario needs
   * @throws EnvironmentException if this machine does not have enough files or memory, or cannot
   *     make the network that is asked for
   */
  @Override
  public void before(RunTarget request) throws EnvironmentException {
    RunRequirements required =
        new RunRequirements(request.scenario(), providers.brokers(), providers.drivers());
    required.requireCapabilities(request.brokers(), request.driver());
    requireDoable(request);
    new FaultRequirements(request.scenario()).requireCommands(request.settings().faultCommands());
    DeviceRows rows = required.requireAble(request.driver());
    if (request.brokers().startsBrokers()) {
      DeviceTls.require(request.scenario(), rows, true, true);
    }
    required.requireSources(request.driver(), request.settings().sources());
    required.requireOneProcess(request.settings().workers(), false);
    requireLostPackets(request.scenario());
    boolean startedHere = request.brokers().startsBrokers();
    MachineCheck machine = machine(request);
    machine.files(startedHere ? request.brokers().name() : "");
    machine.memory(startedHere);
  }

  @Override
  public void together(GroupedScenario groups, List<RunTarget> targets)
      throws EnvironmentException {
    Checks.super.together(groups, targets);
    RunTarget any = targets.get(0);
    boolean startedHere = any.brokers().startsBrokers();
    MachineCheck machine =
        new MachineCheck(
            connecting(groups),
            groups.groups().stream().map(group -> group.scenario().topology()).toList(),
            any.driver(),
            any.settings(),
            limits.get());
    machine.files(startedHere ? any.brokers().name() : "");
    machine.memory(startedHere);
  }

  /** The clients of all groups, who only connect. */
  private static Scenario connecting(GroupedScenario groups) {
    Scenario any = groups.groups().get(0).scenario();
    return new Scenario(
        groups.name(),
        "",
        new Topology(groups.clients(), 0, Distribution.NONE),
        ScenarioDefaults.workload(Qos.AT_MOST_ONCE).withLoad(new NoLoad()),
        ScenarioDefaults.session(false),
        any.phases());
  }

  /**
   * Checks what can be known only once the broker runs.
   *
   * @throws DefinitionException if it cannot be reached as the settings say
   * @throws EnvironmentException if this machine does not have enough local ports
   * @throws RunException if the broker does not have the listener that the scenario needs
   */
  @Override
  public void running(Broker broker, RunTarget request) throws EnvironmentException, RunException {
    new RunRequirements(request.scenario()).requireClaims(broker, request.driver());
    FaultRequirements faults = new FaultRequirements(request.scenario());
    faults.requireNodes(broker);
    faults.requireSync(broker, request.settings().faultCommands());
    machine(request).ports(broker);
  }

  /** Checks that this machine can drop packets, where the scenario asks for that. */
  private static void requireLostPackets(Scenario scenario) throws EnvironmentException {
    Optional<FaultKind> fault =
        scenario
            .conditions()
            .fault()
            .map(Fault::kind)
            .filter(kind -> kind == FaultKind.CUT || kind == FaultKind.PARTITION);
    boolean lossy =
        scenario
            .conditions()
            .network()
            .filter(n -> n.lossFraction() > 0 || n.nodeLossFraction().isPresent())
            .isPresent();
    if (fault.isEmpty() && !lossy) {
      return;
    }
    try {
      PacketLoss.ofThisMachine().requirePossible();
    } catch (BrokerException e) {
      throw new EnvironmentException(
          (lossy ? "packet loss" : "the fault " + fault.get()) + ": " + e.getMessage());
    }
  }

  private static void requireDoable(RunTarget request) {
    request.scenario().conditions().network().ifPresent(network -> requireLinks(network, request));
    Optional<FaultKind> fault = request.scenario().conditions().fault().map(Fault::kind);
    if (fault.isEmpty()) {
      return;
    }
    boolean startedHere = request.brokers().startsBrokers();
    if (fault.get() == FaultKind.COMMAND && startedHere) {
      throw new DefinitionException(
          "a fault by a command is for a broker by its address; to %s, which is started here, --fault does it"
              .formatted(request.selector()));
    }
    if (fault.get() != FaultKind.COMMAND && !startedHere) {
      throw new DefinitionException(
          "conditions.fault.kind",
          "only to a broker that is started here, and "
              + request.selector()
              + " runs already; use --fault-command",
          fault.get());
    }
  }

  private static void requireLinks(NetworkConditions network, RunTarget request) {
    if (network.nodeLossFraction().isPresent() && !request.brokers().startsBrokers()) {
      throw new DefinitionException(
          "conditions.network.nodeLossFraction",
          "only with a broker that is started here, and " + request.selector() + " runs already",
          network.nodeLossFraction().get());
    }
    if (network.nodeLatency().isPresent() && !request.brokers().delaysLinks()) {
      throw new DefinitionException(
          "conditions.network.nodeLatency",
          "only with a pair that is started here and whose nodes copy to each other, not with "
              + request.selector(),
          Durations.format(network.nodeLatency().get()));
    }
  }

  private MachineCheck machine(RunTarget request) {
    return new MachineCheck(request.scenario(), request.driver(), request.settings(), limits.get());
  }
}
