package io.brokerbench.core.engine.measure;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * Counts and times one lane's connects, from the instant at which each was intended. Confined to
 * the lane's thread.
 */
public final class ConnectMeter {

  /** The transport of a connect was not seen. */
  public static final long UNSEEN = Long.MIN_VALUE;

  private static final long TENTH_NANOS = 100_000_000L;

  private final LatencyRecorder total = new LatencyRecorder();
  private final LatencyRecorder tcp = new LatencyRecorder();
  private final LatencyRecorder tls = new LatencyRecorder();
  private final LatencyRecorder mqtt = new LatencyRecorder();
  private final LatencyRecorder pacing = new LatencyRecorder();
  private final Map<String, Long> reasons = new TreeMap<>();

  private int[] tenths = new int[64];
  private int usedTenths;
  private long startNanos;
  private long firstIntended = Long.MAX_VALUE;
  private long lastConnected = Long.MIN_VALUE;
  private long connected;
  private long refused;
  private long dropped;
  private long cpuAtStart;
  private long cpuNanos;

  /** Connecting begins, at an instant that all lanes have in common. */
  public void start(long nanos) {
    startNanos = nanos;
    cpuAtStart = threadCpuNanos();
  }

  /** All clients are connected, or the wait for the rest has ended. */
  public void end() {
    cpuNanos = Math.max(0, threadCpuNanos() - cpuAtStart);
  }

  private static long threadCpuNanos() {
    return ManagementFactory.getThreadMXBean().isCurrentThreadCpuTimeSupported()
        ? ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime()
        : 0;
  }

  /** The lane has come to a client that is to connect. */
  public void onDue(long intendedNanos, long now) {
    firstIntended = Math.min(firstIntended, intendedNanos);
    pacing.record(now - intendedNanos);
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
    total.record(nanos - intendedNanos);
    if (tcpNanos != UNSEEN) {
      tcp.record(tcpNanos - intendedNanos);
      mqtt.record(nanos - securedNanos);
      if (securedNanos != tcpNanos) {
        tls.record(securedNanos - tcpNanos);
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

  public void onRefused(String reason) {
    refused++;
    count(reason);
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

  /** The connect latencies, handed over. */
  public Histogram takeTotal() {
    return total.take();
  }

  /** Hands over all the rest. */
  public ConnectReport report() {
    List<Integer> used = Arrays.stream(tenths, 0, usedTenths).boxed().toList();
    return new ConnectReport(
        new ConnectReport.Counts(connected, refused, dropped),
        new ConnectReport.Span(firstIntended, lastConnected, used, cpuNanos),
        new ConnectReport.Parts(tcp.take(), tls.take(), mqtt.take(), pacing.take()),
        reasons);
  }
}
