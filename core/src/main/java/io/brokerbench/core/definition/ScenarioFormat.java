package io.brokerbench.core.definition;

import java.util.Locale;
import java.util.Optional;

/** How the text of a scenario is written. */
public enum ScenarioFormat {
  /** YAML, in files that end with {@code .yaml} or {@code .yml}. */
  YAML,
  /** JSON, in files that end with {@code .json}. */
  JSON;

  /** The format that a file's name stands for. */
  public static Optional<ScenarioFormat> ofFileName(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (lower.endsWith(".yaml") || lower.endsWith(".yml")) {
      return Optional.of(YAML);
    }
    return lower.endsWith(".json") ? Optional.of(JSON) : Optional.empty();
  }
}
