package io.brokerbench.core.result;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/** The published JSON Schemas, each a resource beside the record of its document. */
public final class DocumentSchema {

  private DocumentSchema() {}

  /** What is wrong with a document by the schema that it names; empty if it is valid. */
  public static List<String> problems(Class<? extends Record> type, JsonNode document)
      throws IOException {
    String name = document.path("schema").asText().replaceFirst("brokerbench\\.(\\w+)/", "$1-");
    try (InputStream schema = type.getResourceAsStream(name + ".schema.json")) {
      return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
          .getSchema(schema)
          .validate(document)
          .stream()
          .map(Object::toString)
          .toList();
    }
  }
}
