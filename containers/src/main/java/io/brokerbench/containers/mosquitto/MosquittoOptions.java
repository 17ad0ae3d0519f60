package io.brokerbench.containers.mosquitto;

import io.brokerbench.containers.SelectorQuery;
import io.brokerbench.core.base.DefinitionException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What a selector asks for beside the product: {@code process:mosquitto?command=FILE&config=FILE}.
 *
 * @param command the mosquitto to start in place of the installed one; or a script that becomes it
 * @param config lines for its configuration, after ours
 */
public record MosquittoOptions(Optional<Path> command, Optional<Path> config) {

  /** None. */
  static final MosquittoOptions NONE = new MosquittoOptions(Optional.empty(), Optional.empty());

  private static final String COMMAND = "command";
  private static final String CONFIG = "config";

  /**
   * Reads them.
   *
   * @throws DefinitionException if one is unknown or wrong; the message names the selector
   */
  static MosquittoOptions of(String selector) {
    try {
      SelectorQuery query = SelectorQuery.of(selector, List.of(COMMAND, CONFIG));
      Optional<Path> command = query.file(COMMAND).map(Path::toAbsolutePath);
      command
          .filter(path -> !Files.isExecutable(path))
          .ifPresent(
              path -> {
                throw new DefinitionException(COMMAND, "a file that may be executed", path);
              });
      return new MosquittoOptions(command, query.file(CONFIG).map(Path::toAbsolutePath));
    } catch (DefinitionException e) {
      throw new DefinitionException(selector + ": " + e.getMessage(), e);
    }
  }
}
