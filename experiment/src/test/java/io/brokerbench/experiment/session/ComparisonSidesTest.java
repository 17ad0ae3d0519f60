package io.brokerbench.experiment.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.definition.ScenarioChange;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.worker.RigSettings;
import io.brokerbench.core.result.ExampleResult;
import io.brokerbench.core.result.ResourceLimits;
import io.brokerbench.core.scenario.ClientGroup;
import io.brokerbench.core.scenario.GroupedScenario;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.experiment.bench.StopSwitch;
import io.brokerbench.experiment.compare.RoundBench;
import io.brokerbench.experiment.gate.AbPlan;
import io.brokerbench.experiment.gate.Side;
import io.brokerbench.experiment.metric.RunMeasurement;
import io.brokerbench.experiment.metric.RunMeasurement.Status;
import io.brokerbench.experiment.metric.Tolerances;
import io.brokerbench.experiment.store.ResultFolder;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComparisonSidesTest {

  private static final Scenario SCENARIO = new ExampleResult().build().scenario();

  private static final Scenario IN_TURNS =
      ScenarioChange.set("workload.onOff.on", "1s")
          .and("workload.onOff.off", "1s")
          .applyTo(SCENARIO);

  @TempDir private Path out;

  private final List<String> events = Collections.synchronizedList(new ArrayList<>());

  private ExperimentBench bench(RecordedEnvironment.Course course) throws Exception {
    Clock clock = Clock.systemUTC();
    return new ExperimentBench(
        new RecordedEnvironment(events).of(out, target -> {}, course),
        Optional.of(ResultFolder.create(out, clock, "scenario", "ab")),
        new StopSwitch(),
        SessionListener.NONE);
  }

  private static ComparisonExperiment comparison(Scenario scenario) {
    return new ComparisonExperiment(
        new SideSource.Live(target(scenario, "baseline")),
        target(scenario, "candidate"),
        new AbPlan(20, Duration.ofMinutes(20), 42),
        Tolerances.USUAL,
        Optional.empty());
  }

  private static RunTarget target(Scenario scenario, String selector) {
    return new RunTarget(
        scenario, selector, SomeBrokers.RUNNING, ResourceLimits.NONE, null, RigSettings.defaults());
  }

  /** A fault, a search, or a first load is behind the broker that has run. */
  @Test
  void aRunInTurnsThatIsRepeatedMeetsAFreshBroker() throws Exception {
    ExperimentBench bench = bench(side -> new ExampleResult().build());
    ComparisonSides sides = new ComparisonSides(comparison(IN_TURNS), bench);

    try (RoundBench.StartedRound round = sides.begin(1, Side.BASELINE)) {
      round.slice(Side.BASELINE, false);
      round.slice(Side.CANDIDATE, false);
      round.slice(Side.CANDIDATE, false);
    }

    assertThat(events)
        .containsExactly(
            "baseline starts",
            "run",
            "baseline ends",
            "candidate starts",
            "run",
            "candidate ends",
            "candidate starts",
            "run",
            "candidate ends");
  }

  /** Five such runs of it are a regression, and the first is no reason to end the comparison. */
  @Test
  void aRunOfGroupsBreaksOffWhereTheCandidateLetsInSomeOfTheClients() throws Exception {
    ComparisonExperiment alone = comparison(SCENARIO);
    GroupedScenario groups =
        new GroupedScenario(
            "groups",
            "",
            List.of(
                new ClientGroup("sensors", Optional.empty(), SCENARIO),
                new ClientGroup("displays", Optional.empty(), SCENARIO)));
    ComparisonExperiment comparison =
        new ComparisonExperiment(
            alone.baseline(),
            alone.candidate(),
            alone.plan(),
            alone.tolerances(),
            Optional.empty(),
            Optional.of(groups));
    ExperimentBench bench =
        bench(
            side -> {
              if (side.equals("candidate")) {
                throw new RunException("1 of 1 000 clients was refused", null, true);
              }
              return new ExampleResult().build();
            });
    ComparisonSides sides = new ComparisonSides(comparison, bench);

    sides.rehearse();
    try (RoundBench.StartedRound round = sides.begin(1, Side.BASELINE)) {
      assertThat(round.slice(Side.BASELINE, false).status()).isEqualTo(Status.VALID);
      RunMeasurement candidate = round.slice(Side.CANDIDATE, false);
      assertThat(candidate.status()).isEqualTo(Status.FAILED);
      assertThat(candidate.reason()).endsWith(": 1 of 1 000 clients was refused");
      assertThat(candidate.contract().orElseThrow().brokeOff()).isTrue();
    }
  }

  @Test
  void aBaselineThatLetsInSomeOfTheClientsIsNothingToCompareWith() throws Exception {
    ExperimentBench bench =
        bench(
            side -> {
              throw new RunException("1 of 1 000 clients was refused", null, true);
            });
    ComparisonSides sides = new ComparisonSides(comparison(IN_TURNS), bench);

    assertThatThrownBy(sides::rehearse).hasMessage("1 of 1 000 clients was refused");
  }
}
