package io.brokerbench.experiment.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.figure.GuardGrade;
import io.brokerbench.core.result.Verdict;
import io.brokerbench.experiment.gate.Decision;
import io.brokerbench.experiment.gate.GateVerdict;
import io.brokerbench.experiment.gate.GuardFinding;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnswerTest {

  @ParameterizedTest
  @CsvSource({
    "OK,YES",
    "CONTRACT_BROKEN,NO",
    "BROKER_LIMITED,NO",
    "FAILED,NO",
    "GENERATOR_LIMITED,INVALID",
    "DISTURBED,INVALID"
  })
  void aVerdictIsAYesANoOrNothingAboutTheBroker(Verdict.Status status, Answer answer) {
    assertThat(Answer.of(status)).isEqualTo(answer);
  }

  @ParameterizedTest
  @CsvSource({"PASS,YES", "REGRESSED,NO", "INCONCLUSIVE,INCONCLUSIVE"})
  void aGateThatDoesNotDecideSaysSo(Decision decision, Answer answer) {
    assertThat(Answer.of(verdict(decision, List.of()))).isEqualTo(answer);
  }

  /** What passes the inconclusive must not pass a broker that lost what it had acknowledged. */
  @ParameterizedTest
  @CsvSource({"LOSS,NO", "CONTRACT,NO", "PACE,INCONCLUSIVE"})
  void aBrokenContractThatNoMachineExcusesIsANo(GuardGrade grade, Answer answer) {
    GuardFinding.Tally none = new GuardFinding.Tally(20, 0, 0, 100, List.of());
    GuardFinding.Tally some = new GuardFinding.Tally(20, 4, 9, 100, List.of("a"));
    GuardFinding broken =
        new GuardFinding(
            "messages.lost",
            "lost",
            grade,
            Decision.INCONCLUSIVE,
            "",
            OptionalDouble.of(0.053),
            none,
            some);
    assertThat(Answer.of(verdict(Decision.INCONCLUSIVE, List.of(broken)))).isEqualTo(answer);
  }

  private static GateVerdict verdict(Decision decision, List<GuardFinding> guards) {
    return new GateVerdict(decision, "", Optional.of(guards), List.of());
  }
}
