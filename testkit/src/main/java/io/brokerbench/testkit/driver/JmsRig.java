package io.brokerbench.testkit.driver;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.driver.ClientDriver;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.driver.DriverSettings;
import io.brokerbench.core.driver.Target;
import io.brokerbench.core.scenario.JmsConsumers;
import io.brokerbench.core.scenario.JmsProducers;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.security.Access;
import io.brokerbench.core.security.CipherSuite;
import io.brokerbench.core.security.Security;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A driver of JMS for one test, with a relay before the broker, which is that of all tests: topics
 * and queues are the test's own. Closing it fails if a client broke a rule that holds in every
 * test.
 */
final class JmsRig extends KitRig {

  private static final AtomicInteger RIGS = new AtomicInteger();

  private static final long QUIET_NANOS = 300_000_000;

  private final KitRelay relay;
  private final String name;
  private final String destination;

  /** What a driver is opened with. */
  record Setup(
      JmsConsumers consumers,
      JmsProducers producers,
      Security security,
      int lanes,
      Duration keepAlive,
      Duration patience) {}

  private JmsRig(
      KitRelay relay, ClientDriver driver, String name, String destination, Duration patience) {
    super(driver, name, destination, patience);
    this.relay = relay;
    this.name = name;
    this.destination = destination;
  }

  /** Opens a driver on a broker that has a listener for its protocol. */
  static JmsRig open(ClientDriverProvider provider, Broker broker, Setup setup) {
    boolean secured = setup.security.ofConsumers().isPresent();
    Endpoint.Listener listener = provider.jmsProtocol().listeners(secured).get(0);
    KitRelay relay = KitRelay.plain(broker.endpoint(listener).orElseThrow());
    return open(provider, broker, setup, relay, broker.access());
  }

  /**
   * Opens a driver that connects to a relay.
   *
   * @param access what lets the driver in there
   */
  static JmsRig open(
      ClientDriverProvider provider, Broker broker, Setup setup, KitRelay relay, Access access) {
    Optional<CipherSuite> cipher = setup.security.ofConsumers();
    ClientDriver driver =
        provider.open(
            DriverSettings.of(new Target(List.of(relay.endpoint()), cipher), Protocol.JMS, CLOCK)
                .withAccess(access)
                .withKeepAlive(setup.keepAlive)
                .withLanes(setup.lanes)
                .withJms(Optional.of(setup.consumers))
                .withJmsProducers(setup.producers));
    String name = "kit" + RIGS.incrementAndGet();
    String destination =
        setup.consumers.destination() == JmsConsumers.Destination.QUEUE
            ? name
            : provider.jmsProtocol().topics(broker.topicMapping()).of(name + "/topic");
    return new JmsRig(relay, driver, name, destination, setup.patience);
  }

  KitRelay relay() {
    return relay;
  }

  /** Of all clients. */
  String destination() {
    return destination;
  }

  /** A subscriber on the first lane, whose subscription is not durable. */
  KitSubscriber subscriber() {
    return subscriber(false, Optional.empty());
  }

  KitSubscriber subscriber(boolean durable, Optional<String> group) {
    return subscriber(group.map(name::concat), Qos.AT_LEAST_ONCE, durable);
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
  void closeBroker() {
    relay.close();
  }
}
