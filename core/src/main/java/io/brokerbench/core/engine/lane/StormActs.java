package io.brokerbench.core.engine.lane;

import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;

/**
 * Lets the clients of one lane do what a storm is of, each when it is due. Confined to the lane's
 * thread.
 *
 * @param <C> the clients
 */
final class StormActs<C> {

  /** So that the lane reads its connections in between. */
  private static final int MOST_IN_A_TURN = 16;

  /** What a client does. */
  @FunctionalInterface
  interface Act<C> {

    /**
     * Does it.
     *
     * @param dueNanos when it was due
     */
    void act(C client, long dueNanos);
  }

  private final List<C> clients;
  private final ToLongFunction<C> dueNanos;
  private final LongSupplier endNanos;
  private final Act<C> act;
  private int next;

  /**
   * Of some clients.
   *
   * @param clients in the order in which they are due
   * @param dueNanos when one is due, as far as it is known by now
   * @param endNanos when what is due is not done any more
   */
  StormActs(List<C> clients, ToLongFunction<C> dueNanos, LongSupplier endNanos, Act<C> act) {
    this.clients = List.copyOf(clients);
    this.dueNanos = dueNanos;
    this.endNanos = endNanos;
    this.act = act;
  }

  /**
   * Lets those act that are due.
   *
   * @return when to come again; {@link Long#MAX_VALUE} when there is nothing more
   */
  long turn(long now) {
    for (int acts = 0; next < clients.size(); acts++) {
      C client = clients.get(next);
      long due = dueNanos.applyAsLong(client);
      if (due - endNanos.getAsLong() >= 0) {
        return Long.MAX_VALUE;
      }
      if (due - now > 0 || acts == MOST_IN_A_TURN) {
        return due;
      }
      next++;
      act.act(client, due);
    }
    return Long.MAX_VALUE;
  }
}
