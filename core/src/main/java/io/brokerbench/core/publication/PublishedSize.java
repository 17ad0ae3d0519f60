package io.brokerbench.core.publication;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The sizes at which a publication measured. */
public enum PublishedSize {
  SMALL("S"),
  MEDIUM("M"),
  LARGE("L");

  private final String letter;

  PublishedSize(String letter) {
    this.letter = letter;
  }

  /** As tables head its column: {@code S}. */
  public String letter() {
    return letter;
  }

  /** As options have it: {@code small}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The size of a word, such as {@code small}. */
  public static Optional<PublishedSize> of(String word) {
    return Arrays.stream(values()).filter(size -> size.word().equals(word)).findFirst();
  }
}
