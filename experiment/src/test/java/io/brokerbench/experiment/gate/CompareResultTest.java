package io.brokerbench.experiment.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.result.ExampleResult;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict;
import io.brokerbench.experiment.metric.Repetitions;
import io.brokerbench.experiment.metric.Tolerances;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class CompareResultTest {

  private static Repetitions runs(int fine, int late) {
    List<RunResult> all = new ArrayList<>(Collections.nCopies(fine, new ExampleResult().build()));
    RunResult limited =
        new ExampleResult().verdict(Verdict.Status.GENERATOR_LIMITED, true, "late").build();
    all.addAll(Collections.nCopies(late, limited));
    return Repetitions.ofRuns(all, "here");
  }

  private static GateVerdict verdict(Repetitions baseline, Repetitions candidate) {
    return CompareResult.of(Instant.EPOCH, baseline, candidate, List.of(), Tolerances.USUAL)
        .verdict();
  }

  /** A candidate that takes the generator's CPU makes its worst runs those that do not count. */
  @Test
  void aCandidateOfWhichMoreDoesNotCountIsNotPassed() {
    GateVerdict verdict = verdict(runs(6, 0), runs(6, 6));

    assertThat(verdict.decision()).isEqualTo(Decision.INCONCLUSIVE);
    assertThat(verdict.reason())
        .startsWith(
            "6 of 12 results of the candidate do not count, a greater share than of the baseline:"
                + " ");
  }

  @Test
  void aMachineOnWhichAsMuchDoesNotCountOnBothSidesIsNoReason() {
    assertThat(verdict(runs(6, 3), runs(6, 3)).decision()).isEqualTo(Decision.PASS);
    assertThat(verdict(runs(6, 3), runs(6, 0)).decision()).isEqualTo(Decision.PASS);
  }
}
