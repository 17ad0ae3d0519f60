package io.brokerbench.testkit.driver;

import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.mqtt5.Mqtt5Settings;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.security.Access;
import io.brokerbench.testkit.broker.FaultyBroker;
import io.brokerbench.testkit.driver.DriverRig.Setup;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.provider.Arguments;

/** What the parts of the kit share. */
@Execution(ExecutionMode.CONCURRENT)
abstract class DriverKitBase extends KitBase {

  /** The kind of listener that drivers connect to; {@link #brokers} has to have it. */
  protected Listener listener() {
    return Listener.MQTT;
  }

  /** What the brokers of the tests are made with. */
  protected FaultyBroker.Builder brokers() {
    return FaultyBroker.builder();
  }

  /** What lets the driver in. */
  protected Access access() {
    return Access.OPEN;
  }

  Stream<Protocol> protocols() {
    return provider().protocols().stream();
  }

  Stream<Arguments> protocolsAndQos() {
    return protocols().flatMap(p -> Stream.of(Qos.values()).map(q -> Arguments.of(p, q)));
  }

  Stream<Arguments> protocolsAndAcknowledgedQos() {
    return protocolsAndQos().filter(a -> a.get()[1] != Qos.AT_MOST_ONCE);
  }

  /**
   * Whether the driver reports a message of QoS 2 when the broker releases it, and not when it
   * comes: MQTT allows a receiver both (4.3.3), and a library may leave no choice. To be said in
   * the driver's documentation, as the latency of QoS 2 then has the release in it.
   */
  protected boolean reportsQos2OnRelease(Protocol protocol) {
    return false;
  }

  /**
   * Whether the driver replaces topics by aliases wherever the broker allows them, with a library
   * that has no setting for that. To be said in the driver's documentation.
   */
  protected boolean alwaysUsesTopicAliases() {
    return false;
  }

  /**
   * Whether the driver numbers subscriptions wherever the broker has identifiers for them, with a
   * library that has no setting for that. To be said in the driver's documentation.
   */
  protected boolean alwaysUsesSubscriptionIdentifiers() {
    return false;
  }

  /** One lane, no keep-alive, and a broker as usual. */
  DriverRig rig(Protocol protocol) {
    return rig(protocol, 1, Duration.ZERO);
  }

  DriverRig rig(Protocol protocol, int lanes, Duration keepAlive) {
    return rig(setup(protocol, keepAlive, lanes), brokers());
  }

  DriverRig rig(Protocol protocol, FaultyBroker.Builder brokers) {
    return rig(setup(protocol, Duration.ZERO, 1), brokers);
  }

  /** A broker and clients of MQTT 5 that ask for something that only it has. */
  DriverRig rig(Mqtt5Settings mqtt5, FaultyBroker.Builder brokers) {
    return rig(mqtt5, Duration.ZERO, brokers);
  }

  /** The same with sessions that have to be kept for a while. */
  DriverRig rig(Mqtt5Settings mqtt5, Duration sessionsNeeded, FaultyBroker.Builder brokers) {
    return rig(
        new Setup(Protocol.MQTT_5, Duration.ZERO, 1, listener(), access(), mqtt5, sessionsNeeded),
        brokers);
  }

  /** Clients that a listener of a certain kind lets in. */
  DriverRig rig(Listener listener, Protocol protocol, Access access, FaultyBroker.Builder brokers) {
    return rig(
        new Setup(protocol, Duration.ZERO, 1, listener, access, Mqtt5Settings.NONE, Duration.ZERO),
        brokers);
  }

  private DriverRig rig(Setup setup, FaultyBroker.Builder brokers) {
    return DriverRig.open(provider(), setup, brokers, patience());
  }

  private Setup setup(Protocol protocol, Duration keepAlive, int lanes) {
    return new Setup(
        protocol, keepAlive, lanes, listener(), access(), Mqtt5Settings.NONE, Duration.ZERO);
  }
}
