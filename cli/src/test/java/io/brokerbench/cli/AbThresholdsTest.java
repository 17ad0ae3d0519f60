package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.cli.terminal.ExitCode;
import io.brokerbench.core.load.ClosedLoad;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Limits of the candidate's figures. */
final class AbThresholdsTest extends AbStubs {

  @Test
  void aThresholdIsAboutTheCandidateAndFailsEqualBrokers() throws Exception {
    Path xml = folder.resolve("ab.xml");
    Path markdown = folder.resolve("ab.md");
    assertThat(
            ab(
                "--fail-if",
                "p99>1ms",
                "--fail-if",
                "lost>0",
                "--junit",
                xml.toString(),
                "--markdown",
                markdown.toString()))
        .isEqualTo(ExitCode.VERDICT_SAYS_NO);

    assertThat(session.out())
        .contains("FAILED  threshold crossed: p99>1ms\nPASS  nothing is worse than tolerated")
        .contains("thresholds  CROSSED p99 end-to-end 2.0 ms, fails above 1.0 ms; 100 % over")
        .contains("            kept 0 lost, fails above 0");
    assertThat(xml).content().contains("failures=\"1\"", "name=\"p99&gt;1ms\"");
    assertThat(markdown)
        .content()
        .startsWith("### brokerbench: FAILED\n\nThreshold crossed: p99\\>1ms.\n\nFANIN.Q0.SINGLE: ")
        .contains("- CROSSED p99 end-to-end 2.0 ms");
    assertThat(result().thresholds().orElseThrow()).hasSize(2);
  }

  /** A candidate that makes the generator late must not escape by that, nor an equal one fail. */
  @Test
  void aThresholdIsCheckedInLateRunsToo() throws Exception {
    session.with(
        ending(
            (selector, result) ->
                StubRig.withLatency(
                    selector.equals(CANDIDATE) ? late(result) : result, 2_000_000)));

    assertThat(ab("--fail-if", "p99>1ms", "--fail-if", "p50>9ms"))
        .isEqualTo(ExitCode.VERDICT_SAYS_NO);
    assertThat(session.out())
        .contains(
            "CROSSED p99 end-to-end 2.0 ms, fails above 1.0 ms", "kept p50 end-to-end 2.0 ms");
  }

  /** No figure counts, so that none crosses anything. */
  @Test
  void whereNothingCountsNoThresholdIsCrossed() throws Exception {
    session.with(ending((selector, result) -> StubRig.withLatency(late(result), 2_000_000)));
    Path markdown = folder.resolve("ab.md");

    assertThat(ab("--fail-if", "p99>1ms", "--markdown", markdown.toString()))
        .isEqualTo(ExitCode.RUN_IS_INVALID);
    assertThat(markdown)
        .content()
        .startsWith("### brokerbench: INCONCLUSIVE")
        .doesNotContain("Threshold crossed");
  }

  private static RunResult late(RunResult result) {
    return result.withVerdict(new Verdict(Verdict.Status.GENERATOR_LIMITED, true, List.of("late")));
  }

  /** Latencies at capacity are those of queues; what must not happen must not happen there. */
  @Test
  void atCapacityThresholdsAreOfWhatMustNotHappen() throws Exception {
    session.with(
        ending(
            (selector, result) ->
                result.scenario().workload().load() instanceof ClosedLoad
                    ? StubRig.withLatency(
                        result.withMessages(new Messages(10, 10, 10, 10, 9, 1, 0, 0, 0, List.of())),
                        900_000_000)
                    : StubRig.withLatency(result, 2_000_000)));
    assertThat(
            ab(
                "--set",
                "workload.qos=1",
                "--rounds",
                "6",
                "--fail-if",
                "lost>0",
                "--fail-if",
                "p99>5ms"))
        .as(session.err())
        .isEqualTo(ExitCode.VERDICT_SAYS_NO);
    assertThat(session.out()).contains("CROSSED 1 lost, fails above 0", "kept p99 end-to-end 2.0");
  }
}
