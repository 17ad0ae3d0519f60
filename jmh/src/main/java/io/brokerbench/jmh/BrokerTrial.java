package io.brokerbench.jmh;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.driver.ClientDriver;
import io.brokerbench.core.driver.DriverSettings;
import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.core.driver.SubscriberSpec;
import io.brokerbench.core.driver.Target;
import io.brokerbench.core.engine.assignment.Targets;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.experiment.session.ProviderRegistry;
import java.util.Optional;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * A broker, a driver with one lane, a publisher and a subscriber of its topic: started once for a
 * trial, and gone after it.
 */
@State(Scope.Benchmark)
public class BrokerTrial {

  private static final String TOPIC = "brokerbench/jmh";
  private static final int WINDOW = 10_000;

  /** As with {@code --broker}. */
  @Param("embedded:artemis")
  public String broker;

  /** As with {@code --driver}. */
  @Param("swarm")
  public String driver;

  /** Of the publisher and the subscriber. */
  @Param("1")
  public int qos;

  /** Bytes, at least 24. */
  @Param("32")
  public int payload;

  private Broker running;
  private ClientDriver clients;
  private LoopPublisher publisher;
  private LoopSubscriber subscriber;

  /** Starts everything; what was started is ended where the rest of it fails. */
  @Setup(Level.Trial)
  public void open() throws BrokerException, RunException, InterruptedException {
    try {
      ProviderRegistry providers = ProviderRegistry.load();
      running = providers.broker(broker).start(BrokerRequest.of(broker));
      clients = providers.driver(driver).open(settings(running));
      connect();
    } catch (BrokerException | RunException | InterruptedException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /** Ends everything. */
  @TearDown(Level.Trial)
  public void close() {
    try {
      if (clients != null) {
        clients.close();
      }
    } finally {
      if (running != null) {
        running.close();
      }
    }
  }

  private static DriverSettings settings(Broker broker) throws RunException {
    Target target = new Targets(broker, Optional.empty()).of(Optional.empty());
    return DriverSettings.of(target, Protocol.MQTT_3_1_1, NanoClock.SYSTEM)
        .withAccess(broker.access());
  }

  private void connect() {
    Qos level = Qos.of(qos);
    subscriber =
        new LoopSubscriber(
            clients, new SubscriberSpec("jmh-subscriber", TOPIC, Optional.empty(), level, false));
    publisher =
        new LoopPublisher(
            clients, new PublisherSpec("jmh-publisher", TOPIC, level, payload, false, WINDOW));
    subscriber.open();
    publisher.open();
  }

  LoopPublisher publisher() {
    return publisher;
  }

  LoopSubscriber subscriber() {
    return subscriber;
  }
}
