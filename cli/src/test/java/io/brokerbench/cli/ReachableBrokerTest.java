package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.result.BrokerIdentity;
import io.brokerbench.core.result.BrokerIdentity.Origin;
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

  private record Reached(List<Endpoint> endpoints, Access access) implements Broker {
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
