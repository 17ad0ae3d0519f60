package io.brokerbench.core.engine.measure;

import io.brokerbench.core.base.MessageHeader;

/**
 * One lane's door to a {@link DeliveryLedger} that several lanes write to.
 *
 * <p>Deliveries are collected, and entered together under the ledger's lock: at {@link #flush},
 * which the lane calls once per turn, or when {@value #CAPACITY} are waiting. Members of a shared
 * subscription may so be on different lanes, and yet no lane takes a lock for a message. What was
 * new goes to the sink afterwards, outside the lock, so that only distinct deliveries have a
 * latency. Confined to its lane's thread; blocks for no longer than another lane's flush, some tens
 * of microseconds.
 */
public final class LedgerWriter {

  private static final int CAPACITY = 1024;

  private final DeliveryLedger ledger;
  private final Sink sink;
  private final long[] nanos = new long[CAPACITY];
  private final long[] intended = new long[CAPACITY];
  private final long[] messages = new long[CAPACITY];
  private final long[] sendDelays = new long[CAPACITY];
  private final int[] consumers = new int[CAPACITY];
  private final boolean[] retained = new boolean[CAPACITY];
  private final boolean[] fresh = new boolean[CAPACITY];
  private int size;
  private long received;

  /** A door for one lane. */
  public LedgerWriter(DeliveryLedger ledger, Sink sink) {
    this.ledger = ledger;
    this.sink = sink;
  }

  /** Enters a delivery that came as it was published. */
  public void record(long receivedNanos, long word0, long word1, long word2, int consumer) {
    record(receivedNanos, word0, word1, word2, consumer, false);
  }

  /**
   * Enters a delivery whose header is valid.
   *
   * @param receivedNanos when it came
   * @param word0 the header's intended send time
   * @param word1 its publisher and sequence
   * @param word2 its send delay
   * @param consumer that got it
   * @param asRetained whether it came because its topic was subscribed to: a consumer that
   *     subscribes again may have it already
   */
  public void record(
      long receivedNanos, long word0, long word1, long word2, int consumer, boolean asRetained) {
    nanos[size] = receivedNanos;
    intended[size] = word0;
    messages[size] = word1;
    sendDelays[size] = MessageHeader.sendDelayNanos(word2);
    consumers[size] = consumer;
    retained[size] = asRetained;
    if (++size == CAPACITY) {
      flush();
    }
  }

  /** Enters what was collected. */
  public void flush() {
    if (size == 0) {
      return;
    }
    int count = size;
    size = 0;
    synchronized (ledger) {
      for (int i = 0; i < count; i++) {
        long word1 = messages[i];
        DeliveryLedger.DeliveryKind outcome =
            ledger.record(
                MessageHeader.publisherId(word1),
                consumers[i],
                MessageHeader.sequence(word1),
                retained[i]);
        if (ledger.expires()) {
          ledger.date(
              MessageHeader.publisherId(word1),
              consumers[i],
              MessageHeader.sequence(word1),
              intended[i],
              nanos[i]);
        }
        fresh[i] =
            outcome == DeliveryLedger.DeliveryKind.NEW
                || outcome == DeliveryLedger.DeliveryKind.REORDERED;
      }
    }
    for (int i = 0; i < count; i++) {
      if (fresh[i]) {
        received++;
        sink.onDistinctDelivery(
            nanos[i],
            intended[i],
            sendDelays[i],
            consumers[i],
            MessageHeader.publisherId(messages[i]));
      }
    }
  }

  /** Enters a delivery that another run's consumers were owed. */
  public void recordOfAnother() {
    synchronized (ledger) {
      ledger.recordOfAnother();
    }
  }

  /** Distinct deliveries that came through this door and were entered. */
  public long received() {
    return received;
  }

  /** Hears of each distinct delivery, on the lane's thread. */
  @FunctionalInterface
  public interface Sink {

    /**
     * A delivery that was not a duplicate.
     *
     * @param receivedNanos when it came
     * @param intendedSendTimeNanos of the message
     * @param sendDelayNanos of the message: actual minus intended send time
     * @param consumer that got it
     * @param publisher that sent it
     */
    void onDistinctDelivery(
        long receivedNanos,
        long intendedSendTimeNanos,
        long sendDelayNanos,
        int consumer,
        int publisher);
  }
}
