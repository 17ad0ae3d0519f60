package io.brokerbench.containers.remote;

import io.brokerbench.containers.SelectorQuery;
import io.brokerbench.core.base.DefinitionException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

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
          "roles",
          "nodes",
          "mqtts",
          "psk",
          "amqp",
          "amqps",
          "amqp-topics",
          "openwire",
          "openwires",
          "core",
          "cores",
          "jms",
          "jmss",
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

  /** Values with commas between them; none where it is not given. */
  List<String> list(String name) {
    return query.text(name).map(text -> List.of(text.split(",", -1))).orElse(List.of());
  }

  /** A port, for the listener of that name. */
  OptionalInt port(String name) {
    return query.text(name).stream()
        .mapToInt(text -> (int) number(name, text, "a port is between 1 and 65535", 65_535))
        .findFirst();
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

  /** The broker's processes on this machine: none, one, or one for each address. */
  List<Long> pids() {
    return list("pid").stream()
        .map(text -> number("pid", text, "pid is the number of a process", Long.MAX_VALUE))
        .toList();
  }

  private static long number(String name, String value, String limit, long most) {
    long number = value.matches(SHORT_NUMBER) ? Long.parseLong(value) : 0;
    if (number < 1 || number > most) {
      throw new DefinitionException(name, limit, value);
    }
    return number;
  }

  /** A file that is there and may be read. */
  Optional<Path> file(String name) {
    return query.file(name);
  }
}
