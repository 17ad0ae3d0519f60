package io.brokerbench.testkit.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.base.MessageHeader;
import io.brokerbench.core.driver.Lane;
import io.brokerbench.core.driver.Subscriber;
import io.brokerbench.core.driver.SubscriberListener;
import io.brokerbench.core.scenario.Qos;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;

/** A subscriber under test, which keeps what it gets. */
final class KitSubscriber extends KitClient<Subscriber> implements SubscriberListener {

  /** A delivery, as it was reported. */
  record Delivered(long nanos, long word0, long word1, long word2, int payloadBytes) {

    long sequence() {
      return MessageHeader.sequence(word1);
    }

    void isMessage(int publisherId, long sequence, int bytes) {
      assertThat(this)
          .isEqualTo(
              new Delivered(
                  nanos,
                  KitPublisher.word0(sequence),
                  KitPublisher.word1(publisherId, sequence),
                  KitPublisher.word2(sequence),
                  bytes));
    }
  }

  private final AwaitedCallbacks<Delivered> delivered;
  private final AwaitedCallbacks<Qos> subscribed;
  private final AwaitedCallbacks<Integer> shortPayloads;
  private final AwaitedCallbacks<Long> browsed;
  private final AtomicInteger redelivered = new AtomicInteger();
  private final AtomicInteger retained = new AtomicInteger();
  private final AwaitedCallbacks<Integer> lowerQos;

  KitSubscriber(KitRig rig, Lane lane) {
    super(rig, lane);
    this.delivered = new AwaitedCallbacks<>("onDelivery", rig.patience());
    this.subscribed = new AwaitedCallbacks<>("onSubscribed", rig.patience());
    this.shortPayloads = new AwaitedCallbacks<>("onShortPayload", rig.patience());
    this.browsed = new AwaitedCallbacks<>("onBrowsed", rig.patience());
    this.lowerQos = new AwaitedCallbacks<>("onLowerQos", rig.patience());
  }

  /** Connects, subscribes, and waits until that is done. */
  KitSubscriber ready() {
    connect();
    subscribe();
    return this;
  }

  /** The same after a connection that was cut, as {@link #connectAgain} does. */
  KitSubscriber readyAgain() {
    again(
        () -> {
          connectAgain();
          runOnLane(client()::subscribe);
        },
        subscribed);
    return this;
  }

  /** Subscribes and waits until that is done. @return the QoS granted */
  Qos subscribe() {
    runOnLane(client()::subscribe);
    return subscribed.nextOr(this::howItEnded);
  }

  /** Takes the next deliveries. @return their sequence numbers */
  List<Long> sequences(int count) {
    return delivered.next(count).stream().map(Delivered::sequence).toList();
  }

  /** QoS 2 messages that wait for their release; empty where the driver does not see it. */
  OptionalInt unreleased() {
    return onLane(client()::unreleased);
  }

  AwaitedCallbacks<Delivered> delivered() {
    return delivered;
  }

  /** Lengths of payloads without a header. */
  AwaitedCallbacks<Integer> shortPayloads() {
    return shortPayloads;
  }

  /** How many messages each walk of its browser saw. */
  AwaitedCallbacks<Long> browsed() {
    return browsed;
  }

  @Override
  public void onBrowsed(long nanos, long latencyNanos, long messages) {
    check("onBrowsed", nanos);
    browsed.add(messages);
  }

  /** How many messages the broker has marked as sent before. */
  int redelivered() {
    return redelivered.get();
  }

  @Override
  public void onRedelivered() {
    checkThread("onRedelivered");
    redelivered.incrementAndGet();
  }

  /** How many messages the broker has marked as retained before they were subscribed to. */
  int retained() {
    return retained.get();
  }

  @Override
  public void onRetained() {
    checkThread("onRetained");
    retained.incrementAndGet();
  }

  /** QoS of messages that came with less than was granted. */
  AwaitedCallbacks<Integer> lowerQos() {
    return lowerQos;
  }

  @Override
  public void onLowerQos(int qos) {
    checkThread("onLowerQos");
    lowerQos.add(qos);
  }

  @Override
  public void onSubscribed(long nanos, Qos granted) {
    check("onSubscribed", nanos);
    subscribed.add(granted);
  }

  @Override
  public void onDelivery(long nanos, long word0, long word1, long word2, int payloadBytes) {
    check("onDelivery", nanos);
    delivered.add(new Delivered(nanos, word0, word1, word2, payloadBytes));
  }

  @Override
  public void onShortPayload(long nanos, int payloadBytes) {
    check("onShortPayload", nanos);
    shortPayloads.add(payloadBytes);
  }
}
