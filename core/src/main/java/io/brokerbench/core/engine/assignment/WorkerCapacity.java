package io.brokerbench.core.engine.assignment;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.NumberText;
import java.util.List;

/**
 * What a worker can carry.
 *
 * @param weight its part of the load, in proportion to others': at least 1
 * @param mostClients connections that it may have; 0 or more
 */
public record WorkerCapacity(int weight, int mostClients) {

  private static final int UNIT = 1_000;

  /** Checks the limits. */
  public WorkerCapacity {
    if (weight < 1) {
      throw new DefinitionException("weight", "at least 1", weight);
    }
    if (mostClients < 0) {
      throw new DefinitionException("mostClients", "0 or more", mostClients);
    }
  }

  /** The same with some of it taken. */
  WorkerCapacity without(int clients) {
    if (clients > mostClients) {
      throw new DefinitionException(
          NumberText.sentence(
              "%s consumers that belong together are more than the %s connections that one agent"
                  + " can have",
              clients, mostClients));
    }
    return new WorkerCapacity(weight, mostClients - clients);
  }

  /** The same for clients that come in groups of a size, of which no group is split. */
  WorkerCapacity ofGroups(int size) {
    return new WorkerCapacity(weight, mostClients / size);
  }

  /**
   * Checks that there is room.
   *
   * @throws DefinitionException if there is not
   */
  static void requireFor(int clients, List<WorkerCapacity> rooms) {
    long all = rooms.stream().mapToLong(WorkerCapacity::mostClients).sum();
    if (clients > all) {
      throw new DefinitionException(
          NumberText.sentence(
              "%s clients are more than the %s connections that %s agents can have together: add"
                  + " agents, or raise their limits (open files, source addresses)",
              clients, all, rooms.size()));
    }
  }

  /**
   * Clients for each, by weight, as long as there is room: like water that rises in vessels of
   * different width.
   */
  static int[] shares(int clients, List<WorkerCapacity> rooms) {
    requireFor(clients, rooms);
    int widest = rooms.stream().mapToInt(WorkerCapacity::weight).max().orElse(1);
    long low = 0;
    long high = (long) clients * UNIT * 2 * UNIT + UNIT;
    while (low < high) {
      long middle = (low + high) >>> 1;
      if (rooms.stream().mapToLong(room -> room.filledTo(middle, widest)).sum() >= clients) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    int[] shares = new int[rooms.size()];
    int rest = clients;
    for (int i = 0; i < shares.length; i++) {
      shares[i] = low == 0 ? 0 : (int) rooms.get(i).filledTo(low - 1, widest);
      rest -= shares[i];
    }
    for (int i = 0; rest > 0; i++) {
      int more = (int) Math.min(rest, rooms.get(i).filledTo(low, widest) - shares[i]);
      shares[i] += more;
      rest -= more;
    }
    return shares;
  }

  /** Clients that it holds when the level has risen to a thousandth of a client. */
  private long filledTo(long level, int widest) {
    return Math.min(mostClients, level * weight / widest / UNIT);
  }
}
