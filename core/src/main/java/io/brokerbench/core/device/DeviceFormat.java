package io.brokerbench.core.device;

import io.brokerbench.core.base.DefinitionException;
import java.util.Locale;

/** How rows are written. */
enum DeviceFormat {
  /** Comma-separated values (RFC 4180) with the columns' names in the first line. */
  CSV,
  /** A JSON object on each line. */
  JSON_LINES;

  /**
   * The format that a file's name stands for.
   *
   * @param field for the message
   */
  static DeviceFormat of(String field, String file) {
    String name = file.toLowerCase(Locale.ROOT);
    if (name.endsWith(".csv")) {
      return CSV;
    }
    if (name.endsWith(".jsonl") || name.endsWith(".ndjson")) {
      return JSON_LINES;
    }
    throw new DefinitionException(field, "a file that ends with .csv, .jsonl or .ndjson", file);
  }
}
