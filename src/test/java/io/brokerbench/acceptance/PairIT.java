package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict.Status;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pairs, as a user starts them. */
class PairIT {

  private static final int BAD_USAGE = 2;

  @TempDir Path folder;

  /** Two nodes, each of which syncs each message, may not keep up on a small machine. */
  @Tag("release")
  @Test
  void theSecuredSharedRowRunsOnAPair() throws Exception {
    Tool tool = new Tool(folder);
    Outcome outcome =
        tool.run(
            List.of(
                "run",
                "FANIN.SEC.Q1.HA.PERSISTENT.SHARED",
                "--publishers=50",
                "--consumers=4",
                "--rate=100",
                "--warmup=500ms",
                "--duration=2s"));
    assertThat(outcome.complaints()).isEmpty();
    assertThat(outcome.line("broker ").orElseThrow().text()).contains("embedded pair");
    Path results = tool.resultFolder();
    RunResult result = RunResult.CODEC.read(results.resolve("result.json"));
    assertThat(result.scenario().conditions().highAvailability()).isTrue();
    assertThat(result.verdict().status()).isNotIn(Status.CONTRACT_BROKEN, Status.FAILED);
    assertThat(result.messages().lost()).isZero();
    assertThat(result.messages().received()).isPositive().isEqualTo(result.messages().expected());
    assertThat(result.brokerUsage()).isPresent();
    assertThat(results.resolve("broker-backup.log")).isNotEmptyFile();
    tool.leftNothing(outcome);
  }

  @Test
  void theNodesOfAPairAreTold() {
    Tool tool = new Tool(folder);
    try (Call call = tool.start("broker", "embedded:activemq", "--ha")) {
      call.awaitLine("Ctrl-C ends it");
      await().until(() -> call.soFar().out().contains("backup pid="));
      List<Long> pids =
          Pattern.compile(
                  "^(?:primary|backup) pid=(\\d+) mqtt://127\\.0\\.0\\.1:\\d+$", Pattern.MULTILINE)
              .matcher(call.soFar().out())
              .results()
              .map((MatchResult match) -> Long.parseLong(match.group(1)))
              .toList();
      assertThat(pids).hasSize(2).allMatch(pid -> ProcessHandle.of(pid).isPresent());
      call.signal("TERM");
      tool.leftNothing(call.end());
      assertThat(pids).noneMatch(pid -> ProcessHandle.of(pid).isPresent());
    }
  }

  @Test
  void aPairThatIsKeptIsReachedByWhatItPrints() throws Exception {
    Tool tool = new Tool(folder);
    try (Call call = tool.start("broker", "embedded:activemq", "--ha")) {
      call.awaitLine("Ctrl-C ends it");
      String line = call.soFar().line("to reach it").orElseThrow().text();
      String selector = line.replaceFirst(".*--broker '(.+)'.*", "$1");
      assertThat(selector)
          .matches(
              "mqtt://127\\.0\\.0\\.1:\\d+,127\\.0\\.0\\.1:\\d+"
                  + "\\?roles=primary,backup&pid=\\d+,\\d+.*");
      Outcome run =
          tool.run(
              "run",
              "FANIN.Q1.HA.PERSISTENT.PARTITIONS",
              "--broker=" + selector,
              "--publishers=20",
              "--consumers=2",
              "--rate=50",
              "--warmup=200ms",
              "--duration=1s");
      assertThat(run.complaints()).isEmpty();
      RunResult result = RunResult.CODEC.read(tool.resultFolder().resolve("result.json"));
      assertThat(result.messages().received()).isPositive().isEqualTo(result.messages().expected());
      assertThat(result.brokerUsage()).isPresent();
      call.signal("TERM");
      tool.leftNothing(call.end());
    }
  }

  @Test
  void whoCanNotBeAPairIsRefusedAndWhoCanIsNamed() {
    new Tool(folder)
        .run("run", "FANIN.Q1.HA.PERSISTENT.PARTITIONS", "--broker", "embedded:hivemq")
        .isRefused(BAD_USAGE, "high availability", "embedded:artemis", "embedded:activemq");
    new Tool(folder)
        .run("broker", "process:mosquitto", "--ha")
        .isRefused(BAD_USAGE, "high availability", "embedded:artemis, embedded:activemq");
  }
}
