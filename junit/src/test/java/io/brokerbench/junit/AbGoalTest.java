package io.brokerbench.junit;

import static io.brokerbench.junit.AbGoal.against;
import static io.brokerbench.junit.Overrides.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.definition.Scenarios;
import io.brokerbench.core.scenario.Scenario;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a comparison in a test is given, before anything is started. */
class AbGoalTest {

  private static final String ACKNOWLEDGED = "FANIN.Q1.SINGLE";
  private static final AbGoal EMBEDDED = against("embedded:artemis");

  @TempDir private Path folder;

  private Bench bench() {
    return new Bench(
        new BenchContext(
            "embedded:hivemq",
            "swarm",
            new SharedBrokers(folder),
            new BenchResults(),
            folder,
            entries -> {}));
  }

  private OptionalDouble share(String scenario, Overrides overrides, AbGoal goal) {
    return bench().comparison(scenario, overrides, goal).plan().loadShare();
  }

  private void assertRefused(AbGoal goal, String message) {
    assertThatThrownBy(() -> bench().comparison(ACKNOWLEDGED, with(), goal))
        .isInstanceOf(DefinitionException.class)
        .hasMessage(message);
  }

  @Test
  void aBuiltInLoadOnAnEmbeddedBaselineIsAQuarterOfWhatThatCarries() {
    assertThat(share(ACKNOWLEDGED, with(), EMBEDDED)).hasValue(0.25);
    assertThat(share(ACKNOWLEDGED, with().publishers(3), EMBEDDED)).hasValue(0.25);
    assertThat(share(ACKNOWLEDGED, with(), against("embedded:artemis?jvm=-Xmx2g"))).hasValue(0.25);
  }

  @Test
  void anyOtherLoadStays() {
    assertThat(share(ACKNOWLEDGED, with().rate(10_000), EMBEDDED)).isEmpty();
    assertThat(share(ACKNOWLEDGED, with().set("workload.load.rate", 10_000), EMBEDDED)).isEmpty();
    assertThat(share("FANIN.Q0.SINGLE", with(), EMBEDDED)).isEmpty();
    assertThat(share(ACKNOWLEDGED, with(), against("null"))).isEmpty();
    assertThat(share(ACKNOWLEDGED, with(), against("embedded").search(SearchGoal.usual())))
        .isEmpty();
    Scenario built = Scenarios.load().find(ACKNOWLEDGED);
    assertThat(bench().comparison(built, with(), EMBEDDED).plan().loadShare()).isEmpty();
  }

  @Test
  void aShareThatIsAskedForHoldsForAnyLoad() {
    assertThat(share(ACKNOWLEDGED, with().rate(10_000), against("null").loadShare(0.5)))
        .hasValue(0.5);
  }

  @Test
  void aShareHasTheLimitsOfTheOption() {
    assertRefused(against("null").loadShare(2), "loadShare 2.0: between 0.01 and 1");
    assertRefused(
        against("null").loadShare(0.5).search(SearchGoal.usual()),
        "loadShare 0.5: not with search, which finds what both carry");
    assertThatThrownBy(() -> share("FANIN.Q0.SINGLE", with(), against("null").loadShare(0.5)))
        .isInstanceOf(DefinitionException.class)
        .hasMessage("loadShare 0.5: only with an even open load of QoS 1 or 2, without faults");
  }

  @Test
  void roundsAndBudgetHaveTheLimitsOfTheOptions() {
    assertRefused(
        against("null").rounds(5), "rounds 5: between 6 and 500; fewer cannot give a verdict");
    assertRefused(
        against("null").budget(Duration.ofMinutes(1)),
        "budget 1m: the least is 4m, which the 6 rounds of a verdict require");
    assertThatThrownBy(() -> against("null").tolerance("p98=10%"))
        .isInstanceOf(DefinitionException.class)
        .hasMessage("tolerance p98: no such figure; did you mean p95?");
  }

  @Test
  void aToleranceThatWouldNeverBeUsedIsRefused() {
    assertRefused(
        against("null").tolerance("sustainable=5%"),
        "tolerance throughput.sustainable: only with search");
    assertRefused(
        against("null").tolerance("received=5%").search(SearchGoal.usual()),
        "tolerance throughput.received: not with search, which compares throughput.sustainable");
  }
}
