package io.brokerbench.jmh;

import io.brokerbench.core.base.MessageHeader;
import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.driver.ClientDriver;
import io.brokerbench.core.driver.Lane;
import io.brokerbench.core.driver.Publisher;
import io.brokerbench.core.driver.PublisherListener;
import io.brokerbench.core.driver.PublisherSpec;

/** A publisher that the benchmark's thread drives. */
final class LoopPublisher implements PublisherListener {

  private final Lane lane;
  private final Publisher client;
  private final int payloadBytes;
  private final Runnable sending = this::sendDue;
  private final Runnable connecting;
  private final Runnable disconnecting;
  private final ArrivalLatch connected = new ArrivalLatch("connection");
  private final ArrivalLatch disconnected = new ArrivalLatch("end of the connection");
  private final ArrivalLatch acknowledged = new ArrivalLatch("acknowledgement");

  /** Written by the benchmark's thread alone. */
  private volatile long asked;

  /** The lane's own. */
  private long sent;

  LoopPublisher(ClientDriver driver, PublisherSpec spec) {
    lane = driver.lanes().get(0);
    client = driver.publisher(spec, lane, this);
    payloadBytes = spec.payloadBytes();
    connecting = client::connect;
    disconnecting = client::disconnect;
  }

  /** Connects, and waits for it. */
  void open() {
    long count = connected.passed() + 1;
    lane.execute(connecting);
    connected.await(count);
  }

  /** Disconnects, and waits for it. */
  void close() {
    long count = disconnected.passed() + 1;
    lane.execute(disconnecting);
    disconnected.await(count);
  }

  /** Sends some more messages, as soon as the lane comes to it. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
  void send(int messages) {
    asked += messages;
    lane.execute(sending);
  }

  /** Waits until all that was sent is acknowledged. */
  void awaitAcknowledged() {
    acknowledged.await(asked);
  }

  private void sendDue() {
    boolean offered = false;
    while (sent < asked && offer()) {
      sent++;
      offered = true;
    }
    if (offered) {
      client.flush();
    }
  }

  private boolean offer() {
    long now = NanoClock.SYSTEM.nanoTime();
    long word1 = MessageHeader.word1(0, sent);
    return client.offer(sent, now, word1, MessageHeader.word2(0, now, word1, 0, payloadBytes));
  }

  @Override
  public void onAcknowledged(long sequence, long intendedSendTimeNanos, long nanos) {
    acknowledged.pass();
  }

  @Override
  public void onReady() {
    sendDue();
  }

  @Override
  public void onConnected(long nanos, boolean sessionPresent) {
    connected.pass();
  }

  @Override
  public void onDisconnected(long nanos, Throwable cause) {
    if (cause == null) {
      disconnected.pass();
    } else {
      connected.fail(cause);
      acknowledged.fail(cause);
    }
  }
}
