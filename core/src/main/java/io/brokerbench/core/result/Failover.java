package io.brokerbench.core.result;

import io.brokerbench.core.base.Bounds;
import io.brokerbench.core.scenario.FaultKind;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A fault that was done to the broker on purpose, or connections that broke without one, and how
 * clients got over it. Losses and duplicates are in {@link Messages}; the latencies of {@link
 * Latencies} hold the outage, as they count from the intended send time. Where nothing is sent,
 * there is no outage of deliveries, and the rest is of the connections alone. Where there were
 * several, {@code fault} to {@code course} are of the one with the longest outage, and the counts
 * of all.
 *
 * @param fault what was done; absent where connections broke without a fault
 * @param node to which node of the broker; absent where connections broke without a fault
 * @param atMillis when, from the start of sending, as in the timeline
 * @param healedAfterNanos when it was undone, from the fault; absent where it was not
 * @param course what followed, in nanoseconds from the fault, or from the first connection that
 *     broke; what did not come to pass is absent
 * @param clients clients that lost their connection
 * @param connectionsBroken connections that ended; more than {@code clients} where one broke again
 * @param reconnects connections that were made again
 * @param refusedAttempts attempts to connect that failed
 * @param unansweredAttempts attempts that were given up, as nothing answered them
 * @param doubts what the lost connections left unresolved; absent where no client speaks JMS
 * @param outages each of several, in their order, at most the first 100; absent where there was one
 * @param clockErrorNanos by how much any of the times may be wrong, as agents have clocks of their
 *     own; absent where all was read from one clock
 */
public record Failover(
    Optional<FaultKind> fault,
    Optional<String> node,
    long atMillis,
    OptionalLong healedAfterNanos,
    Course course,
    long clients,
    long connectionsBroken,
    long reconnects,
    long refusedAttempts,
    long unansweredAttempts,
    Optional<Unresolved> doubts,
    Optional<List<Outage>> outages,
    OptionalLong clockErrorNanos) {

  /** Most outages that are kept one by one. */
  public static final int MAX_OUTAGES = 100;

  /** Checks nothing; what is absent in a document is empty. */
  public Failover {
    fault = fault == null ? Optional.empty() : fault;
    node = node == null ? Optional.empty() : node;
    doubts = doubts == null ? Optional.empty() : doubts;
    outages = outages == null ? Optional.empty() : outages.map(List::copyOf);
  }

  /** Each outage in its order; one where there was one. */
  public List<Outage> each() {
    return outages.orElseGet(
        () -> List.of(new Outage(node, atMillis, healedAfterNanos, clients, course)));
  }

  /** Whether clients that had lost their connection were not back by the end. */
  public boolean leftClientsOut() {
    return each().stream()
        .anyMatch(outage -> outage.clients() > 0 && outage.course().allBackNanos().isEmpty());
  }

  /**
   * One of several.
   *
   * @param node to which a fault was done; absent where connections broke without one
   * @param atMillis when, from the start of sending
   * @param healedAfterNanos when it was undone, from the fault; absent where it was not
   * @param clients clients that were without a connection after it, and before the next one
   * @param course what followed
   */
  public record Outage(
      Optional<String> node,
      long atMillis,
      OptionalLong healedAfterNanos,
      long clients,
      Course course) {

    /** What is absent in a document is empty. */
    public Outage {
      node = node == null ? Optional.empty() : node;
    }
  }

  /**
   * What lost connections of JMS clients left unresolved. None of it is a loss: what is sent or
   * delivered again is in {@link Messages}.
   *
   * @param transactionsUndone open transactions, which the broker has undone
   * @param transactionsInDoubt transactions whose commit was under way: it is unknown whether the
   *     broker has done it
   * @param acknowledgementsInDoubt acknowledgements that were being given
   * @param unacknowledgedDeliveries messages that consumers had and had not acknowledged, and that
   *     come again
   */
  public record Unresolved(
      long transactionsUndone,
      long transactionsInDoubt,
      long acknowledgementsInDoubt,
      long unacknowledgedDeliveries) {}

  /**
   * What followed a fault, in nanoseconds from it; deliveries to the millisecond. What did not come
   * to pass is absent.
   *
   * @param outageNanos the longest time without any delivery that ended after the fault
   * @param lastDeliveryNanos the last delivery before that time; less than 0 before the fault
   * @param firstReconnectNanos the first client that was back
   * @param halfBackNanos half of the clients that lost their connection were back
   * @param mostBackNanos 95 % of them were
   * @param allBackNanos all of them were
   * @param firstDeliveryNanos the first delivery after the outage
   * @param drainedNanos all that had fallen due until then was delivered, but for what is usually
   *     under way
   */
  public record Course(
      OptionalLong outageNanos,
      @Bounds(min = Bounds.UNBOUNDED) OptionalLong lastDeliveryNanos,
      OptionalLong firstReconnectNanos,
      OptionalLong halfBackNanos,
      OptionalLong mostBackNanos,
      OptionalLong allBackNanos,
      OptionalLong firstDeliveryNanos,
      OptionalLong drainedNanos) {}
}
