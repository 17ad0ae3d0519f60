package io.brokerbench.experiment.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.core.load.OpenLoad;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.result.Backlog;
import io.brokerbench.core.result.ExampleResult;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.result.Throughput;
import io.brokerbench.core.result.Verdict;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.experiment.metric.ContractRun;
import io.brokerbench.experiment.metric.RunMeasurement;
import io.brokerbench.experiment.metric.RunMeasurement.Status;
import io.brokerbench.experiment.search.RateSearch;
import io.brokerbench.experiment.search.SearchFindings.LimitedBy;
import io.brokerbench.experiment.search.SearchPlan;
import io.brokerbench.experiment.search.SearchResult;
import io.brokerbench.experiment.search.StepWindows;
import io.brokerbench.experiment.search.SustainProfile;
import io.brokerbench.experiment.study.ScriptedCellBrokers;
import io.brokerbench.experiment.study.StubStudy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A run and the search after it, on a broker that carries 10 000 messages each second. */
class SideMeasureTest {

  private static final double CARRIED = 10_000;

  private final ScriptedCellBrokers brokers = new ScriptedCellBrokers();
  private final Scenario scenario = StubStudy.scenario("FANIN.Q1.SHARED");
  private boolean isFirst = true;

  private SideMeasure.SideResult taken() throws Exception {
    return taken(new SearchPlan(2_000, Rate.MAX_PER_SECOND, 0.1, 0, 16));
  }

  private SideMeasure.SideResult taken(SearchPlan plan) throws Exception {
    RateSearch search =
        RateSearch.withoutKnee(
            scenario,
            new SearchResult.Question(SustainProfile.REPORT, plan),
            StepWindows.of(scenario, Duration.ofSeconds(5)));
    return new SideMeasure(Optional.of(search)).take(brokers, scenario, step -> {});
  }

  private static ExampleResult step(Scenario run) {
    return step(run, CARRIED);
  }

  private static ExampleResult step(Scenario run, double carried) {
    double offered = ((OpenLoad) run.workload().load()).peakRate().perSecond();
    boolean kept = offered <= carried;
    ExampleResult result =
        new ExampleResult()
            .throughput(new Throughput(offered, offered, Math.min(offered, carried)))
            .backlog(new Backlog(kept ? 40 : 40_000, 0, 0, !kept));
    return kept ? result : result.verdict(Verdict.Status.BROKER_LIMITED, true, "fell behind");
  }

  /** Else its rounds would go, and those in which it still sustains something would decide. */
  @Test
  void aBrokerThatSustainsNothingSustainsZero() throws Exception {
    brokers.runs =
        run -> {
          ExampleResult result = isFirst ? new ExampleResult() : step(run, 0);
          isFirst = false;
          return result.build();
        };

    SideMeasure.SideResult taken = taken();

    assertThat(taken.status()).isEqualTo(Status.VALID);
    assertThat(taken.values()).containsEntry(FigureCatalogue.SUSTAINABLE, 0.0);
  }

  /** Of a broker on another machine: what limits it there meets both sides in turns. */
  @Test
  void aRateThatIsConfirmedCountsAlthoughItsLimitIsNotKnown() throws Exception {
    brokers.runs =
        run -> {
          ExampleResult result = isFirst ? new ExampleResult() : step(run);
          isFirst = false;
          return result.withoutBrokerUsage().build();
        };

    SideMeasure.SideResult taken = taken();

    assertThat(taken.search().orElseThrow().limitedBy()).isEqualTo(LimitedBy.UNKNOWN);
    assertThat(taken.status()).isEqualTo(Status.VALID);
    assertThat(taken.values().get(FigureCatalogue.SUSTAINABLE)).isBetween(CARRIED / 1.1, CARRIED);
  }

  /** What the generator did is no reason; and where nothing was confirmed, nothing is known. */
  @ParameterizedTest
  @CsvSource({"8000, 1, VALID", "40000, 3, INVALID"})
  void aRateThatIsConfirmedCountsAlthoughTheSearchHadNoStepsLeft(
      double from, int confirmations, Status status) throws Exception {
    brokers.runs =
        run -> {
          ExampleResult result = isFirst ? new ExampleResult() : step(run);
          isFirst = false;
          return result.build();
        };

    SideMeasure.SideResult taken =
        taken(new SearchPlan(from, Rate.MAX_PER_SECOND, 0.001, confirmations, 4));

    assertThat(taken.search().orElseThrow().ranOutOfSteps()).isTrue();
    assertThat(taken.status()).isEqualTo(status);
  }

  /** A busy machine must not take the rate that is looked for out of the comparison. */
  @ParameterizedTest
  @CsvSource({
    "OK, VALID, true",
    "GENERATOR_LIMITED, INVALID, true",
    "DISTURBED, DISTURBED, true",
    "FAILED, FAILED, false"
  })
  void aSearchFollowsEachRunThatDidNotBreakOff(
      Verdict.Status verdict, Status status, boolean searches) throws Exception {
    brokers.runs =
        run -> {
          ExampleResult result =
              isFirst ? new ExampleResult().verdict(verdict, true, "why") : step(run);
          isFirst = false;
          return result.build();
        };

    SideMeasure.SideResult taken = taken();

    assertThat(taken.status()).isEqualTo(status);
    assertThat(taken.search().isPresent()).isEqualTo(searches);
    if (searches) {
      assertThat(taken.values().get(FigureCatalogue.SUSTAINABLE)).isBetween(CARRIED / 1.1, CARRIED);
    } else {
      assertThat(taken.values()).doesNotContainKey(FigureCatalogue.SUSTAINABLE);
    }
  }

  /** A broker may keep the scenario's load, and lose messages where it is asked for more. */
  @Test
  void whatTheStepsOfASearchLoseIsInItsContract() throws Exception {
    Messages lost =
        new Messages(120_000, 120_000, 120_000, 120_000, 119_995, 5, 0, 0, 0, List.of());
    brokers.runs =
        run -> {
          ExampleResult result = isFirst ? new ExampleResult() : step(run);
          boolean overloaded = result.build().verdict().status() == Verdict.Status.BROKER_LIMITED;
          isFirst = false;
          return overloaded
              ? result.messages(lost).verdict(Verdict.Status.CONTRACT_BROKEN, true, "lost").build()
              : result.build();
        };

    RunMeasurement measured = taken().named("run.json", "search.json");

    assertThat(measured.status()).isEqualTo(Status.VALID);
    assertThat(loss(measured.contract())).isZero();
    assertThat(loss(measured.searchContract())).isPositive();
    assertThat(measured.searchContract().orElseThrow().run()).isEqualTo("search.json");
    assertThat(measured.searchContract().orElseThrow().fellBehind())
        .as("a search is there to overload the broker")
        .isEmpty();
  }

  private static long loss(Optional<ContractRun> contract) {
    return contract.orElseThrow().count("messages.lost").orElseThrow().count();
  }
}
