package io.brokerbench.core.measure;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a {@link DeliveryLedger} found.
 *
 * @param expected deliveries owed
 * @param received distinct deliveries made
 * @param duplicated deliveries made again
 * @param reordered deliveries that came after a later one of the same publisher and consumer
 * @param missing the first deliveries that never came
 */
public record DeliveryAccount(
    long expected, long received, long duplicated, long reordered, List<Missing> missing) {

  /** Copies the list. */
  public DeliveryAccount {
    missing = List.copyOf(missing);
  }

  /** Deliveries that never came. */
  public long lost() {
    return expected - received;
  }

  /**
   * The account of two ledgers that share no stream. Associative, as long as both name as many
   * missing deliveries as they have, or {@code maxNamed}.
   *
   * @param maxNamed most missing deliveries to name
   */
  public DeliveryAccount merge(DeliveryAccount other, int maxNamed) {
    return new DeliveryAccount(
        expected + other.expected,
        received + other.received,
        duplicated + other.duplicated,
        reordered + other.reordered,
        Stream.concat(missing.stream(), other.missing.stream())
            .sorted(Missing.IN_ORDER)
            .limit(maxNamed)
            .toList());
  }

  /**
   * A delivery that never came.
   *
   * @param publisher id
   * @param sequence of the message among its publisher's, from 0
   * @param consumer that it was owed to; -1 where only one recipient, or a shared subscription, is
   */
  public record Missing(int publisher, long sequence, int consumer) {

    /** The order in which a ledger names them. */
    public static final Comparator<Missing> IN_ORDER =
        Comparator.comparingInt(Missing::publisher)
            .thenComparingInt(Missing::consumer)
            .thenComparingLong(Missing::sequence);
  }
}
