package io.brokerbench.experiment.study;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Json;
import io.brokerbench.core.base.JsonProblem;

/** Writes and reads the document {@code brokerbench.study/1}. */
public final class StudyResultCodec {

  private StudyResultCodec() {}

  /** The document, as indented JSON that ends with a line feed. */
  public static String write(StudyResult result) {
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
  public static StudyResult read(String json) {
    try {
      JsonNode tree = Json.mapper().readTree(json);
      String schema = tree.path("schema").asText();
      if (!schema.equals(StudyResult.SCHEMA)) {
        throw new DefinitionException(
            "schema", "this version reads " + StudyResult.SCHEMA, schema.isEmpty() ? "?" : schema);
      }
      return Json.mapper().treeToValue(tree, StudyResult.class);
    } catch (JsonProcessingException e) {
      throw new DefinitionException("not a study's result: " + JsonProblem.of(e), e);
    }
  }
}
