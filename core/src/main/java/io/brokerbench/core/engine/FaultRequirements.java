package io.brokerbench.core.engine;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Durations;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerNode;
import io.brokerbench.core.broker.FaultCommands;
import io.brokerbench.core.result.BrokerIdentity.Origin;
import io.brokerbench.core.scenario.Fault;
import io.brokerbench.core.scenario.FaultKind;
import io.brokerbench.core.scenario.NetworkConditions;
import io.brokerbench.core.scenario.Scenario;
import java.time.Duration;
import java.util.Optional;

/**
 * What the fault of a scenario requires of the broker that runs, and of the commands that do it.
 * All methods throw a {@link DefinitionException} that says what is missing.
 *
 * @param scenario with a fault, or without
 */
public record FaultRequirements(Scenario scenario) {

  /** From the first fault to the last, so that the outage of the last one is seen to end. */
  private static final Duration LONGEST = Duration.ofMinutes(50);

  /** That the fault of the scenario is none that can be done. */
  DefinitionException wrong(String limit) {
    return new DefinitionException(
        "conditions.fault.kind",
        limit,
        scenario.conditions().fault().map(Fault::kind).orElseThrow());
  }

  /** A fault is done to nodes that are known, and to each of them before the load ends. */
  public void requireNodes(Broker broker) {
    if (scenario.conditions().fault().isEmpty()) {
      return;
    }
    Fault fault = scenario.conditions().fault().get();
    if (broker.nodes().isEmpty()) {
      throw wrong(
          "%s has no node that a fault can be done to from here; brokers that are started"
                  .formatted(broker.identity().product())
              + " here have");
    }
    if (fault.kind() == FaultKind.PARTITION
        && broker.nodes().stream().anyMatch(node -> !node.hasLinks())) {
      throw wrong(
          broker.nodes().size() == 1
              ? "only to a pair or a cluster, as one node has no others to be cut off from"
              : "the nodes of %s share a store, and have no network between them that could be cut"
                  .formatted(broker.identity().product()));
    }
    boolean startsAgain = fault.kind() == FaultKind.KILL && fault.healAfter().isPresent();
    boolean nodesLose =
        scenario.conditions().network().flatMap(NetworkConditions::nodeLossFraction).isPresent();
    if (startsAgain && nodesLose && !broker.identity().origin().isChildProcess()) {
      throw wrong(
          "not healed with nodeLossFraction, as a container that is started again has another"
              + " network");
    }
    Duration steady = scenario.phases().steady();
    int nodes = broker.nodes().size();
    if (fault.every().isEmpty()) {
      return;
    }
    Duration last = fault.every().get().multipliedBy(nodes - 1L);
    String limit = null;
    if (nodes == 1) {
      limit = "only with several nodes, as %s has one".formatted(broker.identity().product());
    } else if (last.compareTo(LONGEST) > 0) {
      limit =
          "all of %d nodes within %s, as deliveries are followed for an hour"
              .formatted(nodes, Durations.format(LONGEST));
    } else if (fault.at().plus(last).compareTo(steady) >= 0) {
      limit =
          "the last of %d nodes before the end of the steady state, %s"
              .formatted(nodes, Durations.format(steady));
    }
    if (limit != null) {
      throw new DefinitionException(
          "conditions.fault.every", limit, Durations.format(fault.every().get()));
    }
  }

  /** Of a pair whose nodes are seen from outside only, a node that is down looks like a standby. */
  public void requireSync(Broker broker, Optional<FaultCommands> commands) {
    boolean turns = scenario.conditions().fault().flatMap(Fault::every).isPresent();
    if (turns
        && broker.identity().origin() == Origin.REMOTE
        && commands.flatMap(FaultCommands::sync).isEmpty()
        && broker.nodes().stream().anyMatch(BrokerNode::isStandby)) {
      throw new DefinitionException(
          "conditions.fault.every",
          "to be given with --sync-command for a pair by address, as a node that accepts no"
              + " clients may be the standby or down",
          "nothing");
    }
  }

  /** A fault by a command requires one, and undoing it another one. */
  public void requireCommands(Optional<FaultCommands> commands) {
    Optional<Fault> fault = scenario.conditions().fault();
    if (fault.filter(planned -> planned.kind() == FaultKind.COMMAND).isEmpty()) {
      return;
    }
    if (commands.isEmpty()) {
      throw wrong("only with --fault-command on the command line, as no file brings commands");
    }
    if (fault.get().every().isPresent()) {
      requireOfEachNode("faultCommand", commands.get().inject());
      commands.get().heal().ifPresent(heal -> requireOfEachNode("healCommand", heal));
    }
    boolean heals = fault.get().healAfter().isPresent();
    if (heals != commands.get().heal().isPresent()) {
      throw heals
          ? new DefinitionException(
              "conditions.fault.healAfter",
              "with a command only with --heal-command",
              Durations.format(fault.get().healAfter().get()))
          : new DefinitionException(
              "conditions.fault.healAfter", "to be given with --heal-command", "nothing");
    }
  }

  /** A command that is the same for each node does the fault to one of them again and again. */
  private static void requireOfEachNode(String field, String command) {
    if (!FaultCommands.namesItsNode(command)) {
      throw new DefinitionException(
          field, "with {node}, {host} or {port} in it, as each node has its turn", command);
    }
  }
}
