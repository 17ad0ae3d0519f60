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
import org.junit.jupiter.params.provider.CsvSource;
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
        .startsWith("Scenarios: each family, and how many it has\n")
        .contains("  FANIN          ", "  Test scenarios\n", "--all")
        .contains("Brokers (--broker)\n  embedded:artemis   a stand-in\n")
        .contains("                     MQTT 3.1.1, MQTT 5, QoS 2, QoS 2 messages that are sent\n")
        .contains("Drivers (--driver)\n  swarm  a stand-in\n         MQTT 3.1.1\n");
  }

  @Test
  void listShowsOneKindOnly() {
    session.run("list", "drivers");

    assertThat(session.out()).startsWith("Drivers").doesNotContain("Brokers", "scenarios");
  }

  @Test
  void listShowsEachScenarioWhereAskedFor() {
    assertThat(session.run("list", "scenarios", "--all")).isZero();

    assertThat(session.out())
        .startsWith(
            """
            Test scenarios
              FANIN.Q0.SINGLE      A scenario of the test.; published: MessageSight 1.2,
                                   2015
            """);
  }

  @Test
  void aListMarksWhatWasPublished() throws Exception {
    assertThat(session.run("list", "scenarios", "published", "--json")).isZero();

    JsonNode scenarios = Json.mapper().readTree(session.out()).at("/scenarios");
    assertThat(scenarios.findValuesAsText("name")).contains("FANIN.Q0.SINGLE", "FANIN.Q0.SHARED");
    assertThat(scenarios.findValuesAsText("name"))
        .doesNotContain("FANIN.Q1.PARTITIONS", "FANIN.Q2.SINGLE");
    assertThat(scenarios.findValuesAsText("published"))
        .hasSameSizeAs(scenarios.findValuesAsText("name"))
        .containsOnly("MessageSight 1.2, 2015");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --family connburst          | CONNBURST
          --qos 1                     | FANIN.Q1.PARTITIONS
          scenarios q1                | FANIN.Q1.PARTITIONS
          scenarios single --qos 0    | FANIN.Q0.SINGLE
          --protocol mqtt --qos 1     | FANIN.Q1.PARTITIONS
          """)
  void aFilterListsScenariosAlone(String args, String name) {
    assertThat(session.run(("list " + args).split(" "))).as(session.err()).isZero();

    assertThat(session.out().lines().filter(line -> line.startsWith("  ")))
        .singleElement()
        .asString()
        .startsWith("  " + name + " ");
  }

  @Test
  void aWordSelectsBrokersByWhatTheyCanDo() {
    assertThat(session.run("list", "brokers", "retained")).isZero();
    assertThat(session.out()).contains("embedded:artemis").doesNotContain("  null ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --qos 3             | --qos 3: 0, 1 or 2
          --family fanon      | --family fanon: no family of scenarios; did you mean FANIN?
          brokers --qos 1     | --qos: only for scenarios
          --all --qos 1       | --all: not with a filter, which lists each scenario
          --all --json        | --all: not with --json, which lists each scenario
          scenarios nonesuch  | nothing matches; see brokerbench list
          --protocol jms      | nothing matches; see brokerbench list
          """)
  void aFilterThatCannotBeIsOneLine(String args, String line) {
    assertThat(session.run(("list " + args).split(" "))).isEqualTo(ExitCode.BAD_USAGE);

    assertThat(session.err()).isEqualTo("brokerbench: " + line + "\n");
    assertThat(session.out()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {40, 80, 200})
  void aListFitsTheTerminal(int columns) {
    session.withColumns(columns).run("list");

    assertThat(session.out().lines())
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(Math.max(60, columns)));
    assertThat(session.out().lines().filter(line -> line.startsWith("  FANIN "))).hasSize(1);
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
