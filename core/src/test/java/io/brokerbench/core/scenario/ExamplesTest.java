package io.brokerbench.core.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The examples of the project's folder {@code examples} are what they say they are. */
class ExamplesTest {

  static List<Path> examples() throws IOException {
    Path module = Path.of(System.getProperty("basedir", ""));
    Path folder = module.resolve("../examples");
    if (!Files.isDirectory(folder)) {
      folder = module.resolve("examples"); // run from the project's root
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList();
    }
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
}
