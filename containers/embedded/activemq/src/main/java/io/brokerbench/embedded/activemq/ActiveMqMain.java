package io.brokerbench.embedded.activemq;

import io.brokerbench.embedded.EmbeddedBroker;
import io.brokerbench.embedded.EmbeddedMain;
import io.brokerbench.embedded.LaunchOptions;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.broker.TransportConnector;
import org.apache.activemq.store.kahadb.KahaDBPersistenceAdapter;

/**
 * Starts ActiveMQ Classic with KahaDB and the memory of its released configuration. docs/brokers.md
 * says why for each setting.
 */
public final class ActiveMqMain implements EmbeddedBroker {

  /** As the configuration of the release has it; the default of an embedded one is 64 MB. */
  private static final int HEAP_PERCENT = 70;

  /** NIO, or each connection would take a thread. A prefetch of 100 would throttle before we do. */
  private static final String CONNECTOR =
      "mqtt+nio://%s:%d?maximumConnections=1000000&backlog=4096"
          + "&transport.activeMQSubscriptionPrefetch=32767";

  private final BrokerService activeMq = new BrokerService();

  private ActiveMqMain() {}

  /** The launcher. */
  public static void main(String[] args) {
    EmbeddedMain.run(new ActiveMqMain(), args);
  }

  @Override
  public String product() {
    return "ActiveMQ Classic";
  }

  @Override
  public String version() {
    String version = BrokerService.class.getPackage().getImplementationVersion();
    return version == null ? "unknown" : version;
  }

  @Override
  public int start(LaunchOptions options) throws Exception {
    KahaDBPersistenceAdapter store = new KahaDBPersistenceAdapter();
    store.setDirectory(options.data().resolve("kahadb").toFile());
    activeMq.setBrokerName("brokerbench");
    activeMq.setDataDirectoryFile(options.data().toFile());
    activeMq.setPersistenceAdapter(store);
    activeMq.setPersistent(true);
    activeMq.setUseJmx(false);
    activeMq.setUseShutdownHook(false); // the launcher has one
    activeMq.getSystemUsage().getMemoryUsage().setPercentOfJvmHeap(HEAP_PERCENT);
    TransportConnector mqtt =
        activeMq.addConnector(CONNECTOR.formatted(options.host(), options.port()));
    activeMq.start();
    if (!activeMq.waitUntilStarted()) {
      throw new IllegalStateException("ActiveMQ did not start", activeMq.getStartException());
    }
    return mqtt.getConnectUri().getPort();
  }

  @Override
  public void stop() throws Exception {
    activeMq.stop();
    activeMq.waitUntilStopped();
  }
}
