package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.brokerbench.cli.terminal.ExitCode;
import io.brokerbench.core.base.Json;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OtherCommandsTest {

  @TempDir Path folder;
  private Session session;

  @BeforeEach
  void start() {
    session = new Session(folder);
  }

  @Test
  void listShowsAllThereIs() {
    assertThat(session.run("list")).isZero();

    assertThat(session.out())
        .contains("Test scenarios\n  FANIN.Q0.SINGLE      A scenario of the test.\n")
        .contains("Brokers (--broker)\n  embedded:artemis   a stand-in\n")
        .contains("                     MQTT 3.1.1, MQTT 5, QoS 2, retained messages, shared\n")
        .contains("Drivers (--driver)\n  swarm  a stand-in\n         MQTT 3.1.1\n");
  }

  @Test
  void listShowsOneKindOnly() {
    session.run("list", "drivers");

    assertThat(session.out()).startsWith("Drivers").doesNotContain("Brokers", "scenarios");
  }

  @Test
  void listIsAJsonDocumentWhereAsked() throws Exception {
    session.run("list", "--json");

    JsonNode document = Json.mapper().readTree(session.out());
    assertThat(document.at("/scenarios/1/name").asText()).isEqualTo("FANIN.Q0.SHARED");
    assertThat(document.at("/brokers/1/name").asText()).isEqualTo("embedded:activemq");
    assertThat(document.at("/drivers/0/has/0").asText()).isEqualTo("MQTT 3.1.1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "run ",
        "ab ",
        "compare ",
        "baseline ",
        "baseline save ",
        "list ",
        "broker ",
        "calibrate "
      })
  void helpHasExamplesAndFits(String command) {
    assertThat(session.run((command + "--help").split(" ", -1))).isZero();

    assertThat(session.out()).contains("Examples:\n  brokerbench ").contains("Show this help.");
    assertThat(session.out().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThan(81));
  }

  @Test
  void aBrokerWithoutTheTlsThatIsAskedForIsNotStarted() {
    assertThat(session.run("broker", "embedded:activemq", "--tls")).isEqualTo(ExitCode.BAD_USAGE);
    assertThat(session.err())
        .isEqualTo(
            "brokerbench: embedded:activemq does not support TLS; brokers that do:"
                + " embedded:artemis, process:mosquitto\n");
  }

  @Test
  void aCipherThatThereIsNotIsRefused() {
    assertThat(session.run("broker", "embedded", "--cipher", "RC4")).isEqualTo(ExitCode.BAD_USAGE);
    assertThat(session.err())
        .startsWith("brokerbench: --cipher RC4: one of AES256-GCM-SHA384, ECDHE-");
    assertThat(session.artemis.open).hasValue(0);
  }

  @Test
  void theVersionIsThatOfTheBuild() {
    assertThat(session.run("--version")).isZero();

    assertThat(session.out()).startsWith("brokerbench ").contains("\nJava ");
  }

  @Test
  void theCompletionScriptKnowsCommandsOptionsAndNames() {
    assertThat(session.run("generate-completion")).isZero();

    assertThat(session.out()).contains("--publishers", "generate-completion", "poisson");
  }
}
