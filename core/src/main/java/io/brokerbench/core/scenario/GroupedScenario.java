package io.brokerbench.core.scenario;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.security.CipherSuite;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Several groups of clients that load one broker at the same time, each with a scenario, an account
 * and a verdict of its own.
 *
 * @param name name by which it is found and reported
 * @param description one sentence for people
 * @param groups 2 to {@value #MAX_GROUPS}, in their order
 */
public record GroupedScenario(String name, String description, List<ClientGroup> groups) {

  /** Most groups: each has threads of its own. */
  public static final int MAX_GROUPS = 50;

  /** Checks what the groups require of each other. */
  public GroupedScenario {
    Objects.requireNonNull(name, "name");
    description = description == null ? "" : description;
    groups = List.copyOf(groups);
    if (groups.size() < 2 || groups.size() > MAX_GROUPS) {
      throw new DefinitionException("groups", "between 2 and " + MAX_GROUPS, groups.size());
    }
    Set<String> names = new HashSet<>();
    for (ClientGroup group : groups) {
      if (!names.add(group.name())) {
        throw new DefinitionException("groups", "each name once", "the name " + group.name());
      }
    }
    requireOneBroker(groups);
  }

  /** What is said of the broker, all groups say alike, as there is one. */
  private static void requireOneBroker(List<ClientGroup> groups) {
    ClientGroup first = groups.get(0);
    Optional<CipherSuite> cipher = Optional.empty();
    for (ClientGroup group : groups) {
      boolean pair = group.scenario().conditions().highAvailability();
      if (pair != first.scenario().conditions().highAvailability()) {
        throw new DefinitionException(
            "groups.%s.conditions.highAvailability".formatted(group.name()),
            "as in the other groups, which have the same broker",
            pair);
      }
      Optional<CipherSuite> own = group.scenario().security().cipher();
      if (own.isPresent() && cipher.isPresent() && !own.equals(cipher)) {
        throw new DefinitionException(
            "groups.%s.security.cipher".formatted(group.name()),
            "as in the other groups with TLS, which have the same broker",
            own.get().openSslName());
      }
      cipher = own.isPresent() ? own : cipher;
    }
  }

  /** Number of all clients. */
  public int clients() {
    return groups.stream().mapToInt(group -> group.scenario().clients()).sum();
  }

  /** The group whose steady state ends last. */
  public ClientGroup longest() {
    return groups.stream().max(Comparator.comparing(ClientGroup::end)).orElseThrow();
  }

  /** From the first load to the end of the last steady state. */
  public Duration length() {
    return longest().end();
  }

  /** The same with other groups. */
  public GroupedScenario withGroups(List<ClientGroup> others) {
    return new GroupedScenario(name, description, others);
  }
}
