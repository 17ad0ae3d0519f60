package io.brokerbench.embedded.artemis;

import io.brokerbench.embedded.EmbeddedBroker;
import io.brokerbench.embedded.EmbeddedMain;
import io.brokerbench.embedded.LaunchOptions;
import io.brokerbench.embedded.ProductFigures;
import io.brokerbench.embedded.Role;
import io.brokerbench.embedded.TlsOptions;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.api.core.TransportConfiguration;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.config.CoreAddressConfiguration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.postoffice.BindingType;
import org.apache.activemq.artemis.core.postoffice.impl.LocalQueueBinding;
import org.apache.activemq.artemis.core.remoting.impl.netty.NettyAcceptorFactory;
import org.apache.activemq.artemis.core.remoting.impl.netty.TransportConstants;
import org.apache.activemq.artemis.core.server.ActiveMQServer;
import org.apache.activemq.artemis.core.server.JournalType;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.core.settings.impl.AddressFullMessagePolicy;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;
import org.apache.activemq.artemis.spi.core.remoting.Acceptor;

/**
 * Starts Artemis with the usual settings for load: journal on disk with every write synced as by
 * default, no security, no limits that a burst would run into. docs/brokers.md says why for each
 * setting.
 */
public final class ArtemisMain implements EmbeddedBroker {

  private static final String PLAIN = "mqtt";
  private static final String SECURED = "mqtts";
  private static final String AMQP = "amqp";

  /** Listeners without TLS that are there where they are asked for, and what each speaks. */
  private static final Map<String, String> JMS =
      Map.of(AMQP, "AMQP", "core", "CORE", "openwire", "OPENWIRE");

  /** The same with TLS. */
  private static final Map<String, String> SECURED_JMS =
      Map.of("amqps", "AMQP", "cores", "CORE", "openwires", "OPENWIRE");

  /**
   * A client that waits long for a burst's other handshakes is not disconnected: docs/brokers.md.
   */
  private static final int NO_TIMEOUT = 0;

  /**
   * By default the configuration is read again from its file where a start takes longer than five
   * seconds, for example on a disk that syncs slowly. There is no file here, and all settings and
   * acceptors would be gone.
   */
  private static final int NO_RELOAD = -1;

  private static final String ACCEPTOR = "tcp://%s:%d?protocols=%s;handshake-timeout=" + NO_TIMEOUT;

  private static final String OWN_ADDRESSES = "$sys.";
  private static final String DEAD_LETTERS = "DLQ";
  private static final String EXPIRED = "ExpiryQueue";

  private final EmbeddedActiveMQ artemis = new EmbeddedActiveMQ();

  private ArtemisMain() {}

  /** The launcher. */
  public static void main(String[] args) {
    EmbeddedMain.run(new ArtemisMain(), args);
  }

  @Override
  public String product() {
    return "Artemis";
  }

  @Override
  public String version() {
    return artemis.getActiveMQServer().getVersion().getFullVersion();
  }

  @Override
  public Map<String, Integer> start(LaunchOptions options) throws Exception {
    artemis.setConfiguration(configuration(options));
    AtomicReference<Exception> failure = new AtomicReference<>();
    artemis.createActiveMQServer();
    artemis.getActiveMQServer().registerActivationFailureListener(failure::set);
    artemis.getActiveMQServer().start();
    if (failure.get() != null) { // which it only logs
      throw failure.get();
    }
    if (options.pair().isPresent()) {
      return Map.of();
    }
    Map<String, Integer> ports = new HashMap<>(Map.of(PLAIN, port(PLAIN)));
    if (options.tls().isPresent()) {
      ports.put(SECURED, port(SECURED));
    }
    if (options.needs("ws")) { // which its acceptors speak as well as MQTT itself
      ports.put("ws", ports.get(PLAIN));
      options.tls().ifPresent(tls -> ports.put("wss", ports.get(SECURED)));
    }
    Stream.concat(JMS.keySet().stream(), SECURED_JMS.keySet().stream())
        .filter(options::needs)
        .forEach(scheme -> ports.put(scheme, port(scheme)));
    return ports;
  }

  private int port(String acceptor) {
    Acceptor listening = artemis.getActiveMQServer().getRemotingService().getAcceptor(acceptor);
    if (listening == null) {
      throw new IllegalStateException(
          "Artemis has no acceptor for " + acceptor + "; its log above says why");
    }
    int port = listening.getActualPort();
    if (port <= 0) {
      throw new IllegalStateException("the " + acceptor + " acceptor does not listen");
    }
    return port;
  }

  /** Only the passive node reports that it is in sync; the active one reports it of its backup. */
  @Override
  public Role role() {
    ActiveMQServer server = artemis.getActiveMQServer();
    if (server.isActive()) {
      return Role.ACTIVE;
    }
    return server.isReplicaSync() ? Role.STANDBY : Role.STARTING;
  }

  /** Of a backup that is not active: none. */
  @Override
  public Optional<ProductFigures> figures() {
    ActiveMQServer server = artemis.getActiveMQServer();
    boolean active = server.isActive();
    return Optional.of(
        new ProductFigures(
            OptionalLong.of(active ? waiting(server) : 0),
            OptionalLong.of(active ? server.getConnectionCount() : 0)));
  }

  /**
   * Its total has messages of its own in it, such as one for each persistent session of MQTT, and
   * those that have expired, which no client is owed.
   */
  private static long waiting(ActiveMQServer server) {
    return server
        .getPostOffice()
        .getAllBindings()
        .filter(binding -> binding.getType() == BindingType.LOCAL_QUEUE)
        .filter(binding -> !binding.getAddress().toString().startsWith(OWN_ADDRESSES))
        .filter(binding -> !binding.getAddress().toString().equals(EXPIRED))
        .mapToLong(binding -> ((LocalQueueBinding) binding).getQueue().getMessageCount())
        .sum();
  }

  @Override
  public void stop() throws Exception {
    artemis.stop();
  }

  static Configuration configuration(LaunchOptions options) throws Exception {
    Path data = options.data();
    Configuration configuration = plain(options, data);
    if (options.tls().isPresent()) {
      TlsOptions tls = options.tls().get();
      configuration.addAcceptorConfiguration(secured(options, tls, SECURED, "MQTT"));
      for (Map.Entry<String, String> jms : SECURED_JMS.entrySet()) {
        if (options.needs(jms.getKey())) {
          configuration.addAcceptorConfiguration(
              secured(options, tls, jms.getKey(), jms.getValue()));
        }
      }
    }
    for (Map.Entry<String, String> jms : JMS.entrySet()) {
      if (options.needs(jms.getKey())) {
        configuration.addAcceptorConfiguration(
            jms.getKey(),
            ACCEPTOR.formatted(options.host(), options.port(jms.getKey()), jms.getValue()));
      }
    }
    if (options.pair().isPresent()) {
      ArtemisPair.add(configuration, options, options.pair().get());
    }
    return configuration;
  }

  private static Configuration plain(LaunchOptions options, Path data) throws Exception {
    return new ConfigurationImpl()
        .setName("brokerbench")
        .setSecurityEnabled(false)
        .setPersistenceEnabled(true)
        .setJournalType(JournalType.NIO)
        .setJournalDirectory(data.resolve("journal").toString())
        .setBindingsDirectory(data.resolve("bindings").toString())
        .setLargeMessagesDirectory(data.resolve("large-messages").toString())
        .setPagingDirectory(data.resolve("paging").toString())
        .setConfigurationFileRefreshPeriod(NO_RELOAD)
        .setMaxDiskUsage(-1) // or a machine whose disk is 90 % full blocks its producers
        .addAddressConfiguration(address(DEAD_LETTERS))
        .addAddressConfiguration(address(EXPIRED))
        .addAddressSetting("#", addressSettings())
        .addAcceptorConfiguration(
            PLAIN, ACCEPTOR.formatted(options.host(), options.port(), "MQTT"));
  }

  /** With one cipher suite. */
  private static TransportConfiguration secured(
      LaunchOptions options, TlsOptions tls, String scheme, String protocol) {
    Map<String, Object> parameters =
        Map.ofEntries(
            Map.entry(TransportConstants.HOST_PROP_NAME, options.host()),
            Map.entry(TransportConstants.PORT_PROP_NAME, options.port(scheme)),
            Map.entry(TransportConstants.PROTOCOLS_PROP_NAME, protocol),
            Map.entry(TransportConstants.HANDSHAKE_TIMEOUT, NO_TIMEOUT),
            Map.entry(TransportConstants.SSL_HANDSHAKE_TIMEOUT, NO_TIMEOUT),
            Map.entry(TransportConstants.SSL_ENABLED_PROP_NAME, true),
            Map.entry(TransportConstants.KEYSTORE_TYPE_PROP_NAME, "PKCS12"),
            Map.entry(TransportConstants.KEYSTORE_PATH_PROP_NAME, tls.keyStore().toString()),
            Map.entry(TransportConstants.KEYSTORE_PASSWORD_PROP_NAME, tls.password()),
            Map.entry(TransportConstants.ENABLED_CIPHER_SUITES_PROP_NAME, tls.cipher()),
            Map.entry(TransportConstants.ENABLED_PROTOCOLS_PROP_NAME, tls.protocol()));
    return new TransportConfiguration(NettyAcceptorFactory.class.getName(), parameters, scheme);
  }

  /** As in the broker.xml of the release; without these each subscription logs two warnings. */
  private static CoreAddressConfiguration address(String name) {
    return new CoreAddressConfiguration()
        .setName(name)
        .addRoutingType(RoutingType.ANYCAST)
        .addQueueConfiguration(QueueConfiguration.of(name).setRoutingType(RoutingType.ANYCAST));
  }

  private static AddressSettings addressSettings() {
    return new AddressSettings()
        .setAutoCreateAddresses(true)
        .setAutoCreateQueues(true)
        .setAutoDeleteAddresses(false) // docs/brokers.md, Traps
        .setMaxSizeBytes(-1) // no limit per address; half of the heap for all, then paging
        .setAddressFullMessagePolicy(AddressFullMessagePolicy.PAGE)
        .setMaxDeliveryAttempts(-1) // reconnecting subscribers lose none to the dead letters
        .setDeadLetterAddress(SimpleString.of(DEAD_LETTERS))
        .setExpiryAddress(SimpleString.of(EXPIRED));
  }
}
