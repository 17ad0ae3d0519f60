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
import io.brokerbench.core.security.ClientIdentity;
import io.brokerbench.jms.qpid.ChannelWatch;
import io.brokerbench.jms.qpid.QpidAddresses;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.qpid.jms.JmsConnection;
import org.apache.qpid.jms.meta.JmsConnectionInfo;
import org.junit.jupiter.api.Test;

class QpidLibraryTest {

  /** A client library loads its classes first, which takes long where all cores are taken. */
  private static final Duration LIMIT = Duration.ofMinutes(1);

  private static final JmsConsumers CONSUMERS = JmsConsumers.of(JmsAcknowledgement.AUTO);

  private static DriverSettings settings(Target target) {
    return DriverSettings.of(target, Protocol.JMS, NanoClock.SYSTEM)
        .withKeepAlive(Duration.ofSeconds(60))
        .withJms(Optional.of(CONSUMERS));
  }

  private static QpidAddresses addresses(Target target) {
    return new QpidAddresses(settings(target), 2);
  }

  private static QpidLibrary library(Target target, Access access) {
    return new QpidLibrary(settings(target).withAccess(access), CONSUMERS, 2);
  }

  /**
   * The library's own limit of 15 s would end a run whose scenario lets a busy broker have more.
   */
  @Test
  void howLongAConnectionMayTakeIsLeftToTheRun() throws Exception {
    try (ScriptedAmqpBroker broker = new ScriptedAmqpBroker();
        ChannelWatch watch = ChannelWatch.open(NanoClock.SYSTEM)) {
      Target target = Target.of(new Endpoint(Listener.AMQP, "127.0.0.1", broker.port()));
      QpidLibrary library = library(target, Access.OPEN);
      try (Connection connection =
          library.connect(
              addresses(target).uri(target, watch),
              Optional.empty(),
              ClientIdentity.COMMON,
              watch)) {
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
      QpidLibrary library = library(target, Access.OPEN);
      String uri = addresses(target).uri(target, watch);
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
    assertThatThrownBy(() -> library(target, access))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining("nowhere.pem");
  }
}
