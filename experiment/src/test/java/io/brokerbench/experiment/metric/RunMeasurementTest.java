package io.brokerbench.experiment.metric;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.result.Backlog;
import io.brokerbench.core.result.ExampleMachine;
import io.brokerbench.core.result.ExampleResult;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.result.Verdict;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What a run is good for beside another one. */
class RunMeasurementTest {

  /** Of latencies of 0.61 ms; both have the same shape, so their means are as their medians. */
  @ParameterizedTest
  @CsvSource({"0.2, LATE", "0.21, INVALID"})
  void aGeneratorThatIsLateByLessThanAThirdOnAverageIsNoLimit(
      double pacing, RunMeasurement.Status status) {
    ExampleResult late =
        new ExampleResult().verdict(Verdict.Status.GENERATOR_LIMITED, true, "late").pacing(pacing);

    RunMeasurement measured = RunMeasurement.of(late.build(), "run.json");

    assertThat(measured.status()).isEqualTo(status);
    assertThat(measured.reason()).isEqualTo("late");
    assertThat(measured.values()).isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource({"OK, VALID", "DISTURBED, DISTURBED", "FAILED, FAILED", "CONTRACT_BROKEN, VALID"})
  void everyOtherVerdictHasItsOwn(Verdict.Status verdict, RunMeasurement.Status status) {
    assertThat(
            RunMeasurement.of(new ExampleResult().verdict(verdict, true, "why").build(), "")
                .status())
        .isEqualTo(status);
  }

  private static ExampleResult broken() {
    return new ExampleResult()
        .verdict(Verdict.Status.CONTRACT_BROKEN, true, "2 deliveries came twice");
  }

  /** Else two builds with a known breach would be compared by the generator's latencies. */
  @ParameterizedTest
  @CsvSource({"0.2, LATE", "0.21, INVALID"})
  void aBrokenContractDoesNotExcuseAGeneratorThatWasLate(
      double pacing, RunMeasurement.Status status) {
    ExampleResult late = broken().unhealthy().pacing(pacing);

    RunMeasurement measured = RunMeasurement.of(late.build(), "run.json");

    assertThat(measured.status()).isEqualTo(status);
    assertThat(measured.reason())
        .isEqualTo("the generator did not keep up; besides, 2 deliveries came twice");
  }

  @Test
  void aBrokenContractOnABusyMachineCountsWhereTheRunWasInTime() {
    assertThat(RunMeasurement.of(brokenOnABusyMachine().build(), "run.json").status())
        .isEqualTo(RunMeasurement.Status.VALID);
  }

  private static ExampleResult brokenOnABusyMachine() {
    return broken().machine(ExampleMachine.busy());
  }

  /** What makes a verdict BROKER_LIMITED where no contract is broken. */
  static Stream<ExampleResult> fallenBehind() {
    return Stream.of(
        brokenOnABusyMachine().backlog(new Backlog(40_000, 0, 40_000, true)),
        brokenOnABusyMachine().latencyScale(200),
        brokenOnABusyMachine().messages(new Messages(100, 98, 98, 98, 98, 0, 2, 0, 0, List.of())),
        brokenOnABusyMachine().messages(new Messages(100, 100, 98, 98, 98, 0, 2, 0, 0, List.of())),
        brokenOnABusyMachine()
            .messages(
                new Messages(100, 100, 100, 100, 98, 0, 2, 0, 0, List.of()).withUndelivered(2)));
  }

  @ParameterizedTest
  @MethodSource("fallenBehind")
  void aBrokenContractOnABusyMachineIsDisturbedWhereTheBrokerDidNotKeepUp(ExampleResult slow) {
    assertThat(RunMeasurement.of(slow.build(), "run.json").status())
        .isEqualTo(RunMeasurement.Status.DISTURBED);
  }

  @Test
  void aBrokerThatWasLateAfterAFaultKeptUp() {
    ExampleResult fault = brokenOnABusyMachine().latencyScale(200).failover();

    assertThat(RunMeasurement.of(fault.build(), "run.json").status())
        .isEqualTo(RunMeasurement.Status.VALID);
  }
}
