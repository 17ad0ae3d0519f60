package io.brokerbench.containers.remote;

import io.brokerbench.core.scenario.DefinitionException;
import io.brokerbench.core.scenario.NearestName;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The parameters of a selector, {@code name=value} joined by {@code &}. What is wrong with one is
 * told when it is asked for.
 *
 * @param values by name; only known names
 */
record RemoteQuery(Map<String, String> values) {

  private static final List<String> NAMES =
      List.of(
          "pid",
          "mqtts",
          "psk",
          "amqp",
          "amqps",
          "amqp-topics",
          "trust",
          "cert",
          "key",
          "verify",
          "user",
          "password-file",
          "psk-identity",
          "psk-file");

  /** One that fits. */
  private static final String SHORT_NUMBER = "\\d{1,18}";

  RemoteQuery {
    values = Map.copyOf(values);
  }

  /**
   * Reads what follows the question mark.
   *
   * @param text with {@code %20} and the like; may be empty
   * @throws DefinitionException if a name is unknown or there twice
   */
  static RemoteQuery parse(String text) {
    Map<String, String> values = new HashMap<>();
    for (String parameter : text.isEmpty() ? new String[0] : text.split("&", -1)) {
      int equals = parameter.indexOf('=');
      String name = equals < 0 ? parameter : parameter.substring(0, equals);
      if (!NAMES.contains(name)) {
        String hint = NearestName.hint(name, NAMES);
        throw new DefinitionException(
            "no parameter "
                + name
                + (hint.isEmpty() ? "; there are " + String.join(", ", NAMES) : hint));
      }
      String value = equals < 0 ? "" : decoded(parameter.substring(equals + 1));
      if (value.isEmpty()) {
        throw new DefinitionException(name + " needs a value: " + name + "=...");
      }
      if (values.put(name, value) != null) {
        throw new DefinitionException(name + " is there twice");
      }
    }
    return new RemoteQuery(values);
  }

  /** Unlike in a form, a plus sign is a plus sign. */
  private static String decoded(String value) {
    try {
      return URLDecoder.decode(value.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new DefinitionException(value + ": " + e.getMessage(), e);
    }
  }

  Optional<String> text(String name) {
    return Optional.ofNullable(values.get(name));
  }

  /** A port, for the listener of that name. */
  OptionalInt port(String name) {
    OptionalLong port = number(name, "a port is between 1 and 65535", 65_535);
    return port.isEmpty() ? OptionalInt.empty() : OptionalInt.of((int) port.getAsLong());
  }

  /** The broker's process on this machine. */
  OptionalLong pid() {
    return number("pid", "pid is the number of a process", Long.MAX_VALUE);
  }

  private OptionalLong number(String name, String limit, long most) {
    String value = values.get(name);
    if (value == null) {
      return OptionalLong.empty();
    }
    long number = value.matches(SHORT_NUMBER) ? Long.parseLong(value) : 0;
    if (number < 1 || number > most) {
      throw new DefinitionException(name, limit, value);
    }
    return OptionalLong.of(number);
  }

  /** A file that is there and may be read. */
  Optional<Path> file(String name) {
    Optional<Path> file = text(name).map(Path::of);
    file.filter(path -> !Files.isRegularFile(path) || !Files.isReadable(path))
        .ifPresent(
            path -> {
              throw new DefinitionException(name, "there is no such file to read", path);
            });
    return file;
  }
}
