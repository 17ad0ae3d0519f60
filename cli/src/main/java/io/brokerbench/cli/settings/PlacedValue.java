package io.brokerbench.cli.settings;

import java.util.List;

/**
 * The value of an option, and where it was set.
 *
 * @param words one, or several where the option accepts several
 * @param place a variable, or a line of a file: {@code brokerbench.yaml:2:1}
 */
record PlacedValue(List<String> words, String place) {

  PlacedValue {
    words = List.copyOf(words);
  }
}
