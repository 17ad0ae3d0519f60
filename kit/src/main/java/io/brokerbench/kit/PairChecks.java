package io.brokerbench.kit;

import static io.brokerbench.kit.BrokenClaimException.require;
import static io.brokerbench.kit.BrokenClaimException.requireEqual;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerNode;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.NodeProcess;
import io.brokerbench.core.result.BrokerIdentity.Origin;
import io.brokerbench.core.scenario.FaultKind;
import io.brokerbench.core.scenario.Protocol;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * Checks of pairs and clusters: that they go on without any one node.
 *
 * @param kit what they are made on
 */
record PairChecks(KitBroker kit) {

  /** A node that comes back starts, copies all there is, and may have little of the machine. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** A container has a control group in place of a list of its processes. */
  private static final Set<Origin> OF_PROCESSES =
      EnumSet.of(Origin.EMBEDDED_PAIR, Origin.PROCESS_PAIR);

  private static final String TOPIC = "kit/pair";
  private static final int ROUND = 300;

  /** Of what is claimed. */
  List<ClaimCheck> all() {
    return kit.protocols().isEmpty()
        ? List.of()
        : List.of(
            new ClaimCheck(
                Capability.HIGH_AVAILABILITY,
                "what is acknowledged outlives each node",
                this::outlivesEachNode));
  }

  /**
   * Both nodes are killed, one after the other: what the second one had to say is asked of the
   * first one, which so has come back with all that it had missed.
   */
  private void outlivesEachNode() throws BrokerException, InterruptedException {
    List<BrokerNode> nodes;
    boolean processes;
    BrokerRequest request = BrokerRequest.of(kit.selector()).withHighAvailability();
    try (Broker pair = kit.provider().start(request)) {
      nodes = pair.nodes();
      processes = OF_PROCESSES.contains(pair.identity().origin());
      require(nodes.size() > 1, "it has %s node", nodes.size());
      BrokerNode first = nodes.get(0);
      BrokerNode second = nodes.get(1);
      require(pair.endpoints().containsAll(second.endpoints()), "clients do not know all nodes");
      require(first.isActive(), "the first node is not active");
      boolean oneActive = !second.isActive();
      requireEqual("the second node could take over", second.isStandby(), oneActive);

      keepSession(first);
      publish(first, 0);
      first.inject(FaultKind.KILL);
      soon("the second node takes over", second::isActive);
      require(!first.isActive(), "the killed node is active");
      publish(second, ROUND);
      heal(first, second, oneActive);

      second.inject(FaultKind.KILL);
      soon("the first node takes over", first::isActive);
      require(pair.failure().isEmpty(), "failure: %s", pair.failure().orElse(""));
      try (KitMqtt subscriber = client(first, "subscriber")) {
        subscriber.connect(true);
        NumberedMessages.requireOnce(subscriber.take(2 * ROUND), 2 * ROUND);
      }
      heal(second, first, oneActive);
      require(pair.failure().isEmpty(), "failure: %s", pair.failure().orElse(""));
    }
    requireGone(nodes, processes);
  }

  private static void heal(BrokerNode killed, BrokerNode active, boolean oneActive)
      throws BrokerException, InterruptedException {
    killed.heal();
    soon("the killed node comes back", oneActive ? killed::isStandby : killed::isActive);
    require(active.isActive(), "the active node is not active any more");
    requireEqual("the node that came back is active", killed.isActive(), !oneActive);
  }

  private void keepSession(BrokerNode node) {
    KitMqtt subscriber = client(node, "subscriber");
    subscriber.connect(true);
    subscriber.subscribe(TOPIC, 1);
    subscriber.close();
  }

  private void publish(BrokerNode node, int from) {
    try (KitMqtt publisher = client(node, "publisher").connected()) {
      publisher.publishNumbers(TOPIC, 1, from, from + ROUND);
    }
  }

  private KitMqtt client(BrokerNode node, String role) {
    Protocol protocol = kit.protocols().get(0);
    return KitMqtt.of(protocol, node.endpoints().get(0), "kit-pair-" + role);
  }

  private static void requireGone(List<BrokerNode> nodes, boolean processes) {
    if (processes) {
      Set<Long> pids =
          nodes.stream()
              .flatMap(node -> node.processes().stream())
              .map(NodeProcess::pid)
              .collect(Collectors.toSet());
      require(pids.size() >= 2 * nodes.size(), "it had %s processes", pids.size());
      require(
          pids.stream().noneMatch(pid -> ProcessHandle.of(pid).isPresent()),
          "one of the processes %s goes on",
          pids);
    }
    for (BrokerNode node : nodes) {
      Endpoint endpoint = node.endpoints().get(0);
      require(!isListening(endpoint), "%s still listens", endpoint);
    }
  }

  private static boolean isListening(Endpoint endpoint) {
    try (Socket socket = new Socket(endpoint.host(), endpoint.port())) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  private static void soon(String what, BooleanSupplier condition) throws InterruptedException {
    Patience.await(PATIENCE, what, condition);
  }
}
