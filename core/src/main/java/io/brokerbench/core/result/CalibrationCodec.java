package io.brokerbench.core.result;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Json;
import io.brokerbench.core.base.JsonProblem;

/**
 * Writes and reads the document {@code brokerbench.calibration/1}.
 *
 * <p>What is written and read again is equal to what was there before.
 */
public final class CalibrationCodec {

  private CalibrationCodec() {}

  /** The document, as indented JSON that ends with a line feed. */
  public static String write(Calibration calibration) {
    try {
      return Json.mapper().writeValueAsString(calibration) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a calibration that cannot be written", e);
    }
  }

  /**
   * Reads a document.
   *
   * @throws DefinitionException if it is not one of this schema; the message is one line
   */
  public static Calibration read(String json) {
    try {
      JsonNode tree = Json.mapper().readTree(json);
      String schema = tree.path("schema").asText();
      if (!schema.equals(Calibration.SCHEMA)) {
        throw new DefinitionException(
            "schema", "this version reads " + Calibration.SCHEMA, schema.isEmpty() ? "?" : schema);
      }
      return Json.mapper().treeToValue(tree, Calibration.class);
    } catch (JsonProcessingException e) {
      throw new DefinitionException("not a calibration: " + JsonProblem.of(e), e);
    }
  }
}
