package io.brokerbench.core.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.definition.GroupedScenarioCodec;
import io.brokerbench.core.definition.ScenarioCodec;
import io.brokerbench.core.definition.ScenarioFormat;
import io.brokerbench.core.engine.GroupRequirements;
import io.brokerbench.core.load.ProfileLoad;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The examples of the project's folder {@code examples} are what they say they are. */
class ExamplesTest {

  private static final Pattern YAML_BLOCK = Pattern.compile("(?s)```yaml\n(.*?)```");

  static List<Path> examples() throws IOException {
    try (Stream<Path> files = Files.list(project().resolve("examples"))) {
      return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList();
    }
  }

  private static Path project() {
    Path module = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
    return Files.isDirectory(module.resolve("examples")) ? module : module.getParent();
  }

  @ParameterizedTest
  @MethodSource("examples")
  void anExampleIsAScenarioThatSurvivesBeingWritten(Path file) {
    Scenario scenario = ScenarioCodec.read(file);

    for (ScenarioFormat format : ScenarioFormat.values()) {
      String text = ScenarioCodec.write(scenario, format);
      assertThat(ScenarioCodec.read(text, format, "it")).isEqualTo(scenario);
    }
  }

  @ParameterizedTest
  @MethodSource("examples")
  void anExampleEndsInUnderAMinute(Path file) {
    Phases phases = ScenarioCodec.read(file).phases();

    assertThat(phases.warmUp().plus(phases.steady()).toSeconds()).isLessThan(60);
  }

  @Test
  void thereAreExamples() throws IOException {
    assertThat(examples()).hasSizeGreaterThanOrEqualTo(2);
  }

  @Test
  void theFleetOfTheExamplesAndThatOfTheDocumentationAreReady() throws IOException {
    GroupedScenario day =
        GroupedScenarioCodec.read(project().resolve("examples/day/fleet.yaml")).orElseThrow();
    GroupRequirements.require(day);
    assertThat(day.length()).isEqualTo(Duration.ofSeconds(24));
    assertThat(((ProfileLoad) day.groups().get(0).scenario().workload().load()).seconds())
        .isEqualTo(24);
    Matcher block = YAML_BLOCK.matcher(Files.readString(project().resolve("docs/groups.md")));
    assertThat(block.find()).isTrue();
    GroupRequirements.require(
        GroupedScenarioCodec.read(block.group(1), ScenarioFormat.YAML, "docs").orElseThrow());
  }

  @Test
  void theExampleOfTheDocumentationIsAScenario() throws IOException {
    String page = Files.readString(project().resolve("docs/scenarios.md"));
    Matcher block = YAML_BLOCK.matcher(page);

    assertThat(block.find()).isTrue();
    assertThat(ScenarioCodec.read(block.group(1), ScenarioFormat.YAML, "docs").name())
        .isEqualTo("five-lines");
  }
}
