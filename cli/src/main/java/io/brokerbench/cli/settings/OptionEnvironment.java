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
public record OptionEnvironment(Map<String, String> environment, Optional<Path> directory) {

  /** Nothing but the command line. */
  public static final OptionEnvironment NONE = new OptionEnvironment(Map.of(), Optional.empty());

  public OptionEnvironment {
    environment = Map.copyOf(environment);
  }

  /** Those of this process. */
  public static OptionEnvironment current() {
    return new OptionEnvironment(System.getenv(), Optional.of(Path.of("")));
  }
}
