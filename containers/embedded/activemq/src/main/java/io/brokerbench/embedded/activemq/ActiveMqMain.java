package io.brokerbench.embedded.activemq;

import io.brokerbench.embedded.EmbeddedBroker;
import io.brokerbench.embedded.EmbeddedMain;
import io.brokerbench.embedded.LaunchOptions;
import io.brokerbench.embedded.PairOptions;
import io.brokerbench.embedded.ProductFigures;
import io.brokerbench.embedded.Role;
import io.brokerbench.embedded.TlsOptions;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
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
      "%s://%s:%d?maximumConnections=1000000&backlog=4096&transport.transformer=jms";

  private static final String OPENWIRE_CONNECTOR =
      "%s://%s:%d?maximumConnections=1000000&backlog=4096";

  private static final String DELIVERY_DELAY = "brokerbench.deliveryDelay";

  private static final String ONE_CIPHER =
      "&transport.enabledCipherSuites=%s&transport.enabledProtocols=%s";

  /** Released: 10 s, in which neither node would take over. */
  private static final long LOCK_POLL_MILLIS = 200;

  private final BrokerService activeMq = new BrokerService();
  private final StoreLock locker = new StoreLock();
  private Optional<PairMemberStart> turn = Optional.empty();

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
    activeMq.setBrokerName("brokerbench");
    activeMq.setDataDirectoryFile(options.data().toFile());
    activeMq.setPersistenceAdapter(store(options));
    activeMq.setPersistent(true);
    activeMq.setSchedulerSupport(Boolean.getBoolean(DELIVERY_DELAY)); // it looks at each message
    activeMq.setUseJmx(false);
    activeMq.setUseShutdownHook(false); // the launcher has one
    activeMq.getSystemUsage().getMemoryUsage().setPercentOfJvmHeap(HEAP_PERCENT);
    Map<String, TransportConnector> connectors = new HashMap<>();
    connectors.put(
        "mqtt", connector(CONNECTOR.formatted("mqtt+nio", options.host(), options.port())));
    if (options.tls().isPresent()) {
      connectors.put("mqtts", secured(options, options.tls().get()));
    }
    addAmqp(options, connectors);
    addOpenWire(options, connectors);
    if (options.pair().isPresent()) {
      turn = Optional.of(PairMemberStart.await(activeMq, locker));
      return Map.of();
    }
    start(activeMq);
    Map<String, Integer> ports = new HashMap<>();
    for (Map.Entry<String, TransportConnector> connector : connectors.entrySet()) {
      ports.put(connector.getKey(), connector.getValue().getConnectUri().getPort());
    }
    return ports;
  }

  private void addAmqp(LaunchOptions options, Map<String, TransportConnector> connectors)
      throws Exception {
    if (options.needs("amqp")) {
      connectors.put(
          "amqp",
          connector(AMQP_CONNECTOR.formatted("amqp+nio", options.host(), options.port("amqp"))));
    }
    if (options.needs("amqps")) {
      TlsOptions tls = options.tls().orElseThrow();
      connectors.put(
          "amqps",
          connector(
              AMQP_CONNECTOR.formatted("amqp+nio+ssl", options.host(), options.port("amqps"))
                  + ONE_CIPHER.formatted(tls.cipher(), tls.protocol())));
    }
  }

  private void addOpenWire(LaunchOptions options, Map<String, TransportConnector> connectors)
      throws Exception {
    if (options.needs("openwire")) {
      connectors.put(
          "openwire",
          connector(OPENWIRE_CONNECTOR.formatted("nio", options.host(), options.port("openwire"))));
    }
    if (options.needs("openwires")) {
      TlsOptions tls = options.tls().orElseThrow();
      connectors.put(
          "openwires",
          connector(
              OPENWIRE_CONNECTOR.formatted("nio+ssl", options.host(), options.port("openwires"))
                  + ONE_CIPHER.formatted(tls.cipher(), tls.protocol())));
    }
  }

  static void start(BrokerService activeMq) throws Exception {
    activeMq.start();
    if (!activeMq.waitUntilStarted()) {
      throw new IllegalStateException("ActiveMQ did not start", activeMq.getStartException());
    }
  }

  @Override
  public Role role() throws Exception {
    return turn.isPresent() ? turn.get().role() : Role.ACTIVE;
  }

  @Override
  public Optional<ProductFigures> figures() throws Exception {
    return Optional.of(
        new ProductFigures(
            OptionalLong.of(PendingMessages.in(activeMq)),
            OptionalLong.of(
                activeMq.getTransportConnectors().stream()
                    .mapToLong(TransportConnector::getConnectionCount)
                    .sum())));
  }

  /** The store of a pair is in the folder of both, and its lock says whose turn it is. */
  private KahaDBPersistenceAdapter store(LaunchOptions options) throws IOException {
    Path folder = options.pair().map(PairOptions::shared).orElse(options.data());
    KahaDBPersistenceAdapter store = new KahaDBPersistenceAdapter();
    store.setDirectory(folder.resolve("kahadb").toFile());
    if (options.pair().isPresent()) {
      locker.setLockAcquireSleepInterval(LOCK_POLL_MILLIS);
      store.setLocker(locker);
    }
    return store;
  }

  /** Its port is bound when the broker starts, not now: one of a pair may have to wait for that. */
  private TransportConnector connector(String uri) throws Exception {
    TransportConnector connector = new TransportConnector();
    connector.setUri(URI.create(uri));
    return activeMq.addConnector(connector);
  }

  /** With one cipher suite. */
  private TransportConnector secured(LaunchOptions options, TlsOptions tls) throws Exception {
    char[] password = tls.password().toCharArray();
    KeyStore store = KeyStore.getInstance(tls.keyStore().toFile(), password);
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, password);
    activeMq.setSslContext(new SslContext(keys.getKeyManagers(), null, null));
    return connector(
        CONNECTOR.formatted("mqtt+nio+ssl", options.host(), options.port("mqtts"))
            + ONE_CIPHER.formatted(tls.cipher(), tls.protocol()));
  }

  @Override
  public void stop() throws Exception {
    activeMq.stop();
    activeMq.waitUntilStopped();
  }
}
