package io.brokerbench.core.engine.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.brokerbench.core.result.LatencyKind;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ConnectMeterTest {

  private static final long START = 5_000_000_000L;
  private static final long MILLI = 1_000_000L;

  private final ConnectMeter meter = new ConnectMeter();

  private void connect(long intended, long accepted) {
    meter.onDue(intended, intended);
    meter.onConnected(intended, ConnectMeter.UNSEEN, ConnectMeter.UNSEEN, accepted);
  }

  @Test
  void thePartsAddUpToTheWholeFromTheIntendedInstant() {
    meter.start(START);
    meter.onDue(START, START + 4 * MILLI);
    meter.onConnected(START, START + 5 * MILLI, START + 25 * MILLI, START + 35 * MILLI);
    LatencyHistograms latencies = meter.takeLatencies();
    assertThat(latencies.of(LatencyKind.CONNECT_PACING).getMaxValue())
        .isCloseTo(4 * MILLI, within(10_000L));
    assertThat(latencies.of(LatencyKind.CONNECT_TCP).getMaxValue())
        .isCloseTo(5 * MILLI, within(10_000L));
    assertThat(latencies.of(LatencyKind.CONNECT_TLS).getMaxValue())
        .isCloseTo(20 * MILLI, within(20_000L));
    assertThat(latencies.of(LatencyKind.CONNECT_MQTT).getMaxValue())
        .isCloseTo(10 * MILLI, within(10_000L));
    assertThat(latencies.of(LatencyKind.CONNECT).getMaxValue())
        .isCloseTo(35 * MILLI, within(40_000L));
  }

  @Test
  void aPlainConnectionHasNoTlsPartAndAnUnseenTransportHasNone() {
    meter.start(START);
    meter.onConnected(START, START + MILLI, START + MILLI, START + 2 * MILLI);
    connect(START, START + 3 * MILLI);
    LatencyHistograms latencies = meter.takeLatencies();
    assertThat(latencies.of(LatencyKind.CONNECT).getTotalCount()).isEqualTo(2);
    assertThat(latencies.of(LatencyKind.CONNECT_TCP).getTotalCount()).isEqualTo(1);
    assertThat(latencies.of(LatencyKind.CONNECT_MQTT).getTotalCount()).isEqualTo(1);
    assertThat(latencies.of(LatencyKind.CONNECT_TLS).getTotalCount()).isZero();
  }

  @Test
  void theBusiestSecondBeginsAtAnyTenth() {
    meter.start(START);
    IntStream.range(0, 30).forEach(i -> connect(START, START + i * (100 * MILLI)));
    IntStream.range(0, 50).forEach(i -> connect(START, START + 1_550 * MILLI));
    ConnectReport.Span span = meter.report().span();
    assertThat(span.peakSecond()).isEqualTo(60);
    assertThat(span.seconds()).isCloseTo(2.9, within(1e-9));
  }

  @Test
  void lanesMergeInAnyOrderAndAnIdleOneChangesNothing() {
    meter.start(START);
    connect(START + MILLI, START + 20 * MILLI);
    meter.onRefused("full", START + 30 * MILLI);
    ConnectReport one = meter.report();
    ConnectMeter second = new ConnectMeter();
    second.start(START);
    second.onDue(START, START);
    second.onConnected(START, START, START, START + 950 * MILLI);
    second.onRefused("full", START + 1_200 * MILLI);
    second.onDropped("gone");
    ConnectReport two = second.report();
    ConnectReport idle = new ConnectMeter().report();
    ConnectReport merged = one.merge(two).merge(idle);
    assertThat(merged).isEqualTo(idle.merge(two.merge(one)));
    assertThat(merged.counts()).isEqualTo(new ConnectReport.Counts(2, 2, 1));
    assertThat(merged.reasons()).isEqualTo(Map.of("full", 2L, "gone", 1L));
    assertThat(merged.span().seconds()).isCloseTo(0.95, within(1e-9));
    assertThat(merged.span().peakSecond()).isEqualTo(2);
  }

  /** Until the last acceptance, or with refusals: whichever shows more. */
  @Test
  void howBusyALaneWasIsOfTheTimeInWhichItHadSomethingToDo() {
    AtomicLong cpu = new AtomicLong(7);
    ConnectMeter busy = new ConnectMeter(cpu::get);
    busy.start(START);
    busy.onDue(START, START);
    cpu.addAndGet(1_900 * MILLI);
    busy.onConnected(START, START, START, START + 2_000 * MILLI);
    cpu.addAndGet(10 * MILLI);
    busy.onRefused("late", START + 10_000 * MILLI);
    assertThat(busy.report().span().busyCores()).as("one straggler").isEqualTo(0.95);
    cpu.addAndGet(10_000 * MILLI);
    busy.onRefused("many", START + 12_000 * MILLI);
    assertThat(busy.report().span().busyCores())
        .as("many after few")
        .isCloseTo(11.91 / 12, within(1e-9));
    assertThat(busy.report().merge(busy.report()).span().busyCores())
        .as("two lanes")
        .isCloseTo(2 * 11.91 / 12, within(1e-9));
  }

  @Test
  void reasonsBeyondAFewAreCountedTogether() {
    IntStream.range(0, 20).forEach(i -> meter.onRefused("reason " + i % 10, START));
    Map<String, Long> reasons = meter.report().reasons();
    assertThat(reasons).hasSize(ConnectReport.MAX_REASONS + 1);
    assertThat(reasons.get(ConnectReport.OTHER_REASONS)).isEqualTo(10);
  }

  /** Each may be of one client alone, and together they may be most. */
  @Test
  void theMainReasonHasAName() {
    for (int i = 0; i < 20; i++) {
      meter.onRefused("reason " + i, START);
    }
    meter.onRefused("reason 3", START);
    assertThat(meter.report().mainReason()).contains("reason 3");
  }

  @Test
  void withoutAnyConnectThereIsNoTime() {
    assertThat(meter.report().span().seconds()).isZero();
    assertThat(meter.report().span().busyCores()).isZero();
    assertThat(meter.report().span().peakSecond()).isZero();
  }
}
