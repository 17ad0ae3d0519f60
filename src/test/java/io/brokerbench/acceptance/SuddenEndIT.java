package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict.Status;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever ends during the run, what was measured is kept and nothing goes on running. */
@Tag("release")
class SuddenEndIT {

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final String[] LONG = {
    "run",
    "FANIN.Q1.SHARED",
    "--duration",
    "30s",
    "--warmup",
    "500ms",
    "--publishers",
    "20",
    "--rate",
    "500"
  };

  @TempDir Path folder;

  @Test
  void aBrokerThatDiesFailsTheRunAndKeepsWhatWasMeasured() throws IOException {
    Tool tool = new Tool(folder);
    try (Call call = tool.start(LONG)) {
      long pid = call.awaitAfterLine("steady ", SECOND).brokerPid().orElseThrow();
      assertThat(ProcessHandle.of(pid).orElseThrow().destroyForcibly()).isTrue();
      Outcome outcome = call.end();
      assertThat(outcome.exitCode()).as("%s", outcome).isEqualTo(1);
      assertThat(outcome.out()).contains("FAILED  ", "INCOMPLETE  ");
      tool.leftNothing(outcome);
    }
    RunResult result = RunResult.CODEC.read(tool.resultFolder().resolve("result.json"));
    assertThat(result.verdict().status()).isEqualTo(Status.FAILED);
    assertThat(result.verdict().complete()).isFalse();
    assertThat(result.messages().received()).isBetween(100L, 14_000L);
  }

  @Test
  void ctrlCDrainsMarksTheResultAsStoppedAndEndsTheBroker() throws IOException {
    ctrlCEndsTheRunInOrder(1);
  }

  @Test
  void ctrlCEndsWorkersInOrderToo() throws IOException {
    ctrlCEndsTheRunInOrder(2);
  }

  private void ctrlCEndsTheRunInOrder(int workers) throws IOException {
    Tool tool = new Tool(folder);
    try (Call call = tool.start(with(workers))) {
      assumeFalse(call.ignoresInterrupts(), "started as a background job: SIGINT is ignored");
      call.awaitAfterLine("steady ", SECOND);
      call.signal("INT");
      Outcome outcome = call.end();
      assertThat(outcome.exitCode()).as("%s", outcome).isEqualTo(130);
      assertThat(outcome.line("stopping: what is under way is drained")).isPresent();
      assertThat(outcome.out()).contains("INCOMPLETE");
      tool.leftNothing(outcome);
    }
    RunResult result = RunResult.CODEC.read(tool.resultFolder().resolve("result.json"));
    assertThat(result.verdict().complete()).isFalse();
    assertThat(result.messages().sent()).isPositive();
    assertThat(result.messages().lost()).isZero();
    assertThat(result.messages().received()).isEqualTo(result.messages().sent());
  }

  private static String[] with(int workers) {
    return Stream.concat(Stream.of(LONG), Stream.of("--workers", Integer.toString(workers)))
        .toArray(String[]::new);
  }

  @Test
  void aToolThatIsKilledTakesItsBrokerWithIt() {
    try (Call call = new Tool(folder).start(LONG)) {
      Outcome before = call.awaitLine("steady ");
      call.kill();
      before.brokerGoes();
      assertThat(call.end().exitCode()).isEqualTo(137);
    }
  }
}
