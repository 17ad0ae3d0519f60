package io.brokerbench.experiment.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Json;
import io.brokerbench.core.result.DocumentSchema;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SearchResultSchemaTest {

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
    String json = SearchResult.CODEC.write(result);

    assertThat(problems(Json.mapper().readTree(json))).isEmpty();
    assertThat(SearchResult.CODEC.read(json)).isEqualTo(result);
  }

  @Test
  void whatIsUnknownOrWrongIsNotValid() throws IOException {
    ObjectNode tree =
        (ObjectNode) Json.mapper().readTree(SearchResult.CODEC.write(ExampleSearch.found()));
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
    assertThatThrownBy(() -> SearchResult.CODEC.read("{\"schema\":\"brokerbench.run/1\"}"))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining("brokerbench.search/1");
    assertThatThrownBy(() -> SearchResult.CODEC.read("{"))
        .isInstanceOf(DefinitionException.class)
        .hasMessageStartingWith("not a brokerbench.search/1 document");
  }

  private static List<String> problems(JsonNode document) throws IOException {
    return DocumentSchema.problems(SearchResult.class, document);
  }
}
