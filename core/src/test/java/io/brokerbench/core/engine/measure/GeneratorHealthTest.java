package io.brokerbench.core.engine.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class GeneratorHealthTest {

  private static GeneratorHealth health(Histogram pacing, long endToEndNanos) {
    Histogram endToEnd = LatencyRecorder.newHistogram();
    endToEnd.recordValueWithCount(endToEndNanos, 1_000);
    return new GeneratorHealth(endToEnd, Optional.of(pacing), 1.9, 2);
  }

  private static Histogram pacing(long nanos) {
    Histogram pacing = LatencyRecorder.newHistogram();
    pacing.recordValueWithCount(nanos, 1_000);
    return pacing;
  }

  @Test
  void aThirdOfTheReportedPercentileIsTheMostThatTheToolMayMakeUp() {
    assertThat(health(pacing(6_820_000), 16_100_000).complaints()).hasSize(1);
    assertThat(health(pacing(5_000_000), 16_100_000).complaints()).isEmpty();
    assertThat(health(pacing(30_000_000), 2_000_000_000).complaints()).isEmpty();
  }

  @Test
  void latenessUnderTwoMillisecondsIsRemarkedOnAndNoMore() {
    assertThat(health(pacing(1_900_000), 2_000_000).complaints()).isEmpty();
    assertThat(health(pacing(1_900_000), 2_000_000).remarks().get(0))
        .contains("1.9 ms of the end-to-end p99 of 2.0 ms");
    assertThat(health(pacing(2_100_000), 2_200_000).complaints()).hasSize(1);
    assertThat(health(pacing(100_000), 150_000).remarks()).isEmpty();
  }

  @Test
  void aTenthOfASecondIsTooLateWhateverTheLatencies() {
    assertThat(health(pacing(110_000_000), 60_000_000_000L).complaints()).hasSize(1);
  }

  @Test
  void aLateTailIsSaidApartFromThePercentileThatDecides() {
    Histogram pacing = pacing(50_000);
    pacing.recordValueWithCount(50_000_000, 5);
    assertThat(health(pacing, 60_000_000).complaints()).isEmpty();
    assertThat(health(pacing, 60_000_000).remarks())
        .singleElement()
        .asString()
        .contains("50", "p99.9 of 60");
  }

  @Test
  void aSendLoopThatIsLateForOneMessageInFiftyIsComplainedOf() {
    Histogram pacing = LatencyRecorder.newHistogram();
    pacing.recordValueWithCount(50_000, 980);
    pacing.recordValueWithCount(212_000_000, 20);
    assertThat(health(pacing, 300_000_000).complaints())
        .singleElement()
        .asString()
        .contains("p99 212", "end-to-end p99 of 300 ms", "1.90 of 2 cores");
  }

  @Test
  void oneLateMessageInAThousandIsHealthy() {
    Histogram pacing = LatencyRecorder.newHistogram();
    pacing.recordValueWithCount(50_000, 999);
    pacing.recordValue(500_000_000);
    assertThat(health(pacing, 300_000_000).complaints()).isEmpty();
  }

  /** A client library's threads, too, use the CPU of the process. */
  @Test
  void withClosedLoadTheCpuOfTheWholeProcessIsNoComplaint() {
    assertThat(
            new GeneratorHealth(LatencyRecorder.newHistogram(), Optional.empty(), 1.2, 2)
                .complaints())
        .isEmpty();
  }

  @Test
  void aThousandthOfTheSteadyStateMayBeMissed() {
    assertThat(GeneratorHealth.lateNotice(20_000_000, 20)).isEmpty();
    assertThat(GeneratorHealth.lateNotice(30_000_000, 20))
        .hasValueSatisfying(
            line ->
                assertThat(line)
                    .contains("30 ms after it had begun")
                    .contains("(limit: 0.1 % of the steady state)"));
  }

  @Test
  void aNegativeLatencyIsRecordedAsZeroAndAHugeOneAsItIs() {
    LatencyRecorder recorder = new LatencyRecorder();
    recorder.record(-5);
    recorder.record(86_400_000_000_000L);
    Histogram taken = recorder.take();
    assertThat(taken.getTotalCount()).isEqualTo(2);
    assertThat(taken.getMinValue()).isZero();
    assertThat(taken.getMaxValue()).isGreaterThanOrEqualTo(86_300_000_000_000L);
    assertThat(recorder.isEmpty()).isTrue();
  }
}
