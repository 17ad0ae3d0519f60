package io.brokerbench.jms;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.driver.ClientListener;
import io.brokerbench.core.driver.Target;
import io.brokerbench.core.security.ClientIdentity;
import io.brokerbench.jms.lane.BatchReceiver;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/**
 * One JMS connection, which several clients may share: made for the first that needs it, closed
 * with the last. Methods wait for the broker, unless they say otherwise. Safe for use by several
 * threads.
 */
final class JmsLink {

  /** A client of the connection. */
  interface Member {

    /** The connection has broken. From a thread of the library; does not wait. */
    void onBroken(Throwable cause);

    /** The node is lost, and the library looks for another one. As above. */
    void onInterrupted(long nanos);

    /** The library has found one, and has set up there what was on the other one. As above. */
    void onRestored(long nanos);
  }

  private final JmsLibrary library;
  private final NanoClock clock;
  private final Target target;
  private final Optional<String> clientId;
  private final boolean consumes;
  private final ClientIdentity identity;
  private int attempts;
  private final List<Member> members = new CopyOnWriteArrayList<>();

  /** For which the connection is being made; null otherwise. */
  private volatile Member opener;

  private Connection connection;
  private volatile JmsChannel channel;

  /**
   * A connection that is not made yet.
   *
   * @param clientId empty where subscriptions are not to be the connection's own
   * @param consumes whether it is one of consumers: the library is to find the active node of a
   *     pair again, if it can; else each new connection tries the next one
   * @param identity of its clients
   */
  JmsLink(
      JmsLibrary library,
      NanoClock clock,
      Target target,
      Optional<String> clientId,
      boolean consumes,
      ClientIdentity identity) {
    this.library = library;
    this.clock = clock;
    this.target = target;
    this.clientId = clientId;
    this.consumes = consumes;
    this.identity = identity;
  }

  /**
   * The connection of a member.
   *
   * @param made whether for it; else it joined one that there was
   */
  record Opened(JmsChannel channel, boolean made) {

    /** Reports the handshake of a connection that was made for the member; on the lane. */
    void reportTo(ClientListener listener) {
      if (made) {
        channel.reportTo(listener);
      }
    }
  }

  /** Connects, or joins the connection that there is. */
  synchronized Opened open(Member member) throws JmsClientException {
    boolean made = connection == null;
    if (made) {
      JmsChannel opening = library.channel();
      channel = opening;
      opener = member;
      try {
        Connection opened =
            opening.connect(
                new JmsChannel.Plan(
                    target, attempts++, consumes, clientId, identity, new Recovery()));
        opened.setExceptionListener(cause -> onBroken(opened, cause));
        connection = opened;
      } catch (JMSException | RuntimeException | Error e) {
        opener = null;
        opening.close();
        throw new JmsClientException(name(target), e);
      }
    }
    members.add(member);
    opener = null;
    return new Opened(channel, made);
  }

  /** Address of the broker, for messages. */
  private static String name(Target target) {
    return target.endpoints().stream()
        .map(endpoint -> endpoint.host() + ":" + endpoint.port())
        .collect(Collectors.joining(","));
  }

  /** The library, for what its members do on the connection. */
  JmsLibrary library() {
    return library;
  }

  /** A session of the connection. */
  Session session(int mode) throws JMSException {
    return current().createSession(mode);
  }

  private synchronized Connection current() throws JMSException {
    if (connection == null) {
      throw new JMSException("the connection is closed");
    }
    return connection;
  }

  /** Hands a consumer's messages to its receiver, as {@link JmsChannel#deliver} says. */
  void deliver(Session session, MessageConsumer consumer, BatchReceiver receiver)
      throws JMSException {
    channel.deliver(session, consumer, receiver);
  }

  /** Ends them, as {@link JmsChannel#endDeliveries} says. */
  void endDeliveries(MessageConsumer consumer) throws JMSException {
    try {
      channel.endDeliveries(consumer);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new JMSException("interrupted before a batch was settled");
    }
  }

  /** Does something while no listener of the library's runs on the connection, or is going to. */
  synchronized void whileStopped(ConnectionAction action) throws JMSException {
    current().stop();
    try {
      action.run();
    } finally {
      if (members.size() > 1) {
        connection.start();
      }
    }
  }

  /** What is done with a stopped connection. */
  @FunctionalInterface
  interface ConnectionAction {
    void run() throws JMSException;
  }

  /** Leaves the connection; the last one closes it. */
  synchronized void release(Member member) throws JMSException {
    members.remove(member);
    if (members.isEmpty() && connection != null) {
      Connection closing = connection;
      connection = null;
      try {
        closing.close();
      } finally {
        channel.close();
      }
    }
  }

  /** Drops the socket silently, also while it is being opened, whoever uses it. Does not wait. */
  void drop() {
    JmsChannel open = channel;
    if (open != null) {
      open.drop();
    }
  }

  /**
   * The same for a client of the connection. Nothing is done if it was on an earlier one, and
   * others have made the next one.
   */
  void drop(Member dropping) {
    if (opener == dropping || members.contains(dropping)) {
      drop();
    }
  }

  /**
   * Frees what is left of a connection that was dropped or has broken.
   *
   * @param discarding client that does so, and is not notified; as above. Null where all is closed
   */
  void discard(Member discarding) {
    Connection closing;
    List<Member> others;
    synchronized (this) {
      if (discarding != null && !members.remove(discarding)) {
        return;
      }
      others = List.copyOf(members);
      members.clear();
      closing = connection;
      connection = null;
    }
    if (closing != null) {
      library.discard(closing);
    }
    others.forEach(member -> member.onBroken(new JMSException("another client dropped it")));
  }

  /** Reports to the members what the library does by itself. */
  private final class Recovery implements JmsChannel.Failover {

    @Override
    public void interrupted() {
      long nanos = clock.nanoTime();
      members.forEach(member -> member.onInterrupted(nanos));
    }

    @Override
    public void restored() {
      long nanos = clock.nanoTime();
      members.forEach(member -> member.onRestored(nanos));
    }
  }

  private void onBroken(Connection broken, JMSException cause) {
    List<Member> all;
    synchronized (this) {
      if (broken != connection) {
        return;
      }
      all = List.copyOf(members);
    }
    all.forEach(member -> member.onBroken(cause));
  }
}
