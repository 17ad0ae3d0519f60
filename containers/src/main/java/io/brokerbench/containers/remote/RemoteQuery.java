package io.brokerbench.containers.remote;

import io.brokerbench.containers.SelectorQuery;
import io.brokerbench.core.base.DefinitionException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The parameters of an address. A wrong value is reported when it is read.
 *
 * @param query with known names only
 */
record RemoteQuery(SelectorQuery query) {

  private static final List<String> NAMES =
      List.of(
          "product",
          "version",
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

  private static final String NAME = "[\\p{L}\\p{N}][\\p{L}\\p{N} ._+-]{0,59}";

  /** One that fits. */
  private static final String SHORT_NUMBER = "\\d{1,18}";

  /**
   * Reads what follows the question mark.
   *
   * @param text with {@code %20} and the like; may be empty
   * @throws DefinitionException if a name is unknown or there twice
   */
  static RemoteQuery parse(String text) {
    return new RemoteQuery(SelectorQuery.parse(text, NAMES));
  }

  Optional<String> text(String name) {
    return query.text(name);
  }

  /** A port, for the listener of that name. */
  OptionalInt port(String name) {
    OptionalLong port = number(name, "a port is between 1 and 65535", 65_535);
    return port.isEmpty() ? OptionalInt.empty() : OptionalInt.of((int) port.getAsLong());
  }

  /**
   * What the broker is said to be.
   *
   * @throws DefinitionException if that is no name
   */
  Optional<String> name(String parameter) {
    Optional<String> name = query.text(parameter);
    if (name.isPresent() && !name.get().matches(NAME)) {
      throw new DefinitionException(
          parameter, "1 to 60 letters, digits, spaces and . _ + -", name.get());
    }
    return name;
  }

  /** The broker's process on this machine. */
  OptionalLong pid() {
    return number("pid", "pid is the number of a process", Long.MAX_VALUE);
  }

  private OptionalLong number(String name, String limit, long most) {
    String value = query.values().get(name);
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
    return query.file(name);
  }
}
