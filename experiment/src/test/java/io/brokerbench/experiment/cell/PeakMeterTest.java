package io.brokerbench.experiment.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.load.OpenLoad;
import io.brokerbench.core.result.Backlog;
import io.brokerbench.core.result.BrokerIdentity;
import io.brokerbench.core.result.BrokerUsage;
import io.brokerbench.core.result.ExampleResult;
import io.brokerbench.core.result.ResourceLimits;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Throughput;
import io.brokerbench.core.result.Verdict;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.experiment.search.SearchStep;
import io.brokerbench.experiment.study.ScriptedCellBrokers;
import io.brokerbench.experiment.study.StubStudy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The peak of brokers whose limits are known. */
class PeakMeterTest {

  private static final Duration WINDOW = Duration.ofSeconds(5);
  private static final Scenario LOAD = StubStudy.scenario("STRESS.Q1");
  private static final double CPU_PERCENT = 61; // of every example

  @TempDir private Path folder;

  private final ScriptedCellBrokers brokers = new ScriptedCellBrokers();
  private final List<SearchStep> steps = new ArrayList<>();

  private boolean projected = true;

  private CellMeasurement measured(int maxSteps) throws Exception {
    CellPlan plan =
        CellPlan.run(LOAD)
            .withProbe(StubStudy.scenario("probe"))
            .withPeak(new PeakPlan(500, 0.05, maxSteps, WINDOW, projected));
    CellListener listener =
        new CellListener() {
          @Override
          public void onStep(CellStep step) {}

          @Override
          public void onStep(SearchStep step) {
            steps.add(step);
          }
        };
    return new CellMeter(brokers, plan, folder, listener).measure();
  }

  private String caveats(int maxSteps) throws Exception {
    return reason(StudyCell.Status.DOUBTFUL, maxSteps);
  }

  private String reason(StudyCell.Status status, int maxSteps) throws Exception {
    CellMeasurement measured = measured(maxSteps);
    assertThat(measured.status()).isEqualTo(status);
    return measured.reason();
  }

  private static double rate(Scenario scenario) {
    return ((OpenLoad) scenario.workload().load()).peakRate().perSecond();
  }

  private static boolean isStep(Scenario scenario) {
    return scenario.phases().steady().equals(WINDOW);
  }

  private static boolean isProbe(Scenario scenario) {
    return scenario.name().equals("probe");
  }

  /** What a broker makes of a load that carries so much. */
  private static ExampleResult carrying(double offered, double limit) {
    boolean kept = offered <= limit;
    ExampleResult result =
        new ExampleResult()
            .throughput(new Throughput(offered, offered, Math.min(offered, limit)))
            .backlog(new Backlog(kept ? 40 : 40_000, 0, 0, !kept));
    return kept ? result : result.verdict(Verdict.Status.BROKER_LIMITED, true, "fell behind");
  }

  private static RunResult probe() {
    return new ExampleResult().build();
  }

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
        .isEqualTo("GENERATOR_LIMITED: the broker sustains at least this: held up");
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
        .startsWith("GENERATOR_LIMITED: the broker sustains at least this: ");
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
  void aBrokerWhoseCpuIsNotSeenHasNoFiguresOfIt() throws Exception {
    brokers.runs =
        run -> isProbe(run) ? probe() : carrying(rate(run), 10_000).withoutBrokerUsage().build();
    assertThat(measured(16).figures())
        .containsKey("peakPerSecond")
        .doesNotContainKeys(
            "greatestCpuPercentOfCore", "broker.cpu", "projectedPerCore", "projectedPerSystem");
  }

  @ParameterizedTest
  @CsvSource({"24.9, DOUBTFUL", "25, MEASURED"})
  void aBrokerThatUsedLessThanAQuarterOfACoreIsDoubtful(double cpu, StudyCell.Status status)
      throws Exception {
    brokers.runs =
        run -> isProbe(run) ? probe() : carrying(rate(run), 10_000).brokerUsage(cpu(cpu)).build();
    assertThat(reason(status, 16))
        .isEqualTo(
            status == StudyCell.Status.MEASURED
                ? ""
                : "the broker used 24.9 % of a core: less than 25 % at its peak, so its CPU was not"
                    + " the limit, and no projection holds");
  }

  /** A fifth of a core is all that it may have. */
  @ParameterizedTest
  @CsvSource({"18, MEASURED", "4.9, DOUBTFUL"})
  void ofABrokerWithLessThanACoreAQuarterOfThatIsEnough(double cpu, StudyCell.Status status)
      throws Exception {
    ResourceLimits fifth = new ResourceLimits(OptionalDouble.of(0.2), OptionalLong.empty());
    brokers.runs =
        run -> {
          RunResult result = carrying(rate(run), 10_000).brokerUsage(cpu(cpu)).build();
          BrokerIdentity whole = result.broker();
          return isProbe(run)
              ? probe()
              : result.withBroker(
                  new BrokerIdentity(
                      whole.product(),
                      whole.version(),
                      whole.origin(),
                      whole.selector(),
                      Optional.of(fifth)));
        };
    assertThat(reason(status, 16))
        .isEqualTo(
            status == StudyCell.Status.MEASURED
                ? ""
                : "the broker used 4.9 % of a core: less than 5.0 % at its peak, so its CPU was not"
                    + " the limit, and no projection holds");
  }

  @Test
  void aSearchWhoseRateIsNotProjectedHasNoDoubtAboutIdleBrokers() throws Exception {
    projected = false;
    brokers.runs =
        run -> isProbe(run) ? probe() : carrying(rate(run), 10_000).brokerUsage(cpu(5)).build();
    assertThat(reason(StudyCell.Status.MEASURED, 16)).isEmpty();
  }

  private static BrokerUsage cpu(double percentOfCore) {
    OptionalDouble perMessage = OptionalDouble.empty();
    return new BrokerUsage(
        1,
        percentOfCore,
        percentOfCore / 2,
        perMessage,
        perMessage,
        1,
        OptionalDouble.of(1_000),
        OptionalDouble.of(2_000));
  }

  @ParameterizedTest
  @CsvSource({"99, DOUBTFUL", "100, MEASURED"})
  void aSampleOfFewerThanAHundredProbesIsDoubtful(int probes, StudyCell.Status status)
      throws Exception {
    brokers.runs =
        run ->
            isProbe(run)
                ? new ExampleResult().latencies(probes).build()
                : carrying(rate(run), 10_000).build();
    assertThat(reason(status, 16))
        .isEqualTo(
            status == StudyCell.Status.MEASURED
                ? ""
                : "99 probes: fewer than 100, so the mean latency is not known to 10 %");
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
}
