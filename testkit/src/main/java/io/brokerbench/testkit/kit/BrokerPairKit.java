package io.brokerbench.testkit.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerNode;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.scenario.FaultKind;
import io.brokerbench.core.scenario.Protocol;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;

/** The part of the kit that is about pairs and clusters: that they go on without any one node. */
abstract class BrokerPairKit extends BrokerLifecycleKit {

  /** A node that comes back starts, copies all there is, and may have little of the machine. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final String TOPIC = "kit/pair";
  private static final int ROUND = 300;

  /** Whether one node at a time takes clients, as in a pair. */
  protected boolean hasOneActiveNode() {
    return true;
  }

  /**
   * Both nodes are killed, one after the other: what the second one had to say is asked of the
   * first one, which so has come back with all that it had missed.
   */
  @Test
  void whatIsAcknowledgedOutlivesEachNode() throws BrokerException, InterruptedException {
    assumeClaimed(Capability.HIGH_AVAILABILITY);
    List<BrokerNode> nodes;
    try (Broker pair = provider().start(BrokerRequest.of(selector()).withHighAvailability())) {
      nodes = pair.nodes();
      assertThat(nodes).hasSizeGreaterThan(1);
      assertThat(pair.endpoints()).containsAll(nodes.get(1).endpoints());
      BrokerNode first = nodes.get(0);
      BrokerNode second = nodes.get(1);
      assertReady(first, second);

      keepSession(first);
      publish(first, 0);
      first.inject(FaultKind.KILL);
      soon().until(second::isActive);
      assertThat(first.isActive()).isFalse();
      publish(second, ROUND);
      heal(first, second);

      second.inject(FaultKind.KILL);
      soon().until(first::isActive);
      assertThat(pair.failure()).isEmpty();
      try (KitMqtt subscriber = client(first, "subscriber")) {
        subscriber.connect(true);
        NumberedMessages.assertOnce(subscriber.take(2 * ROUND), 2 * ROUND);
      }
      heal(second, first);
      assertThat(pair.failure()).isEmpty();
    }
    assertGone(nodes);
  }

  private void assertReady(BrokerNode first, BrokerNode second) {
    assertThat(first.isActive()).isTrue();
    assertThat(second.isActive()).isEqualTo(!hasOneActiveNode());
    assertThat(second.isStandby()).isEqualTo(hasOneActiveNode());
  }

  private void heal(BrokerNode killed, BrokerNode active) throws BrokerException {
    killed.heal();
    soon().until(hasOneActiveNode() ? killed::isStandby : killed::isActive);
    assertThat(active.isActive()).isTrue();
    assertThat(killed.isActive()).as("two active nodes").isEqualTo(!hasOneActiveNode());
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
    Protocol protocol = protocols().get(0);
    return KitMqtt.of(protocol, node.endpoints().get(0), "kit-pair-" + role);
  }

  private void assertGone(List<BrokerNode> nodes) {
    if (startsProcess()) {
      Set<Long> pids =
          nodes.stream()
              .flatMap(node -> node.processes().stream())
              .map(process -> process.pid())
              .collect(Collectors.toSet());
      assertThat(pids).hasSizeGreaterThanOrEqualTo(2 * nodes.size());
      assertThat(pids).noneMatch(pid -> ProcessHandle.of(pid).isPresent());
    }
    for (BrokerNode node : nodes) {
      Endpoint endpoint = node.endpoints().get(0);
      assertThat(isListening(endpoint)).as("%s", endpoint).isFalse();
    }
  }

  private static boolean isListening(Endpoint endpoint) {
    try (Socket socket = new Socket(endpoint.host(), endpoint.port())) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  private static ConditionFactory soon() {
    return await().atMost(PATIENCE).pollInterval(Duration.ofMillis(50));
  }
}
