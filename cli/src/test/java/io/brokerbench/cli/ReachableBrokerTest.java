package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerNode;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.result.BrokerIdentity;
import io.brokerbench.core.result.BrokerIdentity.Origin;
import io.brokerbench.core.scenario.FaultKind;
import io.brokerbench.core.security.Access;
import io.brokerbench.core.security.Access.PreSharedKey;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ReachableBrokerTest {

  private static final Endpoint PLAIN = Endpoint.mqtt("127.0.0.1", 1883);

  @Test
  void aPlainBrokerIsItsAddress() {
    Broker broker = new Reached(List.of(PLAIN), Access.OPEN);
    assertThat(ReachableBroker.lines(broker)).containsExactly("mqtt://127.0.0.1:1883");
    assertThat(ReachableBroker.selector(broker)).isEqualTo("mqtt://127.0.0.1:1883?pid=4711");
  }

  @Test
  void theListenerForJmsIsTold() {
    Broker broker =
        new Reached(List.of(PLAIN, new Endpoint(Listener.AMQP, "127.0.0.1", 5672)), Access.OPEN);
    assertThat(ReachableBroker.lines(broker))
        .containsExactly("mqtt://127.0.0.1:1883", "amqp://127.0.0.1:5672");
    assertThat(ReachableBroker.selector(broker))
        .isEqualTo("mqtt://127.0.0.1:1883?pid=4711&amqp=5672");
  }

  @Test
  void withTlsTheFileToTrustIsTold() {
    Broker broker =
        new Reached(
            List.of(PLAIN, new Endpoint(Listener.MQTTS, "127.0.0.1", 8883)),
            Access.OPEN.withTrust(Path.of("/tmp/a b&c/ca.pem")));
    assertThat(ReachableBroker.lines(broker))
        .containsExactly(
            "mqtt://127.0.0.1:1883", "mqtts://127.0.0.1:8883", "trust=/tmp/a b&c/ca.pem");
    assertThat(ReachableBroker.selector(broker))
        .isEqualTo("mqtt://127.0.0.1:1883?pid=4711&mqtts=8883&trust=/tmp/a%20b%26c/ca.pem");
  }

  @Test
  void ofAPreSharedKeyTheFileIsToldAndNotTheKey() {
    PreSharedKey key =
        new PreSharedKey("brokerbench", new byte[] {0x5e, 0x5e}, Optional.of(Path.of("/x/psk")));
    Broker broker =
        new Reached(
            List.of(PLAIN, new Endpoint(Listener.MQTT_PSK, "127.0.0.1", 8884)),
            Access.OPEN.withPsk(key));
    assertThat(ReachableBroker.lines(broker))
        .containsExactly(
            "mqtt://127.0.0.1:1883",
            "mqtt+psk://127.0.0.1:8884",
            "psk-identity=brokerbench",
            "psk-file=/x/psk");
    assertThat(ReachableBroker.selector(broker))
        .endsWith("?pid=4711&psk=8884&psk-identity=brokerbench&psk-file=/x/psk")
        .doesNotContain("5e5e");
  }

  @Test
  void aPairIsASelectorWithTheRolesAndTheProcessesOfItsNodes() {
    Endpoint first = new Endpoint(Listener.MQTTS, "127.0.0.1", 8883);
    Endpoint second = new Endpoint(Listener.MQTTS, "127.0.0.1", 8884);
    List<BrokerNode> nodes =
        List.of(
            new Node("primary", List.of(PLAIN, first), 4711, true),
            new Node("backup", List.of(Endpoint.mqtt("127.0.0.1", 1884), second), 4712, false));
    Broker pair =
        new Reached(
            List.of(PLAIN, Endpoint.mqtt("127.0.0.1", 1884), first, second), Access.OPEN, nodes);
    assertThat(ReachableBroker.selector(pair))
        .isEqualTo(
            "mqtt://127.0.0.1:1883,127.0.0.1:1884?roles=primary,backup&pid=4711,4712"
                + "&mqtts=127.0.0.1:8883,127.0.0.1:8884");
  }

  @Test
  void theNodesOfAClusterHaveNoRoles() {
    List<BrokerNode> nodes =
        List.of(
            new Node("node 1", List.of(PLAIN), 4711, true),
            new Node("node 2", List.of(Endpoint.mqtt("127.0.0.1", 1884)), 4712, true));
    Broker cluster = new Reached(List.of(PLAIN), Access.OPEN, nodes);
    assertThat(ReachableBroker.selector(cluster))
        .isEqualTo("mqtt://127.0.0.1:1883,127.0.0.1:1884?pid=4711,4712");
  }

  private record Node(String name, List<Endpoint> endpoints, long number, boolean isActive)
      implements BrokerNode {
    @Override
    public OptionalLong pid() {
      return OptionalLong.of(number);
    }

    @Override
    public void inject(FaultKind fault) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void heal() {
      throw new UnsupportedOperationException();
    }
  }

  private record Reached(List<Endpoint> endpoints, Access access, List<BrokerNode> nodes)
      implements Broker {

    Reached(List<Endpoint> endpoints, Access access) {
      this(endpoints, access, List.of());
    }

    @Override
    public BrokerIdentity identity() {
      return new BrokerIdentity("Artemis", "2.55.0", Origin.EMBEDDED, "embedded");
    }

    @Override
    public Set<Capability> capabilities() {
      return Set.of();
    }

    @Override
    public OptionalLong pid() {
      return OptionalLong.of(4711);
    }

    @Override
    public Optional<String> failure() {
      return Optional.empty();
    }

    @Override
    public List<String> logTail(int lines) {
      return List.of();
    }

    @Override
    public void close() {
      // nothing to end
    }
  }
}
