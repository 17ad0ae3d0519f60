package io.brokerbench.core.engine.measure;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a {@link DeliveryLedger} found.
 *
 * @param expected deliveries owed
 * @param received distinct deliveries made
 * @param unacknowledged deliveries owed and not made of messages that were never acknowledged
 * @param unacknowledgedDelivered deliveries made of messages that were never acknowledged
 * @param duplicated deliveries made again
 * @param repeatedElsewhere those of them that are known to be to another member of a shared
 *     subscription than the first one: it has had no later message of that publisher
 * @param misdelivered deliveries made to a consumer that was not owed them
 * @param reordered deliveries made after a later one of the same publisher and consumer
 * @param expired deliveries owed and not made of messages that expired first, as far as is known
 * @param named the first deliveries that are {@link #missing()}
 * @param strays the first deliveries that are {@link #misdelivered()} and of a publisher of the run
 */
@RecordBuilder
public record DeliveryAccount(
    long expected,
    long received,
    long unacknowledged,
    long unacknowledgedDelivered,
    long duplicated,
    long repeatedElsewhere,
    long misdelivered,
    long reordered,
    long expired,
    List<Missing> named,
    List<Stray> strays)
    implements DeliveryAccountBuilder.With {

  /** Copies the list. */
  public DeliveryAccount {
    named = List.copyOf(named);
    strays = strays == null ? List.of() : List.copyOf(strays);
  }

  /** Deliveries that never arrived and that the broker had taken over: lost, or undelivered. */
  public long missing() {
    return expected - received - unacknowledged - expired;
  }

  /** The same with at least as many deliveries owed as made. */
  public DeliveryAccount owingWhatItReceived() {
    return withExpected(Math.max(expected, received + unacknowledged + expired));
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
        unacknowledged + other.unacknowledged,
        unacknowledgedDelivered + other.unacknowledgedDelivered,
        duplicated + other.duplicated,
        repeatedElsewhere + other.repeatedElsewhere,
        misdelivered + other.misdelivered,
        reordered + other.reordered,
        expired + other.expired,
        Stream.concat(named.stream(), other.named.stream())
            .sorted(Missing.BY_STREAM)
            .limit(maxNamed)
            .toList(),
        Stream.concat(strays.stream(), other.strays.stream())
            .sorted(Stray.BY_STREAM)
            .limit(maxNamed)
            .toList());
  }

  /**
   * A delivery to a consumer that was not owed it.
   *
   * @param publisher id
   * @param sequence of the message among its publisher's, from 0
   * @param consumer that got it
   */
  public record Stray(int publisher, long sequence, int consumer) {

    private static final Comparator<Stray> BY_STREAM =
        Comparator.comparingInt(Stray::publisher)
            .thenComparingInt(Stray::consumer)
            .thenComparingLong(Stray::sequence);
  }

  /**
   * A delivery that never arrived.
   *
   * @param publisher id
   * @param sequence of the message among its publisher's, from 0
   * @param consumer that it was owed to; -1 where only one recipient, or a shared subscription, is
   */
  public record Missing(int publisher, long sequence, int consumer) {

    /** The order in which a ledger names them. */
    public static final Comparator<Missing> BY_STREAM =
        Comparator.comparingInt(Missing::publisher)
            .thenComparingInt(Missing::consumer)
            .thenComparingLong(Missing::sequence);
  }

  /** Is called for each delivery that never arrived. */
  @FunctionalInterface
  public interface MissingVisitor {

    /**
     * One of them.
     *
     * @param consumer that it was owed to; -1 where only one recipient is, be it a consumer or a
     *     shared subscription
     */
    void visit(int publisher, long sequence, int consumer);
  }
}
