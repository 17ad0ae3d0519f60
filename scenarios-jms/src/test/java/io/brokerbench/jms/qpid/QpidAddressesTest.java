package io.brokerbench.jms.qpid;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.driver.DriverSettings;
import io.brokerbench.core.driver.Target;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.security.CipherSuite;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class QpidAddressesTest {

  private static QpidAddresses addresses(Target target) {
    return new QpidAddresses(
        DriverSettings.of(target, Protocol.JMS, NanoClock.SYSTEM)
            .withKeepAlive(Duration.ofSeconds(60)),
        2);
  }

  @Test
  void anAddressHasItsWatch() {
    Target target = Target.of(new Endpoint(Listener.AMQP, "::1", 5672));
    try (ChannelWatch watch = ChannelWatch.open(NanoClock.SYSTEM)) {
      assertThat(addresses(target).uri(target, watch))
          .isEqualTo(
              "watched://[::1]:5672"
                  + watch.path()
                  + "?amqp.idleTimeout=60000&transport.sharedEventLoopThreads=2");
    }
  }

  @Test
  void severalAddressesAreTriedInTurnEachConnectionFromAnotherOneOn() {
    Target target =
        new Target(
            List.of(new Endpoint(Listener.AMQP, "a", 1), new Endpoint(Listener.AMQP, "b", 2)),
            Optional.empty());
    QpidAddresses addresses = addresses(target);
    try (ChannelWatch watch = ChannelWatch.open(NanoClock.SYSTEM)) {
      assertThat(addresses.uri(target, watch))
          .matches("failover:\\(watched://a:1/.*,watched://b:2/.*\\)\\?failover\\..*");
      assertThat(addresses.uri(target, watch)).startsWith("failover:(watched://b:2/");
    }
  }

  @Test
  void theNodesOfAPairAreTriedFromTheFirstOneOnAndByProducersOneByOne() {
    Target target =
        new Target(
            List.of(new Endpoint(Listener.AMQP, "a", 1), new Endpoint(Listener.AMQP, "b", 2)),
            Optional.empty(),
            true);
    QpidAddresses addresses = addresses(target);
    try (ChannelWatch watch = ChannelWatch.open(NanoClock.SYSTEM)) {
      for (int i = 0; i < 3; i++) {
        assertThat(addresses.uri(target, watch))
            .matches("failover:\\(watched://a:1/.*,watched://b:2/.*\\)\\?failover\\..*");
      }
      assertThat(addresses.alternative(target, 0, watch)).startsWith("watched://a:1/");
      assertThat(addresses.alternative(target, 1, watch)).startsWith("watched://b:2/");
      assertThat(addresses.alternative(target, 2, watch)).startsWith("watched://a:1/");
    }
  }

  @Test
  void aCipherIsTheOnlyOneThatIsOffered() {
    Target target =
        new Target(
            List.of(new Endpoint(Listener.AMQPS, "host", 5671)),
            Optional.of(CipherSuite.ECDHE_RSA_AES256_GCM));
    try (ChannelWatch watch = ChannelWatch.open(NanoClock.SYSTEM)) {
      assertThat(addresses(target).uri(target, watch))
          .startsWith("watcheds://host:5671/")
          .endsWith(
              "&transport.verifyHost=true"
                  + "&transport.enabledCipherSuites=TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384"
                  + "&transport.enabledProtocols=TLSv1.2");
    }
  }
}
