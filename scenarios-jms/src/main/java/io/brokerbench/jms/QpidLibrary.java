package io.brokerbench.jms;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.driver.ClientListener;
import io.brokerbench.core.driver.DriverSettings;
import io.brokerbench.core.driver.Target;
import io.brokerbench.core.result.NegotiatedTls;
import io.brokerbench.core.scenario.JmsAcknowledgement;
import io.brokerbench.core.scenario.JmsConsumers;
import io.brokerbench.core.security.Access;
import io.brokerbench.core.security.Access.ClientCertificate;
import io.brokerbench.core.security.Access.Login;
import io.brokerbench.core.security.ClientIdentity;
import io.brokerbench.core.security.TrustedCertificates;
import io.brokerbench.jms.client.TlsStores;
import io.brokerbench.jms.lane.BatchReceiver;
import io.brokerbench.jms.lane.ProducerCredit;
import io.brokerbench.jms.qpid.ChannelWatch;
import io.brokerbench.jms.qpid.QpidAddresses;
import io.netty.util.concurrent.DefaultThreadFactory;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.apache.qpid.jms.JmsConnection;
import org.apache.qpid.jms.JmsConnectionExtensions;
import org.apache.qpid.jms.JmsConnectionFactory;
import org.apache.qpid.jms.JmsConnectionListener;
import org.apache.qpid.jms.JmsDestination;
import org.apache.qpid.jms.JmsMessageConsumer;
import org.apache.qpid.jms.JmsSession;
import org.apache.qpid.jms.message.JmsBytesMessage;
import org.apache.qpid.jms.message.JmsInboundMessageDispatch;
import org.apache.qpid.jms.message.facade.JmsBytesMessageFacade;
import org.apache.qpid.jms.meta.JmsConnectionInfo;
import org.apache.qpid.jms.meta.JmsConsumerId;
import org.apache.qpid.jms.policy.JmsDefaultPresettlePolicy;
import org.apache.qpid.jms.policy.JmsPrefetchPolicy;
import org.apache.qpid.jms.util.MetaDataSupport;

/** Qpid JMS, whose senders never wait here: {@code PipeliningAmqpProvider} says why. */
final class QpidLibrary implements JmsLibrary {

  /** Of a store that is in no file. */
  private static final char[] NO_PASSWORD = {};

  private static final long CLOSE_MILLIS = 5_000;
  private static final long REQUEST_MILLIS = 30_000;

  private static final String SETTLING = "jms-settling";

  private static final List<String> THREADS =
      List.of("SharedNettyEventLoopGroup", "AmqpProvider", "JmsSession", SETTLING);

  private final DriverSettings driver;
  private final JmsConsumers consumers;
  private final QpidAddresses addresses;
  private final boolean secured;

  /** One for each certificate that clients show, and one for those without. */
  private final Map<Optional<ClientCertificate>, SSLContext> tls = new ConcurrentHashMap<>();

  private final AtomicReference<NegotiatedTls> agreed = new AtomicReference<>();

  /** As many threads as sessions settle a batch at the same time. */
  private final ExecutorService settling =
      Executors.newCachedThreadPool(new DefaultThreadFactory(SETTLING, true));

  QpidLibrary(DriverSettings driver, JmsConsumers consumers, int ioThreads) {
    this.driver = driver;
    this.consumers = consumers;
    this.addresses = new QpidAddresses(driver, ioThreads);
    this.secured =
        List.of(driver.publishing(), driver.consuming()).stream()
            .flatMap(target -> target.endpoints().stream())
            .anyMatch(endpoint -> endpoint.listener().isSecured());
    if (secured) {
      context(ClientIdentity.COMMON); // says at once what cannot be read
    }
  }

  private SSLContext context(ClientIdentity identity) {
    Access access = driver.access();
    return tls.computeIfAbsent(
        identity.certificate().or(access::certificate), own -> context(access, own));
  }

  /** The JDK's TLS, which trusts what {@link Access} says, and shows one certificate. */
  private static SSLContext context(Access access, Optional<ClientCertificate> shown) {
    try {
      KeyManagerFactory own =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      own.init(TlsStores.keys(shown, NO_PASSWORD), NO_PASSWORD);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(
          own.getKeyManagers(), TrustedCertificates.of(access.trust()).getTrustManagers(), null);
      return context;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      throw new DefinitionException("this Java has no TLS: " + e.getMessage(), e);
    }
  }

  @Override
  public JmsChannel channel() {
    return new Channel(ChannelWatch.open(driver.clock()));
  }

  /**
   * The bytes are those that the library has read, and not copied again: the interface of JMS would
   * make three objects of some hundred bytes for each message.
   */
  @Override
  public int readHeader(Message message, byte[] header) throws JMSException, IOException {
    if (!(message instanceof JmsBytesMessage bytes)) {
      return -1;
    }
    JmsBytesMessageFacade facade = (JmsBytesMessageFacade) bytes.getFacade();
    int length = facade.getBodyLength();
    if (header.length > 0 && length >= header.length) {
      int read = facade.getInputStream().readNBytes(header, 0, header.length);
      return read < header.length ? read : length;
    }
    return length;
  }

  @Override
  public int sessionMode(JmsAcknowledgement acknowledgement) {
    return switch (acknowledgement) {
      case PRE_SETTLED, AUTO -> Session.AUTO_ACKNOWLEDGE;
      case CLIENT -> Session.CLIENT_ACKNOWLEDGE;
      case TRANSACTED -> Session.SESSION_TRANSACTED;
    };
  }

  @Override
  public Optional<Executor> sending() {
    return Optional.empty();
  }

  @Override
  public boolean completes(boolean acknowledged) {
    return true;
  }

  @Override
  public boolean endsByInterrupt() {
    return false;
  }

  /**
   * The library does not know of what was delivered: {@code LoopDelivery} reports it to the node
   * alone. A session's rollback would also end the credit of its consumers.
   */
  @Override
  public void undo(Session session) throws JMSException {
    ((JmsSession) session).getTransactionContext().rollback();
  }

  /** Its socket has been closed before, so there is nothing that it could wait for. */
  @Override
  public void discard(Connection connection) {
    try {
      connection.close();
    } catch (JMSException e) {
      // It is gone already, which is what was wanted.
    }
  }

  @Override
  public String transport() {
    return MetaDataSupport.PROVIDER_NAME + " " + MetaDataSupport.PROVIDER_VERSION;
  }

  /** Event loops of connections, threads that settle batches, and those of sessions. */
  @Override
  public boolean hasThread(String name) {
    return THREADS.stream().anyMatch(name::startsWith);
  }

  @Override
  public void close() {
    settling.shutdown();
  }

  /** A connection and its sockets. */
  private final class Channel implements JmsChannel {

    private final ChannelWatch watch;

    Channel(ChannelWatch watch) {
      this.watch = watch;
    }

    @Override
    public Connection connect(Plan plan) throws JMSException {
      Target target = plan.target();
      if (plan.consumes()) {
        watch.receivers().use();
      }
      String uri =
          target.failover() && !plan.consumes()
              ? addresses.alternative(target, plan.attempt(), watch)
              : addresses.uri(target, watch);
      Connection opened = QpidLibrary.this.connect(uri, plan.clientId(), plan.identity(), watch);
      if (QpidAddresses.failsOver(uri)) {
        // Each listener costs a thread's wake-up for each message that comes in.
        ((JmsConnection) opened).addConnectionListener(new QpidFailover(plan.failover()));
      }
      return opened;
    }

    @Override
    public ProducerCredit credit() {
      return watch.credit();
    }

    @Override
    public void deliver(Session session, MessageConsumer consumer, BatchReceiver receiver)
        throws JMSException {
      if (watch.receivers().isInUse()) {
        watch.receivers().add(id(consumer), (JmsSession) session, receiver, settling);
      } else {
        JmsChannel.super.deliver(session, consumer, receiver);
      }
    }

    @Override
    public void endDeliveries(MessageConsumer consumer) throws InterruptedException {
      watch.receivers().stop(id(consumer));
    }

    private static JmsConsumerId id(MessageConsumer consumer) {
      return ((JmsMessageConsumer) consumer).getConsumerId();
    }

    @Override
    public void reportTo(ClientListener listener) {
      listener.onTransportReady(watch.tcpNanos(), watch.securedNanos());
    }

    @Override
    public void drop() {
      watch.drop();
    }

    @Override
    public void close() {
      watch.close();
    }
  }

  /**
   * Passes on what the library does by itself.
   *
   * @param listener hears of it
   */
  private record QpidFailover(JmsChannel.Failover listener) implements JmsConnectionListener {

    @Override
    public void onConnectionInterrupted(URI remote) {
      listener.interrupted();
    }

    @Override
    public void onConnectionRestored(URI remote) {
      listener.restored();
    }

    @Override
    public void onConnectionEstablished(URI remote) {}

    /** The exception listener hears of it too. */
    @Override
    public void onConnectionFailure(Throwable cause) {}

    @Override
    public void onInboundMessage(JmsInboundMessageDispatch envelope) {}

    @Override
    public void onSessionClosed(Session session, Throwable cause) {}

    @Override
    public void onConsumerClosed(MessageConsumer consumer, Throwable cause) {}

    @Override
    public void onProducerClosed(MessageProducer producer, Throwable cause) {}
  }

  /**
   * Connects, and starts deliveries. Waits.
   *
   * @param clientId of the connection, where its subscriptions are its own
   * @param identity of the client
   * @param uri of {@link QpidAddresses}
   */
  Connection connect(
      String uri, Optional<String> clientId, ClientIdentity identity, ChannelWatch watch)
      throws JMSException {
    JmsConnectionFactory factory = new JmsConnectionFactory(uri);
    clientId.ifPresent(factory::setClientID);
    factory.setConnectTimeout(JmsConnectionInfo.INFINITE); // the rig has the limit
    factory.setCloseTimeout(CLOSE_MILLIS);
    factory.setRequestTimeout(REQUEST_MILLIS);
    // An acknowledgement is on its way when the listener goes on; it need not wait for the socket.
    factory.setForceAsyncAcks(true);
    factory.setPrefetchPolicy(new FixedPrefetch(consumers.prefetch()));
    JmsDefaultPresettlePolicy presettle = new JmsDefaultPresettlePolicy();
    presettle.setPresettleConsumers(consumers.acknowledgement() == JmsAcknowledgement.PRE_SETTLED);
    factory.setPresettlePolicy(presettle);
    if (secured) {
      SSLContext context = context(identity);
      factory.setExtension(
          JmsConnectionExtensions.SSL_CONTEXT.toString(), (connection, remote) -> context);
    }
    Optional<Login> shown = identity.login().or(() -> driver.access().login());
    Connection connection =
        shown.isPresent()
            ? factory.createConnection(shown.get().user(), shown.get().password())
            : factory.createConnection();
    boolean started = false;
    try {
      connection.start();
      watch
          .tls()
          .ifPresent(session -> agreed.compareAndSet(null, NegotiatedTls.of(session, "JDK")));
      started = true;
      return connection;
    } finally {
      if (!started) {
        watch.drop();
        connection.close();
      }
    }
  }

  @Override
  public Optional<NegotiatedTls> negotiatedTls() {
    return Optional.ofNullable(agreed.get());
  }

  /** As many messages ahead for all consumers: the library's own policy accepts at most 32 767. */
  private record FixedPrefetch(int messages) implements JmsPrefetchPolicy {

    @Override
    public JmsPrefetchPolicy copy() {
      return this;
    }

    @Override
    public int getConfiguredPrefetch(
        JmsSession session, JmsDestination destination, boolean durable, boolean browser) {
      return messages;
    }
  }
}
