package io.brokerbench.experiment.cell;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.load.OpenLoad;
import io.brokerbench.core.result.Backlog;
import io.brokerbench.core.result.BrokerUsage;
import io.brokerbench.core.result.ExampleResult;
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
import java.util.OptionalDouble;
import org.junit.jupiter.api.io.TempDir;

/** Measures the peak of a broker whose runs a test gives. */
abstract class MeasuredPeak {

  static final Duration WINDOW = Duration.ofSeconds(5);
  static final Scenario LOAD = StubStudy.scenario("STRESS.Q1");
  static final double CPU_PERCENT = 61; // of every example

  @TempDir private Path folder;

  final ScriptedCellBrokers brokers = new ScriptedCellBrokers();
  final List<SearchStep> steps = new ArrayList<>();

  boolean projected = true;
  boolean probed = true;

  CellMeasurement measured(int maxSteps) throws Exception {
    CellPlan load = CellPlan.run(LOAD);
    CellPlan plan =
        (probed ? load.withProbe(StubStudy.scenario("probe")) : load)
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

  String caveats(int maxSteps) throws Exception {
    return reason(StudyCell.Status.DOUBTFUL, maxSteps);
  }

  String reason(StudyCell.Status status, int maxSteps) throws Exception {
    CellMeasurement measured = measured(maxSteps);
    assertThat(measured.status()).isEqualTo(status);
    return measured.reason();
  }

  static double rate(Scenario scenario) {
    return ((OpenLoad) scenario.workload().load()).peakRate().perSecond();
  }

  static boolean isStep(Scenario scenario) {
    return scenario.phases().steady().equals(WINDOW);
  }

  static boolean isProbe(Scenario scenario) {
    return scenario.name().equals("probe");
  }

  /** What a broker makes of a load that carries so much. */
  static ExampleResult carrying(double offered, double limit) {
    boolean kept = offered <= limit;
    ExampleResult result =
        new ExampleResult()
            .throughput(new Throughput(offered, offered, Math.min(offered, limit)))
            .backlog(new Backlog(kept ? 40 : 40_000, 0, 0, !kept));
    return kept ? result : result.verdict(Verdict.Status.BROKER_LIMITED, true, "fell behind");
  }

  static RunResult probe() {
    return new ExampleResult().build();
  }

  static BrokerUsage cpu(double percentOfCore) {
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
}
