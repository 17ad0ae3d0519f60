package io.brokerbench.jms;

import io.brokerbench.core.driver.Target;
import io.brokerbench.core.security.Access.Login;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.qpid.jms.JmsConnection;
import org.apache.qpid.jms.JmsConnectionListener;
import org.apache.qpid.jms.message.JmsInboundMessageDispatch;

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

  private final ConnectionPlan plan;
  private final Target target;
  private final Optional<String> clientId;
  private final boolean recovers;
  private final Optional<Login> login;
  private int attempts;
  private final List<Member> members = new CopyOnWriteArrayList<>();
  private Connection connection;
  private volatile ChannelWatch watch;

  /**
   * A connection that is not made yet.
   *
   * @param clientId empty where subscriptions are not to be the connection's own
   * @param recovers whether the library is to find the active node of a pair again; else each new
   *     connection tries the next one
   * @param login of its clients; empty for the one of all clients
   */
  JmsLink(
      ConnectionPlan plan,
      Target target,
      Optional<String> clientId,
      boolean recovers,
      Optional<Login> login) {
    this.plan = plan;
    this.target = target;
    this.clientId = clientId;
    this.recovers = recovers;
    this.login = login;
  }

  /** Connects, or joins the connection that there is. */
  synchronized ChannelWatch open(Member member) throws QpidException {
    if (connection == null) {
      ChannelWatch opening = ChannelWatch.open(plan.driver().clock());
      watch = opening;
      try {
        String uri =
            target.failover() && !recovers
                ? plan.alternative(target, attempts++, opening)
                : plan.uri(target, opening);
        Connection opened = plan.connect(uri, clientId, login, opening);
        opened.setExceptionListener(cause -> onBroken(opened, cause));
        ((JmsConnection) opened).addConnectionListener(new Recovery());
        connection = opened;
      } catch (JMSException | RuntimeException e) {
        opening.close();
        throw new QpidException(ConnectionPlan.name(target), e);
      }
    }
    members.add(member);
    return watch;
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

  /** Does something while no listener of the connection runs, or is going to. */
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
        watch.close();
      }
    }
  }

  /** Drops the socket silently, also while it is being opened. Does not wait. */
  void drop() {
    ChannelWatch open = watch;
    if (open != null) {
      open.drop();
    }
  }

  /**
   * Frees what is left of a connection that was dropped or has broken.
   *
   * @param discarding client that does so, and is not notified; null for none
   */
  void discard(Member discarding) {
    Connection closing;
    List<Member> others;
    synchronized (this) {
      members.remove(discarding);
      others = List.copyOf(members);
      members.clear();
      closing = connection;
      connection = null;
    }
    if (closing != null) {
      try {
        closing.close();
      } catch (JMSException e) {
        // It is gone already, which is what was wanted.
      }
    }
    others.forEach(member -> member.onBroken(new JMSException("another client dropped it")));
  }

  /** Reports to the members what the library does by itself. */
  private final class Recovery implements JmsConnectionListener {

    @Override
    public void onConnectionInterrupted(URI remote) {
      long nanos = plan.driver().clock().nanoTime();
      members.forEach(member -> member.onInterrupted(nanos));
    }

    @Override
    public void onConnectionRestored(URI remote) {
      long nanos = plan.driver().clock().nanoTime();
      members.forEach(member -> member.onRestored(nanos));
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
