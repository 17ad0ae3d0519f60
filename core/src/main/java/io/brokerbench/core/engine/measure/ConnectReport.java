package io.brokerbench.core.engine.measure;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How the clients of one lane, or of several together, connected. Merging is associative.
 *
 * @param counts of clients
 * @param span when it was
 * @param reasons of connections that never came to be, or ended, with their counts
 */
public record ConnectReport(Counts counts, Span span, Map<String, Long> reasons) {

  /** Most reasons that are counted separately. */
  static final int MAX_REASONS = 5;

  /** What stands for all further ones. */
  static final String OTHER_REASONS = "other reasons";

  public ConnectReport {
    reasons = Map.copyOf(reasons);
  }

  /** What happened most often; what has no name of its own only where nothing else happened. */
  public Optional<String> mainReason() {
    return reasons.entrySet().stream()
        .max(
            Comparator.comparing(
                    (Map.Entry<String, Long> each) -> !each.getKey().equals(OTHER_REASONS))
                .thenComparing(Map.Entry::getValue))
        .map(Map.Entry::getKey);
  }

  /** Both reports as one. */
  ConnectReport merge(ConnectReport other) {
    return new ConnectReport(
        counts.plus(other.counts), span.plus(other.span), merge(reasons, other.reasons));
  }

  private static Map<String, Long> merge(Map<String, Long> a, Map<String, Long> b) {
    Map<String, Long> sum = new TreeMap<>(a);
    b.forEach((reason, count) -> sum.merge(reason, count, Long::sum));
    return sum;
  }

  /**
   * Counts of clients.
   *
   * @param connected clients whose session the broker accepted
   * @param refused clients whose connection was refused, or broke before that
   * @param dropped accepted connections that ended without a request
   * @param resumed clients whose TLS handshake resumed a session
   */
  public record Counts(long connected, long refused, long dropped, long resumed) {

    /** Of connections that resume nothing. */
    public Counts(long connected, long refused, long dropped) {
      this(connected, refused, dropped, 0);
    }

    Counts plus(Counts other) {
      return new Counts(
          connected + other.connected,
          refused + other.refused,
          dropped + other.dropped,
          resumed + other.resumed);
    }
  }

  /**
   * When clients connected.
   *
   * @param firstIntendedNanos the first intended connect; {@link Long#MAX_VALUE} for none
   * @param lastConnectedNanos the last acceptance; {@link Long#MIN_VALUE} for none
   * @param lastAnsweredNanos the last acceptance or refusal, likewise
   * @param tenths acceptances in each tenth of a second since the start of connecting
   * @param connectedCpuNanos CPU time that each lane's thread used until its last acceptance
   * @param answeredCpuNanos the same until its last acceptance or refusal
   */
  public record Span(
      long firstIntendedNanos,
      long lastConnectedNanos,
      long lastAnsweredNanos,
      List<Integer> tenths,
      long connectedCpuNanos,
      long answeredCpuNanos) {

    private static final int TENTHS_OF_SECOND = 10;

    public Span {
      tenths = List.copyOf(tenths);
    }

    Span plus(Span other) {
      List<Integer> sums = new ArrayList<>();
      for (int i = 0; i < Math.max(tenths.size(), other.tenths.size()); i++) {
        sums.add(tenth(i) + other.tenth(i));
      }
      return new Span(
          Math.min(firstIntendedNanos, other.firstIntendedNanos),
          Math.max(lastConnectedNanos, other.lastConnectedNanos),
          Math.max(lastAnsweredNanos, other.lastAnsweredNanos),
          sums,
          connectedCpuNanos + other.connectedCpuNanos,
          answeredCpuNanos + other.answeredCpuNanos);
    }

    private int tenth(int index) {
      return index < tenths.size() ? tenths.get(index) : 0;
    }

    /** From the first intended connect to the last acceptance; 0 without any. */
    public double seconds() {
      return lastConnectedNanos == Long.MIN_VALUE
          ? 0
          : Math.max(0, lastConnectedNanos - firstIntendedNanos) / 1e9;
    }

    /**
     * Cores that the lanes used while clients were accepted, or until the last one was refused too,
     * whichever is more: few refusals come long after all else, and many may follow few
     * acceptances.
     */
    public double busyCores() {
      return Math.max(
          cores(connectedCpuNanos, lastConnectedNanos), cores(answeredCpuNanos, lastAnsweredNanos));
    }

    private double cores(long cpuNanos, long lastNanos) {
      return lastNanos <= firstIntendedNanos
          ? 0
          : (double) cpuNanos / (lastNanos - firstIntendedNanos);
    }

    /** Acceptances in the busiest second, which begins at any tenth. */
    public long peakSecond() {
      long window = 0;
      long peak = 0;
      for (int i = 0; i < tenths.size(); i++) {
        window += tenths.get(i) - tenth(i, TENTHS_OF_SECOND);
        peak = Math.max(peak, window);
      }
      return peak;
    }

    private int tenth(int index, int before) {
      return index < before ? 0 : tenths.get(index - before);
    }
  }
}
