package io.brokerbench.testkit.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.result.BrokerIdentity;
import io.brokerbench.core.security.Access;
import io.brokerbench.core.security.Access.PreSharedKey;
import io.brokerbench.kit.ClaimCheck;
import io.brokerbench.kit.CompatibilityKit;
import io.brokerbench.kit.KitBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A broker that claims TLS, and whose listeners for it speak plain MQTT, fails the kit, as does one
 * that claims AMQP, and has no listener for it, or to survive a kill, and cannot be killed.
 */
class UnprovedClaimsTest {

  /** What the plain broker does not have. */
  private static final Set<Capability> UNPROVED =
      Set.of(
          Capability.TLS,
          Capability.TLS_PSK,
          Capability.WEBSOCKET,
          Capability.SURVIVES_KILL,
          Capability.HIGH_AVAILABILITY,
          Capability.AMQP,
          Capability.JMS_SHARED,
          Capability.VIRTUAL_TOPICS,
          Capability.OPENWIRE,
          Capability.CORE,
          Capability.JMS,
          Capability.DELIVERY_DELAY);

  /** A port without a listener: MQTT would wait for more of what AMQP begins with. */
  private static final int NOBODY = 1;

  @TempDir private static Path folder;
  private static Path nothing;

  @BeforeAll
  static void trustNothing() throws IOException {
    nothing = Files.createFile(folder.resolve("trust.pem"));
  }

  @Test
  void aClaimWithoutDeliveryDoesNotHold() throws Exception {
    try (KitBroker broker = KitBroker.start(new BoastingProvider(), "boaster", 100)) {
      List<ClaimCheck> checks =
          new CompatibilityKit(broker)
              .checks().stream()
                  .filter(check -> check.claim().map(UNPROVED::contains).orElse(false))
                  .filter(check -> !check.name().contains("owner")) // of the test's own folder
                  .toList();
      assertThat(checks)
          .extracting(check -> check.claim().orElseThrow())
          .containsAll(UNPROVED)
          .hasSizeGreaterThan(12);
      assertThat(checks)
          .allSatisfy(check -> assertThatThrownBy(check.proof()::run).as(check.name()).isNotNull());
    }
  }

  private static final class BoastingProvider implements BrokerProvider {
    @Override
    public String name() {
      return "boaster";
    }

    @Override
    public String description() {
      return "Claims all there is.";
    }

    @Override
    public boolean accepts(String selector) {
      return selector.equals(name());
    }

    @Override
    public Set<Capability> capabilities() {
      return EnumSet.allOf(Capability.class);
    }

    @Override
    public Broker start(BrokerRequest request) {
      return new Plain(FaultyBroker.builder().start());
    }
  }

  private record Plain(FaultyBroker broker) implements Broker {
    @Override
    public BrokerIdentity identity() {
      return broker.identity();
    }

    @Override
    public List<Endpoint> endpoints() {
      Endpoint plain = broker.endpoints().get(0);
      return List.of(
          plain,
          new Endpoint(Listener.MQTTS, plain.host(), plain.port()),
          new Endpoint(Listener.MQTT_PSK, plain.host(), plain.port()),
          new Endpoint(Listener.AMQP, plain.host(), NOBODY),
          new Endpoint(Listener.OPENWIRE, plain.host(), NOBODY),
          new Endpoint(Listener.CORE, plain.host(), NOBODY));
    }

    @Override
    public Access access() {
      return Access.OPEN.withTrust(nothing).withPsk(new PreSharedKey("boaster", new byte[16]));
    }

    @Override
    public Set<Capability> capabilities() {
      return EnumSet.allOf(Capability.class);
    }

    @Override
    public OptionalLong pid() {
      return OptionalLong.empty();
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
      broker.close();
    }
  }
}
