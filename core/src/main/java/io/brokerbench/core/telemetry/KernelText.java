package io.brokerbench.core.telemetry;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiFunction;

/**
 * Texts in which Linux describes itself. A file that cannot be read and what is no number are
 * empty, and no errors: processes end, and a kernel may refuse what it was started without.
 */
final class KernelText {

  private KernelText() {}

  /** All of a file, or nothing. */
  static String of(Path file) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "";
    }
  }

  static OptionalLong number(String digits) {
    try {
      return OptionalLong.of(Long.parseLong(digits.strip()));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  /** The number after a label, with which a line begins; a unit may follow. */
  static OptionalLong labelled(String text, String label) {
    return text.lines()
        .filter(line -> line.startsWith(label))
        .findFirst()
        .map(line -> number(line.substring(label.length()).strip().split(" ", 2)[0]))
        .orElse(OptionalLong.empty());
  }

  /** What two numbers are together, where both are known. */
  static <T> Optional<T> both(
      OptionalLong one, OptionalLong other, BiFunction<Long, Long, T> made) {
    return one.isPresent() && other.isPresent()
        ? Optional.of(made.apply(one.getAsLong(), other.getAsLong()))
        : Optional.empty();
  }
}
