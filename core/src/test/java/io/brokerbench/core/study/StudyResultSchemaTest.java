package io.brokerbench.core.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Json;
import io.brokerbench.core.cell.StudyCell;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.statistics.BoxPlot;
import io.brokerbench.core.statistics.LinearFit;
import io.brokerbench.core.statistics.WelchTest;
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
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StudyResultSchemaTest {

  private static final Path DOC = Path.of("..", "docs", "study-schema.md");

  @TempDir Path out;

  /** Where the schema describes a record: a JSON pointer. */
  record Described(Class<? extends Record> type, String pointer) {}

  static Stream<Described> records() {
    return Stream.of(
        new Described(StudyResult.class, ""),
        new Described(StudyResult.StudyBroker.class, "/$defs/studyBroker"),
        new Described(StudyCell.class, "/$defs/cell"),
        new Described(StudyTable.class, "/$defs/table"),
        new Described(StudyTable.Column.class, "/$defs/column"),
        new Described(StudyTable.Place.class, "/$defs/entry"),
        new Described(StudyResult.BoxChart.class, "/$defs/boxChart"),
        new Described(StudyResult.Box.class, "/$defs/box"),
        new Described(BoxPlot.class, "/$defs/boxPlot"),
        new Described(StudyResult.VariantTest.class, "/$defs/variantTest"),
        new Described(WelchTest.class, "/$defs/welchTest"),
        new Described(StudyResult.LineChart.class, "/$defs/lineChart"),
        new Described(StudyResult.Curve.class, "/$defs/curve"),
        new Described(StudyResult.Fit.class, "/$defs/fit"),
        new Described(LinearFit.class, "/$defs/linearFit"));
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

  @Test
  void aResultIsValidAndReadAsItWasWritten() throws Exception {
    Study study = StubStudy.study(2, "x:one", "x:broken");
    StudyResult result;
    try (StudyFolder folder = StudyFolder.open(out, "stub")) {
      List<StudyCell> cells =
          StubStudy.runner(study, folder, new StubBench(Set.of("x:broken"), 0)).run();
      result = new StudyAnalysis(study, cells).result("./brokerbench study stub");
    }
    String json = StudyResultCodec.write(result);

    assertThat(problems(Json.mapper().readTree(json))).isEmpty();
    assertThat(StudyResultCodec.read(json)).isEqualTo(result);
    assertThat(result.boxPlots()).isNotEmpty();
    assertThat(result.tTests()).isNotEmpty();
  }

  @Test
  void aDocumentOfAnotherSchemaIsRefused() {
    assertThatThrownBy(() -> StudyResultCodec.read("{\"schema\": \"brokerbench.run/1\"}"))
        .isInstanceOf(DefinitionException.class)
        .hasMessage("schema brokerbench.run/1: this version reads brokerbench.study/1");
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
    return text(StudyResult.class, "study-1.schema.json");
  }

  private static String text(Class<?> owner, String name) throws IOException {
    try (InputStream in = owner.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
