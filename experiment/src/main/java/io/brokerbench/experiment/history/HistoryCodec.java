package io.brokerbench.experiment.history;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Json;
import io.brokerbench.core.base.JsonProblem;

/** Writes and reads the document {@code brokerbench.history/1}. */
public final class HistoryCodec {

  private HistoryCodec() {}

  /** The document, as indented JSON that ends with a line feed. */
  public static String write(HistoryResult result) {
    try {
      return Json.mapper().writeValueAsString(result) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a result that cannot be written: " + e.getMessage(), e);
    }
  }

  /**
   * Reads a document.
   *
   * @throws DefinitionException if it is not one of this schema; the message is one line
   */
  public static HistoryResult read(String json) {
    try {
      JsonNode tree = Json.mapper().readTree(json);
      String found = tree.path("schema").asText();
      if (!found.equals(HistoryResult.SCHEMA)) {
        throw new DefinitionException(
            "schema", "this version reads " + HistoryResult.SCHEMA, found.isEmpty() ? "?" : found);
      }
      return Json.mapper().treeToValue(tree, HistoryResult.class);
    } catch (JsonProcessingException e) {
      throw new DefinitionException(
          "not a " + HistoryResult.SCHEMA + " document: " + JsonProblem.of(e), e);
    }
  }
}
