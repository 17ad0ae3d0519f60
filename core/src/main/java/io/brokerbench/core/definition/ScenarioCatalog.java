package io.brokerbench.core.definition;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.scenario.GroupedScenario;
import io.brokerbench.core.scenario.Scenario;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Built-in scenarios of one kind, found with {@link java.util.ServiceLoader}.
 *
 * <p>Implementations are stateless, have a public constructor without arguments, and are safe for
 * use by several threads.
 */
public interface ScenarioCatalog {

  /** Title of these scenarios, for lists. */
  String title();

  /**
   * What those scenarios do whose names begin with one word, in one line of up to 58 characters.
   */
  default String about(String family) {
    String about = title().replaceFirst("^[^:]*: ", "");
    return about.substring(0, 1).toUpperCase(Locale.ROOT) + about.substring(1);
  }

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
