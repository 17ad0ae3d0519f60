package io.brokerbench.experiment.search;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Json;
import io.brokerbench.core.base.JsonProblem;

/** Writes and reads the document {@code brokerbench.search/1}. */
public final class SearchResultCodec {

  private SearchResultCodec() {}

  /** The document, as indented JSON that ends with a line feed. */
  public static String write(SearchResult result) {
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
  public static SearchResult read(String json) {
    try {
      JsonNode tree = Json.mapper().readTree(json);
      String schema = tree.path("schema").asText();
      if (!schema.equals(SearchResult.SCHEMA)) {
        throw new DefinitionException(
            "schema", "this version reads " + SearchResult.SCHEMA, schema.isEmpty() ? "?" : schema);
      }
      return Json.mapper().treeToValue(tree, SearchResult.class);
    } catch (JsonProcessingException e) {
      throw new DefinitionException("not a search result: " + JsonProblem.of(e), e);
    }
  }
}
