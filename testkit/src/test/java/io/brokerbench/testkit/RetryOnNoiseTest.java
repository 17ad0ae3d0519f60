package io.brokerbench.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.testkit.RetryOnNoise.OtherWork;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

class RetryOnNoiseTest {

  private final AtomicInteger measured = new AtomicInteger();

  @Test
  void whatSaysNothingIsMeasuredAgain() throws Exception {
    assertThat(RetryOnNoise.measure(measured::incrementAndGet, count -> count == 3)).isEqualTo(3);
  }

  @Test
  void whatGoesOnSayingNothingIsGivenUpWithTheLast() throws Exception {
    assertThat(RetryOnNoise.measure(Duration.ZERO, measured::incrementAndGet, count -> false))
        .isEqualTo(1);
  }

  @Test
  void aResultWithoutPausesIsTakenAtOnce() throws Exception {
    assertThat(RetryOnNoise.withoutPauses(Duration.ofDays(1), measured::incrementAndGet))
        .isEqualTo(1);
  }

  @Test
  void whereThreadsAreKeptWaitingTheTestIsAbortedWithTheReason() {
    assertThatThrownBy(
            () ->
                RetryOnNoise.withoutPauses(
                    Duration.ZERO, Duration.ofNanos(-1), measured::incrementAndGet))
        .isInstanceOf(TestAbortedException.class)
        .hasMessageMatching("this machine kept a thread waiting for \\d+ ms; .*");
  }

  @Test
  void theMachineDecidesWhichFigureIsTakenAndNeverTheFigure() {
    Iterator<OptionalDouble> taken =
        List.of(OptionalDouble.of(1.4), OptionalDouble.of(0.21), OptionalDouble.of(0.2)).iterator();
    assertThat(
            RetryOnNoise.onQuietMachine(
                Duration.ofMinutes(1),
                () -> new OtherWork(taken::next, 2),
                measured::incrementAndGet))
        .isEqualTo(3);
  }

  @Test
  void onAMachineThatStaysBusyTheTestIsAbortedWithWhatOthersTook() {
    assertThatThrownBy(
            () ->
                RetryOnNoise.onQuietMachine(
                    Duration.ZERO,
                    () -> new OtherWork(() -> OptionalDouble.of(1.4), 2),
                    measured::incrementAndGet))
        .isInstanceOf(TestAbortedException.class)
        .hasMessage("other processes took 1.4 of 2 cores; the test allows 0.2");
    assertThat(measured).hasValue(1);
  }

  @Test
  void whereTheKernelReportsNothingTheFirstFigureIsTaken() {
    assertThat(
            RetryOnNoise.onQuietMachine(
                Duration.ofMinutes(1),
                () -> new OtherWork(OptionalDouble::empty, 2),
                measured::incrementAndGet))
        .isEqualTo(1);
  }

  @Test
  void aPauseIsWhatASleepTookLonger() {
    ManualClock clock = new ManualClock(0);
    AtomicInteger sleeps = new AtomicInteger();
    LongConsumer sleep =
        nanos ->
            clock.advance(
                Duration.ofNanos(nanos)
                    .plusMillis(sleeps.incrementAndGet() == 3 ? 50 : 2)
                    .plusNanos(1));
    assertThat(OversleepMeter.longest(clock, sleep, 2)).isEqualTo(Duration.ofNanos(2_000_001));
    assertThat(OversleepMeter.longest(clock, sleep, 4)).isEqualTo(Duration.ofNanos(50_000_001));
  }
}
