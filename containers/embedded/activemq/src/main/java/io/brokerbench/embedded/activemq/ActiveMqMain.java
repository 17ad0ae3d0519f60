package io.brokerbench.embedded.activemq;

import io.brokerbench.embedded.EmbeddedBroker;
import io.brokerbench.embedded.EmbeddedMain;
import io.brokerbench.embedded.LaunchOptions;
import io.brokerbench.embedded.TlsOptions;
import java.security.KeyStore;
import java.util.HashMap;
import java.util.Map;
import javax.net.ssl.KeyManagerFactory;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.broker.SslContext;
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
      "%s://%s:%d?maximumConnections=1000000&backlog=4096"
          + "&transport.activeMQSubscriptionPrefetch=32767";

  /** With the transformer, or MQTT subscribers would get AMQP's own bytes, and JMS theirs. */
  private static final String AMQP_CONNECTOR =
      "%s://%s:0?maximumConnections=1000000&backlog=4096&transport.transformer=jms";

  private static final String ONE_CIPHER =
      "&transport.enabledCipherSuites=%s&transport.enabledProtocols=%s";

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
  public Map<String, Integer> start(LaunchOptions options) throws Exception {
    KahaDBPersistenceAdapter store = new KahaDBPersistenceAdapter();
    store.setDirectory(options.data().resolve("kahadb").toFile());
    activeMq.setBrokerName("brokerbench");
    activeMq.setDataDirectoryFile(options.data().toFile());
    activeMq.setPersistenceAdapter(store);
    activeMq.setPersistent(true);
    activeMq.setUseJmx(false);
    activeMq.setUseShutdownHook(false); // the launcher has one
    activeMq.getSystemUsage().getMemoryUsage().setPercentOfJvmHeap(HEAP_PERCENT);
    Map<String, TransportConnector> connectors = new HashMap<>();
    connectors.put(
        "mqtt",
        activeMq.addConnector(CONNECTOR.formatted("mqtt+nio", options.host(), options.port())));
    if (options.tls().isPresent()) {
      connectors.put("mqtts", secured(options.host(), options.tls().get()));
    }
    if (options.amqp() != LaunchOptions.Amqp.NONE) {
      connectors.put(
          "amqp", activeMq.addConnector(AMQP_CONNECTOR.formatted("amqp+nio", options.host())));
    }
    if (options.amqp() == LaunchOptions.Amqp.TLS) {
      TlsOptions tls = options.tls().orElseThrow();
      connectors.put(
          "amqps",
          activeMq.addConnector(
              AMQP_CONNECTOR.formatted("amqp+nio+ssl", options.host())
                  + ONE_CIPHER.formatted(tls.cipher(), tls.protocol())));
    }
    activeMq.start();
    if (!activeMq.waitUntilStarted()) {
      throw new IllegalStateException("ActiveMQ did not start", activeMq.getStartException());
    }
    Map<String, Integer> ports = new HashMap<>();
    for (Map.Entry<String, TransportConnector> connector : connectors.entrySet()) {
      ports.put(connector.getKey(), connector.getValue().getConnectUri().getPort());
    }
    return ports;
  }

  /** On a free port, with one cipher suite. */
  private TransportConnector secured(String host, TlsOptions tls) throws Exception {
    char[] password = tls.password().toCharArray();
    KeyStore store = KeyStore.getInstance(tls.keyStore().toFile(), password);
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, password);
    activeMq.setSslContext(new SslContext(keys.getKeyManagers(), null, null));
    return activeMq.addConnector(
        CONNECTOR.formatted("mqtt+nio+ssl", host, 0)
            + ONE_CIPHER.formatted(tls.cipher(), tls.protocol()));
  }

  @Override
  public void stop() throws Exception {
    activeMq.stop();
    activeMq.waitUntilStopped();
  }
}
