package io.brokerbench.testkit.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.base.MessageHeader;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.driver.ClientDriver;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.driver.DriverSettings;
import io.brokerbench.core.driver.Lane;
import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.core.driver.SubscriberSpec;
import io.brokerbench.core.driver.Target;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.security.Access;
import io.brokerbench.testkit.broker.FaultyBroker;
import java.time.Duration;
import java.util.Optional;

/**
 * A driver and a broker for one test. Closing it closes both, and fails if a client broke a rule
 * that holds in every test: callbacks on the lane's thread, instants of the driver's clock, the
 * protocol.
 */
final class DriverRig extends KitRig implements AutoCloseable {

  static final String TOPIC = "kit/topic";

  /** What a driver is opened with, but for the endpoint. */
  record Setup(
      Protocol protocol, Duration keepAlive, int lanes, Endpoint.Listener listener, Access access) {

    Endpoint endpoint(FaultyBroker broker) {
      return broker.endpoint(listener).orElseThrow();
    }

    DriverSettings settings(FaultyBroker broker) {
      Target target = Target.of(endpoint(broker));
      return DriverSettings.of(target, protocol, CLOCK)
          .withAccess(access)
          .withKeepAlive(keepAlive)
          .withLanes(lanes);
    }
  }

  private final FaultyBroker broker;
  private final ClientDriver driver;
  private final Endpoint endpoint;
  private int clients;

  private DriverRig(FaultyBroker broker, ClientDriver driver, Setup setup, Duration patience) {
    super(patience);
    this.endpoint = setup.endpoint(broker);
    this.broker = broker;
    this.driver = driver;
  }

  /**
   * Opens a driver on a new broker.
   *
   * @param patience how long to wait for what has to happen
   */
  static DriverRig open(
      ClientDriverProvider provider, Setup setup, FaultyBroker.Builder brokers, Duration patience) {
    FaultyBroker broker = brokers.start();
    try {
      return new DriverRig(broker, provider.open(setup.settings(broker)), setup, patience);
    } catch (RuntimeException e) {
      broker.close();
      throw e;
    }
  }

  FaultyBroker broker() {
    return broker;
  }

  /** Where the driver connects to. */
  Endpoint endpoint() {
    return endpoint;
  }

  ClientDriver driver() {
    return driver;
  }

  /** A publisher on the first lane, with the least payload and a window of 16. */
  KitPublisher publisher(Qos qos) {
    return publisher(qos, MessageHeader.BYTES, 16);
  }

  KitPublisher publisher(Qos qos, int payloadBytes, int inFlightWindow) {
    String clientId = "publisher-" + ++clients;
    return publisher(
        new PublisherSpec(clientId, TOPIC, qos, payloadBytes, false, inFlightWindow), 0);
  }

  KitPublisher publisher(PublisherSpec spec, int laneIndex) {
    Lane lane = driver.lanes().get(laneIndex);
    KitPublisher publisher = new KitPublisher(this, lane, ++clients);
    publisher.use(driver.publisher(spec, lane, publisher));
    return publisher;
  }

  /** A subscriber on the first lane, without a persistent session. */
  KitSubscriber subscriber(Qos qos) {
    return subscriber(qos, false);
  }

  KitSubscriber subscriber(Qos qos, boolean persistent) {
    String clientId = "subscriber-" + ++clients;
    return subscriber(new SubscriberSpec(clientId, TOPIC, Optional.empty(), qos, persistent));
  }

  KitSubscriber subscriber(SubscriberSpec spec) {
    Lane lane = driver.lanes().get(0);
    KitSubscriber subscriber = new KitSubscriber(this, lane);
    subscriber.use(driver.subscriber(spec, lane, subscriber));
    return subscriber;
  }

  @Override
  public void close() {
    driver.close();
    broker.close();
    checkComplaints();
    assertThat(broker.violations()).as("broken rules of the protocol").isEmpty();
  }
}
