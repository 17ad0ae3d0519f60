package io.brokerbench.testkit.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.driver.ClientDriver;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.driver.DriverSettings;
import io.brokerbench.core.driver.Target;
import io.brokerbench.core.mqtt5.Mqtt5Settings;
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
final class DriverRig extends KitRig {

  static final String TOPIC = "kit/topic";

  /** What a driver is opened with, but for the endpoint. */
  record Setup(
      Protocol protocol,
      Duration keepAlive,
      int lanes,
      Endpoint.Listener listener,
      Access access,
      Mqtt5Settings mqtt5,
      Duration sessionsNeeded) {

    Endpoint endpoint(FaultyBroker broker) {
      return broker.endpoint(listener).orElseThrow();
    }

    DriverSettings settings(FaultyBroker broker) {
      Target target = Target.of(endpoint(broker));
      return DriverSettings.of(target, protocol, CLOCK)
          .withAccess(access)
          .withMqtt5(mqtt5)
          .withSessionsNeeded(sessionsNeeded)
          .withKeepAlive(keepAlive)
          .withLanes(lanes);
    }
  }

  private final FaultyBroker broker;
  private final Endpoint endpoint;

  private DriverRig(FaultyBroker broker, ClientDriver driver, Setup setup, Duration patience) {
    super(driver, "", TOPIC, patience);
    this.endpoint = setup.endpoint(broker);
    this.broker = broker;
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

  /** A subscriber on the first lane, without a persistent session. */
  KitSubscriber subscriber(Qos qos) {
    return subscriber(qos, false);
  }

  KitSubscriber subscriber(Qos qos, boolean persistent) {
    return subscriber(Optional.empty(), qos, persistent);
  }

  @Override
  void closeBroker() {
    broker.close();
  }

  @Override
  public void close() {
    super.close();
    assertThat(broker.violations()).as("broken rules of the protocol").isEmpty();
  }
}
