package io.brokerbench.core.definition;

import io.brokerbench.core.base.DefinitionException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What the values of a document come from that are not defaults, such as a file or a change. It
 * says where a wrong one was set.
 */
interface DocumentSource {

  /** Places with a value, those of objects and lists included, as keys from the outside in. */
  Set<List<String>> paths();

  /** Where files that it names are looked for; absent for the working directory. */
  default Optional<Path> folder() {
    return Optional.empty();
  }

  /** The group of clients that alone has a value at a place; empty for what all have. */
  default Optional<String> groupOf(List<String> path) {
    return Optional.empty();
  }

  /** The problem of the value at a place. */
  DefinitionException at(List<String> path, DefinitionException problem);

  /** The problem of a value at a place that is wrong whatever the other values are: of its type. */
  default DefinitionException ofType(List<String> path, DefinitionException problem) {
    return at(path, problem);
  }

  /** The problem of a key that nothing is known of. */
  default DefinitionException unknown(List<String> path, DefinitionException problem) {
    return ofType(path, problem);
  }

  /** The problem of some value below a place, which this source need not have set. */
  DefinitionException within(List<String> path, DefinitionException problem);
}
