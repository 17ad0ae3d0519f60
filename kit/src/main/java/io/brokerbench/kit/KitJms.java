package io.brokerbench.kit;

import static io.brokerbench.kit.BrokenClaimException.require;

import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.security.Access.Login;
import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.Optional;
import org.apache.qpid.jms.JmsConnectionFactory;

/** A JMS client with one session that acknowledges by itself. Its methods wait. */
final class KitJms implements AutoCloseable {

  /** Property of each number: 0 for an even one, and 1 for an odd one. */
  static final String PARITY = "parity";

  private static final long NO_DELAY = 0;

  private static final long PATIENCE_MILLIS = KitMqtt.PATIENCE_SECONDS * 1_000;

  private final Connection connection;
  private final Session session;

  private KitJms(Connection connection, Session session) {
    this.connection = connection;
    this.session = session;
  }

  /** Something of JMS. */
  private interface Step<T> {
    T take() throws JMSException;
  }

  /**
   * A connection whose durable subscriptions are its own, by its client id.
   *
   * @param clientId null for none
   */
  static KitJms connect(Endpoint endpoint, String clientId, Optional<Login> login) {
    JmsConnectionFactory factory = factory("amqp", endpoint);
    login.ifPresent(
        user -> {
          factory.setUsername(user.user());
          factory.setPassword(user.password());
        });
    return done(() -> start(factory.createConnection(), clientId));
  }

  /** The same with the client of another library. */
  static KitJms connect(
      KitLibrary library, Endpoint endpoint, String clientId, Optional<Login> login) {
    return done(() -> start(library.connects().connect(endpoint, login), clientId));
  }

  /** A connection without a client id, whose shared subscriptions belong to no single client. */
  static KitJms connect(Endpoint endpoint) {
    return connect(endpoint, null, Optional.empty());
  }

  /** The same over TLS. */
  static KitJms connect(Endpoint endpoint, KitTls tls) throws GeneralSecurityException {
    JmsConnectionFactory factory = factory("amqps", endpoint);
    factory.setSslContext(tls.context());
    return done(() -> start(factory.createConnection(), null));
  }

  private static JmsConnectionFactory factory(String scheme, Endpoint endpoint) {
    return new JmsConnectionFactory(
        "%s://%s:%d?jms.requestTimeout=%d&jms.connectTimeout=%d"
            .formatted(scheme, endpoint.host(), endpoint.port(), PATIENCE_MILLIS, PATIENCE_MILLIS));
  }

  /** By what all versions of JMS have: some libraries leave out what came with 2.0. */
  private static KitJms start(Connection connection, String clientId) throws JMSException {
    try {
      if (clientId != null) {
        connection.setClientID(clientId);
      }
      connection.start();
      return new KitJms(connection, connection.createSession(false, Session.AUTO_ACKNOWLEDGE));
    } catch (JMSException e) {
      connection.close();
      throw e;
    }
  }

  Topic topic(String name) {
    return done(() -> session.createTopic(name));
  }

  Destination queue(String name) {
    return done(() -> session.createQueue(name));
  }

  MessageConsumer consumer(Destination from) {
    return done(() -> session.createConsumer(from));
  }

  MessageConsumer consumer(Destination from, String selector) {
    return done(() -> session.createConsumer(from, selector));
  }

  /** What waits in a queue. */
  List<String> browse(String queue) {
    return done(
        () -> {
          List<String> seen = new ArrayList<>();
          try (QueueBrowser browser = session.createBrowser(session.createQueue(queue))) {
            Enumeration<?> messages = browser.getEnumeration();
            while (messages.hasMoreElements()) {
              seen.add(text((Message) messages.nextElement()));
            }
          }
          return seen;
        });
  }

  MessageConsumer durable(Topic topic, String name) {
    return done(() -> session.createDurableSubscriber(topic, name));
  }

  MessageConsumer shared(Topic topic, String name, boolean durable) {
    return done(
        () ->
            durable
                ? session.createSharedDurableConsumer(topic, name)
                : session.createSharedConsumer(topic, name));
  }

  void close(MessageConsumer consumer) {
    done(
        () -> {
          consumer.close();
          return true;
        });
  }

  void unsubscribe(String name) {
    done(
        () -> {
          session.unsubscribe(name);
          return true;
        });
  }

  /** Sends the numbers from one to before another; the broker has them when this returns. */
  void sendNumbers(Destination to, int from, int end) {
    sendNumbers(to, from, end, NO_DELAY);
  }

  /** The same with a delivery delay, in milliseconds. */
  void sendNumbers(Destination to, int from, int end, long delay) {
    done(
        () -> {
          try (MessageProducer producer = session.createProducer(to)) {
            if (delay != NO_DELAY) {
              producer.setDeliveryDelay(delay);
            }
            for (int i = from; i < end; i++) {
              BytesMessage message = session.createBytesMessage();
              message.writeBytes(Integer.toString(i).getBytes(StandardCharsets.UTF_8));
              message.setIntProperty(PARITY, i % 2);
              producer.send(message);
            }
          }
          return true;
        });
  }

  /** Takes the next messages, which have to come in time. */
  static List<String> take(MessageConsumer consumer, int count) {
    List<String> taken = new ArrayList<>(count);
    while (taken.size() < count) {
      List<String> next = poll(consumer, PATIENCE_MILLIS);
      require(!next.isEmpty(), "only %s of %s messages came", taken.size(), count);
      taken.addAll(next);
    }
    return taken;
  }

  /** The next message, if it comes in time. */
  static List<String> poll(MessageConsumer consumer, long millis) {
    Message message = done(() -> consumer.receive(millis));
    return message == null ? List.of() : List.of(text(message));
  }

  private static String text(Message message) {
    require(message instanceof BytesMessage, "a message that is no BytesMessage: %s", message);
    return done(
        () -> {
          BytesMessage bytes = (BytesMessage) message;
          byte[] body = new byte[(int) bytes.getBodyLength()];
          bytes.readBytes(body);
          return new String(body, StandardCharsets.UTF_8);
        });
  }

  private static <T> T done(Step<T> step) {
    try {
      return step.take();
    } catch (JMSException e) {
      throw new BrokenClaimException("the broker refused it: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    done(
        () -> {
          connection.close();
          return true;
        });
  }
}
