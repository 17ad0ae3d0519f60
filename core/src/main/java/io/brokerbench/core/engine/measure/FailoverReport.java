package io.brokerbench.core.engine.measure;

import io.brokerbench.core.driver.ConnectionLossEffect;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
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
          new Clients(List.of(), 0, 0, 0, 0), Deliveries.NONE, ConnectionLossCounts.NONE);

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
   * @param absences of each of them, in any order of the clients
   * @param broken connections that ended without a request
   * @param reconnects connections that were made again
   * @param refused attempts that failed
   * @param unanswered attempts that were given up without an answer
   */
  public record Clients(
      List<List<Absence>> absences, long broken, long reconnects, long refused, long unanswered) {

    private static final Comparator<List<Absence>> ORDER =
        Comparator.comparing((List<Absence> of) -> of.get(0).lostNanos())
            .thenComparing(Object::toString);

    public Clients {
      absences = absences.stream().map(List::copyOf).sorted(ORDER).toList();
    }

    /** Whether one was not back by the end. */
    public boolean leftOut() {
      return absences.stream()
          .flatMap(List::stream)
          .anyMatch(absence -> absence.backNanos().isEmpty());
    }

    /** How many there are. */
    public int count() {
      return absences.size();
    }

    Clients plus(Clients other) {
      return new Clients(
          Stream.concat(absences.stream(), other.absences.stream()).toList(),
          broken + other.broken,
          reconnects + other.reconnects,
          refused + other.refused,
          unanswered + other.unanswered);
    }
  }

  /**
   * A time in which a client had no connection. One that broke again within a second belongs to the
   * same absence.
   *
   * @param lostNanos when the connection broke
   * @param backNanos when the client was connected again for good; empty where it never was
   */
  public record Absence(long lostNanos, OptionalLong backNanos) {}

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
