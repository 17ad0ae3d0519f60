package io.brokerbench.report;

import java.util.List;
import java.util.Optional;

/**
 * What a page tells beside the result itself.
 *
 * @param again command that does the same again; empty where it isn't known
 * @param files of the same folder, to be linked
 */
public record Surroundings(Optional<String> again, List<String> files) {

  /** Nothing. */
  public static final Surroundings NONE = new Surroundings(Optional.empty(), List.of());

  /** Copies the list. */
  public Surroundings {
    files = List.copyOf(files);
  }
}
