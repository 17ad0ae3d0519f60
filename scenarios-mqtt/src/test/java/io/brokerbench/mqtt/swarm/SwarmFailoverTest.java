package io.brokerbench.mqtt.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.driver.ClientDriver;
import io.brokerbench.core.driver.DriverSettings;
import io.brokerbench.core.driver.Lane;
import io.brokerbench.core.driver.Publisher;
import io.brokerbench.core.driver.PublisherListener;
import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.core.driver.Subscriber;
import io.brokerbench.core.driver.SubscriberListener;
import io.brokerbench.core.driver.SubscriberSpec;
import io.brokerbench.core.driver.Target;
import io.brokerbench.core.scenario.FaultKind;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.security.Access;
import io.brokerbench.testkit.broker.FaultyBroker;
import io.brokerbench.testkit.broker.record.ConnectRecord;
import io.brokerbench.testkit.tls.TestAuthority;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A publisher of a pair loses the active node with messages under way. */
class SwarmFailoverTest implements PublisherListener {

  private final AtomicInteger connects = new AtomicInteger();
  private final AtomicInteger disconnects = new AtomicInteger();
  private final List<Long> acknowledged = new CopyOnWriteArrayList<>();
  private final List<Long> intended = new CopyOnWriteArrayList<>();
  private volatile boolean resumed;

  @ParameterizedTest
  @CsvSource({"MQTT_3_1_1, 1", "MQTT_3_1_1, 2", "MQTT_5, 1", "MQTT_5, 2"})
  void endpointsAreTriedInTurnAndWhatWasUnderWayIsFinished(Protocol protocol, int qos)
      throws Exception {
    try (FaultyBroker broker = FaultyBroker.builder().standby().start();
        ClientDriver driver =
            Probe.driver(
                new Target(broker.endpoints(), Optional.empty(), true), Access.OPEN, protocol)) {
      Lane lane = driver.lanes().get(0);
      Publisher publisher = withThreeUnderWay(broker, driver, qos);

      broker.nodes().get(0).inject(FaultKind.KILL);
      await().until(() -> disconnects.get() == 1);
      broker.faults().withholdAcknowledgements(false);
      connectInVain(lane, publisher); // the other node, which is not there yet
      connectInVain(lane, publisher); // the dead one
      broker.backup().takeOver();
      connect(lane, publisher);

      await().until(() -> acknowledged.size() == 3);
      assertThat(resumed).isTrue();
      assertThat(acknowledged).containsExactly(0L, 1L, 2L);
      assertThat(intended).containsExactly(100L, 101L, 102L);
      assertThat(broker.connects()).extracting(ConnectRecord::persistent).containsOnly(true);
      // one that is sent again without DUP would be a violation, as would be a new identifier
      assertThat(broker.violations()).isEmpty();

      lane.execute(publisher::forget);
      await().until(() -> disconnects.get() == 4);
      await().until(() -> broker.counters().connectionsOpen() == 0);
      lane.execute(publisher::connect);
      await().until(() -> connects.get() == 3);
      assertThat(resumed).isFalse();
    }
  }

  /** There is no identifier to go on with; a message of QoS 2 may have been delivered already. */
  @ParameterizedTest
  @CsvSource({"MQTT_3_1_1, 1, 3", "MQTT_3_1_1, 2, 0", "MQTT_5, 1, 3", "MQTT_5, 2, 0"})
  void withoutItsSessionAPublisherSendsNewMessagesOrNone(Protocol protocol, int qos, int again)
      throws Exception {
    try (FaultyBroker broker = FaultyBroker.start();
        ClientDriver driver =
            Probe.driver(
                new Target(broker.endpoints(), Optional.empty(), true), Access.OPEN, protocol)) {
      Lane lane = driver.lanes().get(0);
      Publisher publisher = withThreeUnderWay(broker, driver, qos);
      broker.faults().storms().loseSessions(1);

      broker.faults().cutConnection("p"::equals);
      await().until(() -> disconnects.get() == 1);
      broker.faults().withholdAcknowledgements(false);
      connect(lane, publisher);
      lane.execute(
          () -> {
            publisher.offer(3, 103, 2, 3);
            publisher.flush();
          });

      await().until(() -> acknowledged.contains(3L));
      assertThat(resumed).isFalse();
      assertThat(broker.counters().publishesReceived()).isEqualTo(3 + again + 1);
      assertThat(acknowledged).hasSize(again + 1);
      assertThat(publisher.unacknowledged()).isZero();
      assertThat(broker.violations()).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({"MQTT_3_1_1, 1", "MQTT_3_1_1, 2", "MQTT_5, 1", "MQTT_5, 2"})
  void messagesThatComeBeforeTheirConnAckAreNotDropped(Protocol protocol, int qos)
      throws Exception {
    try (FaultyBroker broker = FaultyBroker.start();
        ClientDriver driver =
            Probe.driver(
                new Target(broker.endpoints(), Optional.empty(), true), Access.OPEN, protocol)) {
      Lane lane = driver.lanes().get(0);
      Deliveries deliveries = new Deliveries();
      Subscriber subscriber =
          driver.subscriber(
              new SubscriberSpec("s", "t", Optional.empty(), Qos.of(qos), true), lane, deliveries);
      lane.execute(subscriber::connect);
      await().until(() -> deliveries.happened("connected"));
      lane.execute(subscriber::subscribe);
      await().until(() -> deliveries.happened("subscribed"));
      lane.execute(subscriber::disconnect);
      await().until(() -> broker.counters().connectionsOpen() == 0);
      Publisher publisher =
          driver.publisher(
              new PublisherSpec("p", "t", Qos.of(qos), 24, false, 10, true), lane, this);
      connect(lane, publisher);
      lane.execute(() -> offer(publisher));
      await().until(() -> acknowledged.size() == 3);
      broker.faults().deliverBeforeConnAck(true);
      deliveries.events.clear();

      lane.execute(subscriber::connect);

      await().until(() -> broker.counters().acknowledgementsReceived() == 3);
      assertThat(deliveries.events).containsExactly("connected", "100", "101", "102");
      assertThat(broker.violations()).isEmpty();
    }
  }

  /** What a subscriber heard, in order. */
  private static final class Deliveries implements SubscriberListener {
    private final List<String> events = new CopyOnWriteArrayList<>();

    boolean happened(String event) {
      return events.contains(event);
    }

    @Override
    public void onConnected(long nanos, boolean sessionPresent) {
      events.add("connected");
    }

    @Override
    public void onSubscribed(long nanos, Qos granted) {
      events.add("subscribed");
    }

    @Override
    public void onDelivery(long nanos, long word0, long word1, long word2, int payloadBytes) {
      events.add(Long.toString(word0));
    }

    @Override
    public void onShortPayload(long nanos, int payloadBytes) {
      events.add("short");
    }

    @Override
    public void onDisconnected(long nanos, Throwable cause) {
      events.add("disconnected");
    }
  }

  @Test
  void whoGoesOnWritingNoticesThatTheBrokerIsSilent() throws Exception {
    try (FaultyBroker broker = FaultyBroker.start()) {
      noticesThatTheBrokerIsSilent(broker, broker.endpoint(), Access.OPEN, 24);
    }
  }

  /** Though the socket is full, so that TLS could not say goodbye. */
  @Test
  void overTlsASilentBrokerIsGivenUpWithoutAGoodbye(@TempDir Path folder) throws Exception {
    TestAuthority authority = TestAuthority.create();
    try (FaultyBroker broker =
        FaultyBroker.builder()
            .tls(TestAuthority.server(authority.forLoopback(), "TLSv1.2"))
            .start()) {
      Endpoint endpoint = broker.endpoint(Endpoint.Listener.MQTTS).orElseThrow();
      noticesThatTheBrokerIsSilent(broker, endpoint, authority.access(folder), 64 * 1024);
    }
  }

  private void noticesThatTheBrokerIsSilent(
      FaultyBroker broker, Endpoint endpoint, Access access, int payloadBytes) throws Exception {
    try (ClientDriver driver =
        new SwarmDriverProvider()
            .open(
                DriverSettings.of(Target.of(endpoint), Protocol.MQTT_3_1_1, NanoClock.SYSTEM)
                    .withAccess(access)
                    .withKeepAlive(Duration.ofSeconds(1)))) {
      Lane lane = driver.lanes().get(0);
      Publisher publisher =
          driver.publisher(
              new PublisherSpec("p", "t", Qos.AT_LEAST_ONCE, payloadBytes, false, 60_000, true),
              lane,
              this);
      connect(lane, publisher);
      broker.nodes().get(0).inject(FaultKind.STOP);
      AtomicLong sequence = new AtomicLong();
      await()
          .atMost(Duration.ofSeconds(4))
          .pollInterval(Duration.ofMillis(20))
          .until(
              () -> {
                lane.execute(
                    () -> {
                      publisher.offer(sequence.getAndIncrement(), 1, 2, 3);
                      publisher.flush();
                    });
                return disconnects.get() == 1;
              });
    }
  }

  /** A publisher whose first messages the broker has, and does not acknowledge. */
  private Publisher withThreeUnderWay(FaultyBroker broker, ClientDriver driver, int qos) {
    Lane lane = driver.lanes().get(0);
    Publisher publisher =
        driver.publisher(new PublisherSpec("p", "t", Qos.of(qos), 24, false, 10, true), lane, this);
    connect(lane, publisher);
    broker.faults().withholdAcknowledgements(true);
    lane.execute(() -> offer(publisher));
    await().until(() -> broker.counters().publishesReceived() == 3);
    return publisher;
  }

  private void offer(Publisher publisher) {
    for (int i = 0; i < 3; i++) {
      publisher.offer(i, 100 + i, 2, 3);
    }
    publisher.flush();
  }

  private void connect(Lane lane, Publisher publisher) {
    int before = connects.get();
    lane.execute(publisher::connect);
    await().until(() -> connects.get() == before + 1);
  }

  private void connectInVain(Lane lane, Publisher publisher) {
    int before = disconnects.get();
    lane.execute(publisher::connect);
    await().until(() -> disconnects.get() == before + 1);
  }

  @Override
  public void onConnected(long nanos, boolean sessionPresent) {
    resumed = sessionPresent;
    connects.incrementAndGet();
  }

  @Override
  public void onDisconnected(long nanos, Throwable cause) {
    disconnects.incrementAndGet();
  }

  @Override
  public void onAcknowledged(long sequence, long intendedSendTimeNanos, long nanos) {
    acknowledged.add(sequence);
    intended.add(intendedSendTimeNanos);
  }

  @Override
  public void onReady() {}
}
