package io.brokerbench.core.engine.lane;

import static io.brokerbench.core.engine.lane.SenderBench.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.engine.measure.LaneReport;
import io.brokerbench.core.load.PoissonLoad;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.result.LatencyKind;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OpenSenderTest {

  private static final long TURN = 100_000;
  private static final long SECOND = 1_000_000_000L;
  private static final Duration TEN_SECONDS = Duration.ofSeconds(10);

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 10", "1000, 1", "1000, 10000", "20000, 10", "20000, 10000", "333.3, 7"})
  void theOfferedRateIsKeptOverTenSeconds(double perSecond, int publishers) {
    SenderBench bench = SenderBench.constant(publishers, perSecond, TEN_SECONDS);
    bench.turnUntil(START + 11 * SECOND, TURN);
    LaneReport report = bench.report();
    assertThat(report.counts().sent()).isEqualTo(Math.round(Math.ceil(perSecond * 10)));
    assertThat(report.counts().due()).isEqualTo(report.counts().sent());
    assertThat(report.counts().backPressured()).isZero();
    assertThat(bench.publishers).allMatch(SenderBench.StubPublisher::isFlushed);
  }

  @Test
  void messagesGoToPublishersInTurnAtTheirInstants() {
    SenderBench bench = SenderBench.constant(3, 1_000, TEN_SECONDS);
    bench.turnUntil(START + SECOND, TURN);
    assertThat(bench.publishers.get(1).intended.subList(0, 3))
        .containsExactly(START + 1_000_000L, START + 4_000_000L, START + 7_000_000L);
  }

  @Test
  void aRefusedMessageKeepsItsIntendedSendTime() {
    SenderBench bench = SenderBench.constant(2, 1_000, TEN_SECONDS);
    SenderBench.StubPublisher blocked = bench.publishers.get(0);
    blocked.room = 3;
    bench.turnUntil(START + SECOND, TURN);
    assertThat(blocked.intended).hasSize(3);
    assertThat(bench.publishers.get(1).intended).hasSize(500);
    assertThat(bench.sender.deferred()).isEqualTo(497);

    blocked.room = Integer.MAX_VALUE;
    bench.ready(0);
    assertThat(blocked.intended).hasSize(500);
    assertThat(blocked.intended.get(3)).isEqualTo(START + 6_000_000L);
    assertThat(blocked.sendDelays.get(3)).isEqualTo(SECOND - 6_000_000L);
    assertThat(bench.sender.deferred()).isZero();
    assertThat(bench.report().counts().backPressured()).isEqualTo(497);
  }

  @Test
  void backPressureShowsInTheSendDelayAndNotInThePacing() {
    SenderBench bench = SenderBench.constant(1, 1_000, TEN_SECONDS);
    bench.turnUntil(START + SECOND, TURN);
    bench.publishers.get(0).room = 0;
    bench.turnUntil(START + 2 * SECOND, TURN);
    bench.publishers.get(0).room = Integer.MAX_VALUE;
    bench.ready(0);
    bench.turnUntil(START + 11 * SECOND, TURN);
    LaneReport report = bench.report();
    assertThat(report.latencies().of(LatencyKind.PACING).getMaxValue()).isLessThan(1_000_000);
    assertThat(report.latencies().of(LatencyKind.SEND_DELAY).getMaxValue())
        .isBetween(990_000_000L, SECOND + 1_000_000L);
    assertThat(report.counts().sent()).isEqualTo(10_000);
  }

  @Test
  void aStoppedLoopShowsInThePacing() {
    SenderBench bench = SenderBench.constant(1, 1_000, TEN_SECONDS);
    bench.turnUntil(START + SECOND, TURN);
    bench.now += SECOND;
    bench.turnUntil(START + 11 * SECOND, TURN);
    LaneReport report = bench.report();
    assertThat(report.latencies().of(LatencyKind.PACING).getValueAtPercentile(99))
        .isGreaterThan(850_000_000L);
    assertThat(report.counts().sent()).isEqualTo(10_000);
    assertThat(report.counts().backPressured()).isZero();
  }

  @Test
  void aTurnThatTakesLongLetsTheLaneReadInBetween() {
    SenderBench bench = SenderBench.constant(10, 100_000, TEN_SECONDS);
    bench.now = START + 5 * SECOND;
    bench.nanosPerReading = 50_000;
    long turnStart = bench.now;
    bench.sender.turn(turnStart);
    assertThat(bench.now - turnStart).isLessThan(3_000_000);
    assertThat(bench.publishers).allMatch(SenderBench.StubPublisher::isFlushed);
  }

  @Test
  void severalMessagesOfAPublisherAreWrittenTogether() {
    SenderBench bench = SenderBench.constant(1, 100_000, TEN_SECONDS);
    bench.turnUntil(START + SECOND, 1_000_000);
    assertThat(bench.publishers.get(0).intended).hasSizeGreaterThan(99_000);
    assertThat(bench.publishers.get(0).flushes).isLessThanOrEqualTo(1_000);
  }

  @Test
  void nothingThatFallsDueAfterAnEarlyEndIsSent() {
    SenderBench bench = SenderBench.constant(1, 1_000, TEN_SECONDS);
    bench.turnUntil(START + SECOND, TURN);
    bench.sender.endAt(START + SECOND);
    bench.turnUntil(START + 2 * SECOND, TURN);
    assertThat(bench.sender.turn(bench.now)).isEqualTo(Long.MAX_VALUE);
    assertThat(bench.publishers.get(0).intended).hasSize(1_000);
  }

  @Test
  void aPoissonMessageThatWaitedIsDatedByTheSchedule() {
    PoissonLoad load = new PoissonLoad(Rate.perSecond(1_000));
    SenderBench bench = new SenderBench(4, load, Duration.ZERO, TEN_SECONDS);
    bench.publishers.get(2).room = 0;
    bench.turnUntil(START + 2 * SECOND, TURN);
    bench.publishers.get(2).room = Integer.MAX_VALUE;
    bench.ready(2);
    List<Long> late = bench.publishers.get(2).intended;
    var schedule = load.schedule(1);
    assertThat(late).hasSizeBetween(400, 600);
    for (int i = 0; i < late.size(); i++) {
      assertThat(late.get(i)).isEqualTo(START + schedule.offsetNanos(i * 4L + 2));
    }
  }

  @Test
  void onlyTheSteadyStateIsInRatesAndLatencies() {
    SenderBench bench =
        new SenderBench(
            1,
            new io.brokerbench.core.load.ConstantLoad(Rate.perSecond(1_000)),
            Duration.ofSeconds(2),
            Duration.ofSeconds(3));
    bench.turnUntil(START + 6 * SECOND, TURN);
    LaneReport report = bench.report();
    assertThat(report.counts().sent()).isEqualTo(5_000);
    assertThat(report.counts().steadySent()).isEqualTo(3_000);
    assertThat(report.latencies().of(LatencyKind.SEND_DELAY).getTotalCount()).isEqualTo(3_000);
    assertThat(report.latencies().of(LatencyKind.PACING).getTotalCount()).isEqualTo(3_000);
  }
}
