package io.brokerbench.acceptance;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonMetaSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.NonValidationKeyword;
import com.networknt.schema.SpecVersion;
import io.brokerbench.core.result.RunResult;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;

/** Whether documents are what their published schema says. */
final class Schemas {

  private Schemas() {}

  /** Of schemas with the words for each value of an enumeration, which no validation is about. */
  static JsonSchemaFactory factory() {
    JsonMetaSchema words =
        JsonMetaSchema.builder(JsonMetaSchema.getV202012())
            .keyword(new NonValidationKeyword("enumDescriptions"))
            .build();
    return JsonSchemaFactory.builder(JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012))
        .metaSchema(words)
        .build();
  }

  /** What is wrong with a run's document; nothing where all is well. */
  static List<String> errors(Path document) throws IOException {
    try (InputStream schema = RunResult.class.getResourceAsStream("run-1.schema.json")) {
      return factory()
          .getSchema(schema)
          .validate(new ObjectMapper().readTree(document.toFile()))
          .stream()
          .map(Object::toString)
          .toList();
    }
  }
}
