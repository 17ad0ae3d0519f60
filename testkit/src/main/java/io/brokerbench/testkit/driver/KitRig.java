package io.brokerbench.testkit.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.base.MessageHeader;
import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.driver.ClientDriver;
import io.brokerbench.core.driver.Lane;
import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.core.driver.SubscriberSpec;
import io.brokerbench.core.scenario.Qos;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/**
 * A driver for one test, its clients, and what they report when a rule is broken that holds in
 * every test: callbacks on the lane's thread, instants of the driver's clock. For any thread.
 */
abstract class KitRig implements AutoCloseable {

  /** Not the system's clock, so that a driver that reads that one is found out. */
  static final NanoClock CLOCK = () -> NanoClock.SYSTEM.nanoTime() + Duration.ofDays(1).toNanos();

  private final Queue<String> complaints = new ConcurrentLinkedQueue<>();
  private final long startNanos = CLOCK.nanoTime();
  private final ClientDriver driver;
  private final String prefix;
  private final String topic;
  private final Duration patience;
  private int clients;

  /**
   * Without clients and complaints.
   *
   * @param prefix what their ids begin with
   * @param topic of all clients that are not given another one
   * @param patience how long to wait for what has to happen
   */
  KitRig(ClientDriver driver, String prefix, String topic, Duration patience) {
    this.driver = driver;
    this.prefix = prefix;
    this.topic = topic;
    this.patience = patience;
  }

  final ClientDriver driver() {
    return driver;
  }

  /** A publisher on the first lane, with the least payload and a window of 16. */
  final KitPublisher publisher(Qos qos) {
    return publisher(qos, MessageHeader.BYTES, 16);
  }

  final KitPublisher publisher(Qos qos, int payloadBytes, int inFlightWindow) {
    return publisher(qos, payloadBytes, inFlightWindow, 0);
  }

  final KitPublisher publisher(Qos qos, int payloadBytes, int inFlightWindow, int lane) {
    String clientId = prefix + "p" + ++clients;
    return publisher(
        new PublisherSpec(clientId, topic, qos, payloadBytes, false, inFlightWindow), lane);
  }

  final KitPublisher publisher(PublisherSpec spec, int laneIndex) {
    Lane lane = driver.lanes().get(laneIndex);
    KitPublisher publisher = new KitPublisher(this, lane, ++clients);
    publisher.use(driver.publisher(spec, lane, publisher));
    return publisher;
  }

  /** A subscriber on the first lane. */
  final KitSubscriber subscriber(Optional<String> group, Qos qos, boolean persistent) {
    String clientId = prefix + "s" + ++clients;
    return subscriber(new SubscriberSpec(clientId, topic, group, qos, persistent));
  }

  final KitSubscriber subscriber(SubscriberSpec spec) {
    Lane lane = driver.lanes().get(0);
    KitSubscriber subscriber = new KitSubscriber(this, lane);
    subscriber.use(driver.subscriber(spec, lane, subscriber));
    return subscriber;
  }

  /** The threads of all lanes. */
  final List<Thread> laneThreads() {
    return driver.lanes().stream().map(lane -> new LaneProbe(lane, patience).thread()).toList();
  }

  Duration patience() {
    return patience;
  }

  /** To wait for something to be true. */
  ConditionFactory await() {
    return Awaitility.await().atMost(patience);
  }

  /** Notes a broken rule, to fail the test when it ends. */
  void complain(String complaint) {
    complaints.add(complaint);
  }

  void checkInstant(String callback, long nanos) {
    long now = CLOCK.nanoTime();
    if (nanos - startNanos < 0 || nanos - now > 0) {
      complain(callback + " at " + nanos + ", which is not between " + startNanos + " and " + now);
    }
  }

  /** Closes what the driver connects to. */
  abstract void closeBroker();

  /** Closes the driver first, and fails if there were complaints. */
  @Override
  public void close() {
    driver.close();
    closeBroker();
    assertThat(complaints).as("broken rules of the driver interface").isEmpty();
  }
}
