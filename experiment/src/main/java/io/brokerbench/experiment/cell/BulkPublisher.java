package io.brokerbench.experiment.cell;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.driver.Publisher;
import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.scenario.Qos;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Publishes a number of messages with QoS 1, as fast as the broker acknowledges them. */
final class BulkPublisher {

  /** Few enough that a window of large messages is no burden to broker or tool. */
  private static final int MOST_IN_FLIGHT = 100;

  private static final long WINDOW_BYTES = 4_000_000;

  /** Slower than this, nothing is stored any more. */
  private static final long LEAST_BYTES_PER_SECOND = 100_000;

  private final UncountedClients clients;
  private final Publisher publisher;
  private final Watch watch = new Watch();
  private final AtomicLong acknowledged = new AtomicLong();
  private final long messages;
  private final long bytes;
  private final long payloadBytes;

  /** Belongs to the lane. */
  private long offered;

  BulkPublisher(UncountedClients clients, StorePlan plan, String clientId, String topic) {
    this.clients = clients;
    this.messages = plan.messages();
    this.bytes = plan.bytes();
    this.payloadBytes = plan.payloadBytes();
    int window = (int) Math.max(1, Math.min(MOST_IN_FLIGHT, WINDOW_BYTES / plan.payloadBytes()));
    this.publisher =
        clients
            .driver()
            .publisher(
                new PublisherSpec(
                    clientId, topic, Qos.AT_LEAST_ONCE, plan.payloadBytes(), false, window),
                clients.lane(),
                watch);
    clients.watch(watch);
  }

  /** Goes on with each acknowledgement. */
  private final class Watch extends ClientProgress {
    @Override
    public void onAcknowledged(long sequence, long intendedSendTimeNanos, long nanos) {
      acknowledged.incrementAndGet();
      offerMore();
    }

    @Override
    public void onReady() {
      offerMore();
    }
  }

  private void offerMore() {
    while (offered < messages && publisher.offer(offered, 0, offered, 0)) {
      offered++;
    }
    publisher.flush();
  }

  /** Connects and begins; returns when it is connected. */
  void begin() throws RunException, InterruptedException {
    clients.carryOut("connecting", publisher::connect, () -> watch.connected() == 1);
    clients.lane().execute(this::offerMore);
  }

  /** Messages that the broker has taken over. */
  long acknowledged() {
    return acknowledged.get();
  }

  /** Whether the broker has taken over all of them. */
  boolean isDone() {
    return acknowledged.get() == messages;
  }

  /** Publishes all, and leaves. */
  void fill(CellStepReporter steps) throws RunException, InterruptedException {
    begin();
    Duration patience =
        UncountedClients.PATIENCE.plus(Duration.ofSeconds(bytes / LEAST_BYTES_PER_SECOND));
    clients.await(
        "storing " + messages + " messages",
        patience,
        () -> {
          reportProgress(steps, "");
          return isDone();
        });
    leave();
  }

  /**
   * Reports how much the broker has accepted.
   *
   * @param beside what else is to be said; may be empty
   */
  void reportProgress(CellStepReporter steps, String beside) {
    steps.reportProgress(
        "storing", acknowledged() * payloadBytes, bytes, NumberText::bytes, beside);
  }

  void leave() throws RunException, InterruptedException {
    clients.carryOut("leaving", publisher::disconnect, () -> watch.left() == 1);
  }
}
