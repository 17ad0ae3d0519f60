package io.brokerbench.containers;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.NearestName;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The parameters of a selector, {@code name=value} joined by {@code &} after a question mark. A
 * wrong value is reported when it is read.
 *
 * @param values by name; only known names
 */
public record SelectorQuery(Map<String, String> values) {

  /** Copies the values. */
  public SelectorQuery {
    values = Map.copyOf(values);
  }

  /** The selector without its parameters. */
  public static String stem(String selector) {
    int question = selector.indexOf('?');
    return question < 0 ? selector : selector.substring(0, question);
  }

  /**
   * Reads the parameters of a whole selector.
   *
   * @param names that there are
   * @throws DefinitionException if a name is unknown or there twice
   */
  public static SelectorQuery of(String selector, List<String> names) {
    String stem = stem(selector);
    return parse(stem.equals(selector) ? "" : selector.substring(stem.length() + 1), names);
  }

  /**
   * Reads what follows the question mark.
   *
   * @param text with {@code %20} and the like; may be empty
   * @param names that there are
   * @throws DefinitionException if a name is unknown or there twice
   */
  public static SelectorQuery parse(String text, List<String> names) {
    Map<String, String> values = new HashMap<>();
    for (String parameter : text.isEmpty() ? new String[0] : text.split("&", -1)) {
      int equals = parameter.indexOf('=');
      String name = equals < 0 ? parameter : parameter.substring(0, equals);
      if (!names.contains(name)) {
        throw new DefinitionException("no parameter " + name + NearestName.hintOrList(name, names));
      }
      String value = equals < 0 ? "" : decoded(parameter.substring(equals + 1));
      if (value.isEmpty()) {
        throw new DefinitionException(name + " needs a value: " + name + "=...");
      }
      if (values.put(name, value) != null) {
        throw new DefinitionException(name + " is there twice");
      }
    }
    return new SelectorQuery(values);
  }

  /** Unlike in a form, a plus sign is a plus sign. */
  private static String decoded(String value) {
    try {
      return URLDecoder.decode(value.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new DefinitionException(value + ": " + e.getMessage(), e);
    }
  }

  /** The value as it is. */
  public Optional<String> text(String name) {
    return Optional.ofNullable(values.get(name));
  }

  /** A file that is there and may be read. */
  public Optional<Path> file(String name) {
    Optional<Path> file = text(name).map(Path::of);
    file.filter(path -> !Files.isRegularFile(path) || !Files.isReadable(path))
        .ifPresent(
            path -> {
              throw new DefinitionException(name, "there is no such file to read", path);
            });
    return file;
  }
}
