package io.brokerbench.cli.settings;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Where options may come from beside the command line.
 *
 * @param environment variables
 * @param directory that may hold a {@code brokerbench.yaml}; empty for none
 */
public record Surroundings(Map<String, String> environment, Optional<Path> directory) {

  /** Nothing but the command line. */
  public static final Surroundings NONE = new Surroundings(Map.of(), Optional.empty());

  public Surroundings {
    environment = Map.copyOf(environment);
  }

  /** Those of this process. */
  public static Surroundings current() {
    return new Surroundings(System.getenv(), Optional.of(Path.of("")));
  }
}
