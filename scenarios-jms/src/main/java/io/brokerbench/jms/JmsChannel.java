package io.brokerbench.jms;

import io.brokerbench.core.driver.ClientListener;
import io.brokerbench.core.driver.Target;
import io.brokerbench.core.security.ClientIdentity;
import io.brokerbench.jms.lane.BatchReceiver;
import io.brokerbench.jms.lane.ProducerCredit;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.util.Optional;

/** What is beneath one connection of JMS. Safe for use by several threads. */
interface JmsChannel extends AutoCloseable {

  /** Hears what the library does by itself. From a thread of the library; does not wait. */
  interface Failover {

    /** The node is lost, and the library looks for another one. */
    void interrupted();

    /** The library has found one, and has set up there what was on the other one. */
    void restored();
  }

  /**
   * How a connection is made.
   *
   * @param target where to
   * @param attempt 0 for the first connection of a client
   * @param consumes whether it is one of consumers: the library is to find the active node of a
   *     pair again, if it can
   * @param clientId of the connection, where its subscriptions are its own
   * @param identity of the client
   * @param failover hears of what the library does
   */
  record Plan(
      Target target,
      int attempt,
      boolean consumes,
      Optional<String> clientId,
      ClientIdentity identity,
      Failover failover) {}

  /** Connects, and starts deliveries. Waits. */
  Connection connect(Plan plan) throws JMSException;

  /** Of the connection's producer. */
  ProducerCredit credit();

  /**
   * Hands a consumer's messages to a receiver, one at a time, from now on. Has each batch settled
   * before the next message, on a thread that may wait for the broker.
   *
   * @param session of the consumer
   */
  default void deliver(Session session, MessageConsumer consumer, BatchReceiver receiver)
      throws JMSException {
    consumer.setMessageListener(
        message -> {
          receiver.onMessage(message);
          if (receiver.isBatchFull()) {
            receiver.settleBatch();
          }
        });
  }

  /**
   * Ends the deliveries to a consumer of a connection that is stopped. When it returns, its
   * receiver is not in use. Waits for a batch that is being settled.
   *
   * @throws InterruptedException if the thread is interrupted before
   */
  default void endDeliveries(MessageConsumer consumer) throws InterruptedException {}

  /** Reports to whom it was made for when its parts were there, if that was seen; on the lane. */
  void reportTo(ClientListener listener);

  /** Drops the connection silently, also while it is being opened, if it can. Does not wait. */
  void drop();

  /** The connection has been closed. */
  @Override
  void close();
}
