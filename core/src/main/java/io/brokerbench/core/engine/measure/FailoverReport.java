package io.brokerbench.core.engine.measure;

import io.brokerbench.core.driver.ConnectionLossEffect;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * How one lane, or several together, got over broken connections. Merging is associative.
 *
 * @param clients that lost their connection
 * @param deliveries around the fault; {@link Deliveries#NONE} without one
 * @param connectionLosses what the broken connections left in doubt
 */
public record FailoverReport(
    Clients clients, Deliveries deliveries, ConnectionLossCounts connectionLosses) {

  /** Nothing happened. */
  public static final FailoverReport NONE =
      new FailoverReport(
          new Clients(0, 0, 0, 0, 0, List.of()), Deliveries.NONE, ConnectionLossCounts.NONE);

  public FailoverReport merge(FailoverReport other) {
    return new FailoverReport(
        clients.plus(other.clients),
        deliveries.merge(other.deliveries),
        connectionLosses.plus(other.connectionLosses));
  }

  /**
   * What broken connections left unresolved.
   *
   * @param counts of those that there were
   */
  public record ConnectionLossCounts(Map<ConnectionLossEffect, Long> counts) {

    public static final ConnectionLossCounts NONE = new ConnectionLossCounts(Map.of());

    public ConnectionLossCounts {
      counts = Map.copyOf(counts);
    }

    ConnectionLossCounts plus(ConnectionLossCounts other) {
      Map<ConnectionLossEffect, Long> sums = new EnumMap<>(ConnectionLossEffect.class);
      counts.forEach((effect, count) -> sums.merge(effect, count, Long::sum));
      other.counts.forEach((effect, count) -> sums.merge(effect, count, Long::sum));
      return new ConnectionLossCounts(sums);
    }

    public long of(ConnectionLossEffect effect) {
      return counts.getOrDefault(effect, 0L);
    }
  }

  /**
   * Clients that lost their connection.
   *
   * @param clients how many there are
   * @param broken connections that ended without a request
   * @param reconnects connections that were made again
   * @param refused attempts that failed
   * @param unanswered attempts that were given up without an answer
   * @param backNanos when each of them was connected again for good, in any order
   */
  public record Clients(
      long clients,
      long broken,
      long reconnects,
      long refused,
      long unanswered,
      List<Long> backNanos) {

    public Clients {
      backNanos = backNanos.stream().sorted().toList();
    }

    Clients plus(Clients other) {
      return new Clients(
          clients + other.clients,
          broken + other.broken,
          reconnects + other.reconnects,
          refused + other.refused,
          unanswered + other.unanswered,
          Stream.concat(backNanos.stream(), other.backNanos.stream()).toList());
    }
  }

  /**
   * Deliveries around a fault.
   *
   * @param originNanos from which the rest is counted
   * @param millis a bit for each millisecond in which something was delivered
   * @param latest for each {@value OutageMeter#BIN_MILLIS} ms of intended send time, the
   *     millisecond of the last delivery of a message of that time; 0 for none
   */
  public record Deliveries(long originNanos, List<Long> millis, List<Integer> latest) {

    public static final Deliveries NONE = new Deliveries(0, List.of(), List.of());

    public Deliveries {
      millis = List.copyOf(millis);
      latest = List.copyOf(latest);
    }

    public Deliveries merge(Deliveries other) {
      List<Long> either = new ArrayList<>();
      for (int i = 0; i < Math.max(millis.size(), other.millis.size()); i++) {
        either.add(word(i) | other.word(i));
      }
      List<Integer> later = new ArrayList<>();
      for (int i = 0; i < Math.max(latest.size(), other.latest.size()); i++) {
        later.add(Math.max(latest(i), other.latest(i)));
      }
      return new Deliveries(equals(NONE) ? other.originNanos : originNanos, either, later);
    }

    private long word(int index) {
      return index < millis.size() ? millis.get(index) : 0;
    }

    public int latest(int bin) {
      return bin < latest.size() ? latest.get(bin) : 0;
    }
  }
}
