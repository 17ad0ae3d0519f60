package io.brokerbench.experiment.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.result.Verdict;
import io.brokerbench.experiment.gate.Decision;
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
    assertThat(Answer.of(decision)).isEqualTo(answer);
  }
}
