package io.brokerbench.experiment.study;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.result.BrokerIdentity;
import io.brokerbench.core.result.BrokerIdentity.Origin;
import io.brokerbench.core.result.BrokerMetrics;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * A broker that behaves as its fields say. Its reports are {@link #REPORTED_AFTER} old, as are
 * those of brokers that report every few seconds.
 */
public final class ScriptedBroker implements Broker {

  static final long BYTES_AT_REST = 1_000_000;
  static final Duration REPORTED_AFTER = Duration.ofSeconds(3);

  private static final long SECOND = 1_000_000_000L;

  public long bytesPerClient;
  public long bytesPerSubscription;

  /** Allocated for each byte that is held. */
  public double bytesPerHeldByte = 1;

  /** Allocated in each second after the last message, in vain. */
  public long leakedPerSecond;

  /** Of the messages that it acknowledges. */
  public double shareHeld = 1;

  /** How long a subscriber whose packets are dropped is still counted. */
  public Duration countsVanishedFor = Duration.ofMinutes(3);

  public long bytesTakenPerSecond = 10_000_000;

  /** From then on it has ended. */
  public long endsAtNanos = Long.MAX_VALUE;

  private final NanoClock clock;
  private final NavigableMap<Long, BrokerMetrics> reports = new ConcurrentSkipListMap<>();
  private long connections;
  private long subscriptions;
  private long taken;
  private long takenBytes;
  private long lastTakenNanos;
  private long cutNanos = Long.MAX_VALUE;

  ScriptedBroker(NanoClock clock) {
    this.clock = clock;
    report();
  }

  public long connections() {
    return connections;
  }

  public long queuedMessages() {
    return Math.round(taken * shareHeld);
  }

  void connect() {
    connections++;
    report();
  }

  void disconnect() {
    connections--;
    report();
  }

  void subscribe(int filters) {
    subscriptions += filters;
    report();
  }

  void take(long bytes) {
    taken++;
    takenBytes += bytes;
    lastTakenNanos = clock.nanoTime();
  }

  /** The session that all is held for has ended. */
  void forget() {
    taken = 0;
    takenBytes = 0;
    report();
  }

  /** From now on the packets of a subscriber are dropped. */
  void cut() {
    cutNanos = clock.nanoTime();
  }

  /** Notes what it would report about this moment. */
  void report() {
    long now = clock.nanoTime();
    long vanished = now - cutNanos >= countsVanishedFor.toNanos() ? 1 : 0;
    long heldBytes = Math.round(takenBytes * shareHeld);
    long leaked = taken == 0 ? 0 : (now - lastTakenNanos) / SECOND * leakedPerSecond;
    long heap =
        BYTES_AT_REST
            + connections * bytesPerClient
            + subscriptions * bytesPerSubscription
            + Math.round(heldBytes * bytesPerHeldByte)
            + leaked;
    reports.put(
        now,
        new BrokerMetrics(
            OptionalLong.of(queuedMessages()),
            OptionalLong.of(connections - vanished),
            OptionalLong.of(heap),
            OptionalLong.of(heldBytes)));
  }

  @Override
  public BrokerMetrics metrics() {
    Map.Entry<Long, BrokerMetrics> reported =
        reports.floorEntry(clock.nanoTime() - REPORTED_AFTER.toNanos());
    return reported == null ? reports.firstEntry().getValue() : reported.getValue();
  }

  @Override
  public boolean reportsLiveHeap() {
    return true;
  }

  @Override
  public Optional<String> failure() {
    return clock.nanoTime() >= endsAtNanos ? Optional.of("the broker has ended") : Optional.empty();
  }

  @Override
  public BrokerIdentity identity() {
    return new BrokerIdentity("Scripted", "0", Origin.IN_PROCESS, "scripted");
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(Endpoint.mqtt("127.0.0.1", 1883));
  }

  @Override
  public Set<Capability> capabilities() {
    return EnumSet.noneOf(Capability.class);
  }

  @Override
  public OptionalLong pid() {
    return OptionalLong.empty();
  }

  @Override
  public List<String> logTail(int lines) {
    return List.of();
  }

  @Override
  public void close() {}
}
