package io.brokerbench.core.result;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.JsonMetaSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.NonValidationKeyword;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/** The published JSON Schemas, each a resource beside the record of its document. */
public final class DocumentSchema {

  private DocumentSchema() {}

  /** Of schemas with the words for each value of an enumeration, which no validation is about. */
  private static JsonSchemaFactory factory() {
    JsonMetaSchema words =
        JsonMetaSchema.builder(JsonMetaSchema.getV202012())
            .keyword(new NonValidationKeyword("enumDescriptions"))
            .build();
    return JsonSchemaFactory.builder(JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012))
        .metaSchema(words)
        .build();
  }

  /** What is wrong with a document by the schema that it names; empty if it is valid. */
  public static List<String> problems(Class<? extends Record> type, JsonNode document)
      throws IOException {
    String name = document.path("schema").asText().replaceFirst("brokerbench\\.(\\w+)/", "$1-");
    try (InputStream schema = type.getResourceAsStream(name + ".schema.json")) {
      return factory().getSchema(schema).validate(document).stream().map(Object::toString).toList();
    }
  }
}
