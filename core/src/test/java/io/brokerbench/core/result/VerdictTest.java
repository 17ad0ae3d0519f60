package io.brokerbench.core.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.result.Verdict.Status;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VerdictTest {

  private static final List<String> OTHERS = List.of("other processes took 1.6 of 2 cores");

  @ParameterizedTest
  @CsvSource({
    "FAILED, FAILED, FAILED",
    "CONTRACT_BROKEN, CONTRACT_BROKEN, CONTRACT_BROKEN",
    "GENERATOR_LIMITED, DISTURBED, DISTURBED",
    "BROKER_LIMITED, DISTURBED, DISTURBED",
    "OK, OK, DISTURBED"
  })
  void otherWorkExcusesLatenessAndNothingElse(Status status, Status usual, Status strict) {
    Verdict verdict = new Verdict(status, true, List.of("a reason"));
    assertThat(verdict.disturbedBy(OTHERS, false).status()).isEqualTo(usual);
    assertThat(verdict.disturbedBy(OTHERS, true).status()).isEqualTo(strict);
    assertThat(verdict.disturbedBy(List.of(), true)).isEqualTo(verdict);
  }

  @ParameterizedTest
  @CsvSource({
    "GENERATOR_LIMITED, DISTURBED, DISTURBED",
    "BROKER_LIMITED, DISTURBED, DISTURBED",
    "OK, OK, DISTURBED"
  })
  void otherWorkDisturbsThePaceBesideABrokenContract(Status pace, Status usual, Status strict) {
    Verdict broken = new Verdict(Status.CONTRACT_BROKEN, true, List.of("lost"), Optional.of(pace));

    assertThat(broken.disturbedBy(OTHERS, false).byPace()).isEqualTo(usual);
    assertThat(broken.disturbedBy(OTHERS, true).byPace()).isEqualTo(strict);
    assertThat(broken.disturbedBy(OTHERS, true).status()).isEqualTo(Status.CONTRACT_BROKEN);
    assertThat(broken.disturbedBy(OTHERS, true).reasons()).containsExactly("lost", OTHERS.get(0));
    assertThat(broken.alsoSaying(List.of("more")).pace()).contains(pace);
  }

  @Test
  void whatOtherWorkHeldUpIsTheFirstReason() {
    assertThat(
            new Verdict(Status.BROKER_LIMITED, true, List.of("the broker fell behind"))
                .disturbedBy(OTHERS, false)
                .reasons())
        .containsExactly("other processes took 1.6 of 2 cores", "the broker fell behind");
  }

  @Test
  void aRunThatSaysNothingOfTheBrokerIsInvalid() {
    for (Status status : Status.values()) {
      assertThat(new Verdict(status, true, List.of()).isInvalid())
          .isEqualTo(status == Status.DISTURBED || status == Status.GENERATOR_LIMITED);
    }
  }
}
