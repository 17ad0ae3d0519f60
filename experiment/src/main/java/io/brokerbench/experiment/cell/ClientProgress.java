package io.brokerbench.experiment.cell;

import io.brokerbench.core.driver.PublisherListener;
import io.brokerbench.core.driver.SubscriberListener;
import io.brokerbench.core.scenario.Qos;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** Sees how far some clients have come. Updated on their lane, read from any thread. */
class ClientProgress implements SubscriberListener, PublisherListener {

  private final AtomicInteger connected = new AtomicInteger();
  private final AtomicInteger subscribed = new AtomicInteger();
  private final AtomicInteger left = new AtomicInteger();
  private volatile String failure;

  /** Clients whose session was accepted. */
  int connected() {
    return connected.get();
  }

  /** Clients whose subscriptions were granted. */
  int subscribed() {
    return subscribed.get();
  }

  /** Clients that have ended in an orderly way. */
  int left() {
    return left.get();
  }

  /** Why the first client ended that was not asked to. */
  Optional<String> failure() {
    return Optional.ofNullable(failure);
  }

  @Override
  public void onConnected(long nanos, boolean sessionPresent) {
    connected.incrementAndGet();
  }

  @Override
  public void onDisconnected(long nanos, Throwable cause) {
    left.incrementAndGet();
    if (cause != null && failure == null) {
      failure = String.valueOf(cause.getMessage());
    }
  }

  @Override
  public void onSubscribed(long nanos, Qos granted) {
    subscribed.incrementAndGet();
  }

  @Override
  public void onDelivery(long nanos, long word0, long word1, long word2, int payloadBytes) {}

  @Override
  public void onShortPayload(long nanos, int payloadBytes) {}

  @Override
  public void onAcknowledged(long sequence, long intendedSendTimeNanos, long nanos) {}

  @Override
  public void onReady() {}
}
