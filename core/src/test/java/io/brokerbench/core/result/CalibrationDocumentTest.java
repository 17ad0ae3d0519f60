package io.brokerbench.core.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Json;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CalibrationDocumentTest {

  @Test
  void aCalibrationIsValidAndComesBackAsItWas() throws IOException {
    Calibration calibration = ExampleCalibration.limitedByGenerator();
    String json = Calibration.CODEC.write(calibration);

    assertThat(problems(Json.mapper().readTree(json))).isEmpty();
    assertThat(Calibration.CODEC.read(json)).isEqualTo(calibration);
  }

  @Test
  void aWrongValueIsNotValid() throws IOException {
    ObjectNode tree =
        (ObjectNode)
            Json.mapper()
                .readTree(Calibration.CODEC.write(ExampleCalibration.limitedByGenerator()));
    tree.withObject("/floor").put("serviceP50Nanos", -1);

    assertThat(problems(tree)).isNotEmpty();
  }

  @Test
  void whatIsNoCalibrationIsRefusedInOneLine() {
    String good = Calibration.CODEC.write(ExampleCalibration.limitedByGenerator());
    assertThatThrownBy(() -> Calibration.CODEC.read("{\"schema\": \"brokerbench.run/1\"}"))
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
                assertThatThrownBy(() -> Calibration.CODEC.read(text))
                    .as(text)
                    .isInstanceOf(DefinitionException.class)
                    .message()
                    .doesNotContain("\n"));
  }

  private static List<String> problems(JsonNode document) throws IOException {
    return DocumentSchema.problems(Calibration.class, document);
  }
}
