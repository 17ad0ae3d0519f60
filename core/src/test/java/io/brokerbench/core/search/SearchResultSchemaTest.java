package io.brokerbench.core.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Json;
import io.brokerbench.core.result.RunResult;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SearchResultSchemaTest {

  private static final Path DOC = Path.of("..", "docs", "search-schema.md");

  /** Where the schema describes a record: a JSON pointer. */
  record Described(Class<? extends Record> type, String pointer) {}

  static Stream<Described> records() {
    return Stream.of(
        new Described(SearchResult.class, ""),
        new Described(SustainProfile.class, "/properties/profile"),
        new Described(SearchPlan.class, "/properties/plan"),
        new Described(RateInterval.class, "/properties/interval"),
        new Described(NormalisedRates.class, "/properties/normalised"),
        new Described(SearchStep.class, "/$defs/step"),
        new Described(StepFigures.class, "/$defs/figures"),
        new Described(StepVerdict.class, "/$defs/verdict"));
  }

  @ParameterizedTest
  @MethodSource("records")
  void theSchemaAndTheDocumentationHaveEachComponentAndNoOther(Described record)
      throws IOException {
    JsonNode object = Json.mapper().readTree(schema()).at(record.pointer());
    TreeSet<String> described = new TreeSet<>();
    object.path("properties").fieldNames().forEachRemaining(described::add);
    TreeSet<String> required = new TreeSet<>();
    object.path("required").forEach(name -> required.add(name.asText()));

    assertThat(described).isEqualTo(names(record.type(), false));
    assertThat(required).isEqualTo(names(record.type(), true));
    assertThat(object.path("additionalProperties")).hasToString("false");
    assertThat(described)
        .allSatisfy(name -> assertThat(Files.readString(DOC)).contains("`" + name + "`"));
  }

  static Stream<SearchResult> results() {
    return Stream.of(
        ExampleSearch.found(),
        ExampleSearch.limitedByTheGenerator(),
        ExampleSearch.nothing(),
        ExampleSearch.unconfirmed(),
        ExampleSearch.disturbed());
  }

  @ParameterizedTest
  @MethodSource("results")
  void eachResultIsValidAndReadAsItWasWritten(SearchResult result) throws IOException {
    String json = SearchResultCodec.write(result);

    assertThat(problems(Json.mapper().readTree(json))).isEmpty();
    assertThat(SearchResultCodec.read(json)).isEqualTo(result);
  }

  @Test
  void whatIsUnknownOrWrongIsNotValid() throws IOException {
    ObjectNode tree =
        (ObjectNode) Json.mapper().readTree(SearchResultCodec.write(ExampleSearch.found()));
    tree.put("extra", 1);
    assertThat(problems(tree)).isNotEmpty();
    tree.remove("extra");
    tree.put("limitedBy", "MOON");
    assertThat(problems(tree)).isNotEmpty();
    tree.put("limitedBy", "BROKER");
    tree.withObject("/scenario/workload/payload").put("bytes", 8);
    assertThat(problems(tree)).isNotEmpty();
  }

  @Test
  void aDocumentOfAnotherSchemaIsRefused() {
    assertThatThrownBy(() -> SearchResultCodec.read("{\"schema\":\"brokerbench.run/1\"}"))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining("brokerbench.search/1");
    assertThatThrownBy(() -> SearchResultCodec.read("{"))
        .isInstanceOf(DefinitionException.class)
        .hasMessageStartingWith("not a search result");
  }

  private static Set<String> names(Class<? extends Record> type, boolean certain) {
    TreeSet<String> names = new TreeSet<>();
    for (RecordComponent component : type.getRecordComponents()) {
      boolean optional =
          component.getType() == Optional.class || component.getType() == OptionalDouble.class;
      if (!(certain && optional)) {
        names.add(component.getName());
      }
    }
    return names;
  }

  private static List<String> problems(JsonNode document) throws IOException {
    String run = text(RunResult.class, "run-1.schema.json");
    return JsonSchemaFactory.getInstance(
            SpecVersion.VersionFlag.V202012,
            builder ->
                builder.schemaLoaders(
                    loaders -> loaders.schemas(Map.of("urn:brokerbench:run:1", run))))
        .getSchema(schema())
        .validate(document)
        .stream()
        .map(Object::toString)
        .toList();
  }

  private static String schema() throws IOException {
    return text(SearchResult.class, "search-1.schema.json");
  }

  private static String text(Class<?> beside, String name) throws IOException {
    try (InputStream in = beside.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
