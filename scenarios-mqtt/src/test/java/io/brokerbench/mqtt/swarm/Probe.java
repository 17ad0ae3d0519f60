package io.brokerbench.mqtt.swarm;

import static org.awaitility.Awaitility.await;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.driver.ClientDriver;
import io.brokerbench.core.driver.DriverSettings;
import io.brokerbench.core.driver.Publisher;
import io.brokerbench.core.driver.PublisherListener;
import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.core.driver.Target;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.security.Access;
import io.brokerbench.core.security.CipherSuite;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;

/** A publisher whose connect is looked at. */
final class Probe implements PublisherListener {

  private final Publisher publisher;
  private final ClientDriver driver;
  private volatile long tcpNanos;
  private volatile long securedNanos;
  private volatile long connectedNanos;
  private volatile Optional<Throwable> end;
  private volatile boolean connectedBeforeReady;
  private volatile int acknowledged;
  private volatile RuntimeException defect;
  private volatile boolean resumed;
  private int wanted;
  private int sent;

  Probe(ClientDriver driver, String clientId) {
    this.driver = driver;
    this.publisher =
        driver.publisher(
            new PublisherSpec(clientId, "t", Qos.AT_LEAST_ONCE, 24, false, 10),
            driver.lanes().get(0),
            this);
  }

  /** A swarm on one lane. */
  static ClientDriver driver(
      Endpoint endpoint, Optional<CipherSuite> cipher, Access access, InetAddress... sources) {
    return driver(new Target(List.of(endpoint), cipher), access, Protocol.MQTT_3_1_1, sources);
  }

  static ClientDriver driver(
      Target target, Access access, Protocol protocol, InetAddress... sources) {
    return new SwarmDriverProvider()
        .open(
            DriverSettings.of(target, protocol, NanoClock.SYSTEM)
                .withAccess(access)
                .withSources(List.of(sources)));
  }

  /** Lets its listener throw this at the next CONNACK. */
  Probe throwing(RuntimeException newDefect) {
    defect = newDefect;
    return this;
  }

  Probe start() {
    driver.lanes().get(0).execute(publisher::connect);
    return this;
  }

  /** Connects and waits for it. */
  Probe connect() {
    start();
    await().until(() -> connectedNanos != 0 || end != null);
    if (end != null) {
      throw new AssertionError(failure());
    }
    return this;
  }

  /** Connects in vain, and waits for why. */
  String refusal() {
    start();
    await().until(() -> end != null);
    return failure();
  }

  boolean hasEnded() {
    return end != null;
  }

  /** Waits until it has ended, and for why. */
  String cause() {
    await().until(this::hasEnded);
    return failure();
  }

  private String failure() {
    return end.map(Throwable::getMessage).orElse("no cause");
  }

  /** Sends messages and waits until all are acknowledged. */
  void send(int messages) {
    driver.lanes().get(0).execute(() -> proceed(messages));
    await().until(() -> acknowledged == messages || end != null);
    if (end != null) {
      throw new AssertionError(failure());
    }
  }

  private void proceed(int messages) {
    wanted = messages;
    while (sent < wanted && publisher.offer(sent, 1, 2, 3)) {
      sent++;
    }
    publisher.flush();
  }

  void disconnect() {
    driver.lanes().get(0).execute(publisher::disconnect);
    await().until(() -> end != null);
  }

  long tcpNanos() {
    return tcpNanos;
  }

  long securedNanos() {
    return securedNanos;
  }

  long connectedNanos() {
    return connectedNanos;
  }

  boolean isInOrder() {
    return !connectedBeforeReady;
  }

  @Override
  public void onTlsResumed() {
    resumed = true;
  }

  boolean isResumed() {
    return resumed;
  }

  @Override
  public void onTransportReady(long newTcpNanos, long newSecuredNanos) {
    connectedBeforeReady = connectedNanos != 0;
    tcpNanos = newTcpNanos;
    securedNanos = newSecuredNanos;
  }

  @Override
  public void onConnected(long nanos, boolean sessionPresent) {
    connectedNanos = nanos;
    if (defect != null) {
      throw defect;
    }
  }

  @Override
  public void onDisconnected(long nanos, Throwable cause) {
    end = Optional.ofNullable(cause);
  }

  @Override
  public void onAcknowledged(long sequence, long intendedSendTimeNanos, long nanos) {
    acknowledged = (int) sequence + 1;
  }

  @Override
  public void onReady() {
    proceed(wanted);
  }
}
