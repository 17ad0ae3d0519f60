package io.brokerbench.testkit.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.driver.DriverFeature;
import io.brokerbench.core.driver.Lane;
import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.core.driver.SubscriberSpec;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.security.Access;
import io.brokerbench.core.security.Access.Login;
import io.brokerbench.core.security.ClientIdentity;
import io.brokerbench.testkit.broker.FaultyBroker;
import io.brokerbench.testkit.broker.record.ConnectRecord;
import io.brokerbench.testkit.tls.TestAuthority;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The part of the kit that is about drivers, lanes and connections. */
abstract class ConnectionKit extends DriverKitBase {

  private static final Duration HALT = Duration.ofSeconds(1);

  @Test
  void theProviderSaysWhatItIs() {
    assertThat(provider().name()).matches("[a-z0-9-]+");
    assertThat(provider().description()).isNotBlank();
    assertThat(provider().protocols()).isNotEmpty();
    assertThat(provider().fileDescriptorsFor(1_000)).isGreaterThanOrEqualTo(1_000);
    assertThat(provider().fileDescriptorsFor(2_000))
        .isGreaterThan(provider().fileDescriptorsFor(1_000));
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void aClientShowsItsOwnLoginWhereItHasOne(Protocol protocol) {
    assumeThat(provider().features()).contains(DriverFeature.CLIENT_LOGINS);
    Login own = new Login("own", "secret-1");
    try (DriverRig rig = rig(protocol)) {
      connect(rig, ClientIdentity.of(own));
      onlyItsOwnClientsShow(rig, ConnectRecord::login, Optional.of(own), access().login());
    }
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void aClientShowsItsOwnCertificateWhereItHasOne(Protocol protocol, @TempDir Path folder) {
    assumeThat(provider().features()).contains(DriverFeature.CLIENT_CERTIFICATES);
    TestAuthority authority = TestAuthority.create();
    FaultyBroker.Builder asks =
        FaultyBroker.builder().tls(authority.mutualServer(authority.forLoopback(), "TLSv1.2"));
    Access common = authority.access(folder, authority.forHost("common"));
    try (DriverRig rig = rig(Listener.MQTTS, protocol, common, asks)) {
      connect(rig, authority.identity(folder, "own"));
      onlyItsOwnClientsShow(
          rig, ConnectRecord::certificate, Optional.of("CN=own"), Optional.of("CN=common"));
    }
  }

  /** A publisher and a subscriber with an identity of their own, and a publisher without. */
  private static void connect(DriverRig rig, ClientIdentity own) {
    rig.subscriber(
            new SubscriberSpec(
                    "own-s",
                    List.of(DriverRig.TOPIC),
                    Optional.empty(),
                    Qos.AT_LEAST_ONCE,
                    false,
                    24)
                .withIdentity(own))
        .ready();
    PublisherSpec publisher =
        new PublisherSpec("own-p", DriverRig.TOPIC, Qos.AT_LEAST_ONCE, 24, false, 16, false)
            .withIdentity(own);
    acknowledgesEachOnce(rig.publisher(publisher, 0), 10);
    rig.publisher(Qos.AT_LEAST_ONCE).connect();
  }

  private static <T> void onlyItsOwnClientsShow(
      DriverRig rig,
      Function<ConnectRecord, Optional<T>> what,
      Optional<T> own,
      Optional<T> common) {
    List<ConnectRecord> connects = rig.broker().connects();
    assertThat(connects).hasSize(3);
    for (ConnectRecord connect : connects) {
      assertThat(what.apply(connect))
          .as("shown by %s", connect.clientId())
          .isEqualTo(connect.clientId().startsWith("own-") ? own : common);
    }
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void thereAreAsManyLanesAsAskedForEachWithAThreadOfItsOwn(Protocol protocol) {
    try (DriverRig rig = rig(protocol, 2, Duration.ZERO)) {
      List<Lane> lanes = rig.driver().lanes();
      assertThat(lanes).hasSize(2).isEqualTo(rig.driver().lanes());
      assertThat(lanes).extracting(Lane::index).containsExactly(0, 1);
      assertThat(probe(rig, 0).thread())
          .isSameAs(probe(rig, 0).thread())
          .isNotSameAs(probe(rig, 1).thread());
      assertThat(rig.driver().transport()).isNotBlank();
    }
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void theDriverChoosesTheNumberOfLanesIfItMay(Protocol protocol) {
    try (DriverRig rig = rig(protocol, 0, Duration.ZERO)) {
      assertThat(rig.driver().lanes()).isNotEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void aTimedTaskRunsNotBeforeItsTimeAndIsReplacedByALaterOne(Protocol protocol) {
    try (DriverRig rig = rig(protocol)) {
      LaneProbe probe = probe(rig, 0);
      AtomicLong replacedRuns = new AtomicLong();
      long due = DriverRig.CLOCK.nanoTime() + Duration.ofMillis(100).toNanos();
      long ranAt = probe.runTimed(replacedRuns::incrementAndGet, due);
      assertThat(ranAt).isGreaterThanOrEqualTo(due);
      assertThat(replacedRuns).hasValue(0);

      long past = probe.runTimed(replacedRuns::incrementAndGet, due - 1);
      assertThat(past).isGreaterThan(due);
    }
  }

  /** Whoever is halted gives no sign of life, and does once it goes on. */
  @ParameterizedTest
  @MethodSource("protocols")
  void aProbeIsAnsweredByABrokerThatLivesAndByNoOtherWhileItIsHalted(Protocol protocol) {
    try (DriverRig rig = rig(protocol, 1, Duration.ofSeconds(30))) {
      KitSubscriber subscriber = rig.subscriber(Qos.AT_LEAST_ONCE, false);
      subscriber.connect();
      KitPublisher publisher = rig.publisher(Qos.AT_LEAST_ONCE);
      publisher.connect();
      assertThat(subscriber.probe()).isTrue();
      assertThat(publisher.probe()).isTrue();
      subscriber.answers().next();
      publisher.answers().next();

      long before = DriverRig.CLOCK.nanoTime();
      rig.broker().faults().stall(HALT);
      subscriber.probe();
      subscriber.answers().next();
      assertThat(DriverRig.CLOCK.nanoTime() - before).isGreaterThanOrEqualTo(HALT.toNanos());
    }
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void aConnectionIsReportedAndTheBrokerGetsWhatTheSpecSays(Protocol protocol) {
    try (DriverRig rig = rig(protocol, 1, Duration.ofSeconds(30))) {
      assertThat(rig.publisher(Qos.AT_MOST_ONCE).connect().sessionPresent()).isFalse();
      rig.subscriber(Qos.AT_MOST_ONCE, false).connect();
      rig.subscriber(Qos.AT_MOST_ONCE, true).connect();

      List<ConnectRecord> connects = rig.broker().connects();
      assertThat(connects).extracting(ConnectRecord::protocol).containsOnly(protocol);
      assertThat(connects).extracting(ConnectRecord::keepAliveSeconds).containsOnly(30);
      assertThat(connects)
          .extracting(ConnectRecord::persistent)
          .containsExactly(false, false, true);
      assertThat(connects.get(2).cleanStart()).isFalse();
    }
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void aClosedPortIsReportedWithHostAndPort(Protocol protocol) {
    try (DriverRig rig = rig(protocol)) {
      rig.broker().faults().closeListener();
      KitPublisher publisher = rig.publisher(Qos.AT_MOST_ONCE);
      publisher.startConnecting();
      assertThat(causeOf(publisher.disconnected().next()))
          .hasMessageContaining("127.0.0.1:" + rig.endpoint().port());
      assertThat(publisher.connected().soFar()).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void aRefusedConnectionIsReportedWithTheBrokersReason(Protocol protocol) {
    try (DriverRig rig = rig(protocol)) {
      rig.broker().faults().refuseConnections(true);
      KitSubscriber subscriber = rig.subscriber(Qos.AT_MOST_ONCE);
      subscriber.startConnecting();
      String number = protocol == Protocol.MQTT_5 ? "136|0x88" : "\\b(0x0*)?3\\b";
      assertThat(causeOf(subscriber.disconnected().next()).getMessage())
          .containsPattern("(?i)" + number + "|server[ _]?(is )?unavailable");
      assertThat(subscriber.connected().soFar()).isEmpty();
      assertThat(subscriber.disconnected().soFar()).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void aCutConnectionIsReportedOnceWithACauseAndCanBeMadeAgain(Protocol protocol) {
    try (DriverRig rig = rig(protocol)) {
      KitPublisher publisher = rig.publisher(Qos.AT_LEAST_ONCE);
      publisher.connect();
      assertThat(rig.broker().faults().cutConnection(id -> true)).isEqualTo(1);
      assertThat(causeOf(publisher.disconnected().next()).getMessage()).isNotBlank();
      assertThat(publisher.offer(0)).isFalse();

      publisher.connect();
      publisher.send(1, 2);
      assertThat(publisher.acknowledged().next().sequence()).isEqualTo(1);
      assertThat(publisher.disconnected().soFar()).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void disconnectingIsReportedOnceWithoutACauseAndConnectMayBeCalledAgain(Protocol protocol) {
    try (DriverRig rig = rig(protocol)) {
      KitSubscriber subscriber = rig.subscriber(Qos.AT_MOST_ONCE);
      subscriber.connect();
      subscriber.runOnLane(subscriber.client()::disconnect);
      assertThat(subscriber.disconnected().next().cause()).isEmpty();
      rig.await().until(() -> rig.broker().counters().connectionsOpen() == 0);

      assertThat(subscriber.connect().sessionPresent()).isFalse();
      assertThat(subscriber.disconnected().soFar()).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void anAbortedConnectionIsGoneAndNothingIsReported(Protocol protocol) {
    try (DriverRig rig = rig(protocol)) {
      KitPublisher publisher = rig.publisher(Qos.AT_MOST_ONCE);
      publisher.connect();
      publisher.runOnLane(publisher.client()::abort);
      rig.await().until(() -> rig.broker().counters().connectionsOpen() == 0);
      assertThat(publisher.offer(0)).isFalse();
      assertThat(publisher.disconnected().within(Duration.ofMillis(100))).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void anIdleClientIsKeptAlive(Protocol protocol) {
    try (DriverRig rig = rig(protocol, 1, Duration.ofSeconds(1))) {
      KitPublisher publisher = rig.publisher(Qos.AT_MOST_ONCE);
      KitSubscriber subscriber = rig.subscriber(Qos.AT_MOST_ONCE);
      publisher.connect();
      subscriber.ready();
      assertThat(publisher.disconnected().within(Duration.ofSeconds(3))).isEmpty();
      assertThat(subscriber.disconnected().soFar()).isEmpty();
      publisher.send(0, 1);
      assertThat(subscriber.sequences(1)).containsExactly(0L);
    }
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void manyClientsShareTheLanes(Protocol protocol) {
    int clients = 100;
    try (DriverRig rig = rig(protocol, 2, Duration.ZERO)) {
      List<KitPublisher> publishers = new ArrayList<>();
      for (int i = 0; i < clients; i++) {
        PublisherSpec spec =
            new PublisherSpec("many-" + i, "many/" + i, Qos.AT_LEAST_ONCE, 24, false, 2);
        publishers.add(rig.publisher(spec, i % 2));
      }
      allAreAcknowledged(publishers);
      assertThat(rig.broker().counters().maxConnectionsOpen()).isEqualTo(clients);
    }
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void closingDropsTheConnectionsEndsTheThreadsAndMayBeRepeated(Protocol protocol) {
    try (DriverRig rig = rig(protocol, 2, Duration.ZERO)) {
      List<Thread> threads = rig.laneThreads();
      KitPublisher neverConnected = rig.publisher(Qos.AT_MOST_ONCE);
      rig.publisher(Qos.AT_MOST_ONCE).connect();
      rig.driver().close();
      rig.driver().close();
      rig.await()
          .atMost(Duration.ofSeconds(1))
          .untilAsserted(() -> assertThat(threads).noneMatch(Thread::isAlive));
      rig.await().until(() -> rig.broker().counters().connectionsOpen() == 0);
      assertThat(neverConnected.disconnected().soFar()).isEmpty();
    }
  }

  private LaneProbe probe(DriverRig rig, int lane) {
    return new LaneProbe(rig.driver().lanes().get(lane), patience());
  }
}
