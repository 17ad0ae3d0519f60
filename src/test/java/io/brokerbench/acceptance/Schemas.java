package io.brokerbench.acceptance;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.brokerbench.core.result.RunResult;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;

/** Whether documents are what their published schema says. */
final class Schemas {

  private Schemas() {}

  /** What is wrong with a run's document; nothing where all is well. */
  static List<String> errors(Path document) throws IOException {
    try (InputStream schema = RunResult.class.getResourceAsStream("run-1.schema.json")) {
      return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
          .getSchema(schema)
          .validate(new ObjectMapper().readTree(document.toFile()))
          .stream()
          .map(Object::toString)
          .toList();
    }
  }
}
