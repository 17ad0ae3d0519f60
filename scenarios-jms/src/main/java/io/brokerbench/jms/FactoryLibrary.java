package io.brokerbench.jms;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.driver.ClientListener;
import io.brokerbench.core.driver.DriverSettings;
import io.brokerbench.core.driver.Target;
import io.brokerbench.core.result.NegotiatedTls;
import io.brokerbench.core.scenario.JmsAcknowledgement;
import io.brokerbench.core.scenario.JmsConsumers;
import io.brokerbench.core.security.Access.ClientCertificate;
import io.brokerbench.core.security.Access.Login;
import io.brokerbench.core.security.CipherSuite;
import io.brokerbench.core.security.ClientIdentity;
import io.brokerbench.jms.client.ClientFile;
import io.brokerbench.jms.client.ClientLibrary;
import io.brokerbench.jms.client.TlsStores;
import io.brokerbench.jms.lane.ProducerCredit;
import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Session;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Any library, through the interfaces of JMS alone. What these leave open is taken for the worst:
 * each call may wait, so messages are sent by threads of the driver, one for each producer that has
 * something to send at that time; and no connection can be dropped but by closing it, which may
 * wait as well, and for which no client waits.
 */
final class FactoryLibrary implements JmsLibrary {

  private static final String THREADS = "jms-sending";
  private static final long CLOSE_SECONDS = 5;

  private final ClientLibrary library;
  private final DriverSettings driver;
  private final Map<Place, ConnectionFactory> factories = new ConcurrentHashMap<>();
  private final AtomicInteger connections = new AtomicInteger();
  private final ExecutorService threads;

  /** Empty where all connections are plain. */
  private final Optional<TlsStores> stores;

  /** Connections of one factory; {@code own} is what clients show in place of the common one. */
  private record Place(
      Endpoint endpoint,
      boolean consumes,
      Optional<CipherSuite> cipher,
      Optional<ClientCertificate> own) {}

  FactoryLibrary(ClientLibrary library, DriverSettings driver) {
    if (!driver.sources().isEmpty()) {
      throw new DefinitionException(
          "sources",
          "not with the driver " + library.file().title() + ", which binds no addresses",
          driver.sources());
    }
    boolean secured = isSecured(driver.publishing()) || isSecured(driver.consuming());
    if (secured && library.file().tls().isEmpty()) {
      throw new DefinitionException(
          "the file of the client %s has no tls, which the broker's listener requires"
              .formatted(library.file().title()));
    }
    if (JmsDriver.consumers(driver).prefetch() != JmsConsumers.PREFETCH
        && !library.file().usesPrefetch(isSecured(driver.consuming()))) {
      throw new DefinitionException(
          "session.jmsConsumers.prefetch",
          "the file of the client %s has no ${prefetch} for %s, which the broker's listener requires"
              .formatted(
                  library.file().title(),
                  isSecured(driver.consuming())
                      ? "connections with TLS"
                      : "connections without TLS"),
          JmsDriver.consumers(driver).prefetch());
    }
    this.stores = secured ? Optional.of(new TlsStores(driver.access())) : Optional.empty();
    this.library = library;
    this.driver = driver;
    AtomicInteger numbers = new AtomicInteger();
    this.threads =
        Executors.newCachedThreadPool(
            task -> {
              Thread thread = new Thread(task, THREADS + "-" + numbers.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
  }

  private static boolean isSecured(Target target) {
    return target.endpoints().stream().anyMatch(endpoint -> endpoint.listener().isSecured());
  }

  @Override
  public JmsChannel channel() {
    return new Channel();
  }

  @Override
  public int readHeader(Message message, byte[] header) throws JMSException {
    if (!(message instanceof BytesMessage bytes)) {
      return -1;
    }
    long length = bytes.getBodyLength();
    if (header.length > 0 && length >= header.length) {
      int read = bytes.readBytes(header);
      return read < header.length ? Math.max(0, read) : Math.toIntExact(length);
    }
    return Math.toIntExact(length);
  }

  @Override
  public int sessionMode(JmsAcknowledgement acknowledgement) {
    return switch (acknowledgement) {
      case PRE_SETTLED -> library.file().preSettled().orElseThrow();
      case AUTO -> Session.AUTO_ACKNOWLEDGE;
      case CLIENT -> Session.CLIENT_ACKNOWLEDGE;
      case TRANSACTED -> Session.SESSION_TRANSACTED;
    };
  }

  @Override
  public Optional<Executor> sending() {
    return Optional.of(threads);
  }

  /** A message that is not persistent need not be confirmed. */
  @Override
  public boolean completes(boolean acknowledged) {
    return acknowledged && library.file().completions();
  }

  @Override
  public boolean marksProducers() {
    ClientFile file = library.file();
    return file.producers().isPresent()
        || file.tls().flatMap(ClientFile.Tls::producers).isPresent();
  }

  /** Nothing else is known of a library's connection that is being made. */
  @Override
  public boolean endsByInterrupt() {
    return true;
  }

  /** A library may wait for the answer of a broker that is gone. */
  @Override
  public void discard(Connection connection) {
    threads.execute(() -> closeQuietly(connection));
  }

  private static void closeQuietly(Connection connection) {
    try {
      connection.close();
    } catch (JMSException | RuntimeException e) {
      // It is gone already, which is what was wanted.
    }
  }

  @Override
  public String transport() {
    return (library.file().title() + " " + library.version()).strip();
  }

  @Override
  public Optional<NegotiatedTls> negotiatedTls() {
    return Optional.empty();
  }

  @Override
  public boolean hasThread(String name) {
    return name.startsWith(THREADS) || library.threads().stream().anyMatch(name::contains);
  }

  /** Waits for what is closed, but not for a library that waits for a broker that is gone. */
  @Override
  public void close() {
    threads.execute(() -> factories.values().forEach(ClientLibrary::close));
    threads.shutdown();
    try {
      if (!threads.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
        threads.shutdownNow();
      }
    } catch (InterruptedException e) {
      threads.shutdownNow();
      Thread.currentThread().interrupt();
    }
    stores.ifPresent(TlsStores::close);
  }

  private ConnectionFactory factory(Place place) throws JMSException {
    ConnectionFactory known = factories.get(place);
    if (known != null) {
      return known;
    }
    synchronized (factories) {
      if (!factories.containsKey(place)) {
        factories.put(
            place,
            library.factory(
                place.endpoint(),
                place.consumes(),
                JmsDriver.consumers(driver).prefetch(),
                driver.keepAlive(),
                stores.map(files -> files.values(place.cipher(), place.own())).orElse(Map.of())));
      }
      return factories.get(place);
    }
  }

  private Connection open(Place place, Optional<String> clientId, ClientIdentity identity)
      throws JMSException {
    Optional<Login> shown = identity.login().or(() -> driver.access().login());
    ConnectionFactory factory = factory(place);
    Connection connection =
        shown.isPresent()
            ? factory.createConnection(shown.get().user(), shown.get().password())
            : factory.createConnection();
    boolean started = false;
    try {
      if (clientId.isPresent()) {
        connection.setClientID(clientId.get());
      }
      connection.start();
      started = true;
      return connection;
    } finally {
      if (!started) {
        discard(connection);
      }
    }
  }

  /** Nothing is seen of what is beneath. */
  private final class Channel implements JmsChannel {

    @Override
    public Connection connect(Plan plan) throws JMSException {
      Target target = plan.target();
      int number = target.failover() ? plan.attempt() : connections.getAndIncrement();
      Endpoint endpoint = target.endpoints().get(number % target.endpoints().size());
      Place place =
          new Place(endpoint, plan.consumes(), target.cipher(), plan.identity().certificate());
      try {
        return library.call(() -> open(place, plan.clientId(), plan.identity()));
      } catch (JMSException | RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public ProducerCredit credit() {
      return ProducerCredit.unlimited();
    }

    @Override
    public void reportTo(ClientListener listener) {}

    @Override
    public void drop() {}

    @Override
    public void close() {}
  }
}
