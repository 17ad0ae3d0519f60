package io.brokerbench.experiment.study;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.NearestName;
import io.brokerbench.core.definition.ScenarioFormat;
import io.brokerbench.core.definition.Scenarios;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * The studies that there are: built in, and in files.
 *
 * @param catalogs of those that are built in
 */
public record Studies(List<StudyCatalog> catalogs) {

  /** Copies the list. */
  public Studies {
    catalogs = List.copyOf(catalogs);
  }

  /** Those of the catalogues on the class path. */
  public static Studies load() {
    return new Studies(
        ServiceLoader.load(StudyCatalog.class).stream().map(ServiceLoader.Provider::get).toList());
  }

  /** All that are built in. */
  public List<StudyCatalog.Item> items() {
    return catalogs.stream().flatMap(catalog -> catalog.items().stream()).toList();
  }

  /**
   * A study by its name, or in a file by its path: what ends with {@code .yaml}, {@code .yml} or
   * {@code .json}, or holds a {@code /}, is a path.
   *
   * @param brokers where the study names none
   * @param size of one that is built in; of one in a file, only that of its scenarios
   * @throws DefinitionException if there is none; the message offers the nearest name
   */
  public Study find(String nameOrPath, Scenarios scenarios, List<String> brokers, StudySize size) {
    Optional<Path> file = ScenarioFormat.fileOf(nameOrPath);
    if (file.isPresent()) {
      if (size.small() || size.samples().isPresent()) {
        throw new DefinitionException(
            "a size and a number of samples are for built-in studies; a file says its phases"
                + " itself");
      }
      return StudyFile.read(file.get(), scenarios, brokers, size::sized);
    }
    for (StudyCatalog catalog : catalogs) {
      Optional<Study> found = catalog.find(nameOrPath, size);
      if (found.isPresent()) {
        if (size.clients().isPresent() && !catalog.hasSizes()) {
          throw new DefinitionException(
              "size", "only for studies of scenarios that were published with sizes", nameOrPath);
        }
        return found.get().withBrokers(brokers);
      }
    }
    List<String> names = items().stream().map(StudyCatalog.Item::name).toList();
    throw new DefinitionException(
        "no study " + nameOrPath + NearestName.hintOrList(nameOrPath, names));
  }
}
