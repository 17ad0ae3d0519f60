package io.brokerbench.mqtt.paho;

import io.brokerbench.core.driver.ClientDriver;
import io.brokerbench.core.driver.DriverSettings;
import io.brokerbench.core.driver.Lane;
import io.brokerbench.core.driver.Publisher;
import io.brokerbench.core.driver.PublisherListener;
import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.core.driver.Subscriber;
import io.brokerbench.core.driver.SubscriberListener;
import io.brokerbench.core.driver.SubscriberSpec;
import io.brokerbench.core.result.NegotiatedTls;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.mqtt.library.LibraryPublisher;
import io.brokerbench.mqtt.library.LibrarySubscriber;
import io.brokerbench.mqtt.library.LibraryVersion;
import io.brokerbench.mqtt.library.LinkPlan;
import io.brokerbench.mqtt.library.LinkSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Clients of the Eclipse Paho library. */
final class PahoDriver implements ClientDriver {

  /**
   * The library logs each broken connection, and with MQTT 5 each message of QoS 2, which Java by
   * default prints. Kept here, as Java forgets a logger without a reference.
   */
  private static final Logger LIBRARY_LOG = Logger.getLogger("org.eclipse.paho");

  static {
    LIBRARY_LOG.setLevel(Level.OFF);
  }

  private final LinkPlan plan;
  private final Protocol protocol;
  private final PahoThreads threads = new PahoThreads();
  private final List<PahoLane> lanes = new ArrayList<>();
  private final Queue<PahoLink> links = new ConcurrentLinkedQueue<>();

  PahoDriver(DriverSettings settings) {
    this.plan = new LinkPlan(PahoDriverProvider.NAME, settings);
    this.protocol = settings.protocol();
    for (int i = 0; i < plan.lanes(); i++) {
      lanes.add(new PahoLane(i, settings.clock()));
    }
  }

  @Override
  public List<Lane> lanes() {
    return List.copyOf(lanes);
  }

  @Override
  public Publisher publisher(PublisherSpec spec, Lane lane, PublisherListener listener) {
    LinkSettings settings = plan.publisher(spec.clientId(), lane);
    PahoMessageTemplate message = PahoMessageTemplate.of(spec);
    return new LibraryPublisher(
        settings, link(new PahoContext(settings, Optional.of(message), threads)), spec, listener);
  }

  @Override
  public Subscriber subscriber(SubscriberSpec spec, Lane lane, SubscriberListener listener) {
    LinkSettings settings = plan.subscriber(spec.clientId(), lane);
    return new LibrarySubscriber(
        settings, link(new PahoContext(settings, Optional.empty(), threads)), spec, listener);
  }

  private PahoLink link(PahoContext context) {
    PahoLink link = new PahoLink(context, apis(context));
    links.add(link);
    return link;
  }

  private PahoLink.Apis apis(PahoContext context) {
    if (protocol == Protocol.MQTT_5) {
      SessionPersistence5 kept = new SessionPersistence5();
      return (sockets, calls, clean) -> new PahoApi5(context, sockets, calls, clean, kept);
    }
    SessionPersistence3 kept = new SessionPersistence3();
    return (sockets, calls, clean) -> new PahoApi3(context, sockets, calls, clean, kept);
  }

  @Override
  public String transport() {
    return protocol == Protocol.MQTT_5
        ? "paho.mqttv5.client "
            + LibraryVersion.of(org.eclipse.paho.mqttv5.client.MqttAsyncClient.class)
            + ", blocking sockets"
        : "paho.client.mqttv3 "
            + LibraryVersion.of(org.eclipse.paho.client.mqttv3.MqttAsyncClient.class)
            + ", blocking sockets";
  }

  @Override
  public Optional<NegotiatedTls> negotiatedTls() {
    return plan.negotiatedTls();
  }

  @Override
  public boolean hasThread(String name) {
    return name.equals(PahoThreads.NAME);
  }

  /** Drops what is connected: then the library's threads end of themselves. */
  @Override
  public void close() {
    links.forEach(PahoLink::drop);
    lanes.forEach(PahoLane::beginShutdown);
    threads.shutdown();
    try {
      for (PahoLane lane : lanes) {
        lane.awaitShutdown();
      }
      if (!threads.awaitTermination(3, TimeUnit.SECONDS)) {
        threads.shutdownNow();
        threads.awaitTermination(2, TimeUnit.SECONDS);
      }
    } catch (InterruptedException e) {
      threads.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
