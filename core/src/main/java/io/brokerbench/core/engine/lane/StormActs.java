package io.brokerbench.core.engine.lane;

import java.util.List;
import java.util.function.ToIntFunction;

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
  private final ToIntFunction<C> id;
  private final StormMeter meter;
  private final Act<C> act;
  private int next;

  /**
   * Of some clients.
   *
   * @param clients in the order of their ids
   * @param meter which has the instants
   */
  StormActs(List<C> clients, ToIntFunction<C> id, StormMeter meter, Act<C> act) {
    this.clients = List.copyOf(clients);
    this.id = id;
    this.meter = meter;
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
      long due = meter.actNanos(id.applyAsInt(client));
      if (due - meter.endNanos() >= 0) {
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
