package io.brokerbench.core.scenario;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Durations;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Clients of one kind in a scenario of several groups: with a topology, a load, conditions and
 * thresholds of their own.
 *
 * @param name of the group: small letters, digits, {@code -} and {@code _}
 * @param start how long after the first load this group's begins; absent for at once
 * @param scenario of the group, whose warm-up has its least length
 */
public record ClientGroup(String name, Optional<Duration> start, Scenario scenario) {

  /** Most characters of a name. */
  public static final int MAX_NAME = 40;

  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9_-]*");

  /** Checks what a group cannot have. */
  public ClientGroup {
    Objects.requireNonNull(scenario, "scenario");
    start = start.filter(delay -> !delay.isZero());
    if (!NAME.matcher(name).matches() || name.length() > MAX_NAME) {
      throw new DefinitionException(
          "groups",
          "names of 1 to %d small letters, digits, - and _".formatted(MAX_NAME),
          "the name " + name);
    }
    start
        .filter(delay -> delay.isNegative() || delay.compareTo(Durations.LONGEST) > 0)
        .ifPresent(
            delay -> {
              throw wrong(
                  name,
                  "start",
                  "between 0s and " + Durations.format(Durations.LONGEST),
                  Durations.format(delay));
            });
    requireSimple(name, scenario.conditions());
    scenario = scenario.withPhases(scenario.phases().withFixedWarmUp());
  }

  private static void requireSimple(String name, Conditions conditions) {
    conditions
        .fault()
        .ifPresent(
            fault -> {
              throw wrong(
                  name,
                  "conditions.fault",
                  "not with groups, as a fault would be done to all of them",
                  fault.kind());
            });
    conditions
        .network()
        .filter(network -> network.lossFraction() > 0)
        .ifPresent(
            network -> {
              throw wrong(
                  name,
                  "conditions.network",
                  "no lost packets with groups, as they would be lost for all of them",
                  network.lossFraction());
            });
    if (conditions.network().filter(NetworkConditions::betweenNodes).isPresent()) {
      throw DefinitionException.about(
          "groups." + name + ".conditions.network",
          "nothing between nodes with groups, as their nodes are those of all",
          null);
    }
  }

  private static DefinitionException wrong(
      String name, String setting, String limit, Object value) {
    return new DefinitionException("groups." + name + "." + setting, limit, value);
  }

  /** From the first load to this group's. */
  public Duration delay() {
    return start.orElse(Duration.ZERO);
  }

  /** From the first load to the end of this group's steady state. */
  public Duration end() {
    return delay().plus(scenario.phases().warmUp()).plus(scenario.phases().steady());
  }

  /** The same whose load begins at another time. */
  public ClientGroup withStart(Optional<Duration> other) {
    return new ClientGroup(name, other, scenario);
  }

  /** The same with another scenario. */
  public ClientGroup withScenario(Scenario other) {
    return new ClientGroup(name, start, other);
  }
}
