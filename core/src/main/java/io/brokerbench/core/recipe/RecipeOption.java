package io.brokerbench.core.recipe;

import java.util.Optional;

/**
 * What a selector may set.
 *
 * @param meaning what it is, for messages
 * @param kind what its value has to be; absent for text
 * @param usual its value where a selector does not set it; absent where it has to
 */
public record RecipeOption(String meaning, Optional<Kind> kind, Optional<String> usual) {

  /** What a value is. */
  public enum Kind {
    /** Any text. */
    TEXT,
    /** A file that may be read. */
    FILE,
    /** A folder. */
    FOLDER
  }
}
