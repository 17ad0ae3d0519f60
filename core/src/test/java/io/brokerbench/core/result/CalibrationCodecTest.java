package io.brokerbench.core.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Json;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CalibrationCodecTest {

  private static final Path DOC = Path.of("..", "docs", "calibration-schema.md");

  /** Where the schema describes a record: a JSON pointer. */
  record Described(Class<? extends Record> type, String pointer) {}

  static Stream<Described> records() {
    return Stream.of(
        new Described(Calibration.class, ""),
        new Described(Environment.class, "/properties/environment"),
        new Described(Calibration.Floor.class, "/properties/floor"),
        new Described(Calibration.Ceiling.class, "/$defs/ceiling"),
        new Described(Calibration.Connections.class, "/properties/connections"));
  }

  @ParameterizedTest
  @MethodSource("records")
  void schemaAndDocumentationHaveEachComponentAndTheSchemaNoOther(Described record)
      throws IOException {
    JsonNode object = schemaTree().at(record.pointer());
    Set<String> names =
        Stream.of(record.type().getRecordComponents())
            .map(RecordComponent::getName)
            .collect(Collectors.toCollection(TreeSet::new));

    Set<String> described = new TreeSet<>();
    object.path("properties").fieldNames().forEachRemaining(described::add);
    Set<String> required = new TreeSet<>();
    object.path("required").forEach(name -> required.add(name.asText()));
    assertThat(described).isEqualTo(names);
    assertThat(required).isEqualTo(names);
    assertThat(object.path("additionalProperties")).hasToString("false");
    assertThat(names)
        .allSatisfy(name -> assertThat(Files.readString(DOC)).contains("`" + name + "`"));
  }

  @Test
  void aCalibrationIsValidAndComesBackAsItWas() throws IOException {
    Calibration calibration = ExampleCalibration.limitedByGenerator();
    String json = CalibrationCodec.write(calibration);

    assertThat(problems(Json.mapper().readTree(json))).isEmpty();
    assertThat(CalibrationCodec.read(json)).isEqualTo(calibration);
  }

  @Test
  void aWrongValueIsNotValid() throws IOException {
    ObjectNode tree =
        (ObjectNode)
            Json.mapper().readTree(CalibrationCodec.write(ExampleCalibration.limitedByGenerator()));
    tree.withObject("/floor").put("serviceP50Nanos", -1);

    assertThat(problems(tree)).isNotEmpty();
  }

  @Test
  void whatIsNoCalibrationIsRefusedInOneLine() {
    String good = CalibrationCodec.write(ExampleCalibration.limitedByGenerator());
    assertThatThrownBy(() -> CalibrationCodec.read("{\"schema\": \"brokerbench.run/1\"}"))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining(Calibration.SCHEMA);
    Stream.of(
            "",
            "{}",
            "[1]",
            "null",
            good.substring(0, good.length() / 2),
            good.replace("\"ceilings\"", "\"cellars\""),
            good.replace("\"perSecondPerCore\" : 3000000.0", "\"perSecondPerCore\" : 0.0"),
            good.replace("\"javaVersion\" : 17", "\"javaVersion\" : null"))
        .forEach(
            text ->
                assertThatThrownBy(() -> CalibrationCodec.read(text))
                    .as(text)
                    .isInstanceOf(DefinitionException.class)
                    .message()
                    .doesNotContain("\n"));
  }

  private static JsonNode schemaTree() throws IOException {
    try (InputStream in = Calibration.class.getResourceAsStream("calibration-1.schema.json")) {
      return Json.mapper().readTree(in);
    }
  }

  private static Set<String> problems(JsonNode document) throws IOException {
    return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
        .getSchema(schemaTree())
        .validate(document)
        .stream()
        .map(Object::toString)
        .collect(Collectors.toSet());
  }
}
