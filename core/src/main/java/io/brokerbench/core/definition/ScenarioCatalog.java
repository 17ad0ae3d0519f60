package io.brokerbench.core.definition;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.scenario.GroupedScenario;
import io.brokerbench.core.scenario.Scenario;
import java.util.List;
import java.util.Optional;

/**
 * A family of built-in scenarios, found with {@link java.util.ServiceLoader}.
 *
 * <p>Implementations are stateless, have a public constructor without arguments, and are safe for
 * use by several threads.
 */
public interface ScenarioCatalog {

  /** Title of the family, for lists. */
  String title();

  /** The scenarios that are listed by name; a grammar may know more. */
  List<Scenario> scenarios();

  /** Those with groups, which are listed by name as well. */
  default List<GroupedScenario> grouped() {
    return List.of();
  }

  /**
   * The scenario of a name, with its default sizes.
   *
   * @return empty if the name is not of this family
   * @throws DefinitionException if it is of this family, and the catalogue knows what is wrong with
   *     it
   */
  default Optional<Scenario> find(String name) {
    return scenarios().stream().filter(scenario -> scenario.name().equals(name)).findFirst();
  }
}
