package io.brokerbench.core.engine.measure;

import static io.brokerbench.core.result.LatencyKind.CONNECT;
import static io.brokerbench.core.result.LatencyKind.CONNECT_MQTT;
import static io.brokerbench.core.result.LatencyKind.CONNECT_PACING;
import static io.brokerbench.core.result.LatencyKind.CONNECT_TCP;
import static io.brokerbench.core.result.LatencyKind.CONNECT_TLS;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * Counts and times one lane's connects, from the instant at which each was intended. Confined to
 * the lane's thread.
 */
public final class ConnectMeter {

  /** The transport of a connect was not seen. */
  public static final long UNSEEN = Long.MIN_VALUE;

  private static final long TENTH_NANOS = 100_000_000L;

  private final LatencyRecorders latencies =
      new LatencyRecorders(CONNECT, CONNECT_TCP, CONNECT_TLS, CONNECT_MQTT, CONNECT_PACING);
  private final Map<String, Long> reasons = new TreeMap<>();

  private int[] tenths = new int[64];
  private int usedTenths;
  private long startNanos;
  private long firstIntended = Long.MAX_VALUE;
  private long lastConnected = Long.MIN_VALUE;
  private long lastAnswered = Long.MIN_VALUE;
  private long connected;
  private long refused;
  private long dropped;
  private long resumed;
  private final LongSupplier threadCpu;
  private long cpuAtStart;
  private long connectedCpuNanos;
  private long answeredCpuNanos;

  /** Of the thread that it is used on. */
  public ConnectMeter() {
    this(ConnectMeter::threadCpuNanos);
  }

  /**
   * With a counter of its own.
   *
   * @param threadCpu CPU time of the thread, in nanoseconds
   */
  ConnectMeter(LongSupplier threadCpu) {
    this.threadCpu = threadCpu;
  }

  /** Connecting begins, at an instant that all lanes have in common. */
  public void start(long nanos) {
    startNanos = nanos;
    cpuAtStart = threadCpu.getAsLong();
  }

  private static long threadCpuNanos() {
    return ManagementFactory.getThreadMXBean().isCurrentThreadCpuTimeSupported()
        ? ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime()
        : 0;
  }

  /** The lane has come to a client that is to connect. */
  public void onDue(long intendedNanos, long now) {
    firstIntended = Math.min(firstIntended, intendedNanos);
    latencies.record(CONNECT_PACING, now - intendedNanos);
  }

  /**
   * A client is connected for the first time.
   *
   * @param intendedNanos when it was due to connect
   * @param tcpNanos when TCP was connected, or {@link #UNSEEN}
   * @param securedNanos when TLS was done; the same as {@code tcpNanos} without TLS
   * @param nanos when the broker accepted it
   */
  public void onConnected(long intendedNanos, long tcpNanos, long securedNanos, long nanos) {
    connected++;
    lastConnected = Math.max(lastConnected, nanos);
    onAnswered(nanos);
    connectedCpuNanos = answeredCpuNanos;
    latencies.record(CONNECT, nanos - intendedNanos);
    if (tcpNanos != UNSEEN) {
      latencies.record(CONNECT_TCP, tcpNanos - intendedNanos);
      latencies.record(CONNECT_MQTT, nanos - securedNanos);
      if (securedNanos != tcpNanos) {
        latencies.record(CONNECT_TLS, securedNanos - tcpNanos);
      }
    }
    countInTenth((int) Math.max(0, (nanos - startNanos) / TENTH_NANOS));
  }

  private void countInTenth(int tenth) {
    if (tenth >= tenths.length) {
      tenths = Arrays.copyOf(tenths, Math.max(tenth + 1, tenths.length * 2));
    }
    tenths[tenth]++;
    usedTenths = Math.max(usedTenths, tenth + 1);
  }

  /** The TLS handshake of a first connect has resumed a session. */
  public void onResumed() {
    resumed++;
  }

  public void onRefused(String reason, long nanos) {
    refused++;
    onAnswered(nanos);
    count(reason);
  }

  private void onAnswered(long nanos) {
    lastAnswered = Math.max(lastAnswered, nanos);
    answeredCpuNanos = Math.max(0, threadCpu.getAsLong() - cpuAtStart);
  }

  /** An accepted connection has ended without a request. */
  public void onDropped(String reason) {
    dropped++;
    count(reason);
  }

  private void count(String reason) {
    boolean known = reasons.containsKey(reason) || reasons.size() < ConnectReport.MAX_REASONS;
    reasons.merge(known ? reason : ConnectReport.OTHER_REASONS, 1L, Long::sum);
  }

  /** The latencies, handed over. */
  public LatencyHistograms takeLatencies() {
    return latencies.take();
  }

  /** Hands over all the rest. */
  public ConnectReport report() {
    List<Integer> used = Arrays.stream(tenths, 0, usedTenths).boxed().toList();
    return new ConnectReport(
        new ConnectReport.Counts(connected, refused, dropped, resumed),
        new ConnectReport.Span(
            firstIntended, lastConnected, lastAnswered, used, connectedCpuNanos, answeredCpuNanos),
        reasons);
  }
}
