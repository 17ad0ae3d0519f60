package io.brokerbench.testkit.driver;

import io.brokerbench.core.base.MessageHeader;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.driver.ClientDriver;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.driver.DriverSettings;
import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.core.driver.SubscriberSpec;
import io.brokerbench.core.driver.Target;
import io.brokerbench.core.scenario.JmsConsumers;
import io.brokerbench.core.scenario.JmsDestinationKind;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Qos;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A driver of JMS for one test, with a relay before the broker, which is that of all tests: topics
 * and queues are the test's own. Closing it fails if a client broke a rule that holds in every
 * test.
 */
final class JmsRig extends KitRig implements AutoCloseable {

  private static final AtomicInteger RIGS = new AtomicInteger();

  private static final long QUIET_NANOS = 300_000_000;

  private final KitRelay relay;
  private final ClientDriver driver;
  private final String destination;
  private final String name = "kit" + RIGS.incrementAndGet();
  private int clients;

  /** What a driver is opened with. */
  record Setup(JmsConsumers consumers, int lanes, Duration keepAlive, Duration patience) {}

  /** Opens a driver on a broker that has a listener for AMQP. */
  JmsRig(ClientDriverProvider provider, Broker broker, Setup setup) {
    super(setup.patience);
    relay = new KitRelay(broker.endpoint(Endpoint.Listener.AMQP).orElseThrow());
    Target target = Target.of(relay.endpoint());
    driver =
        provider.open(
            DriverSettings.of(target, Protocol.JMS, CLOCK)
                .withAccess(broker.access())
                .withKeepAlive(setup.keepAlive)
                .withLanes(setup.lanes)
                .withJms(Optional.of(setup.consumers)));
    destination =
        setup.consumers.destination() == JmsDestinationKind.QUEUE
            ? name
            : broker.topicMapping().of(name + "/topic");
  }

  KitRelay relay() {
    return relay;
  }

  ClientDriver driver() {
    return driver;
  }

  /** Of all clients. */
  String destination() {
    return destination;
  }

  /** A publisher on the first lane, with the least payload and a window of 16. */
  KitPublisher publisher(Qos qos) {
    return publisher(qos, MessageHeader.BYTES, 16);
  }

  KitPublisher publisher(Qos qos, int payloadBytes, int inFlightWindow) {
    return publisher(qos, payloadBytes, inFlightWindow, 0);
  }

  KitPublisher publisher(Qos qos, int payloadBytes, int inFlightWindow, int lane) {
    int id = ++clients;
    KitPublisher publisher = new KitPublisher(this, driver.lanes().get(lane), id);
    PublisherSpec spec =
        new PublisherSpec(name + "p" + id, destination, qos, payloadBytes, false, inFlightWindow);
    publisher.use(driver.publisher(spec, driver.lanes().get(lane), publisher));
    return publisher;
  }

  /** A subscriber on the first lane, whose subscription is not durable. */
  KitSubscriber subscriber() {
    return subscriber(false, Optional.empty());
  }

  KitSubscriber subscriber(boolean durable, Optional<String> group) {
    SubscriberSpec spec =
        new SubscriberSpec(
            name + "s" + ++clients,
            destination,
            group.map(name::concat),
            Qos.AT_LEAST_ONCE,
            durable);
    KitSubscriber subscriber = new KitSubscriber(this, driver.lanes().get(0));
    subscriber.use(driver.subscriber(spec, driver.lanes().get(0), subscriber));
    return subscriber;
  }

  /** Waits until nothing has passed for a while: what was on its way has come. */
  void awaitQuiet() {
    long[] seen = {-1, 0};
    await()
        .pollInterval(Duration.ofMillis(20))
        .until(
            () -> {
              long now = CLOCK.nanoTime();
              if (relay.passed() != seen[0]) {
                seen[0] = relay.passed();
                seen[1] = now;
              }
              return now - seen[1] > QUIET_NANOS;
            });
  }

  @Override
  public void close() {
    driver.close();
    relay.close();
    checkComplaints();
  }
}
