package io.brokerbench.jms;

import io.brokerbench.core.measure.NanoClock;
import io.brokerbench.core.scenario.JmsConsumers;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.jms.Session;
import jakarta.jms.TransactionRolledBackException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.function.Consumer;
import org.apache.qpid.jms.message.JmsBytesMessage;
import org.apache.qpid.jms.message.facade.JmsBytesMessageFacade;

/**
 * Takes the messages of one session: reads their headers, puts them into the inbox, and
 * acknowledges as the scenario says. Used by one thread at a time.
 */
final class Receiver implements MessageListener {

  /** Bit of a tag: the broker says that it has sent the message before. */
  static final long REDELIVERED = 1L << 32;

  /** Bit of a tag: the payload is too short for a header. */
  static final long SHORT = 1L << 33;

  private static final int HEADER_BYTES = 3 * Long.BYTES;
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final Session session;
  private final JmsConsumers settings;
  private final Inbox inbox;
  private final NanoClock clock;
  private final Consumer<Throwable> failures;
  private final byte[] header = new byte[HEADER_BYTES];
  private Message latest;
  private int pending;
  private volatile boolean ended;

  Receiver(
      Session session,
      JmsConsumers settings,
      Inbox inbox,
      NanoClock clock,
      Consumer<Throwable> failures) {
    this.session = session;
    this.settings = settings;
    this.inbox = inbox;
    this.clock = clock;
    this.failures = failures;
  }

  @Override
  public void onMessage(Message message) {
    long now = clock.nanoTime();
    if (ended) {
      return;
    }
    try {
      put(now, message);
      if (settings.acknowledgement().isBatched()) {
        latest = message;
        if (++pending >= settings.batch()) {
          settle();
        }
      }
    } catch (JMSException | IOException | RuntimeException e) {
      failures.accept(e);
    }
  }

  /**
   * The bytes are those that the library has read, and not copied again: the interface of JMS would
   * make three objects of some hundred bytes for each message.
   */
  private void put(long now, Message message) throws JMSException, IOException {
    long tag = message.getJMSRedelivered() ? REDELIVERED : 0;
    if (!(message instanceof JmsBytesMessage bytes)) {
      inbox.put(now, 0, 0, 0, tag | SHORT);
      return;
    }
    JmsBytesMessageFacade facade = (JmsBytesMessageFacade) bytes.getFacade();
    int length = facade.getBodyLength();
    if (length < HEADER_BYTES) {
      inbox.put(now, 0, 0, 0, tag | SHORT | length);
      return;
    }
    InputStream in = facade.getInputStream();
    in.readNBytes(header, 0, HEADER_BYTES);
    inbox.put(
        now,
        (long) LONG.get(header, 0),
        (long) LONG.get(header, Long.BYTES),
        (long) LONG.get(header, 2 * Long.BYTES),
        tag | length);
  }

  /**
   * Acknowledges what was delivered and isn't acknowledged yet. In the listener, or while the
   * connection is stopped.
   */
  void settle() throws JMSException {
    if (pending == 0) {
      return;
    }
    pending = 0;
    Message last = latest;
    latest = null;
    switch (settings.acknowledgement()) {
      case CLIENT -> last.acknowledge();
      case TRANSACTED -> commit();
      case PRE_SETTLED, AUTO -> {}
    }
  }

  /** After a failover the broker knows nothing of the transaction: its messages come again. */
  private void commit() throws JMSException {
    try {
      session.commit();
    } catch (TransactionRolledBackException e) {
      // Nothing is lost by it, and what comes again is counted.
    }
  }

  /** Takes no more. */
  void end() {
    ended = true;
    inbox.close();
  }
}
