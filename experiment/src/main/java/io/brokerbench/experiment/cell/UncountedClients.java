package io.brokerbench.experiment.cell;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.driver.ClientDriver;
import io.brokerbench.core.driver.DriverSettings;
import io.brokerbench.core.driver.Lane;
import io.brokerbench.core.driver.Subscriber;
import io.brokerbench.core.driver.SubscriberSpec;
import io.brokerbench.core.driver.Target;
import io.brokerbench.core.engine.assignment.Targets;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.scenario.Protocol;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Clients that are no part of a run: they speak MQTT 3.1.1 on one lane, and their messages are not
 * counted. Belongs to one thread; the clients' own calls are made on their lane.
 */
final class UncountedClients implements AutoCloseable {

  /** Longest wait for anything that a broker does at once. */
  static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final Duration POLL = Duration.ofMillis(1);

  private final CellBrokers brokers;
  private final ClientDriver driver;
  private final Lane lane;
  private final List<ClientProgress> watched = new ArrayList<>();

  /**
   * Opens a driver.
   *
   * @param keepAlive of all clients; zero for none
   * @param sources addresses to connect from; empty lets the system choose
   */
  UncountedClients(CellBrokers brokers, Duration keepAlive, List<InetAddress> sources)
      throws RunException {
    this.brokers = brokers;
    Broker broker = brokers.reached();
    Target target = new Targets(broker, Optional.empty()).of(Optional.empty());
    this.driver =
        brokers
            .driver()
            .open(
                DriverSettings.of(target, Protocol.MQTT_3_1_1, brokers.clock())
                    .withAccess(broker.access())
                    .withKeepAlive(keepAlive)
                    .withSources(sources));
    this.lane = driver.lanes().get(0);
  }

  ClientDriver driver() {
    return driver;
  }

  Lane lane() {
    return lane;
  }

  /** A subscriber that is not connected yet. */
  Subscriber subscriber(SubscriberSpec spec, ClientProgress watch) {
    watched.add(watch);
    return driver.subscriber(spec, lane, watch);
  }

  /** Has a client that is watched looked at, too. */
  void watch(ClientProgress watch) {
    watched.add(watch);
  }

  /** Does something with a client on the lane, and waits until it is done. */
  void carryOut(String what, Runnable step, BooleanSupplier done)
      throws RunException, InterruptedException {
    lane.execute(step);
    await(what, PATIENCE, done);
  }

  /**
   * Waits for something that clients do.
   *
   * @param what in words, for the message
   * @throws RunException if it does not come about, or a client has failed
   */
  void await(String what, Duration patience, BooleanSupplier condition)
      throws RunException, InterruptedException {
    long deadline = brokers.clock().nanoTime() + patience.toNanos();
    while (!condition.getAsBoolean()) {
      for (ClientProgress watch : watched) {
        if (watch.failure().isPresent()) {
          throw new RunException(what + ": " + watch.failure().get(), null);
        }
      }
      Optional<String> end = brokers.broker().failure();
      if (end.isPresent()) {
        throw new RunException(end.get(), null);
      }
      if (brokers.clock().nanoTime() - deadline > 0) {
        throw new RunException(what + ": not within " + patience.toSeconds() + " s", null);
      }
      brokers.pause(POLL);
    }
  }

  @Override
  public void close() {
    driver.close();
  }
}
