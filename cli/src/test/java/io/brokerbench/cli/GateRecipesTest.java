package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.brokerbench.cli.terminal.ExitCode;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What docs/gate.md shows works: its recipes, as far as they go without their hosts, and the rest.
 */
class GateRecipesTest {

  private static final Path PAGE = Path.of("..", "docs", "gate.md");
  private static final String JMH =
      """
      [ {"benchmark": "x.Bench.run", "mode": "thrpt", "params": {"broker": "one"},
         "primaryMetric": {"score": 1, "scoreUnit": "ops/s", "rawData": [[1,2,1,2,1,2]]}},
        {"benchmark": "x.Bench.run", "mode": "thrpt", "params": {"broker": "null"},
         "primaryMetric": {"score": 1, "scoreUnit": "ops/s", "rawData": [[2,1,1,2,2,1]]}} ]
      """;

  @TempDir Path folder;
  private Session session;

  @BeforeEach
  void start() {
    session = new Session(folder);
  }

  /** The code block below a heading. */
  private static String recipe(String heading) throws IOException {
    Matcher block =
        Pattern.compile("### " + heading + "\n+```\\w+\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(PAGE));
    assertThat(block.find()).isTrue();
    return block.group(1);
  }

  /** Runs what a recipe runs, in the folder, with its variables. */
  private void runs(String script, String baseline, String candidate) {
    List<String> commands =
        script.lines().map(String::strip).filter(line -> line.startsWith("./brokerbench")).toList();
    assertThat(commands).hasSize(1);
    String command =
        commands.get(0).replace("\"$BASELINE\"", baseline).replace("\"$CANDIDATE\"", candidate);
    assertThat(run(command)).as(session.err()).isZero();
    assertThat(folder.resolve("gate.xml")).content().contains("<testsuite ");
    assertThat(folder.resolve("gate.md")).content().startsWith("### brokerbench: PASS");
  }

  private int run(String command) {
    List<String> args = new ArrayList<>();
    for (String word : command.split(" ", -1)) {
      boolean file = word.matches("(gate|jmh-main|jmh-branch)\\..*|results-.*/");
      args.add(file ? folder.resolve(word).toString() : word);
    }
    args.remove(0);
    args.replaceAll(word -> word.replace("FANIN.Q1.SHARED", "FANIN.Q0.SINGLE"));
    args.replaceAll(word -> word.replace("embedded:hivemq", "embedded:artemis"));
    if (args.get(0).equals("ab")) {
      args.addAll(List.of("--out", folder.resolve("results").toString()));
    }
    if (command.contains("baseline")) {
      boolean stored = args.get(0).equals("baseline") || command.contains("baseline:");
      args.addAll(
          stored ? List.of("--baselines", folder.resolve("baselines").toString()) : List.of());
    }
    if (command.contains("ab ") && command.contains("baseline:")) {
      args.add("--force"); // the stand-ins' machine isn't this one
    }
    return session.run(args.toArray(String[]::new));
  }

  @Test
  void theRecipeOfGitHubActionsRunsAndShowsItsReport() throws Exception {
    JsonNode job = new YAMLMapper().readTree(recipe("GitHub Actions")).at("/jobs/gate");
    JsonNode compare = job.at("/steps/2");
    runs(
        compare.path("run").asText(),
        compare.at("/env/BASELINE").asText(),
        compare.at("/env/CANDIDATE").asText());

    ProcessBuilder show =
        new ProcessBuilder("bash", "-e", "-c", job.at("/steps/3/run").asText())
            .directory(folder.toFile());
    show.environment().putAll(Map.of("GITHUB_STEP_SUMMARY", "summary.md"));
    assertThat(
            show.redirectErrorStream(true).redirectOutput(new File("/dev/null")).start().waitFor())
        .isZero();
    assertThat(folder.resolve("summary.md")).hasSameTextualContentAs(folder.resolve("gate.md"));
    assertThat(job.at("/steps/4/with/path").asText().lines())
        .containsExactly("gate.xml", "results");
  }

  @Test
  void theRecipeOfGitLabRuns() throws Exception {
    JsonNode job = new YAMLMapper().readTree(recipe("GitLab CI")).at("/gate");
    runs(
        job.at("/script/0").asText(),
        job.at("/variables/BASELINE").asText(),
        job.at("/variables/CANDIDATE").asText());

    assertThat(job.at("/artifacts/reports/junit").asText()).isEqualTo("gate.xml");
  }

  @Test
  void theRecipeOfJenkinsRuns() throws Exception {
    String pipeline = recipe("Jenkins");
    Matcher script = Pattern.compile("sh '''(.*?)'''", Pattern.DOTALL).matcher(pipeline);
    assertThat(script.find()).isTrue();
    Matcher candidate = Pattern.compile("CANDIDATE = '(.*?)'").matcher(pipeline);
    assertThat(candidate.find()).isTrue();

    runs(script.group(1), candidate.group(1), candidate.group(1));
    assertThat(pipeline.chars().filter(c -> c == '{').count())
        .isEqualTo(pipeline.chars().filter(c -> c == '}').count());
  }

  @Test
  void allOtherCommandsOfThePageWork() throws Exception {
    Files.writeString(folder.resolve("jmh-main.json"), JMH);
    Files.writeString(folder.resolve("jmh-branch.json"), JMH);
    for (String side : List.of("results-main", "results-branch")) {
      Session runs = new Session(folder.resolve(side));
      for (int i = 0; i < 6; i++) {
        assertThat(runs.runScenario("FANIN.Q0.SINGLE")).isZero();
      }
    }
    try (Stream<String> lines = Files.lines(PAGE)) {
      List<String> commands = lines.filter(line -> line.startsWith("./brokerbench ")).toList();
      assertThat(commands).hasSizeGreaterThan(6);
      for (String command : commands) {
        session = new Session(folder);
        // Six values that vary by half say nothing about 10 %.
        boolean jmh = command.startsWith("./brokerbench compare ") && command.contains("jmh-");
        int expected = jmh ? ExitCode.VERDICT_SAYS_NO : ExitCode.FINE;
        assertThat(run(command)).as(command + "\n" + session.err()).isEqualTo(expected);
      }
    }
  }
}
