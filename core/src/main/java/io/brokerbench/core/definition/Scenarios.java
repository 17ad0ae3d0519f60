package io.brokerbench.core.definition;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.NearestName;
import io.brokerbench.core.scenario.GroupedScenario;
import io.brokerbench.core.scenario.Scenario;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/**
 * The scenarios that there are: those of all catalogues, and those in files.
 *
 * <p>Immutable, and safe for use by several threads as the catalogues are.
 */
public final class Scenarios {

  private final List<ScenarioCatalog> catalogs;

  private Scenarios(List<ScenarioCatalog> catalogs) {
    this.catalogs = List.copyOf(catalogs);
  }

  /** Those of the catalogues on the class path. */
  public static Scenarios load() {
    return new Scenarios(
        ServiceLoader.load(ScenarioCatalog.class).stream()
            .map(ServiceLoader.Provider::get)
            .toList());
  }

  /** Those of given catalogues. */
  public static Scenarios of(List<ScenarioCatalog> catalogs) {
    return new Scenarios(catalogs);
  }

  /** The catalogues, in the order in which they are asked. */
  public List<ScenarioCatalog> catalogs() {
    return catalogs;
  }

  /** The names of all, those with groups included. */
  public List<String> names() {
    return catalogs.stream()
        .flatMap(
            catalog ->
                Stream.concat(
                    catalog.scenarios().stream().map(Scenario::name),
                    catalog.grouped().stream().map(GroupedScenario::name)))
        .toList();
  }

  /** All scenarios that are listed by name. */
  public List<Scenario> list() {
    return catalogs.stream().flatMap(catalog -> catalog.scenarios().stream()).toList();
  }

  /**
   * A built-in scenario by its name, or one in a file by its path: what ends with {@code .yaml},
   * {@code .yml} or {@code .json}, or holds a {@code /}, is a path.
   *
   * @throws DefinitionException if there is none; the message offers the nearest name
   */
  public Scenario find(String nameOrPath) {
    return ScenarioFormat.fileOf(nameOrPath)
        .map(ScenarioCodec::read)
        .orElseGet(() -> byName(nameOrPath));
  }

  /**
   * The scenario with groups of that name, or in the file of that path.
   *
   * @return empty if there is none, or it has no groups
   * @throws DefinitionException if there is no such file, or no scenario in it
   */
  public Optional<GroupedScenario> findGrouped(String nameOrPath) {
    Optional<Path> file = ScenarioFormat.fileOf(nameOrPath);
    return file.isPresent()
        ? GroupedScenarioCodec.read(file.get())
        : catalogs.stream()
            .flatMap(catalog -> catalog.grouped().stream())
            .filter(scenario -> scenario.name().equals(nameOrPath))
            .findFirst();
  }

  private Scenario byName(String name) {
    findGrouped(name)
        .ifPresent(
            grouped -> {
              throw new DefinitionException(
                  name + " has groups; brokerbench run and ab take it, and Bench.groups of a test");
            });
    for (ScenarioCatalog catalog : catalogs) {
      Optional<Scenario> found = catalog.find(name);
      if (found.isPresent()) {
        return found.get();
      }
    }
    String message = "no scenario " + name + NearestName.hint(name, names());
    if (isFile(name)) {
      message += "; a file of a scenario ends with .yaml, .yml or .json";
    }
    throw new DefinitionException(message);
  }

  private static boolean isFile(String text) {
    try {
      return Files.isRegularFile(Path.of(text));
    } catch (InvalidPathException e) {
      return false;
    }
  }
}
