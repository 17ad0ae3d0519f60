package io.brokerbench.experiment.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.definition.ScenarioChange;
import io.brokerbench.core.load.ClosedLoad;
import io.brokerbench.core.load.OnOff;
import io.brokerbench.core.mqtt5.Mqtt5Settings;
import io.brokerbench.core.result.ExampleResult;
import io.brokerbench.core.scenario.Phases;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Session;
import java.time.Duration;
import java.util.Optional;
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
    RoundDesign design = RoundDesign.alternating(SCENARIO, false);
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

  /** What expires would stay owed, and nothing be sent any more. */
  @Test
  void atCapacityPublishersWaitForDeliveriesUnlessMessagesMayExpire() {
    RoundDesign design = RoundDesign.alternating(SCENARIO, false);
    assertThat(closed(design.turns(SCENARIO, true, false)).backlog())
        .hasValue(2_000 * SCENARIO.topology().fanOut());
    Session expiring =
        SCENARIO
            .session()
            .withProtocol(Protocol.MQTT_5)
            .withMqtt5(
                Optional.of(
                    Mqtt5Settings.NONE.withMessageExpiry(Optional.of(Duration.ofSeconds(1)))));
    Scenario expires = SCENARIO.withSession(expiring);
    assertThat(closed(design.turns(expires, true, false)).backlog()).isEmpty();
    assertThat(RoundDesign.sideBySide(SCENARIO).capacitySlices()).isPositive();
    assertThat(RoundDesign.sideBySide(expires).capacitySlices())
        .as("whose clients several processes may have")
        .isZero();
    assertThat(RoundDesign.rehearsal(expires)).isEmpty();
  }

  private static ClosedLoad closed(Scenario scenario) {
    return (ClosedLoad) scenario.workload().load();
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
    RoundDesign design = RoundDesign.alternating(SCENARIO, false);
    Scenario turns = design.turns(SCENARIO, atCapacity, false);
    Phases phases = turns.phases();
    Duration cycle = times(turns).cycle();

    assertThat(phases.settles()).isFalse();
    assertThat(phases.warmUp().toNanos() % cycle.toNanos()).isZero();
    assertThat(phases.steady()).isEqualTo(cycle.multipliedBy(atCapacity ? 7 : 20));
    assertThat(turns.workload().load() instanceof ClosedLoad).isEqualTo(atCapacity);
  }

  /** Clients that connect anew for another run would only delay it. */
  @Test
  void brokersSettleWhileTheLoadGoesToAndFro() {
    RoundDesign design = RoundDesign.alternating(SETTLES, false);

    assertThat(design.warmUp(SETTLES)).isEmpty();
    assertThat(design.turns(SETTLES, false, true).phases().warmUp())
        .isEqualTo(Duration.ofSeconds(32));
    assertThat(design.turns(SETTLES, false, false).phases().warmUp())
        .isEqualTo(Duration.ofSeconds(4));
    assertThat(design.turns(SETTLES, true, true).phases().warmUp())
        .isEqualTo(Duration.ofSeconds(3));
    Phases sideBySide =
        RoundDesign.sideBySide(SETTLES).warmUp(SETTLES).map(Scenario::phases).orElseThrow();
    assertThat(sideBySide.longestWarmUp()).isEqualTo(Duration.ofSeconds(60));
    assertThat(sideBySide.settles()).isTrue();
  }

  /** Each turn of a closed load takes a second, and its side rests for two. */
  @Test
  void aClosedLoadSettlesAsLongAsAnyOther() {
    Scenario closed = SETTLES.withWorkload(SETTLES.workload().withLoad(new ClosedLoad(1)));
    RoundDesign design = RoundDesign.alternating(closed, true);
    Phases ofJvm = design.turns(closed, false, true).phases();

    assertThat(ofJvm.warmUp()).isEqualTo(Duration.ofSeconds(33));
    assertThat(design.turns(closed, false, false).phases().warmUp())
        .isEqualTo(Duration.ofSeconds(6));
    assertThat(design.slices()).isEqualTo(10);
    assertThat(design.slice()).isEqualTo(Duration.ofSeconds(1));
    assertThat(ofJvm.steady()).isEqualTo(Duration.ofSeconds(30));
    assertThat(design.capacitySlices()).isZero();
  }

  @Test
  void aWarmUpThatWasAskedForIsKept() {
    Scenario given = ScenarioChange.set("phases.warmUp", "20s").applyTo(SCENARIO);
    RoundDesign design = RoundDesign.alternating(given, false);

    assertThat(given.phases().settles()).isFalse();
    assertThat(design.warmUp(given).map(scenario -> scenario.phases().steady()))
        .hasValue(Duration.ofSeconds(20));
    assertThat(design.turns(given, false, true).phases().warmUp()).isEqualTo(Duration.ofSeconds(2));
  }

  /** 560 deliveries in a turn: 36 turns for 20 000 of them. */
  @Test
  void aLowRateHasMoreTurnsUpToTwiceAsMany() {
    assertThat(RoundDesign.alternating(at(1_400), false).slices()).isEqualTo(36);
    assertThat(RoundDesign.alternating(at(100), false).slices()).isEqualTo(40);
    assertThat(RoundDesign.alternating(at(2_500), false).slices()).isEqualTo(20);
    Scenario broadcast =
        ScenarioChange.set("topology.distribution", "ALL")
            .and("topology.publishers", 1)
            .applyTo(at(1_400));
    assertThat(RoundDesign.alternating(broadcast, false).slices()).isEqualTo(20);
  }

  private static Scenario at(int rate) {
    return ScenarioChange.set("workload.load.rate", rate).applyTo(SCENARIO);
  }

  @Test
  void aLongSteadyStateHasAsManyTurns() {
    Scenario longer = ScenarioChange.set("phases.steady", "10m").applyTo(SCENARIO);

    assertThat(RoundDesign.alternating(longer, false).slices()).isEqualTo(1_200);
    assertThat(RoundDesign.alternating(longer, false).capacitySlices()).isEqualTo(7);
    assertThat(RoundDesign.alternating(longer, true).capacitySlices()).isEqualTo(5);
  }

  @Test
  void theCapacityTakesNoLongerThanTheLoad() {
    Scenario brief = ScenarioChange.set("phases.steady", "1s").applyTo(at(25_000));

    assertThat(RoundDesign.alternating(brief, false).slices()).isEqualTo(2);
    assertThat(RoundDesign.alternating(brief, false).capacitySlices()).isEqualTo(1);
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
