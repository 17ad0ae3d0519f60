package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.JmsProtocol;
import io.brokerbench.core.driver.ClientDriver;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.driver.DriverSettings;
import io.brokerbench.core.driver.Lane;
import io.brokerbench.core.driver.Publisher;
import io.brokerbench.core.driver.PublisherListener;
import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.core.driver.Target;
import io.brokerbench.core.scenario.JmsAcknowledgement;
import io.brokerbench.core.scenario.JmsConsumers;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.security.Access;
import io.brokerbench.core.security.CipherSuite;
import io.brokerbench.jms.AnyJmsDriverProvider;
import io.brokerbench.jms.QpidDriverProvider;
import io.brokerbench.testkit.driver.KitRelay;
import io.brokerbench.testkit.tls.TestAuthority;
import io.netty.pkitesting.X509Bundle;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * JMS clients of products over TLS trust whom their settings name, look at the host, and show their
 * own certificate.
 */
@Tag("release")
class JmsTlsIT {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final CipherSuite CIPHER = CipherSuite.ECDHE_RSA_AES256_GCM;

  private static Broker artemis;

  private final TestAuthority authority = TestAuthority.create();

  @TempDir private Path folder;

  @BeforeAll
  static void startBroker() throws Exception {
    artemis = JmsClients.startArtemis();
  }

  @AfterAll
  static void closeBroker() {
    artemis.close();
  }

  /** What became of a producer that sends one persistent message. */
  private static final class Outcome implements PublisherListener {
    private volatile boolean connected;
    private volatile boolean acknowledged;
    private volatile Throwable cause;

    @Override
    public void onConnected(long nanos, boolean sessionPresent) {
      connected = true;
    }

    @Override
    public void onAcknowledged(long sequence, long intendedSendTimeNanos, long nanos) {
      acknowledged = true;
    }

    @Override
    public void onReady() {}

    @Override
    public void onDisconnected(long nanos, Throwable why) {
      cause = why;
    }
  }

  private KitRelay terminator(String client, X509Bundle own, boolean mutual) {
    JmsProtocol jms = driver(client).jmsProtocol();
    String protocol = CIPHER.version().title();
    return KitRelay.overTls(
        artemis.endpoint(jms.plain()).orElseThrow(),
        jms.secured(),
        mutual
            ? authority.mutualServer(own, protocol, CIPHER.ianaName())
            : TestAuthority.server(own, protocol, CIPHER.ianaName()));
  }

  private static ClientDriverProvider driver(String client) {
    return client.equals("qpid") ? new QpidDriverProvider() : new AnyJmsDriverProvider().of(client);
  }

  private static Outcome sends(String client, Endpoint endpoint, Access access) {
    ClientDriverProvider provider = driver(client);
    JmsConsumers consumers = JmsConsumers.of(JmsAcknowledgement.AUTO).ofQueue();
    DriverSettings settings =
        DriverSettings.of(
                new Target(List.of(endpoint), Optional.of(CIPHER)), Protocol.JMS, NanoClock.SYSTEM)
            .withAccess(access)
            .withKeepAlive(Duration.ofSeconds(60))
            .withJms(Optional.of(consumers));
    Outcome outcome = new Outcome();
    try (ClientDriver driver = provider.open(settings)) {
      Lane lane = driver.lanes().get(0);
      PublisherSpec spec = new PublisherSpec("p", "tls", Qos.AT_LEAST_ONCE, 24, false, 1);
      Publisher publisher = driver.publisher(spec, lane, outcome);
      lane.execute(publisher::connect);
      await().atMost(PATIENCE).until(() -> outcome.connected || outcome.cause != null);
      lane.execute(() -> publisher.offer(0, 0, 0, 0));
      await().atMost(PATIENCE).until(() -> outcome.acknowledged || outcome.cause != null);
    }
    return outcome;
  }

  @ParameterizedTest
  @ValueSource(strings = {"qpid", "jms:artemis-core", "jms:openwire"})
  void aClientShowsItsCertificateToABrokerThatAsks(String client) throws Exception {
    X509Bundle own = authority.forHost("client");
    try (KitRelay broker = terminator(client, authority.forLoopback(), true)) {
      Outcome outcome = sends(client, broker.endpoint(), authority.access(folder, own));
      assertThat(outcome.acknowledged).as("cause %s", outcome.cause).isTrue();
      assertThat(broker.shown()).isNotEmpty().containsOnly(own.getCertificate());

      assertThat(sends(client, broker.endpoint(), authority.access(folder)).acknowledged).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"qpid", "jms:artemis-core", "jms:openwire"})
  void aBrokerThatIsNotTrustedOrIsAnotherHostIsRefused(String client) throws Exception {
    try (KitRelay broker = terminator(client, authority.forLoopback(), false)) {
      Access stranger = TestAuthority.create().access(folder);
      assertThat(sends(client, broker.endpoint(), stranger).acknowledged).isFalse();
      assertThat(sends(client, broker.endpoint(), authority.access(folder)).acknowledged).isTrue();
    }
    try (KitRelay broker = terminator(client, authority.forHost("elsewhere"), false)) {
      Access strict = authority.access(folder);
      assertThat(sends(client, broker.endpoint(), strict).acknowledged).isFalse();
      Access lenient =
          new Access(strict.trust(), false, Optional.empty(), Optional.empty(), Optional.empty());
      assertThat(sends(client, broker.endpoint(), lenient).acknowledged).isTrue();
    }
  }
}
