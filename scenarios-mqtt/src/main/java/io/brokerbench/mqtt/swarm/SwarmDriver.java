package io.brokerbench.mqtt.swarm;

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
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

/** Very many MQTT connections on few event loops. */
final class SwarmDriver implements ClientDriver {

  private final Transport transport = Transport.choose();
  private final SwarmSettings publishing;
  private final SwarmSettings consuming;
  private final List<SwarmLane> lanes = new ArrayList<>();

  SwarmDriver(DriverSettings driver) {
    this.publishing = settings(driver.publishing(), driver);
    this.consuming = settings(driver.consuming(), driver);
    int count = driver.lanes() == 0 ? defaultLanes() : driver.lanes();
    for (int i = 0; i < count; i++) {
      lanes.add(new SwarmLane(i, transport, driver.clock(), driver.keepAlive()));
    }
  }

  private static SwarmSettings settings(Target target, DriverSettings driver) {
    Endpoint endpoint = target.endpoint(0);
    return new SwarmSettings(
        new InetSocketAddress(endpoint.host(), endpoint.port()),
        endpoint.host() + ":" + endpoint.port(),
        driver.protocol(),
        Math.toIntExact(driver.keepAlive().toSeconds()));
  }

  /**
   * Half of the cores: the broker under test may need the others, and one loop that is busy costs
   * less for each message than two that wait.
   */
  private static int defaultLanes() {
    return Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
  }

  @Override
  public List<Lane> lanes() {
    return List.copyOf(lanes);
  }

  @Override
  public Publisher publisher(PublisherSpec spec, Lane lane, PublisherListener listener) {
    return new SwarmPublisher((SwarmLane) lane, publishing, spec, listener);
  }

  @Override
  public Subscriber subscriber(SubscriberSpec spec, Lane lane, SubscriberListener listener) {
    return new SwarmSubscriber((SwarmLane) lane, consuming, spec, listener);
  }

  @Override
  public String transport() {
    return transport.title();
  }

  @Override
  public void close() {
    lanes.forEach(SwarmLane::beginShutdown);
    boolean interrupted = false;
    for (SwarmLane lane : lanes) {
      try {
        lane.awaitShutdown();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
