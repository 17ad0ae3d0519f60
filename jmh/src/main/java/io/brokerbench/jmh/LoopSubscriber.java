package io.brokerbench.jmh;

import io.brokerbench.core.driver.ClientDriver;
import io.brokerbench.core.driver.Lane;
import io.brokerbench.core.driver.Subscriber;
import io.brokerbench.core.driver.SubscriberListener;
import io.brokerbench.core.driver.SubscriberSpec;
import io.brokerbench.core.scenario.Qos;

/** A subscriber whose deliveries the benchmark's thread waits for. */
final class LoopSubscriber implements SubscriberListener {

  private final Lane lane;
  private final Subscriber client;
  private final ArrivalLatch ready = new ArrivalLatch("subscription");
  private final ArrivalLatch delivered = new ArrivalLatch("delivery");

  LoopSubscriber(ClientDriver driver, SubscriberSpec spec) {
    lane = driver.lanes().get(0);
    client = driver.subscriber(spec, lane, this);
  }

  /** Connects and subscribes, and waits for both. */
  void open() {
    lane.execute(client::connect);
    ready.await(1);
  }

  /** Deliveries so far. */
  long delivered() {
    return delivered.passed();
  }

  /** Waits until this many have come in all. */
  void await(long deliveries) {
    delivered.await(deliveries);
  }

  @Override
  public void onConnected(long nanos, boolean sessionPresent) {
    client.subscribe();
  }

  @Override
  public void onSubscribed(long nanos, Qos granted) {
    ready.pass();
  }

  @Override
  public void onDelivery(long nanos, long word0, long word1, long word2, int payloadBytes) {
    delivered.pass();
  }

  @Override
  public void onShortPayload(long nanos, int payloadBytes) {
    delivered.fail(new IllegalStateException("a payload of " + payloadBytes + " bytes came"));
  }

  @Override
  public void onDisconnected(long nanos, Throwable cause) {
    if (cause != null) {
      ready.fail(cause);
      delivered.fail(cause);
    }
  }
}
