package io.brokerbench.testkit.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.JmsProtocol;
import io.brokerbench.core.driver.DriverFeature;
import io.brokerbench.core.driver.Lane;
import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.core.driver.SubscriberSpec;
import io.brokerbench.core.scenario.JmsAcknowledgement;
import io.brokerbench.core.scenario.JmsConsumers;
import io.brokerbench.core.scenario.JmsProducers;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.security.Access;
import io.brokerbench.core.security.Access.Login;
import io.brokerbench.core.security.CipherSuite;
import io.brokerbench.core.security.ClientIdentity;
import io.brokerbench.core.security.Security;
import io.brokerbench.testkit.tls.TestAuthority;
import io.netty.handler.ssl.SslContext;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The part of the kit for JMS that is about drivers, lanes and connections. */
abstract class JmsConnectionKit extends KitBase {

  private static final Duration SHORT_KEEP_ALIVE = Duration.ofSeconds(2);

  /** Less than libraries wait for an answer by default, which is 30 s and more. */
  private static final Duration GIVEN_UP_WITHIN = Duration.ofSeconds(20);

  private static final CipherSuite CIPHER = CipherSuite.ECDHE_RSA_AES256_GCM;

  private Broker broker;

  /** Who starts the broker that it is tested on, which has a listener for the driver's protocol. */
  protected abstract BrokerProvider brokers();

  /** What is asked of the provider; its name, if this is not overridden. */
  protected String selector() {
    return brokers().name();
  }

  /** Whether the broker lets in every login. To be overridden for one that takes none. */
  protected boolean takesLogins() {
    return true;
  }

  /** How connections are protected. To be overridden for a driver that supports TLS. */
  protected Security security() {
    return Security.NONE;
  }

  @BeforeAll
  final void startBroker() throws BrokerException, InterruptedException {
    boolean delays =
        provider().features().contains(DriverFeature.DELIVERY_DELAY)
            && brokers().capabilities().contains(Capability.DELIVERY_DELAY);
    broker =
        brokers()
            .start(
                (delays
                        ? BrokerRequest.of(selector()).withDeliveryDelay()
                        : BrokerRequest.of(selector()))
                    .withJms(provider().jmsProtocol())
                    .withSecurity(security()));
  }

  @AfterAll
  final void closeBroker() {
    if (broker != null) {
      broker.close();
    }
  }

  final boolean has(Capability capability) {
    return broker.capabilities().contains(capability);
  }

  final JmsRig rig(JmsAcknowledgement acknowledgement) {
    return rig(JmsConsumers.of(acknowledgement));
  }

  final JmsRig rig(JmsConsumers consumers) {
    return rig(consumers, 1, Duration.ofSeconds(60));
  }

  final JmsRig rig(JmsConsumers consumers, int lanes, Duration keepAlive) {
    return rig(consumers, JmsProducers.NONE, lanes, keepAlive);
  }

  final JmsRig rig(JmsConsumers consumers, JmsProducers producers) {
    return rig(consumers, producers, 1, Duration.ofSeconds(60));
  }

  private JmsRig rig(
      JmsConsumers consumers, JmsProducers producers, int lanes, Duration keepAlive) {
    assumeThat(provider().jmsAcknowledgements()).contains(consumers.acknowledgement());
    return JmsRig.open(
        provider(),
        broker,
        new JmsRig.Setup(consumers, producers, security(), lanes, keepAlive, patience()));
  }

  private JmsRig.Setup secured(JmsConsumers consumers) {
    return new JmsRig.Setup(
        consumers,
        JmsProducers.NONE,
        Security.ofAll(CIPHER),
        1,
        Duration.ofSeconds(60),
        patience());
  }

  static JmsConsumers auto() {
    return JmsConsumers.of(JmsAcknowledgement.AUTO);
  }

  @Test
  void aProbeIsAnswered() {
    try (JmsRig rig = rig(auto())) {
      KitSubscriber subscriber = rig.subscriber();
      subscriber.connect();
      assertThat(subscriber.probe()).isTrue();
      subscriber.answers().next();
    }
  }

  @Test
  void theProviderSaysWhatItIs() {
    assertThat(provider().name()).matches("(jms:)?[a-z0-9-]+");
    assertThat(provider().description()).isNotBlank();
    assertThat(provider().protocols()).contains(Protocol.JMS);
    assertThat(provider().fileDescriptorsFor(1_000)).isGreaterThanOrEqualTo(1_000);
  }

  @Test
  void thereAreAsManyLanesAsAskedForWhichKeepTheirTimes() {
    try (JmsRig rig = rig(auto(), 2, Duration.ofSeconds(60))) {
      List<Lane> lanes = rig.driver().lanes();
      assertThat(lanes).extracting(Lane::index).containsExactly(0, 1);
      LaneProbe probe = new LaneProbe(lanes.get(0), patience());
      assertThat(probe.thread())
          .isSameAs(probe.thread())
          .isNotSameAs(new LaneProbe(lanes.get(1), patience()).thread());
      AtomicLong replacedRuns = new AtomicLong();
      long due = KitRig.CLOCK.nanoTime() + Duration.ofMillis(100).toNanos();
      assertThat(probe.runTimed(replacedRuns::incrementAndGet, due)).isGreaterThanOrEqualTo(due);
      assertThat(replacedRuns).hasValue(0);
      assertThat(rig.driver().transport()).isNotBlank();
    }
  }

  /** The login's password may be hidden on its way; its user is not. */
  @Test
  void aClientShowsItsOwnLoginWhereItHasOne() {
    assumeThat(provider().features()).contains(DriverFeature.CLIENT_LOGINS);
    assumeThat(takesLogins()).isTrue();
    try (JmsRig rig = rig(auto())) {
      connect(
          rig,
          ClientIdentity.of(new Login("the-login-of-a-producer", "secret-1")),
          ClientIdentity.of(new Login("the-login-of-a-consumer", "secret-2")));
      assertThat(rig.relay().heard())
          .satisfiesExactly(
              consumer ->
                  assertThat(consumer)
                      .contains("the-login-of-a-consumer")
                      .doesNotContain("the-login-of-a-producer"),
              producer ->
                  assertThat(producer)
                      .contains("the-login-of-a-producer")
                      .doesNotContain("the-login-of-a-consumer"),
              other -> assertThat(other).doesNotContain("the-login-of-a-"));
    }
  }

  @Test
  void aClientShowsItsOwnCertificateWhereItHasOne(@TempDir Path folder) {
    assumeThat(provider().features()).contains(DriverFeature.CLIENT_CERTIFICATES);
    TestAuthority authority = TestAuthority.create();
    SslContext asks =
        authority.mutualServer(
            authority.forLoopback(), CIPHER.version().title(), CIPHER.ianaName());
    JmsProtocol protocol = provider().jmsProtocol();
    Access common = authority.access(folder, authority.forHost("common"));
    try (KitRelay relay =
            KitRelay.overTls(
                broker.endpoint(protocol.plain()).orElseThrow(), protocol.secured(), asks);
        JmsRig rig = JmsRig.open(provider(), broker, secured(auto()), relay, common)) {
      connect(rig, authority.identity(folder, "producer"), authority.identity(folder, "consumer"));
      assertThat(relay.shown())
          .extracting(shown -> shown.getSubjectX500Principal().getName())
          .containsExactly("CN=consumer", "CN=producer", "CN=common");
    }
  }

  /** A producer and a consumer with identities of their own, and a producer without. */
  private static void connect(JmsRig rig, ClientIdentity producer, ClientIdentity consumer) {
    rig.subscriber(
            new SubscriberSpec(
                    "own-c", rig.destination(), Optional.empty(), Qos.AT_LEAST_ONCE, false)
                .withIdentity(consumer))
        .ready();
    PublisherSpec own =
        new PublisherSpec("own-p", rig.destination(), Qos.AT_LEAST_ONCE, 24, false, 16)
            .withIdentity(producer);
    acknowledgesEachOnce(rig.publisher(own, 0), 10);
    rig.publisher(Qos.AT_LEAST_ONCE).connect();
    assertThat(rig.relay().open()).isEqualTo(3);
  }

  @Test
  void aClosedPortIsReportedWithHostAndPort() {
    try (JmsRig rig = rig(auto())) {
      rig.relay().refuse();
      KitPublisher publisher = rig.publisher(Qos.AT_MOST_ONCE);
      publisher.startConnecting();
      assertThat(causeOf(publisher.disconnected().next()))
          .hasMessageContaining("127.0.0.1:" + rig.relay().endpoint().port());
      assertThat(publisher.connected().soFar()).isEmpty();
    }
  }

  @Test
  void aCutConnectionIsReportedOnceWithACauseAndCanBeMadeAgain() {
    try (JmsRig rig = rig(auto())) {
      KitPublisher publisher = rig.publisher(Qos.AT_LEAST_ONCE);
      KitSubscriber subscriber = rig.subscriber().ready();
      publisher.connect();
      rig.relay().cut();
      for (KitClient<?> client : List.of(publisher, subscriber)) {
        Throwable cause = causeOf(client.disconnected().next());
        assertThat(cause.getMessage()).isNotBlank();
      }
      assertThat(publisher.offer(0)).isFalse();

      subscriber.ready();
      publisher.connect();
      publisher.send(1, 2);
      assertThat(publisher.acknowledged().next().sequence()).isEqualTo(1);
      assertThat(subscriber.sequences(1)).containsExactly(1L);
      assertThat(publisher.disconnected().soFar()).isEmpty();
      assertThat(subscriber.disconnected().soFar()).isEmpty();
    }
  }

  @Test
  void disconnectingIsReportedOnceWithoutACauseAndConnectMayBeCalledAgain() {
    try (JmsRig rig = rig(auto())) {
      KitSubscriber subscriber = rig.subscriber().ready();
      subscriber.runOnLane(subscriber.client()::disconnect);
      assertThat(subscriber.disconnected().next().cause()).isEmpty();
      rig.await().until(() -> rig.relay().open() == 0);

      subscriber.connect();
      assertThat(subscriber.disconnected().soFar()).isEmpty();
    }
  }

  @Test
  void anAbortedConnectionIsGoneAndNothingIsReported() {
    try (JmsRig rig = rig(auto())) {
      KitPublisher publisher = rig.publisher(Qos.AT_MOST_ONCE);
      publisher.connect();
      publisher.runOnLane(publisher.client()::abort);
      rig.await().until(() -> rig.relay().open() == 0);
      assertThat(publisher.offer(0)).isFalse();
      assertThat(publisher.disconnected().within(Duration.ofMillis(100))).isEmpty();
    }
  }

  /** As behind a proxy that accepts what is for a node that is dead. */
  @Test
  void anAttemptThatIsNotAnsweredCanBeGivenUpAndDoesNotDelayTheNext() {
    try (JmsRig rig = rig(auto())) {
      for (KitClient<?> client : List.of(rig.publisher(Qos.AT_LEAST_ONCE), rig.subscriber())) {
        int before = rig.relay().open();
        rig.relay().hold(true);
        client.startConnecting();
        rig.await().until(() -> rig.relay().open() > before);
        rig.relay().silence();
        rig.relay().hold(false);
        client.runOnLane(client.client()::abort);
        client.startConnecting();
        rig.await().atMost(GIVEN_UP_WITHIN).until(() -> !client.connected().soFar().isEmpty());
        assertThat(client.disconnected().soFar()).isEmpty();
      }
    }
  }

  @Test
  void idleClientsAreKeptAlive() {
    try (JmsRig rig = rig(auto(), 1, SHORT_KEEP_ALIVE)) {
      KitPublisher publisher = rig.publisher(Qos.AT_LEAST_ONCE);
      KitSubscriber subscriber = rig.subscriber().ready();
      publisher.connect();
      Duration idle = SHORT_KEEP_ALIVE.multipliedBy(3).dividedBy(2);
      assertThat(publisher.disconnected().within(idle)).isEmpty();
      assertThat(subscriber.disconnected().soFar()).isEmpty();
      publisher.send(0, 1);
      assertThat(subscriber.sequences(1)).containsExactly(0L);
    }
  }

  @Test
  void manyClientsShareTheLanes() {
    try (JmsRig rig = rig(auto(), 2, Duration.ofSeconds(60))) {
      List<KitPublisher> publishers = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        publishers.add(rig.publisher(Qos.AT_LEAST_ONCE, 24, 2, i % 2));
      }
      allAreAcknowledged(publishers);
      assertThat(rig.relay().open()).isEqualTo(40);
    }
  }

  @Test
  void closingDropsTheConnectionsEndsTheThreadsAndMayBeRepeated() {
    try (JmsRig rig = rig(auto(), 2, Duration.ofSeconds(60))) {
      List<Thread> threads = rig.laneThreads();
      rig.publisher(Qos.AT_MOST_ONCE).connect();
      rig.subscriber(true, Optional.empty()).connect();
      rig.driver().close();
      rig.driver().close();
      rig.await().until(() -> threads.stream().noneMatch(Thread::isAlive));
      rig.await().until(() -> rig.relay().open() == 0);
    }
  }
}
