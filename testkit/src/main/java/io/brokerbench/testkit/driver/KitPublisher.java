package io.brokerbench.testkit.driver;

import io.brokerbench.core.base.MessageHeader;
import io.brokerbench.core.driver.Lane;
import io.brokerbench.core.driver.Publisher;
import io.brokerbench.core.driver.PublisherListener;

/** A publisher under test, which sends messages whose words follow from their sequence numbers. */
final class KitPublisher extends KitClient<Publisher> implements PublisherListener {

  /** An acknowledgement. */
  record Acknowledged(long sequence, long intendedSendTimeNanos, long nanos) {}

  private final AwaitedCallbacks<Acknowledged> acknowledged;
  private final AwaitedCallbacks<Boolean> ready;
  private final int publisherId;
  private long next;
  private long end;

  KitPublisher(KitRig rig, Lane lane, int publisherId) {
    super(rig, lane);
    this.publisherId = publisherId;
    this.acknowledged = new AwaitedCallbacks<>("onAcknowledged", rig.patience());
    this.ready = new AwaitedCallbacks<>("onReady", rig.patience());
  }

  int publisherId() {
    return publisherId;
  }

  static long word0(long sequence) {
    return 0x1122_3344_0000_0000L + sequence;
  }

  static long word1(int publisherId, long sequence) {
    return MessageHeader.word1(publisherId, sequence);
  }

  static long word2(long sequence) {
    return ~sequence;
  }

  /** Sends all of these messages, as soon as they are taken. Returns before that is done. */
  void send(long fromSequence, long toSequence) {
    runOnLane(
        () -> {
          next = fromSequence;
          end = toSequence;
          proceed();
        });
  }

  /** Offers one message and flushes. @return whether it was taken */
  boolean offer(long sequence) {
    return onLane(
        () -> {
          boolean taken = offerUnflushed(sequence);
          client().flush();
          return taken;
        });
  }

  /** Offers one message. To be called on the lane's thread. */
  boolean offerUnflushed(long sequence) {
    return client().offer(sequence, word0(sequence), word1(publisherId, sequence), word2(sequence));
  }

  int unacknowledged() {
    return onLane(client()::unacknowledged);
  }

  AwaitedCallbacks<Acknowledged> acknowledged() {
    return acknowledged;
  }

  AwaitedCallbacks<Boolean> ready() {
    return ready;
  }

  @Override
  public void onAcknowledged(long sequence, long intendedSendTimeNanos, long nanos) {
    check("onAcknowledged", nanos);
    acknowledged.add(new Acknowledged(sequence, intendedSendTimeNanos, nanos));
  }

  @Override
  public void onReady() {
    checkThread("onReady");
    ready.add(true);
    proceed();
  }

  private void proceed() {
    boolean taken = true;
    while (taken && next < end) {
      taken = offerUnflushed(next);
      next += taken ? 1 : 0;
    }
    client().flush();
  }
}
