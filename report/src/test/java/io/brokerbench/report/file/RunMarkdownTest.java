package io.brokerbench.report.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.result.ExampleResult;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict;
import org.junit.jupiter.api.Test;

class RunMarkdownTest {

  @Test
  void theAnswerComesFirstThenTheFiguresOfTheTerminalAndTheMachine() {
    assertThat(RunMarkdown.of(new ExampleResult().build()))
        .startsWith("### brokerbench: OK\n\nFANIN.Q1.PERSISTENT.SHARED on Artemis 2.55.0: ")
        .contains("10 000 msg/s kept for 10 s, nothing lost, nothing duplicated.\n\n| | figure |")
        .contains("| throughput | throughput | ", "| latency | p99 end-to-end | 2.4 ms |\n")
        .contains("| broker | CPU | 0.61 cores |\n", "| generator | CPU | 0.22 cores |\n")
        .doesNotContain("| lost |", "| connections |", "| machine |", "CROSSED", "INCOMPLETE")
        .contains("\n\n- messages: sent 120 000 = acknowledged 120 000 = received 120 000\n")
        .contains("\n- machine: 2 cores")
        .endsWith("\n");
  }

  @Test
  void aCrossedThresholdFailsAGoodRunAndLeadsItsReport() {
    assertThat(RunMarkdown.of(new ExampleResult().thresholds("lost>0", "p99>1ms").build()))
        .startsWith("### brokerbench: FAILED\n\nThreshold crossed: p99\\>1ms.\n\n")
        .contains("\n- CROSSED p99 end-to-end 2.4 ms, fails above 1.0 ms; ")
        .contains("\n- kept 0 lost, fails above 0\n");
  }

  @Test
  void aRunThatSaysNothingStaysInvalidAndSaysWhatLimitedIt() {
    RunResult result =
        new ExampleResult()
            .verdict(Verdict.Status.GENERATOR_LIMITED, false, "send delay p99 212 ms")
            .thresholds("p99>1ms")
            .unhealthy()
            .build();

    assertThat(RunMarkdown.of(result))
        .startsWith("### brokerbench: GENERATOR_LIMITED\n\n")
        .doesNotContain("Threshold crossed")
        .contains("\n- **INCOMPLETE** The run ended early", "\n- generator: over its limits\n");
  }

  /** It met nothing that speaks against the broker, and did not go on. */
  @Test
  void aRunThatWasStoppedIsNoGoodOne() {
    RunResult stopped = new ExampleResult().verdict(Verdict.Status.OK, false, "stopped").build();

    assertThat(RunMarkdown.of(stopped)).startsWith("### brokerbench: INCOMPLETE\n\n");
    assertThat(RunJunit.of(stopped))
        .contains("skipped=\"1\"", "INCOMPLETE: ")
        .contains("failures=\"0\"");
    assertThat(
            RunJunit.of(
                new ExampleResult().verdict(Verdict.Status.FAILED, false, "broke off").build()))
        .contains("failures=\"1\"");
  }

  @Test
  void whereClientsOnlyConnectItsFiguresAreThoseOfConnecting() {
    assertThat(RunMarkdown.of(new ExampleResult().connectsOnly().build()))
        .contains("| latency | p99 connect | ", "| connections | ")
        .contains("\n- connections: ")
        .doesNotContain("- messages: ");
  }
}
