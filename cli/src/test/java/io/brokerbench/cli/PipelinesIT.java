package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The pipelines out of the box do what they say: the scripts of {@code action.yml}, of the template
 * for GitLab and of the pipeline for Jenkins run as their hosts run them, with stand-ins for
 * brokers.
 *
 * <p>What only a host can do (setting up Java, uploading, showing) is not run; {@link ActionTest}
 * checks its names and inputs.
 */
class PipelinesIT {

  private static final String HOSTILE = "'; touch pwned; '";
  private static final String ARTIFACT = "https://host/artifacts/1";

  @TempDir Path folder;
  private Path checkout;
  private Path workspace;

  /** A checkout whose program is the command line with stand-ins. */
  @BeforeEach
  void layOut() throws IOException {
    checkout = Files.createDirectory(folder.resolve("checkout"));
    workspace = Files.createDirectory(folder.resolve("workspace"));
    Files.createDirectory(checkout.resolve("ci"));
    Files.copy(
        ActionTest.PROJECT.resolve("ci/gate"),
        checkout.resolve("ci/gate"),
        StandardCopyOption.COPY_ATTRIBUTES);
    Path program =
        Files.writeString(
            checkout.resolve("brokerbench"),
            """
            #!/usr/bin/env bash
            [ "$1" != --version ] || exit 0
            exec "%s" -XX:TieredStopAtLevel=1 -cp "$STAND_IN_CLASS_PATH" %s "$@"
            """
                .formatted(
                    Path.of(System.getProperty("java.home"), "bin", "java"),
                    StandInMain.class.getName()));
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static Map<String, String> environment(String standIn) {
    return Map.of(
        "STAND_IN", standIn, "STAND_IN_CLASS_PATH", System.getProperty("java.class.path"));
  }

  private CompositeAction.Outcome use(String standIn, Map<String, String> inputs)
      throws IOException, InterruptedException {
    return CompositeAction.read(ActionTest.PROJECT.resolve("action.yml"))
        .use(
            checkout,
            workspace,
            inputs,
            environment(standIn),
            Map.of("upload.artifact-url", ARTIFACT));
  }

  private static Map<String, String> comparison() {
    Map<String, String> inputs = new LinkedHashMap<>();
    inputs.put("scenario", "FANIN.Q0.SINGLE");
    inputs.put("baseline", "embedded:artemis");
    inputs.put("candidate", StandInMain.CANDIDATE);
    // Stand-ins end at once: without a limit, rounds would go on to the greatest number.
    inputs.put("arguments", "--rounds 6");
    return inputs;
  }

  @ParameterizedTest
  @CsvSource({
    "equal, PASS, 0, pass",
    "slower, REGRESSED, 1, **REGRESSED**",
    "noisy, INCONCLUSIVE, 1, **INCONCLUSIVE**"
  })
  void theActionAnswersWithItsExitCodeItsOutputsAndASummary(
      String standIn, String decision, int exitCode, String word) throws Exception {
    CompositeAction.Outcome outcome = use(standIn, comparison());

    assertThat(outcome.exitCode()).as(outcome.log()).isEqualTo(exitCode);
    assertThat(outcome.outputs())
        .containsExactly(
            Map.entry("decision", decision),
            Map.entry("exit-code", Integer.toString(exitCode)),
            Map.entry("report", "brokerbench-results/brokerbench.md"));
    assertThat(outcome.summary())
        .startsWith("### brokerbench: " + decision + "\n\nFANIN.Q0.SINGLE: ")
        .contains("| figure | baseline | candidate | change |")
        .contains("| " + word + " | p50 end-to-end | ")
        .endsWith(
            "\n\n["
                + "All results]("
                + ARTIFACT
                + "): pages with charts, documents, JUnit XML, the console's text.\n");
    assertThat(outcome.log()).contains(decision + "  ");
    Path results = workspace.resolve("brokerbench-results");
    assertThat(results.resolve("brokerbench.xml")).content().contains("<testsuite ");
    assertThat(results.resolve("console.txt")).content().contains(decision + "  ");
    assertThat(results.resolve("brokerbench.md")).exists();
    try (Stream<Path> files = Files.walk(results)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .contains("ab.json", "report.html");
    }
  }

  @Test
  void aRunIsJudgedByItsThresholdsOneOnALine() throws Exception {
    Map<String, String> inputs =
        Map.of(
            "command", "run",
            "scenario", "FANIN.Q0.SINGLE",
            "broker", "embedded:artemis",
            "fail-if", "p99>5ms\n\n  lost > 0\nthroughput<2/s",
            "results", "out/put",
            "arguments", "--seed 7");

    CompositeAction.Outcome outcome = use("equal", inputs);

    assertThat(outcome.exitCode()).as(outcome.log()).isEqualTo(1);
    assertThat(outcome.outputs())
        .containsEntry("decision", "FAILED")
        .containsEntry("report", "out/put/brokerbench.md");
    assertThat(outcome.summary())
        .startsWith("### brokerbench: FAILED\n\nThreshold crossed: throughput\\<2/s.\n\n")
        .contains("| latency | p99 end-to-end | 2.0 ms |\n")
        .contains("- CROSSED throughput 1/s", "- kept p99 end-to-end 2.0 ms", "- kept 0 lost")
        .contains("[All results](");
    assertThat(outcome.log()).contains("--seed 7");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "baseline||baseline: is missing, and the command ab compares with it",
        "command|rum|command rum: ab or run",
        "command|run|baseline embedded:artemis: not with the command run",
        "broker|embedded|broker embedded: not with the command ab",
        "budget|soon|--budget soon: a number with a unit",
        "scenario|--help|scenario --help: a name or a path",
        "arguments|--help|",
        "arguments|it's|arguments it's: a quote is not closed",
      })
  void badUsageIsNoResultAndNeverASuccess(String input, String value, String message)
      throws Exception {
    Map<String, String> inputs = comparison();
    inputs.put(input, value == null ? "" : value);

    CompositeAction.Outcome outcome = use("equal", inputs);

    assertThat(outcome.exitCode()).as(outcome.log()).isEqualTo(2);
    assertThat(outcome.outputs())
        .containsEntry("decision", "NO_RESULT")
        .containsEntry("exit-code", "2");
    assertThat(outcome.summary()).startsWith("### brokerbench: NO_RESULT\n\n    ");
    if (message != null) {
      assertThat(outcome.summary()).contains("    brokerbench: " + message);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {HOSTILE, "$(touch pwned)", "`touch pwned`", "a; touch pwned #"})
  void noInputIsEverReadAsACommand(String hostile) throws Exception {
    JsonNode inputs =
        CompositeAction.read(ActionTest.PROJECT.resolve("action.yml")).definition.get("inputs");
    Map<String, String> all = new LinkedHashMap<>();
    inputs.properties().forEach(input -> all.put(input.getKey(), hostile));
    use("equal", all);
    all.put("results", "brokerbench-results");
    use("equal", all);
    all.putAll(Map.of("command", "ab", "broker", ""));

    CompositeAction.Outcome outcome = use("equal", all);

    assertThat(outcome.outputs()).containsEntry("exit-code", "2");
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.summary()).startsWith("### brokerbench: NO_RESULT\n");
    try (Stream<Path> files = Files.walk(folder)) {
      assertThat(files.filter(file -> file.endsWith("pwned"))).isEmpty();
    }
  }

  @Test
  void noInputAddsAnOutput() throws Exception {
    Map<String, String> inputs = comparison();
    inputs.put("results", "x\nexit-code=0\ndecision=PASS");

    CompositeAction.Outcome outcome = use("equal", inputs);

    assertThat(outcome.exitCode()).as(outcome.log()).isEqualTo(2);
    assertThat(outcome.outputs()).containsEntry("exit-code", "2").containsEntry("decision", "");
  }

  @Test
  void aProgramThatCannotBeStartedIsNoAnswer() throws Exception {
    CompositeAction.Outcome outcome =
        CompositeAction.read(ActionTest.PROJECT.resolve("action.yml"))
            .use(
                checkout, workspace, comparison(), Map.of("STAND_IN_CLASS_PATH", "none"), Map.of());

    assertThat(outcome.exitCode()).as(outcome.log()).isEqualTo(3);
    assertThat(outcome.outputs()).containsEntry("decision", "NO_RESULT");
    assertThat(outcome.summary()).doesNotContain("All results");
  }

  @Test
  void theReportOfAnEarlierUseIsNotTakenForThisOne() throws Exception {
    use("equal", comparison());
    Map<String, String> inputs = comparison();
    inputs.put("scenario", "FANNIN");

    assertThat(use("equal", inputs).outputs()).containsEntry("decision", "NO_RESULT");
  }

  /** Of docs/gate.md, with a scenario that the stand-ins have. */
  @Test
  void theRecipesOfThePageRun() throws Exception {
    List<MatchResult> recipes =
        found(
            Files.readString(ActionTest.PROJECT.resolve("docs/gate.md")),
            "(?m)^( *)- uses: OWNER/brokerbench@REF.*\n(?:\\1 .*\n)+");
    assertThat(recipes).hasSize(2);
    for (MatchResult recipe : recipes) {
      Map<String, String> inputs = new LinkedHashMap<>();
      new YAMLMapper()
          .readTree(recipe.group())
          .at("/0/with")
          .properties()
          .forEach(input -> inputs.put(input.getKey(), input.getValue().asText()));
      inputs.put("scenario", "FANIN.Q0.SINGLE");

      CompositeAction.Outcome outcome = use("equal", inputs);

      assertThat(outcome.exitCode()).as(outcome.log()).isZero();
    }
  }

  @ParameterizedTest
  @CsvSource({"equal, 0, PASS", "slower, 1, REGRESSED"})
  void theTemplateForGitLabRunsInACloneAndKeepsWhatItsArtifactsName(
      String standIn, int exitCode, String decision) throws Exception {
    JsonNode job =
        new YAMLMapper()
            .readTree(ActionTest.PROJECT.resolve("ci/gitlab/brokerbench.gitlab-ci.yml").toFile())
            .get(".brokerbench");
    Map<String, String> variables = new LinkedHashMap<>(environment(standIn));
    job.get("variables")
        .properties()
        .forEach(each -> variables.put(each.getKey(), each.getValue().asText()));
    variables.put("BROKERBENCH_REPOSITORY", repository());
    variables.put("BROKERBENCH_SCENARIO", "FANIN.Q0.SINGLE");
    variables.put("BROKERBENCH_BASELINE", "embedded:artemis");
    variables.put("BROKERBENCH_CANDIDATE", StandInMain.CANDIDATE);
    StringBuilder script = new StringBuilder();
    job.get("script").forEach(line -> script.append(line.asText()).append('\n'));

    assertThat(shell("set -eo pipefail\n" + script, variables)).isEqualTo(exitCode);

    assertThat(workspace.resolve(job.at("/artifacts/paths/0").asText()).resolve("brokerbench.md"))
        .content()
        .startsWith("### brokerbench: " + decision);
    assertThat(workspace.resolve(job.at("/artifacts/reports/junit").asText()))
        .content()
        .contains("<testsuite ");
  }

  /** The checkout as a repository whose branch is {@code main}. */
  private String repository() throws Exception {
    String git =
        "git -C \"$CHECKOUT\" init -q -b main && git -C \"$CHECKOUT\" add . && git -C \"$CHECKOUT\""
            + " -c user.name=x -c user.email=x@example.org commit -q -m x";
    assertThat(shell(git, Map.of("CHECKOUT", checkout.toString()))).isZero();
    return checkout.toUri().toString();
  }

  @ParameterizedTest
  @CsvSource({"equal, 0, PASS", "slower, 1, REGRESSED"})
  void thePipelineForJenkinsRunsInACheckoutAndKeepsWhatItArchives(
      String standIn, int exitCode, String decision) throws Exception {
    String pipeline = Files.readString(ActionTest.PROJECT.resolve("ci/jenkins/Jenkinsfile"));
    Map<String, String> variables = new LinkedHashMap<>(environment(standIn));
    found(pipeline, "name: '(\\w+)', (?:defaultValue: '|choices: \\[')([^']*)'")
        .forEach(found -> variables.put(found.group(1), found.group(2)));
    assertThat(variables).containsEntry("BROKERBENCH_COMMAND", "ab");
    variables.put("BROKERBENCH_SCENARIO", "FANIN.Q0.SINGLE");
    variables.put("BROKERBENCH_BASELINE", "embedded:artemis");
    variables.put("BROKERBENCH_CANDIDATE", StandInMain.CANDIDATE);
    workspace = checkout;

    assertThat(shell(only(pipeline, "sh '(.*?)'"), variables)).isEqualTo(exitCode);

    assertThat(checkout.resolve(only(pipeline, "testResults: '(.*?)'")))
        .content()
        .contains("<testsuite ");
    String archived = only(pipeline, "artifacts: '(.*?)/\\*\\*'");
    assertThat(checkout.resolve(archived).resolve("brokerbench.md"))
        .content()
        .startsWith("### brokerbench: " + decision);
  }

  private static String only(String text, String pattern) {
    List<MatchResult> found = found(text, pattern);
    assertThat(found).as(pattern).hasSize(1);
    return found.get(0).group(1);
  }

  private static List<MatchResult> found(String text, String pattern) {
    return Pattern.compile(pattern).matcher(text).results().toList();
  }

  private int shell(String script, Map<String, String> variables)
      throws IOException, InterruptedException {
    ProcessBuilder bash =
        new ProcessBuilder("bash", "-c", script)
            .directory(workspace.toFile())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log.txt").toFile());
    bash.environment().putAll(variables);
    return bash.start().waitFor();
  }
}
