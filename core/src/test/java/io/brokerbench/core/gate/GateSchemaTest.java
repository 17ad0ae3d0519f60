package io.brokerbench.core.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Json;
import io.brokerbench.core.metric.Metric;
import io.brokerbench.core.metric.MetricValues;
import io.brokerbench.core.metric.Subject;
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
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GateSchemaTest {

  private static final Path DOC = Path.of("..", "docs", "ab-schema.md");

  /** Where a schema describes a record: a JSON pointer. */
  record Described(Class<? extends Record> type, String schema, String pointer) {}

  static Stream<Described> records() {
    return Stream.of(
        new Described(AbResult.class, "ab", ""),
        new Described(AbSide.class, "ab", "/$defs/side"),
        new Described(AbPlan.class, "ab", "/$defs/plan"),
        new Described(AbPair.class, "ab", "/$defs/pair"),
        new Described(RejectedRun.class, "ab", "/$defs/rejected"),
        new Described(GateVerdict.class, "ab", "/$defs/verdict"),
        new Described(MetricComparison.class, "ab", "/$defs/comparison"),
        new Described(Metric.class, "ab", "/$defs/metric"),
        new Described(Evidence.class, "ab", "/$defs/evidence"),
        new Described(Subject.class, "ab", "/$defs/subject"),
        new Described(MetricValues.class, "ab", "/$defs/metricValues"),
        new Described(CompareResult.class, "compare", ""),
        new Described(Baseline.class, "baseline", ""));
  }

  @ParameterizedTest
  @MethodSource("records")
  void theSchemaAndTheDocumentationHaveEachComponentAndNoOther(Described record)
      throws IOException {
    JsonNode object = Json.mapper().readTree(schema(record.schema())).at(record.pointer());
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

  @Test
  void eachDocumentIsValidAndReadAsItWasWritten() throws IOException {
    AbResult ab = ExampleComparison.ab(ExampleComparison.regressed());
    CompareResult compare = ExampleComparison.compare();
    Baseline baseline = ExampleComparison.baseline();

    assertThat(problems("ab", Json.mapper().readTree(GateCodec.write(ab)))).isEmpty();
    assertThat(problems("compare", Json.mapper().readTree(GateCodec.write(compare)))).isEmpty();
    assertThat(problems("baseline", Json.mapper().readTree(GateCodec.write(baseline)))).isEmpty();
    assertThat(GateCodec.readAb(GateCodec.write(ab))).isEqualTo(ab);
    assertThat(GateCodec.readCompare(GateCodec.write(compare))).isEqualTo(compare);
    assertThat(GateCodec.readBaseline(GateCodec.write(baseline))).isEqualTo(baseline);
    assertThat(ab.verdict().metrics())
        .extracting(metric -> metric.outcome().decision())
        .contains(Decision.PASS, Decision.REGRESSED, Decision.INCONCLUSIVE);
  }

  @Test
  void whatIsUnknownOrWrongIsNotValid() throws IOException {
    ObjectNode tree =
        (ObjectNode)
            Json.mapper()
                .readTree(GateCodec.write(ExampleComparison.ab(ExampleComparison.regressed())));
    tree.put("extra", 1);
    assertThat(problems("ab", tree)).isNotEmpty();
    tree.remove("extra");
    tree.withObject("/verdict").put("decision", "MAYBE");
    assertThat(problems("ab", tree)).isNotEmpty();
  }

  @Test
  void aDocumentOfAnotherSchemaIsRefused() {
    assertThatThrownBy(() -> GateCodec.readAb("{\"schema\":\"brokerbench.ab/2\"}"))
        .isInstanceOf(DefinitionException.class)
        .hasMessage("schema brokerbench.ab/2: this version reads brokerbench.ab/1");
    assertThatThrownBy(() -> GateCodec.readBaseline("{"))
        .isInstanceOf(DefinitionException.class)
        .hasMessageStartingWith("not a brokerbench.baseline/1 document");
  }

  private static Set<String> names(Class<? extends Record> type, boolean certain) {
    TreeSet<String> names = new TreeSet<>();
    for (RecordComponent component : type.getRecordComponents()) {
      boolean optional =
          component.getType() == Optional.class
              || component.getType() == OptionalInt.class
              || component.getType() == OptionalDouble.class;
      if (!(certain && optional)) {
        names.add(component.getName());
      }
    }
    return names;
  }

  private static List<String> problems(String name, JsonNode document) throws IOException {
    Map<String, String> others =
        Map.of(
            "urn:brokerbench:run:1",
            text(RunResult.class, "run-1.schema.json"),
            "urn:brokerbench:ab:1",
            schema("ab"));
    return JsonSchemaFactory.getInstance(
            SpecVersion.VersionFlag.V202012,
            builder -> builder.schemaLoaders(loaders -> loaders.schemas(others)))
        .getSchema(schema(name))
        .validate(document)
        .stream()
        .map(Object::toString)
        .toList();
  }

  private static String schema(String name) throws IOException {
    return text(Gate.class, name + "-1.schema.json");
  }

  private static String text(Class<?> beside, String name) throws IOException {
    try (InputStream in = beside.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
