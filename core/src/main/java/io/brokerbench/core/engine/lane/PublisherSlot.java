package io.brokerbench.core.engine.lane;

import io.brokerbench.core.driver.Publisher;
import io.brokerbench.core.driver.PublisherListener;
import io.brokerbench.core.engine.measure.AcknowledgedSequences;

/** One publisher of a lane: how far it has come in its part of the schedule. */
public final class PublisherSlot extends ClientSlot implements PublisherListener {

  private final int id;
  private Publisher publisher;
  private Sender sender;
  private boolean frozen;

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

  public void attach(Publisher client) {
    this.publisher = client;
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
