package io.brokerbench.experiment.gate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Json;
import io.brokerbench.core.base.JsonProblem;

/**
 * Writes and reads the documents {@code brokerbench.ab/1}, {@code brokerbench.compare/1} and {@code
 * brokerbench.baseline/1}.
 */
public final class GateCodec {

  private GateCodec() {}

  /** The document, as indented JSON that ends with a line feed. */
  public static String write(AbResult result) {
    return text(result);
  }

  /** The document, as indented JSON that ends with a line feed. */
  public static String write(CompareResult result) {
    return text(result);
  }

  /** The document, as indented JSON that ends with a line feed. */
  public static String write(Baseline baseline) {
    return text(baseline);
  }

  /**
   * Reads a document.
   *
   * @throws DefinitionException if it is not one of this schema; the message is one line
   */
  public static AbResult readAb(String json) {
    return read(json, AbResult.SCHEMA, AbResult.class);
  }

  /**
   * Reads a document.
   *
   * @throws DefinitionException if it is not one of this schema; the message is one line
   */
  public static CompareResult readCompare(String json) {
    return read(json, CompareResult.SCHEMA, CompareResult.class);
  }

  /**
   * Reads a document.
   *
   * @throws DefinitionException if it is not one of this schema; the message is one line
   */
  public static Baseline readBaseline(String json) {
    return read(json, Baseline.SCHEMA, Baseline.class);
  }

  private static String text(Object document) {
    try {
      return Json.mapper().writeValueAsString(document) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a result that cannot be written: " + e.getMessage(), e);
    }
  }

  private static <T> T read(String json, String schema, Class<T> type) {
    try {
      JsonNode tree = Json.mapper().readTree(json);
      String found = tree.path("schema").asText();
      if (!found.equals(schema)) {
        throw new DefinitionException(
            "schema", "this version reads " + schema, found.isEmpty() ? "?" : found);
      }
      return Json.mapper().treeToValue(tree, type);
    } catch (JsonProcessingException e) {
      throw new DefinitionException("not a " + schema + " document: " + JsonProblem.of(e), e);
    }
  }
}
