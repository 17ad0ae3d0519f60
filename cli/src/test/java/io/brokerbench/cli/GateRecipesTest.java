package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.brokerbench.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What docs/gate.md shows works: its recipes name what there is, and its commands run. What the
 * recipes start is {@link PipelinesIT}'s.
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
      args.add("--force"); // the stand-ins' machine is not this one
    }
    return session.run(args.toArray(String[]::new));
  }

  @Test
  void theRecipesOfGitHubActionsUseInputsThatTheActionHas() throws Exception {
    CompositeAction action = CompositeAction.read(ActionTest.PROJECT.resolve("action.yml"));
    JsonNode step = new YAMLMapper().readTree(recipe("GitHub Actions")).at("/jobs/gate/steps/0");
    assertThat(step.path("uses").asText()).isEqualTo("OWNER/brokerbench@REF");
    assertThat(names(step.get("with"))).isSubsetOf(names(action.definition.get("inputs")));

    String page = Files.readString(PAGE);
    for (String input : names(action.definition.get("inputs"))) {
      assertThat(page).containsPattern("(?m)^\\|( `[a-z-]+`,)* `" + input + "`[,` |]");
    }
    for (String output : names(action.definition.get("outputs"))) {
      assertThat(page).contains("`" + output + "`");
    }
  }

  private static Set<String> names(JsonNode object) {
    return object.properties().stream().map(Map.Entry::getKey).collect(Collectors.toSet());
  }

  @Test
  void theRecipeOfGitLabSetsVariablesThatTheTemplateHas() throws Exception {
    String file = "ci/gitlab/brokerbench.gitlab-ci.yml";
    JsonNode template = new YAMLMapper().readTree(ActionTest.PROJECT.resolve(file).toFile());
    JsonNode recipe = new YAMLMapper().readTree(recipe("GitLab CI"));

    assertThat(recipe.at("/include/0/remote").asText()).endsWith("/" + file);
    assertThat(template.has(recipe.at("/gate/extends").asText())).isTrue();
    assertThat(names(recipe.at("/gate/variables")))
        .isSubsetOf(names(template.at("/.brokerbench/variables")));
  }

  @Test
  void theRecipeOfJenkinsSetsVariablesThatTheGateReads() throws Exception {
    String gate = Files.readString(ActionTest.PROJECT.resolve("ci/gate"));
    List<String> variables =
        Pattern.compile("(BROKERBENCH\\w+) = ")
            .matcher(recipe("Jenkins"))
            .results()
            .map(found -> found.group(1))
            .toList();

    assertThat(variables).hasSize(2).allSatisfy(name -> assertThat(gate).contains(name));
    assertThat(recipe("Jenkins")).contains("sh 'brokerbench/ci/gate'");
  }

  @Test
  void theRecipeForAnythingElseRuns() throws Exception {
    String command = recipe("Anything else").lines().skip(1).findFirst().orElseThrow();

    assertThat(run(command)).as(session.err()).isZero();
    assertThat(folder.resolve("gate.xml")).content().contains("<testsuite ");
    assertThat(folder.resolve("gate.md")).content().startsWith("### brokerbench: PASS");
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
