package io.brokerbench.core.engine;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;

/**
 * Topic filters by their levels, each with its owners, who are numbers. Matches as MQTT 5, section
 * 4.7 says, but for topics that begin with {@code $}. Confined to one thread.
 */
final class FilterTree {

  private final Map<String, FilterTree> below = new HashMap<>();

  /** Whose filters end here. */
  private final Set<Integer> owners = new TreeSet<>();

  void add(String filter, int owner) {
    FilterTree at = this;
    for (String level : filter.split("/", -1)) {
      at = at.below.computeIfAbsent(level, key -> new FilterTree());
    }
    at.owners.add(owner);
  }

  /** One of these owners who has a filter that matches a topic. */
  Optional<Integer> findOwner(String topic, IntPredicate which) {
    return find(topic.split("/", -1), 0, which);
  }

  private Optional<Integer> find(String[] levels, int depth, IntPredicate which) {
    Optional<Integer> rest = Optional.ofNullable(below.get("#")).flatMap(all -> all.owner(which));
    if (rest.isPresent() || depth == levels.length) {
      return rest.isPresent() ? rest : owner(which);
    }
    return findBelow(levels[depth], levels, depth, which)
        .or(() -> findBelow("+", levels, depth, which));
  }

  private Optional<Integer> findBelow(
      String level, String[] levels, int depth, IntPredicate which) {
    return Optional.ofNullable(below.get(level))
        .flatMap(tree -> tree.find(levels, depth + 1, which));
  }

  private Optional<Integer> owner(IntPredicate which) {
    return owners.stream().filter(which::test).findFirst();
  }
}
