package io.brokerbench.core.engine.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.brokerbench.core.result.ExampleMachine;
import io.brokerbench.core.result.Machine;
import io.brokerbench.core.result.Machine.AffectedSide;
import io.brokerbench.core.result.Machine.Cause;
import io.brokerbench.core.result.Machine.Finding;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is found of a machine with two cores over ten seconds. */
class DisturbanceTest {

  private static final long MB = 1_000_000;

  @Test
  void aQuietMachineDisturbsNothing() {
    assertThat(causes(new ExampleMachine())).isEmpty();
  }

  @Test
  void aMachineOfWhichNothingIsKnownIsNotAccused() {
    assertThat(find(ExampleMachine.unknown())).isEmpty();
  }

  @Test
  void aBrokerThatUsesAllCoresAloneWaitsForItself() {
    ExampleMachine saturated =
        new ExampleMachine().others(0.04).own(1.95).broker(0.7, 4.1).generator(0.45, 0.3);

    assertThat(causes(saturated.stalled(0.95, 0, 0))).isEmpty();
  }

  @Test
  void theSameWithTheUsualBackgroundOfAMachineIsNotDisturbedEither() {
    ExampleMachine saturated =
        new ExampleMachine().others(0.15).own(1.85).broker(0.7, 4.1).generator(0.45, 0.3);

    assertThat(causes(saturated)).isEmpty();
  }

  @Test
  void busyLoopsThatLeaveTheBrokerATenthOfACoreAreTheCause() {
    ExampleMachine starved = new ExampleMachine().others(1.8).own(0.2).broker(0.62, 0.3);

    assertThat(find(starved.build()))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.cause()).isEqualTo(Cause.CPU);
              assertThat(finding.waited()).isEqualTo(AffectedSide.BROKER);
              assertThat(finding.share()).isBetween(0.5, 0.6);
              assertThat(finding.limit()).isEqualTo(Disturbance.CPU_LIMIT);
              assertThat(finding.text())
                  .isEqualTo(
                      "other processes took 1.8 of 2 cores: the broker waited 62 % of the time"
                          + " for a CPU");
            });
  }

  @Test
  void whatOthersTookIsSaidOnceWhereBothWaited() {
    ExampleMachine starved =
        new ExampleMachine().others(1.8).own(0.2).broker(0.62, 0.3).generator(0.3, 0.1);

    assertThat(find(starved.build()))
        .extracting(Finding::text)
        .containsExactly(
            "other processes took 1.8 of 2 cores: the broker waited 62 % of the time for a CPU",
            "the generator waited 30 % of the time for a CPU");
  }

  @Test
  void busyLoopsThatStarveTheGeneratorAreTheCauseToo() {
    ExampleMachine starved = new ExampleMachine().others(1.8).own(0.2).generator(0.3, 0.1);

    assertThat(find(starved.build()))
        .singleElement()
        .extracting(Finding::waited)
        .isEqualTo(AffectedSide.GENERATOR);
  }

  @Test
  void otherWorkThatTheBrokerDoesNotWaitForIsNoCause() {
    assertThat(causes(new ExampleMachine().others(1.0).own(0.9).broker(0.04, 0.02))).isEmpty();
  }

  @Test
  void aMachineWithFreeCoresMakesNobodyWait() {
    assertThat(causes(new ExampleMachine().others(0.4).own(0.3).broker(0.5, 0.2))).isEmpty();
  }

  @Test
  void waitsOfAFewMillisecondsAreTooFewToTakeAShareOf() {
    assertThat(causes(new ExampleMachine().others(1.8).own(0.01).broker(0.7, 0.005))).isEmpty();
  }

  @Test
  void cpuThatTheHypervisorGivesToOthersIsACauseOfItsOwn() {
    assertThat(causes(new ExampleMachine().steal(0.09))).isEmpty();
    assertThat(causes(new ExampleMachine().steal(0.3))).containsExactly(Cause.STEAL);
  }

  @Test
  void aWriterThatKeepsTheDiskBusyBesideTheBrokerIsTheCause() {
    ExampleMachine disk =
        new ExampleMachine().stalled(0, 0.8, 0).diskBytes(20 * MB, 900 * MB, 950 * MB);

    assertThat(causes(disk)).containsExactly(Cause.DISK);
  }

  @Test
  void aBrokerThatSyncsAloneOnItsDiskIsNotDisturbedByTheJournalOfTheFileSystem() {
    ExampleMachine disk =
        new ExampleMachine().stalled(0, 0.9, 0).diskBytes(40 * MB, 2 * MB, 300 * MB);

    assertThat(causes(disk)).isEmpty();
  }

  @Test
  void aBrokerThatHasNoUseForTheDiskIsNotDisturbedByItsWriters() {
    ExampleMachine disk =
        new ExampleMachine().stalled(0, 0.9, 0).diskBytes(10_000, 900 * MB, 950 * MB);

    assertThat(causes(disk)).isEmpty();
  }

  @Test
  void theBrokersOwnControlGroupDecidesWhetherItWaitedForTheDisk() {
    ExampleMachine disk =
        new ExampleMachine().stalled(0, 0.9, 0).diskBytes(20 * MB, 900 * MB, 950 * MB);

    assertThat(causes(disk.brokerStalledForDisk(0.02))).isEmpty();
    assertThat(causes(disk.brokerStalledForDisk(0.5))).containsExactly(Cause.DISK);
  }

  @Test
  void memoryThatOthersHoldIsTheCauseAndThatOfTheBrokerIsNot() {
    ExampleMachine pressed = new ExampleMachine().stalled(0, 0, 0.2);

    assertThat(causes(pressed.memory(500 * MB, 7_000 * MB))).containsExactly(Cause.MEMORY);
    assertThat(causes(pressed.memory(6_000 * MB, 1_500 * MB))).isEmpty();
  }

  /** Beside the broker's machine, a small one that coordinates agents on others. */
  @Test
  void whatHappensToAMachineDisturbsThoseThatUseIt() {
    Machine machine =
        new ExampleMachine().steal(0.3).stalled(0, 0, 0.2).memory(500 * MB, 7_000 * MB).build();

    assertThat(Disturbance.of(machine, Optional.empty())).isEmpty();
    assertThat(Disturbance.of(machine, Optional.of(AffectedSide.GENERATOR)))
        .extracting(Finding::cause, Finding::waited)
        .containsExactly(
            tuple(Cause.STEAL, AffectedSide.GENERATOR),
            tuple(Cause.MEMORY, AffectedSide.GENERATOR));
  }

  @Test
  void allCausesAreNamedTheProcessorsFirst() {
    ExampleMachine all =
        new ExampleMachine()
            .others(1.5)
            .own(0.2)
            .steal(0.3)
            .broker(0.6, 0.3)
            .stalled(0.9, 0.5, 0.1)
            .diskBytes(20 * MB, 900 * MB, 950 * MB)
            .memory(500 * MB, 7_000 * MB);

    assertThat(causes(all)).containsExactly(Cause.STEAL, Cause.CPU, Cause.DISK, Cause.MEMORY);
  }

  private static List<Cause> causes(ExampleMachine example) {
    Machine machine = example.build();
    return find(machine).stream().map(Finding::cause).toList();
  }

  /** On a machine that carries broker and load. */
  private static List<Finding> find(Machine machine) {
    return Disturbance.of(machine, Optional.of(AffectedSide.BOTH));
  }
}
