package io.brokerbench.core.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Json;
import io.brokerbench.core.scenario.Qos;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunResultDocumentTest {

  private final RunResult result = new ExampleResult().build();

  @Test
  void whatIsWrittenIsReadToTheLastDigit() {
    assertThat(RunResult.CODEC.read(RunResult.CODEC.write(result))).isEqualTo(result);
  }

  @Test
  void whatIsAbsentIsLeftOutAndReadAsAbsent() {
    RunResult sparse = new ExampleResult().qos(Qos.AT_MOST_ONCE).withoutBrokerUsage().build();

    String json = RunResult.CODEC.write(sparse);

    assertThat(json).doesNotContain("brokerUsage", "\"acknowledge\"", "null");
    assertThat(RunResult.CODEC.read(json)).isEqualTo(sparse);
  }

  @Test
  void instantsAreIsoAndDurationsHaveUnits() throws Exception {
    JsonNode tree = Json.mapper().readTree(RunResult.CODEC.write(result));

    assertThat(tree.at("/startedAt").asText()).isEqualTo("2026-11-21T10:02:11.123456Z");
    assertThat(tree.at("/scenario/phases/steady").asText()).isEqualTo("10s");
    assertThat(tree.at("/scenario/workload/qos").asInt()).isEqualTo(1);
    assertThat(tree.at("/scenario/session/protocol").asText()).isEqualTo("mqtt3.1.1");
  }

  @Test
  void anUnknownPropertyIsAnError() {
    assertRefused(with("\"startedAt\"", "\"x\" : 1, \"startedAt\""), "\"x\"");
  }

  @Test
  void aRepeatedPropertyIsAnError() {
    assertRefused(with("\"sent\" :", "\"sent\" : 1, \"sent\" :"), "Duplicate field 'sent'");
  }

  @Test
  void aMissingNumberIsAnError() {
    assertRefused(
        RunResult.CODEC.write(result).replaceFirst("\"highWaterMark\" : 41,", ""), "highWaterMark");
  }

  @Test
  void aMissingPartIsAnError() {
    assertRefused(
        RunResult.CODEC.write(result).replaceFirst("(?s)\"driver\" : \\{.*?\\},", ""), "driver");
  }

  @Test
  void aFractionOfAMessageIsAnError() {
    assertRefused(with("\"highWaterMark\" : 41", "\"highWaterMark\" : 41.5"), "41.5");
  }

  @Test
  void aDurationWithoutUnitIsAnError() {
    assertRefused(with("\"steady\" : \"10s\"", "\"steady\" : \"10\""), "a number with a unit");
    assertRefused(with("\"steady\" : \"10s\"", "\"steady\" : 10"), "a number with a unit");
  }

  @Test
  void textBehindTheDocumentIsAnError() {
    assertRefused(RunResult.CODEC.write(result) + "x", "Unrecognized token 'x'");
  }

  @Test
  void aDocumentOfAnotherSchemaIsRefusedByItsName() {
    assertRefused(
        with("brokerbench.run/1", "brokerbench.run/2"),
        "schema brokerbench.run/2: this version reads brokerbench.run/1");
  }

  @Test
  void anErrorInAFileNamesTheFile(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("bad.json"), "{}");

    assertThatThrownBy(() -> RunResult.CODEC.read(file))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining("bad.json: schema");
  }

  private String with(String text, String replacement) {
    String json = RunResult.CODEC.write(result);
    assertThat(json).contains(text);
    return json.replaceFirst(java.util.regex.Pattern.quote(text), replacement);
  }

  private static void assertRefused(String json, String part) {
    assertThatThrownBy(() -> RunResult.CODEC.read(json))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining(part)
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
  }
}
