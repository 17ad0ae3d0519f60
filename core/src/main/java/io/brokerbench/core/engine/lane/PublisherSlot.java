package io.brokerbench.core.engine.lane;

import io.brokerbench.core.driver.Client;
import io.brokerbench.core.driver.Publisher;
import io.brokerbench.core.driver.PublisherListener;
import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.core.engine.measure.AcknowledgedSequences;
import io.brokerbench.core.payload.SizeTable;

/** One publisher of a lane: how far it has come in its part of the schedule. */
public final class PublisherSlot extends ClientSlot implements PublisherListener {

  private final int id;
  private Publisher publisher;
  private Sender sender;
  private boolean frozen;
  private int payloadBytes;

  /** Null where all payloads have one size. */
  private SizeTable sizes;

  /** Which of its messages were acknowledged. */
  private final AcknowledgedSequences acknowledged = new AcknowledgedSequences();

  /** Messages that the schedule has brought to this publisher so far. */
  long due;

  /** Sequence number of the message that it sends next: the messages it has sent so far. */
  public long next;

  /** Whether something was offered and not flushed in this turn. */
  boolean touched;

  public PublisherSlot(int id, LaneLoad lane) {
    super(lane);
    this.id = id;
  }

  /** Size of a payload, by the second word of its header. */
  public int payloadBytes(long word1) {
    return sizes == null ? payloadBytes : sizes.of(word1);
  }

  /**
   * Gives it its client.
   *
   * @param bytes that each of its payloads has
   */
  public void attach(Publisher client, int bytes) {
    this.publisher = client;
    this.payloadBytes = bytes;
  }

  /** The same, with payloads as its client has them. */
  public void attach(Publisher client, PublisherSpec spec) {
    attach(client, spec.payloadBytes());
    this.sizes = spec.sizes().orElse(null);
  }

  public void attach(Sender laneSender) {
    this.sender = laneSender;
  }

  public int id() {
    return id;
  }

  @Override
  Publisher client() {
    return publisher;
  }

  @Override
  long index() {
    return (long) lane().context().scenario().topology().subscribers() + id;
  }

  @Override
  String name() {
    return "publisher " + id;
  }

  @Override
  public void onAcknowledged(long sequence, long intendedSendTimeNanos, long nanos) {
    if (!frozen && acknowledged.add(sequence)) {
      lane().meter().onAcknowledged(intendedSendTimeNanos, nanos);
    }
  }

  /** Its connection ends without a goodbye, or falls silent: its will is owed as its message. */
  void leaveWill(boolean silently) {
    go(silently ? Client::fallSilent : Client::abort);
    next = 1;
    acknowledged.add(0); // the broker has taken it over with the connection
  }

  /** No acknowledgement that comes after this is counted. */
  void freeze() {
    frozen = true;
    sender = null;
  }

  public AcknowledgedSequences acknowledged() {
    return acknowledged;
  }

  @Override
  boolean isPersistent() {
    return lane().context().publishersPersist();
  }

  @Override
  void forget() {
    publisher.forget();
  }

  /** The next run has the same topics, and would be sent what this one left there. */
  @Override
  void part() {
    if (lane().context().scenario().workload().retain()) {
      publisher.clearRetained();
    }
    super.part();
  }

  /** What fell due in the meantime has waited, and keeps its intended send time. */
  @Override
  void onReconnected(long nanos, boolean sessionPresent) {
    onReady();
  }

  @Override
  public void onReady() {
    if (sender != null) {
      sender.onReady(this);
    }
  }
}
