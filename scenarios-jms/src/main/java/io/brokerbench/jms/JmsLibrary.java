package io.brokerbench.jms;

import io.brokerbench.core.result.NegotiatedTls;
import io.brokerbench.core.scenario.JmsAcknowledgement;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Session;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * What client libraries of JMS differ in: how their connections are made and dropped, and which of
 * their calls wait. Safe for use by several threads.
 */
interface JmsLibrary extends AutoCloseable {

  /** Begins a connection, which can be dropped from now on. Does not wait. */
  JmsChannel channel();

  /**
   * Copies the first bytes of a payload.
   *
   * @param header gets them, if there are as many
   * @return bytes of the whole payload, or how many there were where it ends before what it says;
   *     -1 for a message that does not consist of bytes
   */
  int readHeader(Message message, byte[] header) throws JMSException, IOException;

  /** Mode of a consumer's session. */
  int sessionMode(JmsAcknowledgement acknowledgement);

  /**
   * Threads that send, and may wait for it; empty for a library that never lets the sender wait, so
   * that the lane itself sends.
   */
  Optional<Executor> sending();

  /**
   * Whether it calls a completion listener once the broker has taken over a message; else it has
   * done so when the call that sends returns.
   *
   * @param acknowledged whether the message is persistent
   */
  boolean completes(boolean acknowledged);

  /**
   * Whether producers' connections are made in a way of their own, for completions. The broker may
   * keep what belongs to one that broke, and with it requests from a responder that comes back: a
   * responder without completions connects as consumers do then.
   */
  default boolean marksProducers() {
    return false;
  }

  /**
   * Whether an interrupt ends a call that waits for a broker which does not answer. Where it does
   * not, dropping the connection does.
   */
  boolean endsByInterrupt();

  /** Rolls back a transaction that a node which is lost had begun. Waits. */
  default void undo(Session session) throws JMSException {
    session.rollback();
  }

  /** Frees a connection that has broken or was dropped. Waits shortly at most. */
  void discard(Connection connection);

  /** Library and version, for reports. */
  String transport();

  /** What the TLS handshakes agreed on. */
  Optional<NegotiatedTls> negotiatedTls();

  /** Whether a thread works for its clients, by its name. */
  boolean hasThread(String name);

  /** Frees what its connections share. */
  @Override
  void close();
}
