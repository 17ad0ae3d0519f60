package io.brokerbench.core.result;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Json;
import io.brokerbench.core.base.JsonProblem;
import io.brokerbench.core.base.TextFile;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Writes and reads the document {@code brokerbench.run/1}.
 *
 * <p>What is written and read again is equal to what was there before, to the last digit.
 */
public final class RunResultCodec {

  private RunResultCodec() {}

  /** The document, as indented JSON that ends with a line feed. */
  public static String write(RunResult result) {
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
  public static RunResult read(String json) {
    try {
      JsonNode tree = Json.mapper().readTree(json);
      String schema = tree.path("schema").asText();
      if (!schema.equals(RunResult.SCHEMA)) {
        throw new DefinitionException(
            "schema", "this version reads " + RunResult.SCHEMA, schema.isEmpty() ? "?" : schema);
      }
      return Json.mapper().treeToValue(tree, RunResult.class);
    } catch (JsonProcessingException e) {
      throw new DefinitionException("not a run result: " + JsonProblem.of(e), e);
    }
  }

  /**
   * Reads a document from a file.
   *
   * @throws DefinitionException if it is not one of this schema; the message names the file
   * @throws IOException if the file cannot be read
   */
  public static RunResult read(Path file) throws IOException {
    String json = TextFile.readResult(file);
    try {
      return read(json);
    } catch (DefinitionException e) {
      throw new DefinitionException(file + ": " + e.getMessage(), e);
    }
  }
}
