package io.brokerbench.experiment.cell;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/**
 * Which cell of a study.
 *
 * @param scenario of its row
 * @param variant of its row
 * @param broker selector
 * @param repetition from 1
 */
public record CellKey(String scenario, String variant, String broker, int repetition) {

  private static final int MAX_PART = 40;

  /** Name of its folder: what can be read of it, and a checksum where that is not all. */
  public String folder() {
    return String.join("~", part(scenario), part(variant), part(broker), "" + repetition);
  }

  private static String part(String text) {
    String safe = text.replaceAll("[^A-Za-z0-9._-]+", "_");
    if (safe.equals(text) && safe.length() <= MAX_PART) {
      return safe;
    }
    CRC32 sum = new CRC32();
    sum.update(text.getBytes(StandardCharsets.UTF_8));
    return safe.substring(0, Math.min(MAX_PART, safe.length())) + "-%08x".formatted(sum.getValue());
  }

  /** As messages name it. */
  @Override
  public String toString() {
    String row = variant.equals(scenario) ? scenario : scenario + ", " + variant;
    return "%s on %s, %d".formatted(row, broker, repetition);
  }
}
