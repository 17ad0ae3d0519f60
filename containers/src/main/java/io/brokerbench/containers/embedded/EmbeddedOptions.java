package io.brokerbench.containers.embedded;

import io.brokerbench.containers.SelectorQuery;
import io.brokerbench.core.base.DefinitionException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What a selector asks for beside the product: {@code embedded:artemis?lib=DIR&jvm=-Xmx2g}.
 *
 * @param jars folder of the product's jars, of another version, in place of those of the build
 * @param jvm options after the usual ones, of which the last counts
 */
record EmbeddedOptions(Optional<Path> jars, List<String> jvm) {

  /** None. */
  static final EmbeddedOptions NONE = new EmbeddedOptions(Optional.empty(), List.of());

  private static final String LIB = "lib";
  private static final String JVM = "jvm";

  EmbeddedOptions {
    jvm = List.copyOf(jvm);
  }

  /**
   * Reads them.
   *
   * @throws DefinitionException if one is unknown or wrong; the message names the selector
   */
  static EmbeddedOptions of(String selector) {
    try {
      SelectorQuery query = SelectorQuery.of(selector, List.of(LIB, JVM));
      return new EmbeddedOptions(
          query.text(LIB).map(EmbeddedOptions::folderOfJars),
          query
              .text(JVM)
              .map(text -> Arrays.asList(text.strip().split("\\s+", -1)))
              .orElse(List.of()));
    } catch (DefinitionException e) {
      throw new DefinitionException(selector + ": " + e.getMessage(), e);
    }
  }

  private static Path folderOfJars(String text) {
    Path folder = Path.of(text).toAbsolutePath();
    if (!Files.isDirectory(folder)) {
      throw new DefinitionException(LIB, "there is no such folder", text);
    }
    try (DirectoryStream<Path> jars = Files.newDirectoryStream(folder, "*.jar")) {
      if (!jars.iterator().hasNext()) {
        throw new DefinitionException(LIB, "a folder with the product's jars, this has none", text);
      }
    } catch (IOException e) {
      throw new DefinitionException(LIB, "cannot be read: " + e.getMessage(), text);
    }
    return folder;
  }
}
