package io.brokerbench.jms;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.driver.ConnectionLossEffect;
import io.brokerbench.core.driver.SubscriberSpec;
import io.brokerbench.core.payload.ProofPlace;
import io.brokerbench.core.scenario.JmsAcknowledgement;
import io.brokerbench.core.scenario.JmsConsumers;
import io.brokerbench.jms.lane.BatchReceiver;
import io.brokerbench.jms.lane.ConnectionLossEffects;
import io.brokerbench.jms.lane.DeliveryRefusedException;
import io.brokerbench.jms.lane.LaneEventQueue;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Session;
import jakarta.jms.TransactionRolledBackException;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Takes the messages of one session: reads their headers, puts them into the inbox, and
 * acknowledges as the scenario says. Used by one thread at a time.
 */
final class JmsSessionReceiver implements BatchReceiver {

  /** Bit of a tag: the broker says that it has sent the message before. */
  static final long REDELIVERED = 1L << 32;

  /** Bit of a tag: the payload is too short for a header. */
  static final long SHORT = 1L << 33;

  /** Bit of a tag: no message, but a commit, whose latency is in the first word. */
  static final long COMMIT = 1L << 34;

  /** Bit of a tag: no message, but an acknowledgement, as above. */
  static final long ACKNOWLEDGE = 1L << 35;

  /** Bit of a tag: the message is not as its consumer's role requires. */
  static final long WRONG = 1L << 36;

  private static final int HEADER_BYTES = 3 * Long.BYTES;
  private static final byte[] NOTHING = {};
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final JmsLibrary library;
  private final ReceiverRole role;
  private final Session session;
  private final JmsConsumers settings;
  private final LaneEventQueue inbox;
  private final NanoClock clock;
  private final Consumer<Throwable> failures;
  private final byte[] header = new byte[HEADER_BYTES];
  private final Optional<ProofPlace> proof;
  private final boolean provedByProperty;
  private final ConnectionLossEffects lossEffects = new ConnectionLossEffects();
  private final AtomicInteger losses = new AtomicInteger();

  /**
   * Messages that were delivered since the last acknowledgement; written by one thread at a time.
   */
  private final AtomicInteger pending = new AtomicInteger();

  private Message latest;

  /** Losses that there had been when the first of the pending messages came. */
  private int lossesBefore;

  private volatile boolean committing;
  private volatile boolean ended;

  JmsSessionReceiver(
      JmsLibrary library,
      ReceiverRole role,
      SubscriberSpec spec,
      Session session,
      JmsConsumers settings,
      LaneEventQueue inbox,
      NanoClock clock,
      Consumer<Throwable> failures) {
    this.library = library;
    this.role = role;
    this.proof = spec.proof();
    this.provedByProperty = spec.provedByProperty();
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
      throw new DeliveryRefusedException(null);
    }
    try {
      put(now, message);
      if (settings.acknowledgement().isBatched()) {
        collect(message);
      }
    } catch (DeliveryRefusedException e) {
      throw e;
    } catch (JMSException | IOException | RuntimeException e) {
      ended = true; // nothing more is handled, acknowledged or committed on this connection
      failures.accept(e);
      throw new DeliveryRefusedException(e);
    }
  }

  private void put(long now, Message message) throws JMSException, IOException {
    long tag = message.getJMSRedelivered() ? REDELIVERED : 0;
    int length = read(message);
    if (length < 0) {
      inbox.put(now, 0, 0, 0, tag | SHORT | ~length);
      return;
    }
    long word1 = (long) LONG.get(header, Long.BYTES);
    if (!role.accepts(message, word1)) {
      inbox.put(now, 0, 0, 0, tag | WRONG);
      return;
    }
    inbox.put(
        now,
        (long) LONG.get(header, 0),
        word1,
        (long) LONG.get(header, 2 * Long.BYTES),
        tag | length);
    role.onReported(message, header, length);
  }

  /**
   * Reads the header, wherever it is.
   *
   * @return bytes of the payload; with all bits inverted where there is no header
   */
  private int read(Message message) throws JMSException, IOException {
    if (proof.isEmpty() && !provedByProperty) {
      int length = library.readHeader(message, header);
      return length < HEADER_BYTES ? ~Math.max(0, length) : length;
    }
    int length = Math.max(0, library.readHeader(message, NOTHING));
    byte[] digits = provedByProperty ? property(message) : digits(message, length);
    if (digits.length != ProofPlace.DIGITS) {
      return ~length;
    }
    for (int i = 0; i < 3; i++) {
      LONG.set(header, i * Long.BYTES, ProofPlace.word(digits, i));
    }
    return length;
  }

  private static byte[] property(Message message) throws JMSException {
    String digits = message.getStringProperty(ProofPlace.JMS_PROPERTY);
    return digits == null ? NOTHING : digits.getBytes(StandardCharsets.US_ASCII);
  }

  private byte[] digits(Message message, int length) throws JMSException, IOException {
    int place = proof.orElseThrow().in(length);
    if (place < 0) {
      return NOTHING;
    }
    byte[] payload = new byte[length];
    library.readHeader(message, payload);
    return Arrays.copyOfRange(payload, place, place + ProofPlace.DIGITS);
  }

  /** Replies that the broker has not taken over. Any thread. */
  int unacknowledgedReplies() {
    return role.unacknowledgedReplies();
  }

  private void collect(Message message) {
    forgetWhatIsLost();
    if (pending.getPlain() == 0) {
      lossesBefore = losses.get();
    }
    latest = message;
    pending.lazySet(pending.getPlain() + 1);
  }

  @Override
  public boolean isBatchFull() {
    return !ended && latest != null && pending.getPlain() >= settings.batch();
  }

  @Override
  public void settleBatch() {
    try {
      settle();
    } catch (JMSException | RuntimeException e) {
      failures.accept(e);
    }
  }

  /** What was delivered on a connection that is lost comes again: it cannot be acknowledged. */
  private void forgetWhatIsLost() {
    if (settings.acknowledgement() == JmsAcknowledgement.CLIENT && losses.get() != lossesBefore) {
      pending.lazySet(0);
    }
  }

  /**
   * The connection is lost. Any thread.
   *
   * @param forGood whether the session is lost with it: what was open is undone. Else its next
   *     commit reports it
   */
  void onLost(boolean forGood) {
    int unacknowledged = pending.get();
    lossEffects.add(ConnectionLossEffect.UNACKNOWLEDGED_DELIVERY, unacknowledged);
    if (forGood
        && unacknowledged > 0
        && !committing
        && settings.acknowledgement() == JmsAcknowledgement.TRANSACTED) {
      lossEffects.add(ConnectionLossEffect.TRANSACTION_UNDONE, 1);
    }
    losses.incrementAndGet();
  }

  /** What lost connections have left unsaid. */
  ConnectionLossEffects lossEffects() {
    return lossEffects;
  }

  /** Acknowledges what was delivered and is not acknowledged yet. While nothing is delivered. */
  void settle() throws JMSException {
    forgetWhatIsLost();
    Message last = latest;
    latest = null;
    if (pending.getPlain() == 0 || last == null) {
      return; // there is nothing, or it was tried and failed
    }
    int before = losses.get();
    long start = clock.nanoTime();
    switch (settings.acknowledgement()) {
      case CLIENT -> {
        last.acknowledge();
        step(ACKNOWLEDGE, start);
        lossEffects.add(ConnectionLossEffect.ACKNOWLEDGEMENT_IN_DOUBT, losses.get() - before);
      }
      case TRANSACTED -> commit(start, before);
      case PRE_SETTLED, AUTO -> {}
    }
    pending.lazySet(0);
  }

  /**
   * After a failover the broker knows nothing of the transaction: its messages come again. One with
   * a message that was not handled is undone.
   */
  private void commit(long start, int before) throws JMSException {
    boolean undone = before != lossesBefore || ended;
    committing = true;
    try {
      if (undone) {
        library.undo(session);
      } else {
        session.commit();
        step(COMMIT, start);
        lossEffects.add(ConnectionLossEffect.TRANSACTION_IN_DOUBT, losses.get() - before);
      }
    } catch (JMSException e) {
      lossEffects.add(ConnectionLossEffect.TRANSACTION_IN_DOUBT, undone ? 0 : 1);
      if (!(e instanceof TransactionRolledBackException)) {
        throw e;
      }
    } finally {
      committing = false;
      lossEffects.add(ConnectionLossEffect.TRANSACTION_UNDONE, undone ? 1 : 0);
    }
  }

  private void step(long tag, long start) {
    long now = clock.nanoTime();
    inbox.put(now, now - start, 0, 0, tag);
  }

  /** Accepts no more messages. */
  void end() {
    ended = true;
    role.end();
    inbox.close();
  }
}
