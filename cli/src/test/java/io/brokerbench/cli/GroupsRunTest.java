package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.definition.GroupedScenarioCodec;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict;
import io.brokerbench.core.result.Verdict.Status;
import io.brokerbench.experiment.bench.RigFactory;
import io.brokerbench.experiment.group.GroupsResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A scenario with groups is run, kept and reported as one. */
class GroupsRunTest {

  @TempDir Path folder;
  private Session session;
  private String file;

  @BeforeEach
  void write() throws Exception {
    session = new Session(folder);
    file =
        Files.writeString(
                folder.resolve("fleet.yaml"),
                """
                name: FLEET
                description: two kinds
                phases: {warmUp: 1s, steady: 4s}
                groups:
                  telemetry: {topology: {publishers: 50}, workload: {load: {rate: 100}}}
                  commands:
                    start: 2s
                    topology: {publishers: 5}
                    workload: {qos: 1, load: {rate: 10}}
                """)
            .toString();
  }

  @AfterEach
  void noBrokerIsLeft() {
    assertThat(session.artemis.open).hasValue(0);
  }

  private Path results() {
    return folder.resolve("2026-11-21T100211-FLEET-artemis");
  }

  private static RigFactory ending(String group, Status status) {
    return ending(Map.of(group, status));
  }

  /** The others are OK. */
  private static RigFactory ending(Map<String, Status> groups) {
    return (scenario, broker, driver, settings, listener) ->
        StubRig.ending(groups.getOrDefault(scenario.name().substring("FLEET.".length()), Status.OK))
            .create(scenario, broker, driver, settings, listener);
  }

  @Test
  void aFineRunHasARowForEachGroupAndAFolderForEach() throws Exception {
    assertThat(session.runScenario(file)).as(session.err()).isZero();
    assertThat(session.out())
        .startsWith("OK  all 2 groups are OK.\n\ngroup      verdict ")
        .contains("\ntelemetry  OK ", "\ncommands   OK ", "\ntelemetry  ", "\nresults     ");
    GroupsResult result =
        GroupsResult.CODEC.read(Files.readString(results().resolve("groups.json")));
    assertThat(result.groups().get(0).run())
        .isEqualTo(RunResult.CODEC.read(results().resolve("telemetry/result.json")));
    assertThat(result.groups().get(1).run())
        .isEqualTo(RunResult.CODEC.read(results().resolve("commands/result.json")));
    assertThat(GroupedScenarioCodec.read(results().resolve("scenario.yaml")))
        .isEqualTo(GroupedScenarioCodec.read(Path.of(file)));
    assertThat(Files.readString(results().resolve("report.html")))
        .contains("./telemetry/report.html", "./commands/report.html", "all 2 groups are OK");
    assertThat(Files.readString(results().resolve("commands/report.html")))
        .contains("../report.html", "FLEET.commands");
  }

  @Test
  void theGravestVerdictIsThatOfTheRun() throws Exception {
    Path xml = folder.resolve("fleet.xml");
    Path markdown = folder.resolve("fleet.md");
    session.with(ending("commands", Status.CONTRACT_BROKEN));
    assertThat(
            session.runScenario(file, "--junit", xml.toString(), "--markdown", markdown.toString()))
        .isEqualTo(1);
    assertThat(session.out())
        .startsWith("CONTRACT_BROKEN  commands: ")
        .contains("\ntelemetry  OK ", "\ncommands   CONTRACT_BROKEN ");
    assertThat(Files.readString(xml))
        .contains("classname=\"brokerbench.FLEET.telemetry\"")
        .contains("classname=\"brokerbench.FLEET.commands\"")
        .containsOnlyOnce("<failure");
    assertThat(Files.readString(markdown))
        .startsWith("### brokerbench: CONTRACT_BROKEN\n")
        .contains("| telemetry | OK |", "| commands | CONTRACT\\_BROKEN |");
  }

  @Test
  void aRunThatSaysNothingOfTheBrokerIsInvalid() throws Exception {
    Path xml = folder.resolve("fleet.xml");
    session.with(ending("telemetry", Status.GENERATOR_LIMITED));
    assertThat(session.runScenario(file, "--junit", xml.toString())).isEqualTo(4);
    assertThat(Files.readString(xml)).doesNotContain("<failure").contains("<skipped");
  }

  /** Of a broken contract beside it, and of a group that is fine, nothing is taken away. */
  @Test
  void eachGroupsThresholdsCountAsItsOwnFiguresDo() throws Exception {
    Path xml = folder.resolve("fleet.xml");
    Path markdown = folder.resolve("fleet.md");
    String[] options = {
      file, "--fail-if", "p99>1ns", "--junit", xml.toString(), "--markdown", markdown.toString()
    };
    session.with(ending(Map.of("telemetry", Status.DISTURBED, "commands", Status.CONTRACT_BROKEN)));
    assertThat(session.runScenario(options)).isEqualTo(1);
    assertThat(session.out())
        .startsWith("FAILED  threshold crossed: commands: p99>1ns\nCONTRACT_BROKEN  ")
        .containsSubsequence("thresholds  not counted p99", "thresholds  CROSSED p99");
    assertThat(Files.readString(xml))
        .containsSubsequence(
            "FLEET.telemetry\" name=\"verdict", "<skipped message=\"DISTURBED: ",
            "FLEET.telemetry\" name=\"p99&gt;1ns", "<skipped ",
            "FLEET.commands\" name=\"verdict", "<failure message=\"CONTRACT_BROKEN: ",
            "FLEET.commands\" name=\"p99&gt;1ns", "<failure ");
    assertThat(Files.readString(markdown))
        .contains("Threshold crossed: commands: p99\\>1ns.")
        .containsSubsequence("\n- commands: CROSSED p99", "\n- telemetry: not counted p99");

    Session other = new Session(folder);
    other.with(ending(Map.of("commands", Status.DISTURBED)));
    assertThat(other.runScenario(options)).isEqualTo(4);
    assertThat(other.out())
        .startsWith("DISTURBED  commands: ")
        .containsSubsequence("thresholds  CROSSED p99", "thresholds  not counted p99");
    assertThat(Files.readString(xml))
        .doesNotContain("\"OK: ")
        .containsOnlyOnce("<failure")
        .containsSubsequence("FLEET.telemetry\" name=\"p99&gt;1ns", "<failure ", "<skipped ");
    assertThat(Files.readString(markdown))
        .doesNotContain("Threshold crossed")
        .containsSubsequence("\n- telemetry: CROSSED p99", "\n- commands: not counted p99");
  }

  @Test
  void aThresholdMayBeOfOneGroup() {
    assertThat(session.runScenario(file, "--fail-if", "commands: p99>1ns")).isEqualTo(1);
    assertThat(session.out()).startsWith("FAILED  threshold crossed: commands: p99>1ns\n");
    Session both = new Session(folder);
    assertThat(both.runScenario(file, "--fail-if", "p99>1ns")).isEqualTo(1);
    assertThat(both.out()).contains("telemetry: p99>1ns, commands: p99>1ns");
    Session none = new Session(folder);
    assertThat(none.runScenario("FANIN.Q0.SHARED", "--fail-if", "a: p99>1ns")).isEqualTo(2);
    assertThat(none.err()).contains("--fail-if a: p99>1ns: only with a scenario that has groups");
  }

  @Test
  void theDocumentIsPrintedWhereItIsAskedFor() {
    assertThat(session.runScenario(file, "--json")).isZero();
    GroupsResult result = GroupsResult.CODEC.read(session.out());
    assertThat(result.verdict())
        .isEqualTo(new Verdict(Status.OK, true, List.of("all 2 groups are OK")));
  }

  @Test
  void aDryRunShowsEachGroup() {
    assertThat(session.runScenario(file, "--dry-run")).isZero();
    assertThat(session.out())
        .contains("\nscenario    FLEET: two kinds\n", "\ntelemetry   50 publishers -> ")
        .contains("\ncommands    5 publishers -> ", "begins 2 s after the first load")
        .contains("\nclients     75, by the driver swarm, in this process\n")
        .contains("\ntime        about 7 s, ")
        .containsOnlyOnce("\nbroker      ");
    assertThat(results()).doesNotExist();
  }

  @Test
  void workersAndAgentsCarryAllGroups() {
    assertThat(session.runScenario(file, "--dry-run", "--workers", "2")).isZero();
    assertThat(session.out()).contains("\nclients     75, by the driver swarm, in 2 processes\n");
    Session agents = new Session(folder);
    assertThat(agents.runScenario(file, "--dry-run", "--agents", "3")).isZero();
    assertThat(agents.out()).contains("\nclients     75, by the driver swarm, on 3 agents\n");
  }

  /** The consumers of a shared subscription are all in the first worker. */
  @Test
  void theLargestWorkerHasClientsOfAllGroups() throws Exception {
    String shared =
        Files.writeString(
                folder.resolve("shared.yaml"),
                """
                name: SHARED
                phases: {warmUp: 1s, steady: 4s}
                topology: {publishers: 10, consumers: 60, distribution: SHARED}
                groups:
                  one: {workload: {load: {rate: 100}}}
                  two: {workload: {load: {rate: 10}}}
                """)
            .toString();
    session.withOpenFilesLimit(340);
    assertThat(session.runScenario(shared, "--workers", "2")).as(session.err()).isZero();
    Session fewer = new Session(folder).withOpenFilesLimit(300);
    assertThat(fewer.runScenario(shared, "--workers", "2")).isEqualTo(3);
    assertThat(fewer.err()).contains("140 connections need 320 open files in the largest of 2");
  }

  /** Of 75 clients and a broker's own files; the groups alone would fit. */
  @Test
  void theClientsOfAllGroupsCountTogether() {
    session.withOpenFilesLimit(270);
    assertThat(session.runScenario(file)).isEqualTo(3);
    assertThat(session.err()).contains("75 connections need 275 open files");
    session.withOpenFilesLimit(275);
    assertThat(session.runScenario(file)).as(session.err()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--size small | --size: not with groups, which have sizes of their own",
        "--set groups.none.workload.qos=1 | no group of that name; there are telemetry, commands",
        "--fail-if none:p99>1ms | --fail-if none: p99>1ms: no group of that name; there are"
            + " telemetry, commands",
      })
  void whatDoesNotGoTogetherIsRefusedBeforeAnythingStarts(String options, String line) {
    String[] given = (file + " " + options).split(" ");
    assertThat(session.runScenario(given)).isEqualTo(2);
    assertThat(session.err()).contains(line);
    assertThat(session.err()).doesNotContain("starting");
    assertThat(results()).doesNotExist();
  }
}
