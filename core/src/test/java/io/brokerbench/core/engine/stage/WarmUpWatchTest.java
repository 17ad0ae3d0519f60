package io.brokerbench.core.engine.stage;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.definition.ScenarioDefaults;
import io.brokerbench.core.engine.measure.IntervalSample;
import io.brokerbench.core.engine.measure.RunTimes;
import io.brokerbench.core.result.RunResult.WarmUp;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Phases;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.telemetry.CpuUsage;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;
import org.apache.commons.statistics.descriptive.Median;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ends warm-ups that were recorded, and ones that are made up. */
class WarmUpWatchTest {

  private static final long SECOND = 1_000_000_000L;
  private static final int RATE = 10_000;

  /** A second of a warm-up. */
  private record Row(long sent, long received, long p50Micros, double broker, double tool) {}

  private static final Row WARM = new Row(RATE, RATE, 250, 0.5, 0.3);

  private static Scenario scenario(Duration least, Duration limit) {
    Phases usual = ScenarioDefaults.PHASES;
    return new Scenario(
        "WARM-UP",
        "",
        ScenarioDefaults.topology(Distribution.SHARED),
        ScenarioDefaults.workload(Qos.AT_LEAST_ONCE),
        ScenarioDefaults.session(false),
        new Phases(
            least,
            Optional.of(limit),
            usual.steady(),
            usual.drainLimit(),
            usual.quietPeriod(),
            usual.connectLimit()));
  }

  /** Seconds of warm-up until it had settled; empty if it had not by the end of the rows. */
  private static Optional<Integer> settled(boolean jvm, List<Row> rows) {
    WarmUpWatch watch = new WarmUpWatch(scenario(Duration.ZERO, Duration.ofSeconds(60)), jvm);
    long waiting = 0;
    for (int second = 0; second < rows.size(); second++) {
      waiting = Math.max(0, waiting + rows.get(second).sent() - rows.get(second).received());
      add(watch, second, rows.get(second), waiting);
      if (watch.isSettled()) {
        return Optional.of(second + 1);
      }
    }
    return Optional.empty();
  }

  private static void add(WarmUpWatch watch, int second, Row row) {
    add(watch, second, row, 0);
  }

  private static void add(WarmUpWatch watch, int second, Row row, long waiting) {
    Histogram latencies = new Histogram(3);
    if (row.p50Micros() > 0) {
      latencies.recordValueWithCount(row.p50Micros() * 1_000, Math.max(1, row.received()));
    }
    watch.used(second, cores(row.broker()), cores(row.tool()));
    watch.delivered(
        new IntervalSample(
            second, row.sent(), 0, row.received(), waiting, latencies, new Histogram(3)));
  }

  private static Optional<CpuUsage> cores(double cores) {
    return Optional.of(new CpuUsage((long) (cores * SECOND), SECOND, 2));
  }

  private static List<Row> rows(int seconds, IntFunction<Row> row) {
    List<Row> rows = new ArrayList<>();
    for (int second = 0; second < seconds; second++) {
      rows.add(row.apply(second));
    }
    return rows;
  }

  private static List<Row> recorded(String name) {
    try (InputStream in = WarmUpWatchTest.class.getResourceAsStream("warm-up-" + name + ".csv")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .skip(1)
          .map(line -> line.split(",", -1))
          .map(
              cells ->
                  new Row(
                      Long.parseLong(cells[1]),
                      Long.parseLong(cells[2]),
                      cells[3].isEmpty() ? 0 : Long.parseLong(cells[3]),
                      Double.parseDouble(cells[4]) / 100,
                      Double.parseDouble(cells[5]) / 100))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static double median(List<Row> rows, ToDoubleFunction<Row> figure) {
    return Median.withDefaults().evaluate(rows.stream().mapToDouble(figure).toArray());
  }

  @ParameterizedTest
  @CsvSource({
    "artemis-10000, true, 18, 32",
    "artemis-4000, true, 14, 32",
    "hivemq-4000, true, 22, 40",
    "mosquitto-10000, false, 10, 15"
  })
  void whatComesAfterARecordedWarmUpIsLikeItsEnd(String name, boolean jvm, int least, int most) {
    List<Row> rows = recorded(name);

    int end = settled(jvm, rows).orElseThrow();

    assertThat(end).isBetween(least, most);
    List<Row> steady = rows.subList(end + 1, end + 11);
    List<Row> last = rows.subList(rows.size() - 20, rows.size());
    assertThat(median(steady, Row::broker) / median(last, Row::broker)).isBetween(0.88, 1.12);
    assertThat(median(steady, Row::tool) / median(last, Row::tool)).isBetween(0.85, 1.15);
    assertThat(median(steady, Row::p50Micros)).isLessThan(2 * median(last, Row::p50Micros));
  }

  @Test
  void aJvmThatFallsBehindEvenlyHasHalfAMinuteToCatchUp() {
    assertThat(settled(true, recorded("hivemq-10000")).orElseThrow()).isBetween(30, 45);
  }

  @Test
  void aBrokerThatIsNoJvmAndFallsBehindIsNotWaitedFor() {
    List<Row> rows = rows(60, second -> new Row(RATE, 6_000, 1_000_000L * (second + 1), 1, 0.3));

    assertThat(settled(false, rows)).contains(2 * WarmUpWatch.WINDOW);
    assertThat(settled(true, rows)).contains(WarmUpWatch.PATIENCE_SECONDS);
  }

  @Test
  void whatWaitedIsDeliveredFirst() {
    List<Row> rows =
        rows(
            60,
            second ->
                second < 10
                    ? new Row(RATE, 0, 0, 1, 0.3)
                    : second < 30 ? new Row(RATE, 15_000, 9_000_000, 1, 0.3) : WARM);

    assertThat(settled(true, rows).orElseThrow()).isBetween(30, 30 + 2 * WarmUpWatch.WINDOW);
  }

  /** Twelve seconds of load wait, and are delivered only once the code is compiled. */
  @Test
  void aBacklogThatStaysIsWaitedForWhereTheBrokerKeepsUp() {
    List<Row> rows =
        rows(
            60,
            second -> {
              long received = second < 12 ? 0 : second < 35 ? RATE : second < 50 ? 18_000 : RATE;
              return new Row(RATE, received, second < 50 ? 12_000_000 : 250, 1.4, 0.5);
            });

    assertThat(settled(true, rows).orElseThrow()).isGreaterThanOrEqualTo(50);
  }

  @Test
  void aBrokerWhoseCpuFallsIsNotSettled() {
    List<Row> rows =
        rows(
            60,
            second ->
                new Row(RATE, RATE, 250, second < 40 ? 1.6 * Math.pow(0.97, second) : 0.5, 0.3));

    assertThat(settled(false, rows).orElseThrow()).isGreaterThan(40);
  }

  @Test
  void aBrokerThatIsNotSeenIsSettledByWhatItDelivers() {
    WarmUpWatch watch = new WarmUpWatch(scenario(Duration.ZERO, Duration.ofSeconds(60)), false);
    for (int second = 0; second < 2 * WarmUpWatch.WINDOW; second++) {
      assertThat(watch.isSettled()).isFalse();
      watch.used(second, Optional.empty(), cores(0.3));
      watch.delivered(
          new IntervalSample(second, RATE, 0, RATE, 0, latency(250_000), new Histogram(3)));
    }

    assertThat(watch.isSettled()).isTrue();
  }

  private static Histogram latency(long nanos) {
    Histogram latencies = new Histogram(3);
    latencies.recordValue(nanos);
    return latencies;
  }

  @Test
  void ofSteadySeriesWithNoiseNearlyAllEndWithinTwentySeconds() {
    SplittableRandom random = new SplittableRandom(7);
    int late = 0;
    for (int series = 0; series < 200; series++) {
      List<Row> rows =
          rows(
              60,
              second ->
                  new Row(
                      RATE,
                      RATE,
                      (long) (250 * Math.exp(0.35 * gaussian(random))),
                      0.5 * Math.exp(0.08 * gaussian(random)),
                      0.3 * Math.exp(0.08 * gaussian(random))));
      late += settled(true, rows).orElse(60) > 20 ? 1 : 0;
    }

    assertThat(late).isLessThan(20);
  }

  /** The sum of twelve uniform numbers, less six. */
  private static double gaussian(SplittableRandom random) {
    return random.doubles(12).sum() - 6;
  }

  @Test
  void aWarmUpThatIsGivenNeverSettles() {
    WarmUpWatch watch =
        new WarmUpWatch(scenario(Duration.ofSeconds(5), Duration.ofSeconds(5)), false);
    for (int second = 0; second < 60; second++) {
      add(watch, second, WARM);
      assertThat(watch.isSettled()).isFalse();
    }
    assertThat(watch.result(new RunTimes(0, 5 * SECOND, 15 * SECOND)))
        .isEqualTo(new WarmUp(5_000, WarmUp.End.GIVEN));
  }

  @Test
  void theLeastWarmUpIsKept() {
    WarmUpWatch watch =
        new WarmUpWatch(scenario(Duration.ofSeconds(20), Duration.ofSeconds(60)), false);
    for (int second = 0; second < 19; second++) {
      add(watch, second, WARM);
      assertThat(watch.isSettled()).isFalse();
    }
    add(watch, 19, WARM);

    assertThat(watch.isSettled()).isTrue();
  }

  @Test
  void theResultSaysWhatEndedIt() {
    WarmUpWatch watch = new WarmUpWatch(scenario(Duration.ZERO, Duration.ofSeconds(60)), false);

    assertThat(watch.result(new RunTimes(0, 60 * SECOND, 70 * SECOND)).end())
        .isEqualTo(WarmUp.End.LIMIT);
    for (int second = 0; second < 2 * WarmUpWatch.WINDOW; second++) {
      add(watch, second, WARM);
    }
    RunTimes planned = new RunTimes(0, 60 * SECOND, 70 * SECOND);
    assertThat(watch.steadyStart(planned, 10 * SECOND + 50_000_000, 0)).hasValue(11 * SECOND);
    assertThat(watch.steadyStart(planned, 11 * SECOND, 0)).isEmpty();
    assertThat(watch.result(new RunTimes(0, 12 * SECOND, 22 * SECOND)))
        .isEqualTo(new WarmUp(12_000, WarmUp.End.SETTLED));
  }

  /** A backlog that grows evenly is as steady as one that stays, and is no settled broker. */
  @Test
  void theResultSaysThatTheBrokerFellBehind() {
    WarmUpWatch watch = new WarmUpWatch(scenario(Duration.ZERO, Duration.ofSeconds(60)), false);
    for (int second = 0; second < 2 * WarmUpWatch.WINDOW; second++) {
      add(
          watch,
          second,
          new Row(RATE, 6_000, 1_000_000L * (second + 1), 1, 0.3),
          4_000L * (second + 1));
    }
    RunTimes planned = new RunTimes(0, 60 * SECOND, 70 * SECOND);

    assertThat(watch.steadyStart(planned, 10 * SECOND + 50_000_000, 0)).hasValue(11 * SECOND);
    assertThat(watch.steadyStart(planned, 11 * SECOND, 0)).isEmpty();
    assertThat(watch.result(new RunTimes(0, 11 * SECOND, 21 * SECOND)))
        .isEqualTo(new WarmUp(11_000, WarmUp.End.BEHIND));
  }

  @Test
  void theSteadyStateIsAnnouncedBeforeItBegins() {
    for (long lead : new long[] {0, 400_000_000, 3 * SECOND}) {
      WarmUpWatch watch = new WarmUpWatch(scenario(Duration.ZERO, Duration.ofSeconds(60)), false);
      for (int second = 0; second < 2 * WarmUpWatch.WINDOW; second++) {
        add(watch, second, WARM);
      }
      long start = 7_000_000_007L;
      long now = start + 10 * SECOND + 600_000_000;

      long at =
          watch
              .steadyStart(new RunTimes(start, start + 60 * SECOND, start + 70 * SECOND), now, lead)
              .orElseThrow();

      assertThat((at - start) % SECOND).isZero();
      assertThat(at - now).isBetween(Math.max(lead, 500_000_000), lead + 2 * SECOND);
    }
  }

  @Test
  void aSecondWithoutDeliveriesIsNoLatency() {
    List<Row> rows = rows(30, second -> second < 6 ? new Row(0, 0, 0, 0.5, 0.3) : WARM);

    assertThat(settled(false, rows).orElseThrow()).isGreaterThan(10);
  }
}
