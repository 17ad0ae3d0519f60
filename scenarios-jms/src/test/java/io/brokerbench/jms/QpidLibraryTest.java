package io.brokerbench.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.driver.DriverSettings;
import io.brokerbench.core.driver.Target;
import io.brokerbench.core.scenario.JmsAcknowledgement;
import io.brokerbench.core.scenario.JmsConsumers;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.security.Access;
import io.brokerbench.core.security.CipherSuite;
import io.brokerbench.core.security.ClientIdentity;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.qpid.jms.JmsConnection;
import org.apache.qpid.jms.meta.JmsConnectionInfo;
import org.junit.jupiter.api.Test;

class QpidLibraryTest {

  /** A client library loads its classes first, which takes long where all cores are taken. */
  private static final Duration LIMIT = Duration.ofMinutes(1);

  private static QpidLibrary plan(Target target, Access access) {
    JmsConsumers consumers = JmsConsumers.of(JmsAcknowledgement.AUTO);
    DriverSettings settings =
        DriverSettings.of(target, Protocol.JMS, NanoClock.SYSTEM)
            .withAccess(access)
            .withKeepAlive(Duration.ofSeconds(60))
            .withJms(Optional.of(consumers));
    return new QpidLibrary(settings, consumers, 2);
  }

  @Test
  void anAddressHasItsWatch() {
    Target target = Target.of(new Endpoint(Listener.AMQP, "::1", 5672));
    try (ChannelWatch watch = ChannelWatch.open(NanoClock.SYSTEM)) {
      assertThat(plan(target, Access.OPEN).uri(target, watch))
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
    QpidLibrary plan = plan(target, Access.OPEN);
    try (ChannelWatch watch = ChannelWatch.open(NanoClock.SYSTEM)) {
      assertThat(plan.uri(target, watch))
          .matches("failover:\\(watched://a:1/.*,watched://b:2/.*\\)\\?failover\\..*");
      assertThat(plan.uri(target, watch)).startsWith("failover:(watched://b:2/");
    }
  }

  @Test
  void theNodesOfAPairAreTriedFromTheFirstOneOnAndByProducersOneByOne() {
    Target target =
        new Target(
            List.of(new Endpoint(Listener.AMQP, "a", 1), new Endpoint(Listener.AMQP, "b", 2)),
            Optional.empty(),
            true);
    QpidLibrary plan = plan(target, Access.OPEN);
    try (ChannelWatch watch = ChannelWatch.open(NanoClock.SYSTEM)) {
      for (int i = 0; i < 3; i++) {
        assertThat(plan.uri(target, watch))
            .matches("failover:\\(watched://a:1/.*,watched://b:2/.*\\)\\?failover\\..*");
      }
      assertThat(plan.alternative(target, 0, watch)).startsWith("watched://a:1/");
      assertThat(plan.alternative(target, 1, watch)).startsWith("watched://b:2/");
      assertThat(plan.alternative(target, 2, watch)).startsWith("watched://a:1/");
    }
  }

  @Test
  void aCipherIsTheOnlyOneThatIsOffered() {
    Target target =
        new Target(
            List.of(new Endpoint(Listener.AMQPS, "host", 5671)),
            Optional.of(CipherSuite.ECDHE_RSA_AES256_GCM));
    try (ChannelWatch watch = ChannelWatch.open(NanoClock.SYSTEM)) {
      assertThat(plan(target, Access.OPEN).uri(target, watch))
          .startsWith("watcheds://host:5671/")
          .endsWith(
              "&transport.verifyHost=true"
                  + "&transport.enabledCipherSuites=TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384"
                  + "&transport.enabledProtocols=TLSv1.2");
    }
  }

  /**
   * The library's own limit of 15 s would end a run whose scenario lets a busy broker have more.
   */
  @Test
  void howLongAConnectionMayTakeIsLeftToTheRun() throws Exception {
    try (ScriptedAmqpBroker broker = new ScriptedAmqpBroker();
        ChannelWatch watch = ChannelWatch.open(NanoClock.SYSTEM)) {
      Target target = Target.of(new Endpoint(Listener.AMQP, "127.0.0.1", broker.port()));
      QpidLibrary library = plan(target, Access.OPEN);
      try (Connection connection =
          library.connect(
              library.uri(target, watch), Optional.empty(), ClientIdentity.COMMON, watch)) {
        assertThat(((JmsConnection) connection).getConnectTimeout())
            .isEqualTo(JmsConnectionInfo.INFINITE);
      }
    }
  }

  /** A listener accepts TCP by itself; no process reads what arrives there. */
  @Test
  void aConnectionWithoutAnAnswerEndsWhenItIsDropped() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        ChannelWatch watch = ChannelWatch.open(NanoClock.SYSTEM)) {
      Target target = Target.of(new Endpoint(Listener.AMQP, "127.0.0.1", silent.getLocalPort()));
      QpidLibrary library = plan(target, Access.OPEN);
      String uri = library.uri(target, watch);
      CompletableFuture<Connection> connecting = new CompletableFuture<>();
      Thread waiting =
          new Thread(
              () -> {
                try {
                  connecting.complete(
                      library.connect(uri, Optional.empty(), ClientIdentity.COMMON, watch));
                } catch (JMSException e) {
                  connecting.completeExceptionally(e);
                }
              });
      waiting.start();
      await().atMost(LIMIT).until(() -> watch.tcpNanos() != 0);
      watch.drop();
      assertThatThrownBy(() -> connecting.get(LIMIT.toSeconds(), TimeUnit.SECONDS))
          .hasCauseInstanceOf(JMSException.class);
    }
  }

  @Test
  void certificatesThatAreNotThereAreNamedBeforeAnythingConnects() {
    Target target = Target.of(new Endpoint(Listener.AMQPS, "host", 5671));
    Access access = Access.OPEN.withTrust(Path.of("nowhere.pem"));
    assertThatThrownBy(() -> plan(target, access))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining("nowhere.pem");
  }
}
