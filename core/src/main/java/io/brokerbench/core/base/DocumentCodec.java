package io.brokerbench.core.base;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;

/**
 * Writes and reads the JSON documents of one schema. What is written and read again is equal to
 * what was there before, to the last digit.
 *
 * @param type record that a document is made of
 * @param schema name and version of the form, which the document has as its {@code schema}
 */
public record DocumentCodec<T>(Class<T> type, String schema) {

  /** The document, as indented JSON that ends with a line feed. */
  public String write(T document) {
    try {
      return Json.mapper().writeValueAsString(document) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot be written: " + e.getOriginalMessage(), e);
    }
  }

  /**
   * Reads a document.
   *
   * @throws DefinitionException if it is not one of this schema; the message is one line
   */
  public T read(String json) {
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

  /**
   * Reads a document from a file.
   *
   * @throws DefinitionException if it cannot be read, or is not one of this schema; the message
   *     names the file
   */
  public T read(Path file) {
    String json = TextFile.readResult(file);
    try {
      return read(json);
    } catch (DefinitionException e) {
      throw new DefinitionException(file + ": " + e.getMessage(), e);
    }
  }
}
