package io.brokerbench.experiment.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.result.ExampleResult;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Throughput;
import io.brokerbench.core.result.Verdict;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.experiment.study.ScriptedCellBrokers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The peak of brokers whose limits are known. */
class PeakMeterTest extends MeasuredPeak {

  @Test
  void itIsTheHighestRateThatTheBrokerKeepsUp() throws Exception {
    brokers.runs = run -> isProbe(run) ? probe() : carrying(rate(run), 12_345).build();
    CellMeasurement measured = measured(16);
    assertThat(measured.status()).as(measured.reason()).isEqualTo(StudyCell.Status.MEASURED);
    double peak = measured.figures().get("peakPerSecond");
    assertThat(peak).isBetween(12_345 / 1.05, 12_345.0);
    assertThat(measured.figures().get("projectedPerCore"))
        .isCloseTo(peak * 100 / CPU_PERCENT, within(1e-6));
    assertThat(measured.figures()).containsEntry("greatestCpuPercentOfCore", CPU_PERCENT);
    assertThat(measured.runs()).containsExactly("search.json", "run.json", "probe.json");
    assertThat(measured.lowerBounds()).as("it is the most, and not the least").isEmpty();
    assertThat(steps).as("reported as they end").hasSizeGreaterThan(3);
  }

  /** It would count, and be the peak, although the broker sustains more. */
  @Test
  void aThresholdHidesNoLimitOfTheGenerator() throws Exception {
    brokers.runs =
        run ->
            isProbe(run)
                ? probe()
                : rate(run) <= 10_000
                    ? carrying(rate(run), 10_000).thresholds("p99>1us").build()
                    : new ExampleResult().unhealthy().thresholds("p99>1us").build();
    CellMeasurement measured = measured(16);
    assertThat(measured.status()).isEqualTo(StudyCell.Status.INVALID);
    assertThat(measured.reason()).contains("GENERATOR_LIMITED", "; p99>1us");
  }

  @Test
  void afterTheSearchTheBrokerIsWarm() throws Exception {
    probed = false;
    brokers.runs = run -> carrying(rate(run), 12_345).build();
    assertThat(measured(16).runs()).containsExactly("search.json", "run.json");
    assertThat(brokers.loads)
        .filteredOn(run -> !isStep(run))
        .hasSize(1)
        .noneMatch(run -> run.phases().settles());
  }

  @Test
  void aPeakThatCrossesAThresholdCounts() throws Exception {
    brokers.runs =
        run -> isProbe(run) ? probe() : carrying(rate(run), 12_345).thresholds("p99>1us").build();
    assertThat(measured(16).status()).isEqualTo(StudyCell.Status.CROSSED);
  }

  @ParameterizedTest
  @CsvSource({"1.01, 1", "0.97, 0.95", "0.92, 0.9", "0.85, 0.8", "0.7, 0.65", "0.6, 0.5"})
  void whatIsNotKeptBesideTheProbeIsTriedLower(double besideTheProbe, double share)
      throws Exception {
    double[] found = {0};
    brokers.runs =
        run -> {
          if (isProbe(run)) {
            return probe();
          }
          if (isStep(run)) {
            found[0] = rate(run) <= 10_000 ? Math.max(found[0], rate(run)) : found[0];
            return carrying(rate(run), 10_000).build();
          }
          return carrying(rate(run), found[0] * besideTheProbe).build();
        };
    CellMeasurement measured = measured(16);
    assertThat(measured.status()).as(measured.reason()).isEqualTo(StudyCell.Status.MEASURED);
    assertThat(measured.figures().get("peakPerSecond"))
        .isCloseTo(found[0] * share, within(1e-6 * found[0]));
  }

  /**
   * A broker with a limit of 10 000; runs at the rate found are given what the function says of
   * their rate, if anything.
   *
   * @return the rates of those runs, as they are made
   */
  private List<Double> atThePeak(Function<List<Double>, Optional<Verdict.Status>> otherwise) {
    List<Double> rates = new ArrayList<>();
    brokers.runs =
        run -> {
          if (isProbe(run)) {
            return probe();
          }
          ExampleResult result = carrying(rate(run), 10_000);
          if (!isStep(run)) {
            rates.add(rate(run));
            otherwise.apply(rates).ifPresent(status -> result.verdict(status, true, "held up"));
          }
          return result.build();
        };
    return rates;
  }

  private static double lastShare(List<Double> rates) {
    return rates.get(rates.size() - 1) / rates.get(0);
  }

  /** A busy machine is no reason to try less; a lower rate would pass for the peak. */
  @ParameterizedTest
  @CsvSource({"1, MEASURED, 2", "9, INVALID, 2"})
  void aDisturbedRunAtThePeakIsMadeAgainOnceAtTheSameRate(
      int disturbed, StudyCell.Status status, int runs) throws Exception {
    List<Double> rates =
        atThePeak(
            made -> Optional.of(Verdict.Status.DISTURBED).filter(held -> made.size() <= disturbed));

    assertThat(measured(16).status()).isEqualTo(status);
    assertThat(rates).hasSize(runs);
    assertThat(rates.stream().distinct()).hasSize(1);
  }

  /** Both share the machine. The figures are of a run that counts, and its rate is no peak. */
  @ParameterizedTest
  @CsvSource({"0.97, 0.95, 3", "0.6, 0.5, 11"})
  void whatTheToolDoesNotKeepUpIsTriedLowerAndIsTheLeastThatIsSustained(
      double kept, double share, int runs) throws Exception {
    List<Double> rates =
        atThePeak(
            made ->
                Optional.of(Verdict.Status.GENERATOR_LIMITED)
                    .filter(held -> lastShare(made) > kept));

    CellMeasurement measured = measured(16);

    assertThat(measured.status()).isEqualTo(StudyCell.Status.INVALID);
    assertThat(measured.reason())
        .as("the rate that was given up, and not the one that is shown")
        .matches(
            "GENERATOR_LIMITED: the broker sustains at least this; at [0-9\u202f]+/s: held up");
    assertThat(measured.figures().get("peakPerSecond"))
        .isCloseTo(rates.get(0) * share, within(1e-6 * rates.get(0)));
    assertThat(rates).as("each that was late is made again once").hasSize(runs);
    assertThat(measured.heldUp()).isFalse();
  }

  @Test
  void aLateToolDoesNotMatterAboveARateThatTheBrokerDidNotKeep() throws Exception {
    List<Double> rates =
        atThePeak(
            made -> {
              double share = lastShare(made);
              return share > 0.97
                  ? Optional.of(Verdict.Status.GENERATOR_LIMITED)
                  : Optional.of(Verdict.Status.BROKER_LIMITED).filter(held -> share > 0.92);
            });

    CellMeasurement measured = measured(16);

    assertThat(measured.status()).as(measured.reason()).isEqualTo(StudyCell.Status.MEASURED);
    assertThat(lastShare(rates)).isCloseTo(0.9, within(1e-6));
  }

  @Test
  void whatIsNotEvenKeptAtTheHalfIsDoubtful() throws Exception {
    brokers.runs =
        run -> isProbe(run) ? probe() : carrying(rate(run), isStep(run) ? 10_000 : 4_000).build();
    assertThat(caveats(16)).isEqualTo("BROKER_LIMITED: fell behind");
  }

  @Test
  void messagesThatWaitedSinceTheWarmUpAreNoRate() throws Exception {
    brokers.runs =
        run ->
            isProbe(run)
                ? probe()
                : carrying(rate(run), 10_000)
                    .throughput(new Throughput(rate(run), rate(run), rate(run) * 1.2))
                    .build();
    double peak = measured(16).figures().get("peakPerSecond");
    assertThat(peak).isBetween(10_000 / 1.05, 10_000.0);
  }

  @Test
  void aSearchThatMetNoLimitIsDoubtful() throws Exception {
    brokers.runs = run -> isProbe(run) ? probe() : carrying(rate(run), 1e9).build();
    assertThat(caveats(3))
        .isEqualTo("the broker sustains at least this: no rate failed before the search ended");
    assertThat(measured(3).lowerBounds()).containsExactly("peakPerSecond");
  }

  /** What is missing has its age, which may grow. */
  @Test
  void aLatencyBesideMissingMessagesIsTheLeast() throws Exception {
    brokers.runs =
        run ->
            isProbe(run)
                ? new ExampleResult().overdue(200).build()
                : carrying(rate(run), 12_345).build();
    assertThat(measured(16).lowerBounds())
        .contains("latency.endToEnd.p99")
        .doesNotContain("latency.endToEnd.p50", "peakPerSecond");
  }

  @Test
  void aSearchThatEndedBeforeItKnewCloselyIsDoubtful() throws Exception {
    brokers.runs = run -> isProbe(run) ? probe() : carrying(rate(run), 1_500).build();
    assertThat(caveats(3))
        .startsWith("the peak lies between ")
        .endsWith(": the search ended after 3 steps");
  }

  @Test
  void theGeneratorsLimitIsNotTheBrokers() throws Exception {
    brokers.runs =
        run -> {
          if (isProbe(run)) {
            return probe();
          }
          ExampleResult result = carrying(rate(run), 1e9);
          return rate(run) > 20_000 ? result.unhealthy().build() : result.build();
        };
    assertThat(reason(StudyCell.Status.INVALID, 16))
        .startsWith("GENERATOR_LIMITED: the broker sustains at least this; at ");
    assertThat(measured(16).heldUp()).as("another attempt would end there too").isFalse();
  }

  /** A late run says nothing new there: a lower rate is tried at once. */
  @Test
  void atTheGeneratorsLimitNoRateIsTriedTwice() throws Exception {
    List<Double> rates = new ArrayList<>();
    brokers.runs =
        run -> {
          if (isProbe(run)) {
            return probe();
          }
          ExampleResult result = carrying(rate(run), 1e9);
          if (!isStep(run)) {
            rates.add(rate(run));
          }
          return rate(run) > (isStep(run) ? 20_000 : 17_000)
              ? result.unhealthy().verdict(Verdict.Status.GENERATOR_LIMITED, true, "late").build()
              : result.build();
        };
    assertThat(reason(StudyCell.Status.INVALID, 16)).startsWith("GENERATOR_LIMITED: ");
    assertThat(rates).hasSizeGreaterThan(1).doesNotHaveDuplicates();
    assertThat(rates.get(rates.size() - 1)).isBetween(17_000 * 0.8, 17_000.0);
  }

  @Test
  void aLimitOfTheGeneratorIsNotMadeADoubtAboutTheBroker() throws Exception {
    brokers.runs =
        run -> {
          if (isProbe(run)) {
            return new ExampleResult().latencies(1).build();
          }
          ExampleResult result = carrying(rate(run), 1e9).brokerUsage(cpu(5));
          return rate(run) > 20_000 ? result.unhealthy().build() : result.build();
        };
    assertThat(reason(StudyCell.Status.INVALID, 16)).startsWith("GENERATOR_LIMITED: ");
  }

  @Test
  void aGeneratorThatKeepsNothingUpIsNotABrokerThatFailed() throws Exception {
    brokers.runs = run -> isProbe(run) ? probe() : carrying(rate(run), 0).unhealthy().build();
    assertThat(reason(StudyCell.Status.INVALID, 16))
        .startsWith("GENERATOR_LIMITED: no rate was sustained: ");
  }

  @Test
  void aBrokerThatKeepsNothingUpHasFailed() {
    brokers.runs = run -> isProbe(run) ? probe() : carrying(rate(run), 0).build();
    assertThatThrownBy(() -> measured(16))
        .isInstanceOf(RunException.class)
        .hasMessageStartingWith("no rate was sustained: ");
  }

  /** Its rate would be that of a time in which the broker was hardly there. */
  @Test
  void aBrokerThatEndsInTheRunAtTheRateFoundHasFailedAndItsRateIsNamed() {
    inTheRunAtTheRateFound(run -> brokenOff(run, "it ended by itself"));

    assertThatThrownBy(() -> measured(16))
        .isInstanceOf(RunException.class)
        .hasMessageMatching(
            "the search found 9[0-9\u202f]+/s; the run at 9[0-9\u202f]+/s broke off: "
                + "it ended by itself");
  }

  @Test
  void aBrokerThatLetsNoClientInAfterTheSearchHasFailedAndItsRateIsNamed() {
    inTheRunAtTheRateFound(
        run -> {
          throw new RunException("no connection", null);
        });

    assertThatThrownBy(() -> measured(16))
        .isInstanceOf(RunException.class)
        .hasMessageMatching(
            "the search found 9[0-9\u202f]+/s; the run at 9[0-9\u202f]+/s failed: no connection");
  }

  @Test
  void aRunThatTheUserStopsIsNoFailureOfTheBroker() throws Exception {
    inTheRunAtTheRateFound(
        run -> {
          brokers.stop().stop();
          return brokenOff(run, "stopped");
        });

    assertThat(caveats(16)).isEqualTo("INCOMPLETE: stopped");
  }

  /** A broker with a limit of 10 000, and what comes of the runs that are no steps. */
  private void inTheRunAtTheRateFound(ScriptedCellBrokers.ScriptedRuns others) {
    brokers.runs =
        run ->
            isProbe(run)
                ? probe()
                : isStep(run) ? carrying(rate(run), 10_000).build() : others.of(run);
  }

  private static RunResult brokenOff(Scenario run, String reason) {
    return carrying(rate(run), 200).verdict(Verdict.Status.BROKER_LIMITED, false, reason).build();
  }
}
