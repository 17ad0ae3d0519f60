package io.brokerbench.acceptance;

import io.brokerbench.core.base.MessageHeader;
import io.brokerbench.core.result.Requests.Unanswered;
import io.brokerbench.core.result.Requests.Way;
import io.brokerbench.core.scenario.JmsConsumers;
import io.brokerbench.core.security.Access.Login;
import jakarta.jms.BytesMessage;
import jakarta.jms.CompletionListener;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.Destination;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.qpid.jms.JmsConnectionFactory;
import org.apache.qpid.jms.meta.JmsConnectionInfo;

/**
 * The factory of a JMS client that does to requests and replies on purpose what a broker may do by
 * mistake, between the driver and a real broker: as a file of a client names it, so the driver is
 * the one that users have. What it does is common to all of its connections; {@link #reset} ends
 * it.
 */
public final class FaultyJmsFactory implements ConnectionFactory, AutoCloseable {

  /** The resource that classes of tests share, which otherwise run side by side. */
  static final String LOCK = "FaultyJmsFactory";

  /** What is done to a message. */
  enum Deed {
    /** The broker has taken it, and no client gets it. */
    WITHHOLD,
    TWICE,
    /** It goes to the requester whose id is one less. */
    MISDELIVER,
    WITHOUT_CORRELATION,
    /** It is delivered, and never acknowledged. */
    NEVER_ACKNOWLEDGE,
    /**
     * It dies with its connection: neither the broker nor the driver hears of it, the first time.
     */
    SWALLOW_ONCE
  }

  /** Which message it is done to: that of a requester, there or back. */
  record Target(int requester, long sequence, Way way) {}

  private static final String NOWHERE = "nowhere";

  /** While there is load a browser that consumes gets something, however busy the machine is. */
  private static final long FIRST_MILLIS = 2_000;

  private static final long NEXT_MILLIS = 20;

  private static final Map<Target, Deed> DEEDS = new ConcurrentHashMap<>();
  private static final Queue<Unanswered> WITHHELD = new ConcurrentLinkedQueue<>();
  private static final Map<Integer, Destination> REPLY_TO = new ConcurrentHashMap<>();
  private static final AtomicInteger REPLIES = new AtomicInteger();
  private static final AtomicInteger MESSAGES = new AtomicInteger();
  private static final AtomicInteger WITHHELD_MESSAGES = new AtomicInteger();
  private static volatile int every = Integer.MAX_VALUE;
  private static volatile int everyMessage = Integer.MAX_VALUE;
  private static volatile int everyHurried = Integer.MAX_VALUE;
  private static final AtomicInteger CONSUMED_BY_BROWSERS = new AtomicInteger();
  private static final Queue<Login> LOGINS = new ConcurrentLinkedQueue<>();
  private static volatile boolean browsersConsume;
  private static volatile Target confused;
  private static volatile Target hidden;

  private final JmsConnectionFactory behind = new JmsConnectionFactory();
  private Connection draining;

  static void reset() {
    LOGINS.clear();
    DEEDS.clear();
    WITHHELD.clear();
    REPLY_TO.clear();
    REPLIES.set(0);
    MESSAGES.set(0);
    WITHHELD_MESSAGES.set(0);
    every = Integer.MAX_VALUE;
    everyMessage = Integer.MAX_VALUE;
    everyHurried = Integer.MAX_VALUE;
    CONSUMED_BY_BROWSERS.set(0);
    browsersConsume = false;
    confused = null;
    hidden = null;
  }

  static void does(Deed deed, Way way, int requester, long sequence) {
    DEEDS.put(new Target(requester, sequence, way), deed);
  }

  /** Whether nothing is left that is done once. */
  static boolean isDone() {
    return !DEEDS.containsValue(Deed.SWALLOW_ONCE);
  }

  /** Withholds each n-th reply of all. */
  static void withholdsReplyEvery(int n) {
    every = n;
  }

  /** Withholds each n-th message of those that are no requests and no replies. */
  static void withholdsMessageEvery(int n) {
    everyMessage = n;
  }

  /** Sends each n-th message, as above, without its delivery delay. */
  static void hurriesMessageEvery(int n) {
    everyHurried = n;
  }

  /** Lets each walk of a browser consume what the queue gives it, until that pauses. */
  static void consumesWhileBrowsing() {
    browsersConsume = true;
  }

  /** Messages that browsers have consumed. */
  static int consumedByBrowsers() {
    return CONSUMED_BY_BROWSERS.get();
  }

  /** Gives a message of a producer the partition after its own. */
  static void confusesPartition(int producer, long sequence) {
    confused = new Target(producer, sequence, Way.REQUEST);
  }

  /** Gives a message of a producer a partition that no consumer selects. */
  static void hidesFromSelectors(int producer, long sequence) {
    hidden = new Target(producer, sequence, Way.REQUEST);
  }

  /** How many of these were withheld. */
  static int withheldMessages() {
    return WITHHELD_MESSAGES.get();
  }

  /** What connections have shown to be let in since the last {@link #reset}. */
  static List<Login> logins() {
    return List.copyOf(LOGINS);
  }

  /** The file of a client that has this factory. */
  static String clientFile() {
    return """
    title: Faulty JMS client
    protocol: amqp
    factory: %s
    properties: {brokerURL: "amqp://${host}:${port}"}
    completions: true
    sharedSubscriptions: true
    """
        .formatted(FaultyJmsFactory.class.getName());
  }

  /** What was withheld, in the order of requesters and sequences. */
  static List<Unanswered> withheld() {
    return WITHHELD.stream()
        .sorted(
            Comparator.comparingInt(Unanswered::requester).thenComparingLong(Unanswered::sequence))
        .toList();
  }

  /** Address of the broker. */
  public void setBrokerURL(String url) {
    behind.setConnectTimeout(JmsConnectionInfo.INFINITE); // the rig has the limit
    behind.setRemoteURI(url);
  }

  @Override
  public Connection createConnection() throws JMSException {
    return faulty(behind.createConnection());
  }

  @Override
  public Connection createConnection(String user, String password) throws JMSException {
    LOGINS.add(new Login(user, password));
    return faulty(behind.createConnection(user, password));
  }

  @Override
  public JMSContext createContext() {
    return behind.createContext();
  }

  @Override
  public JMSContext createContext(String user, String password) {
    return behind.createContext(user, password);
  }

  @Override
  public JMSContext createContext(String user, String password, int mode) {
    return behind.createContext(user, password, mode);
  }

  @Override
  public JMSContext createContext(int mode) {
    return behind.createContext(mode);
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(
            FaultyJmsFactory.class.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private static Object call(Object on, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(on, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private Connection faulty(Connection connection) {
    return proxy(
        Connection.class,
        (self, method, arguments) -> {
          Object result = call(connection, method, arguments);
          return result instanceof Session session ? faulty(session) : result;
        });
  }

  private Session faulty(Session session) {
    return proxy(
        Session.class,
        (self, method, arguments) -> {
          if (method.getName().equals("createBrowser") && browsersConsume) {
            consume(session, (Destination) arguments[0]);
          }
          if (!method.getName().equals("createProducer")) {
            return call(session, method, arguments);
          }
          return faulty(session, session.createProducer(null), (Destination) arguments[0]);
        });
  }

  private static void consume(Session session, Destination queue) throws JMSException {
    try (MessageConsumer consumer = session.createConsumer(queue)) {
      for (long patience = FIRST_MILLIS;
          consumer.receive(patience) != null;
          patience = NEXT_MILLIS) {
        CONSUMED_BY_BROWSERS.incrementAndGet();
      }
    }
  }

  private MessageProducer faulty(Session session, MessageProducer producer, Destination usual) {
    return proxy(
        MessageProducer.class,
        (self, method, arguments) -> {
          if (!method.getName().equals("send")) {
            return call(producer, method, arguments);
          }
          Destination to = arguments[0] instanceof Destination given ? given : usual;
          Message message = (Message) arguments[arguments[0] instanceof Destination ? 1 : 0];
          CompletionListener listener = (CompletionListener) arguments[arguments.length - 1];
          send(session, producer, to, message, listener);
          return null;
        });
  }

  private void send(
      Session session,
      MessageProducer producer,
      Destination to,
      Message message,
      CompletionListener listener)
      throws JMSException {
    if (message.getJMSCorrelationID() == null) {
      sendPlain(session, producer, to, message, listener);
      return;
    }
    long word1 = HexFormat.fromHexDigitsToLong(message.getJMSCorrelationID());
    int requester = MessageHeader.publisherId(word1);
    long sequence = MessageHeader.sequence(word1);
    Way way = message.getJMSReplyTo() == null ? Way.REPLY : Way.REQUEST;
    if (way == Way.REQUEST) {
      REPLY_TO.put(requester, message.getJMSReplyTo());
    }
    Target target = new Target(requester, sequence, way);
    Deed deed = DEEDS.get(target);
    if (way == Way.REPLY && REPLIES.incrementAndGet() % every == 0) {
      deed = Deed.WITHHOLD;
    }
    if (deed == null) {
      producer.send(to, message, listener);
      return;
    }
    switch (deed) {
      case WITHHOLD -> {
        WITHHELD.add(new Unanswered(requester, sequence, way));
        drainNowhere();
        producer.send(session.createQueue(NOWHERE), message, listener);
      }
      case TWICE -> {
        producer.send(to, message); // waits, as a message is in use until it is acknowledged
        producer.send(to, message, listener);
      }
      case MISDELIVER -> producer.send(REPLY_TO.get(requester - 1), message, listener);
      case WITHOUT_CORRELATION -> {
        message.setJMSCorrelationID(null);
        producer.send(to, message, listener);
      }
      case NEVER_ACKNOWLEDGE -> producer.send(to, message, new Silence());
      case SWALLOW_ONCE -> DEEDS.remove(target);
    }
  }

  /** Of a message that is no request and no reply. */
  private void sendPlain(
      Session session,
      MessageProducer producer,
      Destination to,
      Message message,
      CompletionListener listener)
      throws JMSException {
    mark(message);
    int number = MESSAGES.incrementAndGet();
    boolean withhold = number % everyMessage == 0;
    if (number % everyHurried == 0) {
      long delay = producer.getDeliveryDelay();
      producer.setDeliveryDelay(0);
      producer.send(to, message, listener);
      producer.setDeliveryDelay(delay);
      return;
    }
    if (withhold) {
      WITHHELD_MESSAGES.incrementAndGet();
      drainNowhere();
    }
    producer.send(withhold ? session.createQueue(NOWHERE) : to, message, listener);
  }

  private static void mark(Message message) throws JMSException {
    if (!message.propertyExists(JmsConsumers.PARTITION_PROPERTY)
        || (confused == null && hidden == null)) {
      return;
    }
    Target target = targetOf(message);
    if (target.equals(confused) || target.equals(hidden)) {
      int own = message.getIntProperty(JmsConsumers.PARTITION_PROPERTY);
      message.setIntProperty(
          JmsConsumers.PARTITION_PROPERTY, target.equals(confused) ? own + 1 : -1);
    }
  }

  /** Of the header in a message that is about to be sent. */
  private static Target targetOf(Message message) throws JMSException {
    BytesMessage bytes = (BytesMessage) message;
    bytes.reset();
    bytes.readLong();
    long word1 = bytes.readLong();
    return new Target(MessageHeader.publisherId(word1), MessageHeader.sequence(word1), Way.REQUEST);
  }

  /** So that no queue of the broker holds what no client is owed. */
  private synchronized void drainNowhere() throws JMSException {
    if (draining == null) {
      draining = behind.createConnection();
      Session session = draining.createSession(Session.AUTO_ACKNOWLEDGE);
      session.createConsumer(session.createQueue(NOWHERE)).setMessageListener(message -> {});
      draining.start();
    }
  }

  @Override
  public synchronized void close() throws JMSException {
    if (draining != null) {
      draining.close();
    }
  }

  private static final class Silence implements CompletionListener {

    @Override
    public void onCompletion(Message message) {}

    @Override
    public void onException(Message message, Exception cause) {}
  }
}
