package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.testkit.broker.FaultyBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a user does with the launch script, in small. */
class CommandLineIT {

  private static final String[] SMALL = {
    "--duration", "1s", "--warmup", "500ms", "--publishers", "20", "--rate", "500"
  };

  @TempDir Path folder;

  @Test
  void aBrokerThatTheToolStartsRunsAScenarioAndGoes() throws IOException {
    Mosquitto.assumeInstalled();
    runsAScenarioAndGoes("process:mosquitto");
  }

  @Tag("release")
  @ParameterizedTest
  @ValueSource(strings = {"embedded:artemis", "embedded:hivemq", "embedded:activemq"})
  void soDoTheOthers(String selector) throws IOException {
    runsAScenarioAndGoes(selector);
  }

  private void runsAScenarioAndGoes(String selector) throws IOException {
    Tool tool = new Tool(folder);
    Outcome run = tool.run(small("run", "FANIN.Q1.PARTITIONS", "--broker", selector));
    run.wentToItsEnd();
    RunResult result = RunResult.CODEC.read(tool.resultFolder().resolve("result.json"));
    assertThat(result.messages().received()).isEqualTo(750);
    assertThat(result.broker().version()).matches("\\d+\\..*");
    assertThat(result.brokerUsage()).isPresent();
    tool.leftNothing(run);
  }

  @Test
  void aBrokerThatRunsAlreadyIsReachedByItsAddressAndLeftAsItIs() throws IOException {
    Tool tool = new Tool(folder);
    try (FaultyBroker broker = FaultyBroker.start()) {
      Outcome run =
          tool.run(small("run", "FANIN.Q1.PARTITIONS", "--broker", broker.endpoint().uri()));
      run.wentToItsEnd();
      assertThat(broker.failure()).isEmpty();
      assertThat(broker.violations()).isEmpty();
    }
    RunResult result = RunResult.CODEC.read(tool.resultFolder().resolve("result.json"));
    assertThat(result.brokerUsage()).isEmpty();
    assertThat(tool.resultFolder().resolve("broker.log")).doesNotExist();
  }

  static Stream<Path> examples() throws IOException {
    try (Stream<Path> files = Files.list(Tool.PROJECT.resolve("examples"))) {
      List<Path> examples =
          files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList();
      assumeTrue(!examples.isEmpty(), "no examples");
      return examples.stream();
    }
  }

  @Tag("release")
  @ParameterizedTest
  @MethodSource("examples")
  void eachExampleRuns(Path example) {
    Tool tool = new Tool(folder);
    try (FaultyBroker broker = FaultyBroker.start()) {
      Outcome run = tool.run(small("run", example.toString(), "--broker", broker.endpoint().uri()));
      run.wentToItsEnd();
    }
  }

  @Test
  void aConnectionBurstSaysHowFastTheBrokerTookThem() throws IOException {
    Mosquitto.assumeInstalled();
    Tool tool = new Tool(folder);
    Outcome run =
        tool.run("run", "CONNBURST", "--devices", "2000", "--broker", "process:mosquitto");
    run.wentToItsEnd();
    assertThat(NumberText.plain(run.out()))
        .contains("connections 2 000 of 2 000 in ", "\n  TCP ", "\n  MQTT ", "stdev", "per connect")
        .doesNotContain("messages", "end-to-end", "backlog");
    assertThat(run.line("holding ")).isPresent();
    assertThat(Schemas.errors(tool.resultFolder().resolve("result.json"))).isEmpty();
    RunResult result = RunResult.CODEC.read(tool.resultFolder().resolve("result.json"));
    assertThat(result.connections().connected()).isEqualTo(2_000);
    assertThat(result.connections().brokerCpuMicrosPerConnect()).isPresent();
    assertThat(tool.resultFolder().resolve("broker.log")).exists();
    tool.leftNothing(run);
  }

  @Tag("release")
  @Test
  void aBroadcastSaysWhenTheLastConsumerHadIt() throws IOException {
    Mosquitto.assumeInstalled();
    Tool tool = new Tool(folder);
    Outcome run =
        tool.run(
            List.of(
                "run",
                "BROADCAST",
                "--consumers",
                "500",
                "--rate",
                "2",
                "--warmup",
                "2s",
                "--duration",
                "3s",
                "--broker",
                "process:mosquitto"));
    run.wentToItsEnd();
    assertThat(run.out()).contains("bursts      6 bursts, the last consumer has it after ");
    assertThat(Schemas.errors(tool.resultFolder().resolve("result.json"))).isEmpty();
    RunResult result = RunResult.CODEC.read(tool.resultFolder().resolve("result.json"));
    assertThat(result.broadcast().orElseThrow().bursts()).isEqualTo(6);
    assertThat(result.broadcast().orElseThrow().incomplete()).isZero();
    assertThat(result.messages().received()).isEqualTo(10 * 500);
    tool.leftNothing(run);
  }

  private static List<String> small(String... arguments) {
    return Stream.concat(Arrays.stream(arguments), Arrays.stream(SMALL)).toList();
  }
}
