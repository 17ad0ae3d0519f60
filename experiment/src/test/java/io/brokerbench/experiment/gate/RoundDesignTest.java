package io.brokerbench.experiment.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.definition.ScenarioChange;
import io.brokerbench.core.load.ClosedLoad;
import io.brokerbench.core.load.OnOff;
import io.brokerbench.core.result.ExampleResult;
import io.brokerbench.core.scenario.Phases;
import io.brokerbench.core.scenario.Scenario;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RoundDesignTest {

  private static final Scenario SCENARIO =
      ScenarioChange.set("phases.steady", "10s").applyTo(new ExampleResult().build().scenario());

  private static final Scenario SETTLES =
      ScenarioChange.set("phases.warmUp", "10s").and("phases.warmUpLimit", "60s").applyTo(SCENARIO);

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theLoadIsNeverOnForBothSides(boolean atCapacity) {
    RoundDesign design = RoundDesign.alternating(SCENARIO);
    OnOff times = times(design.turns(SCENARIO, atCapacity, false));
    long later = times.cycle().dividedBy(2).toMillis();

    int both = 0;
    int one = 0;
    for (long millis = later; millis < later + 60_000; millis++) {
      boolean firstIsOn = isOn(times, millis);
      boolean otherIsOn = isOn(times, millis - later);
      both += firstIsOn && otherIsOn ? 1 : 0;
      one += firstIsOn != otherIsOn ? 1 : 0;
    }
    assertThat(both).isZero();
    assertThat(one).isEqualTo(atCapacity ? 40_000 : 48_000);
  }

  private static boolean isOn(OnOff times, long millis) {
    return times.nextOn(millis * 1_000_000) == millis * 1_000_000;
  }

  private static OnOff times(Scenario scenario) {
    return scenario.workload().onOff().orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatCountsIsAllTurnsOfASideFromTheBeginOfACycle(boolean atCapacity) {
    RoundDesign design = RoundDesign.alternating(SCENARIO);
    Scenario turns = design.turns(SCENARIO, atCapacity, false);
    Phases phases = turns.phases();
    Duration cycle = times(turns).cycle();

    assertThat(phases.settles()).isFalse();
    assertThat(phases.warmUp().toNanos() % cycle.toNanos()).isZero();
    assertThat(phases.steady()).isEqualTo(cycle.multipliedBy(atCapacity ? 7 : 20));
    assertThat(turns.workload().load() instanceof ClosedLoad).isEqualTo(atCapacity);
  }

  /** New clients have connected, for which a JVM compiles its code again. */
  @Test
  void aJvmSettlesWhileTheLoadGoesToAndFro() {
    RoundDesign design = RoundDesign.alternating(SETTLES);

    assertThat(design.warmUp(SETTLES).phases().longestWarmUp()).isEqualTo(Duration.ofSeconds(15));
    assertThat(design.warmUp(SETTLES).phases().settles()).isTrue();
    assertThat(design.turns(SETTLES, false, true).phases().warmUp())
        .isEqualTo(Duration.ofSeconds(12));
    assertThat(design.turns(SETTLES, false, false).phases().warmUp())
        .isEqualTo(Duration.ofSeconds(2));
    assertThat(design.turns(SETTLES, true, true).phases().warmUp())
        .isEqualTo(Duration.ofSeconds(3));
    assertThat(RoundDesign.sideBySide(SETTLES).warmUp(SETTLES).phases().longestWarmUp())
        .isEqualTo(Duration.ofSeconds(60));
  }

  @Test
  void aWarmUpThatWasAskedForIsKept() {
    Scenario given = ScenarioChange.set("phases.warmUp", "20s").applyTo(SCENARIO);
    RoundDesign design = RoundDesign.alternating(given);
    Scenario longer = ScenarioChange.set("phases.warmUpLimit", "90s").applyTo(given);

    assertThat(given.phases().settles()).isFalse();
    assertThat(design.warmUp(given).phases().steady()).isEqualTo(Duration.ofSeconds(20));
    assertThat(design.turns(given, false, true).phases().warmUp()).isEqualTo(Duration.ofSeconds(2));
    assertThat(design.warmUp(longer).phases().longestWarmUp()).isEqualTo(Duration.ofSeconds(20));
  }

  @Test
  void aLongSteadyStateHasAsManyTurns() {
    Scenario longer = ScenarioChange.set("phases.steady", "10m").applyTo(SCENARIO);

    assertThat(RoundDesign.alternating(longer).slices()).isEqualTo(1_200);
    assertThat(RoundDesign.alternating(longer).capacitySlices()).isEqualTo(7);
  }

  @Test
  void theCapacityTakesNoLongerThanTheLoad() {
    Scenario brief = ScenarioChange.set("phases.steady", "1s").applyTo(SCENARIO);

    assertThat(RoundDesign.alternating(brief).slices()).isEqualTo(2);
    assertThat(RoundDesign.alternating(brief).capacitySlices()).isEqualTo(1);
  }

  @Test
  void aLoadThatIsOnAndOffByItselfIsNotCut() {
    Scenario onOff =
        ScenarioChange.set("workload.onOff.on", "1s")
            .and("workload.onOff.off", "1s")
            .applyTo(SCENARIO);

    assertThat(RoundDesign.isSliceable(SCENARIO)).isTrue();
    assertThat(RoundDesign.isSliceable(onOff)).isFalse();
  }
}
