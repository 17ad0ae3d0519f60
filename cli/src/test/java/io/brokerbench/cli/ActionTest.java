package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The form of {@code action.yml}, as GitHub documents it, and of the files for other hosts. What
 * they do is {@link PipelinesIT}'s.
 */
class ActionTest {

  static final Path PROJECT = Path.of("..");

  private static final Set<String> CONTEXT_OF_THE_GATE = Set.of("BROKERBENCH");

  /** Inputs of the actions of others that steps use, as those document them. */
  private static final Map<String, Set<String>> USES =
      Map.of(
          "actions/setup-java@v4", Set.of("distribution", "java-version"),
          "actions/upload-artifact@v4", Set.of("name", "path", "if-no-files-found"));

  private CompositeAction action;

  @BeforeEach
  void read() throws IOException {
    action = CompositeAction.read(PROJECT.resolve("action.yml"));
  }

  private static Set<String> names(JsonNode object) {
    return object.properties().stream().map(Map.Entry::getKey).collect(Collectors.toSet());
  }

  @Test
  void itHasWhatGitHubRequiresAndNothingElse() {
    JsonNode definition = action.definition;

    assertThat(names(definition))
        .containsExactlyInAnyOrder("name", "description", "branding", "inputs", "outputs", "runs");
    assertThat(definition.path("name").asText()).isNotBlank();
    assertThat(definition.path("description").asText()).isNotBlank().hasSizeLessThan(126);
    assertThat(names(definition.get("runs"))).containsExactlyInAnyOrder("using", "steps");
    assertThat(definition.at("/runs/using").asText()).isEqualTo("composite");
    definition
        .get("inputs")
        .forEach(
            input -> {
              assertThat(names(input)).containsExactlyInAnyOrder("description", "default");
              assertThat(input.get("description").asText()).isNotBlank();
              assertThat(input.get("default").isTextual()).isTrue();
            });
    definition
        .get("outputs")
        .forEach(
            output -> assertThat(names(output)).containsExactlyInAnyOrder("description", "value"));
  }

  @Test
  void eachStepIsAScriptOfBashOrAnActionWithInputsThatItHas() {
    assertThat(action.steps()).hasSizeGreaterThan(3);
    for (JsonNode step : action.steps()) {
      assertThat(step.path("name").asText()).isNotBlank();
      if (step.has("uses")) {
        assertThat(names(step)).isSubsetOf("name", "id", "if", "uses", "with");
        assertThat(USES).containsKey(step.get("uses").asText());
        assertThat(names(step.get("with"))).isSubsetOf(USES.get(step.get("uses").asText()));
      } else {
        assertThat(names(step)).isSubsetOf("name", "id", "if", "shell", "env", "run");
        assertThat(step.path("shell").asText()).isEqualTo("bash");
        // An expression in a script is text of the script: an input could be a command there.
        assertThat(step.get("run").asText()).doesNotContain("${{");
      }
    }
  }

  @Test
  void eachInputIsUsedAndEachExpressionNamesWhatThereIs() {
    Set<String> used = new TreeSet<>();
    Set<String> ids = new HashSet<>();
    for (JsonNode step : action.steps()) {
      String condition = step.path("if").asText();
      Matcher given = CompositeAction.INPUT_IS_GIVEN.matcher(condition);
      if (given.matches()) {
        used.add(given.group(1));
      } else {
        assertThat(condition).isIn("", CompositeAction.ALWAYS);
      }
      step.path("env").forEach(value -> addUsed(value, ids, used));
      step.path("with").forEach(value -> addUsed(value, ids, used));
      if (step.has("id")) {
        assertThat(ids.add(step.get("id").asText())).isTrue();
      }
    }
    action.definition.get("outputs").forEach(each -> addUsed(each.get("value"), ids, used));

    assertThat(used).containsExactlyInAnyOrderElementsOf(names(action.definition.get("inputs")));
  }

  private static void addUsed(JsonNode text, Set<String> ids, Set<String> used) {
    List<String> expressions =
        CompositeAction.EXPRESSION
            .matcher(text.asText())
            .results()
            .map(found -> found.group(1))
            .toList();
    assertThat(text.asText().split("\\$\\{\\{", -1)).hasSize(expressions.size() + 1);
    for (String expression : expressions) {
      Matcher input = CompositeAction.INPUT.matcher(expression);
      Matcher output = CompositeAction.OUTPUT.matcher(expression);
      if (input.matches()) {
        used.add(input.group(1));
      } else {
        assertThat(output.matches()).as(expression).isTrue();
        assertThat(ids).as("steps before this one").contains(output.group(1));
      }
    }
  }

  @Test
  void allHostsSetTheVariablesThatTheGateReads() throws Exception {
    Set<String> documented =
        variables(Files.readString(PROJECT.resolve("ci/gate")), "(?m)^#   (BROKERBENCH\\w*) ");
    Set<String> ofTheRun = new TreeSet<>(documented);
    ofTheRun.removeAll(CONTEXT_OF_THE_GATE);
    JsonNode gitLab =
        new YAMLMapper()
            .readTree(PROJECT.resolve("ci/gitlab/brokerbench.gitlab-ci.yml").toFile())
            .at("/.brokerbench/variables");
    String jenkins = Files.readString(PROJECT.resolve("ci/jenkins/Jenkinsfile"));

    assertThat(names(action.definition.at("/runs/steps/2/env")))
        .containsExactlyInAnyOrderElementsOf(documented);
    assertThat(names(gitLab)).containsAll(ofTheRun);
    assertThat(variables(jenkins, "name: '(\\w+)'"))
        .isSubsetOf(ofTheRun)
        .hasSize(ofTheRun.size() - 1); // the folder of the results is that of the artifacts
    assertThat(jenkins.chars().filter(c -> c == '{').count())
        .isEqualTo(jenkins.chars().filter(c -> c == '}').count());
  }

  private static Set<String> variables(String text, String pattern) {
    return Pattern.compile(pattern)
        .matcher(text)
        .results()
        .map((MatchResult found) -> found.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
