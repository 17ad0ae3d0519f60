package io.brokerbench.core.engine;

import java.util.HashMap;
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

  /** Whose filters end here. */
  private final Set<Integer> owners = new TreeSet<>();

  void add(String filter, int owner) {
    FilterTree at = this;
    for (String level : filter.split("/", -1)) {
      at = at.below.computeIfAbsent(level, key -> new FilterTree());
    }
    at.owners.add(owner);
  }

  /** Whether some owner has a filter that matches a topic. */
  boolean isMatched(String topic) {
    return find(topic, all -> all.stream().findFirst()).isPresent();
  }

  /** Whether this owner has a filter that matches a topic. */
  boolean isMatched(String topic, int owner) {
    return find(topic, all -> all.contains(owner) ? Optional.of(owner) : Optional.empty())
        .isPresent();
  }

  /** An owner other than this one who has a filter that matches a topic. */
  Optional<Integer> findOther(String topic, int owner) {
    return find(topic, all -> all.stream().filter(other -> other != owner).findFirst());
  }

  private Optional<Integer> find(String topic, Choice choice) {
    return find(topic.split("/", -1), 0, choice);
  }

  private Optional<Integer> find(String[] levels, int depth, Choice choice) {
    Optional<Integer> rest =
        Optional.ofNullable(below.get("#")).flatMap(all -> choice.of(all.owners));
    if (rest.isPresent() || depth == levels.length) {
      return rest.isPresent() ? rest : choice.of(owners);
    }
    return findBelow(levels[depth], levels, depth, choice)
        .or(() -> findBelow("+", levels, depth, choice));
  }

  private Optional<Integer> findBelow(String level, String[] levels, int depth, Choice choice) {
    return Optional.ofNullable(below.get(level))
        .flatMap(tree -> tree.find(levels, depth + 1, choice));
  }

  /** Takes one of those who have a filter that matches. */
  @FunctionalInterface
  private interface Choice {
    Optional<Integer> of(Set<Integer> owners);
  }
}
