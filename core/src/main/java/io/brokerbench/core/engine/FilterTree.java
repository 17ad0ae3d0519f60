package io.brokerbench.core.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Topic filters by their levels, each with its owners, who are numbers. Matches as MQTT 5, section
 * 4.7 says, but for topics that begin with {@code $}. Confined to one thread.
 */
final class FilterTree {

  private final Map<String, FilterTree> below = new HashMap<>();

  /** The filter that ends here; empty where none does. */
  private Optional<Match> filter = Optional.empty();

  /**
   * A filter that matches a topic.
   *
   * @param filter as it was added
   * @param owners all who have it, at least one
   */
  record Match(String filter, Set<Integer> owners) {}

  void add(String added, int owner) {
    FilterTree at = this;
    for (String level : added.split("/", -1)) {
      at = at.below.computeIfAbsent(level, key -> new FilterTree());
    }
    if (at.filter.isEmpty()) {
      at.filter = Optional.of(new Match(added, new TreeSet<>()));
    }
    at.filter.get().owners().add(owner);
  }

  /** All filters that match a topic. */
  List<Match> matching(String topic) {
    List<Match> matches = new ArrayList<>();
    collect(topic.split("/", -1), 0, matches);
    return matches;
  }

  /** An owner other than this one who has a filter that matches a topic. */
  Optional<Integer> findOther(String topic, int owner) {
    return matching(topic).stream()
        .flatMap(match -> match.owners().stream())
        .filter(other -> other != owner)
        .findFirst();
  }

  private void collect(String[] levels, int depth, List<Match> matches) {
    Optional.ofNullable(below.get("#")).flatMap(tree -> tree.filter).ifPresent(matches::add);
    if (depth == levels.length) {
      filter.ifPresent(matches::add);
      return;
    }
    for (String level : List.of(levels[depth], "+")) {
      FilterTree tree = below.get(level);
      if (tree != null) {
        tree.collect(levels, depth + 1, matches);
      }
    }
  }
}
