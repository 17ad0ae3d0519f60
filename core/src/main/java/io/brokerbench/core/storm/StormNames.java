package io.brokerbench.core.storm;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What is named in the report of a storm: items, which are clients or topics, and of each how many
 * deliveries it is about, and to whom the first of these. Of more items than {@value #MAX_ITEMS},
 * those with the lowest ids are kept, with all that is counted of them. Merging is associative.
 * Immutable.
 *
 * @param items by the id of the client, or of the topic's publisher
 */
public record StormNames(SortedMap<Integer, Item> items) {

  /** Most items. */
  public static final int MAX_ITEMS = StormOutcome.MAX_NAMED;

  /** Nothing to name. */
  public static final StormNames NONE = new StormNames(Collections.emptySortedMap());

  /** Copies the map. */
  public StormNames {
    items = Collections.unmodifiableSortedMap(new TreeMap<>(items));
  }

  /**
   * One item.
   *
   * @param count deliveries that it is about
   * @param watchers the lowest ids of their clients, ascending, {@value StormOutcome#MAX_WATCHERS}
   *     at most
   */
  public record Item(long count, List<Integer> watchers) {

    /** Copies the list. */
    public Item {
      watchers = List.copyOf(watchers);
    }

    private Item merge(Item other) {
      List<Integer> lowest =
          Stream.concat(watchers.stream(), other.watchers.stream())
              .sorted()
              .distinct()
              .limit(StormOutcome.MAX_WATCHERS)
              .toList();
      return new Item(count + other.count, lowest);
    }
  }

  /** Both as one. */
  public StormNames merge(StormNames other) {
    TreeMap<Integer, Item> all = new TreeMap<>(items);
    other.items.forEach((id, item) -> all.merge(id, item, Item::merge));
    while (all.size() > MAX_ITEMS) {
      all.pollLastEntry();
    }
    return new StormNames(all);
  }

  /** Counts them one after the other. Belongs to one thread. */
  public static final class Tally {

    private final TreeMap<Integer, Count> counts = new TreeMap<>();

    /** One more delivery that an item is about, to a client. */
    public void add(int item, int watcher) {
      Count known = counts.get(item);
      if (known == null) {
        if (counts.size() == MAX_ITEMS && item > counts.lastKey()) {
          return;
        }
        known = new Count();
        counts.put(item, known);
        if (counts.size() > MAX_ITEMS) {
          counts.pollLastEntry();
        }
      }
      known.add(watcher);
    }

    /** What has been counted. */
    public StormNames names() {
      TreeMap<Integer, Item> items = new TreeMap<>();
      for (Map.Entry<Integer, Count> each : counts.entrySet()) {
        items.put(each.getKey(), new Item(each.getValue().all, each.getValue().lowest));
      }
      return new StormNames(items);
    }
  }

  private static final class Count {
    private final List<Integer> lowest = new ArrayList<>();
    private long all;

    void add(int watcher) {
      all++;
      int place = Collections.binarySearch(lowest, watcher);
      if (place < 0 && -place - 1 < StormOutcome.MAX_WATCHERS) {
        lowest.add(-place - 1, watcher);
        if (lowest.size() > StormOutcome.MAX_WATCHERS) {
          lowest.remove(lowest.size() - 1);
        }
      }
    }
  }
}
