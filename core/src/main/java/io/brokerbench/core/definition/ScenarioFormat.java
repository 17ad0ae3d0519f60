package io.brokerbench.core.definition;

import io.brokerbench.core.base.DefinitionException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/** How the text of a scenario is written. */
public enum ScenarioFormat {
  /** YAML, in files that end with {@code .yaml} or {@code .yml}. */
  YAML,
  /** JSON, in files that end with {@code .json}. */
  JSON;

  /** The format that a file's name stands for. */
  public static Optional<ScenarioFormat> ofFileName(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (lower.endsWith(".yaml") || lower.endsWith(".yml")) {
      return Optional.of(YAML);
    }
    return lower.endsWith(".json") ? Optional.of(JSON) : Optional.empty();
  }

  /**
   * The file that is meant by what ends as one of these formats does, or has a separator of paths;
   * empty for the name of something built in.
   *
   * @throws DefinitionException if no file can have that name
   */
  public static Optional<Path> fileOf(String nameOrPath) {
    boolean named =
        ofFileName(nameOrPath).isEmpty()
            && nameOrPath.indexOf('/') < 0
            && nameOrPath.indexOf('\\') < 0;
    try {
      return named ? Optional.empty() : Optional.of(Path.of(nameOrPath));
    } catch (InvalidPathException e) {
      throw new DefinitionException("no file has the name " + nameOrPath.strip(), e);
    }
  }
}
