package io.brokerbench.mqtt.paho;

import io.brokerbench.core.driver.DriverSettings;
import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.mqtt.library.LibraryDriver;
import io.brokerbench.mqtt.library.LibraryVersion;
import io.brokerbench.mqtt.library.Link;
import io.brokerbench.mqtt.library.LinkSettings;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Clients of the Eclipse Paho library. */
final class PahoDriver extends LibraryDriver {

  /**
   * The library logs each broken connection, and with MQTT 5 each message of QoS 2, which Java by
   * default prints. Kept here, as Java forgets a logger without a reference.
   */
  private static final Logger LIBRARY_LOG = Logger.getLogger("org.eclipse.paho");

  static {
    LIBRARY_LOG.setLevel(Level.OFF);
  }

  private final Protocol protocol;
  private final PahoThreads threads = new PahoThreads();
  private final Queue<PahoLink> links = new ConcurrentLinkedQueue<>();

  PahoDriver(DriverSettings settings) {
    super(PahoDriverProvider.NAME, settings, PahoDriver::executor);
    this.protocol = settings.protocol();
  }

  private static ScheduledExecutorService executor(ThreadFactory thread) {
    ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1, thread);
    executor.setRemoveOnCancelPolicy(true);
    executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    return executor;
  }

  @Override
  protected Link link(LinkSettings settings, Optional<PublisherSpec> publisher) {
    PahoContext context = new PahoContext(settings, publisher, threads);
    PahoLink link = new PahoLink(context, apiFactory(context));
    links.add(link);
    return link;
  }

  private PahoLink.PahoApiFactory apiFactory(PahoContext context) {
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
  public boolean hasThread(String name) {
    return name.equals(PahoThreads.NAME);
  }

  /** Drops what is connected: then the library's threads end of themselves. */
  @Override
  public void close() {
    try {
      links.forEach(PahoLink::drop);
    } finally {
      super.close();
      endThreads();
    }
  }

  private void endThreads() {
    threads.shutdown();
    try {
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
