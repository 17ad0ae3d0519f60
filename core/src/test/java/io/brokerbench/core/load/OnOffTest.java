package io.brokerbench.core.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.scenario.PayloadSpec;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Workload;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class OnOffTest {

  private static final long SECOND = 1_000_000_000L;

  /** On for 2 s from the first second on, off for 3 s, and so on. */
  private static final OnOff TIMES =
      new OnOff(Duration.ofSeconds(2), Duration.ofSeconds(3), Optional.of(Duration.ofSeconds(1)));

  @Test
  void theLoadGoesOnWhereItWas() {
    ArrivalSchedule eachSecond = index -> index * SECOND;

    assertThat(LongStream.range(0, 6).map(i -> TIMES.applyTo(eachSecond).offsetNanos(i) / SECOND))
        .containsExactly(1L, 2L, 6L, 7L, 11L, 12L);
  }

  @Test
  void nothingIsDueWhileItIsOff() {
    ArrivalSchedule schedule = TIMES.applyTo(new PoissonLoad(Rate.perSecond(1_000)).schedule(7));
    long before = 0;
    for (int i = 0; i < 20_000; i++) {
      long offset = schedule.offsetNanos(i);
      assertThat(TIMES.nextOn(offset)).isEqualTo(offset).isGreaterThanOrEqualTo(before);
      before = offset;
    }
    assertThat(before).isBetween(45 * SECOND, 52 * SECOND);
  }

  @Test
  void itIsKnownWhenItIsOnNext() {
    assertThat(LongStream.of(0, 1, 2, 3, 4, 5, 6, 8).map(at -> TIMES.nextOn(at * SECOND) / SECOND))
        .containsExactly(1L, 1L, 2L, 6L, 6L, 6L, 6L, 11L);
    assertThat(LongStream.of(0, 1, 5, 6).map(at -> TIMES.nextBegin(at * SECOND) / SECOND))
        .containsExactly(1L, 6L, 6L, 11L);
  }

  @Test
  void itIsKnownForHowLongItHasBeenOn() {
    assertThat(
            LongStream.of(-1, 0, 1, 2, 3, 5, 6, 7, 11)
                .map(at -> TIMES.onNanos(at * SECOND) / SECOND))
        .containsExactly(0L, 0L, 0L, 1L, 2L, 2L, 2L, 3L, 4L);
  }

  @Test
  void whatIsTooShortIsRefused() {
    assertThatThrownBy(() -> new OnOff(Duration.ofNanos(1), Duration.ofSeconds(1)))
        .isInstanceOf(DefinitionException.class)
        .hasMessageStartingWith("on ");
    assertThatThrownBy(() -> new OnOff(Duration.ofSeconds(1), Duration.ZERO))
        .isInstanceOf(DefinitionException.class)
        .hasMessageStartingWith("off ");
  }

  @Test
  void whereNothingIsSentThereIsNothingToTurnOff() {
    assertThatThrownBy(
            () ->
                new Workload(
                    Qos.AT_MOST_ONCE,
                    new PayloadSpec(32),
                    false,
                    new NoLoad(),
                    1,
                    Optional.empty(),
                    Optional.of(TIMES)))
        .isInstanceOf(DefinitionException.class)
        .hasMessageStartingWith("onOff ");
  }
}
