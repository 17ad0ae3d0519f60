package io.brokerbench.experiment.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.engine.stage.IntervalLatency;
import io.brokerbench.core.engine.stage.Phase;
import io.brokerbench.core.engine.stage.Progress;
import io.brokerbench.core.engine.stage.RunTotals;
import io.brokerbench.core.figure.ContractCount;
import io.brokerbench.core.figure.GuardGrade;
import io.brokerbench.core.result.ExampleMachine;
import io.brokerbench.core.result.ExampleResult;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Throughput;
import io.brokerbench.core.result.Verdict;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.telemetry.NetworkLink;
import io.brokerbench.experiment.search.StepVerdict.StepOutcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example: 10 000 msg/s on two cores, broker at 61 % of one, p99 about 2.4 ms. */
class StepJudgeTest {

  private static final StepRequest REQUEST = new StepRequest(3, StepKind.PROBE, 10_000);

  @TempDir Path interfaces;

  private static SearchStep judge(SustainProfile profile, RunResult result) {
    return new StepJudge(profile, 2).judge(REQUEST, result, new OverloadWatch(10_000, 1), false);
  }

  private static StepOutcome outcome(SustainProfile profile, RunResult result) {
    return judge(profile, result).verdict().outcome();
  }

  private static Messages lost(long count) {
    return new Messages(
        120_000, 120_000, 120_000, 120_000, 120_000 - count, count, 0, 0, 0, List.of());
  }

  @Test
  void aRateThatIsKeptIsSustainedByEitherProfile() {
    RunResult fine = new ExampleResult().build();

    assertThat(outcome(SustainProfile.REPORT, fine)).isEqualTo(StepOutcome.SUSTAINED);
    assertThat(outcome(SustainProfile.SUCCESSOR, fine)).isEqualTo(StepOutcome.SUSTAINED);
  }

  @Test
  void whatWasMeasuredStandsInTheStep() {
    SearchStep step = judge(SustainProfile.REPORT, new ExampleResult().build());

    assertThat(step.number()).isEqualTo(3);
    assertThat(step.figures().receivedPerSecond()).isEqualTo(9_998.4);
    assertThat(step.figures().backlogHighWaterMark()).isEqualTo(41);
    assertThat(step.figures().brokerCpuPercentOfCore()).hasValue(61);
    assertThat(step.figures().brokerCpuPercentOfSystem()).hasValue(30.5);
    assertThat(step.limitGuessPerSecond().orElseThrow()).isEqualTo(10_000 / 0.305);
  }

  @Test
  void oneMessageLostIsTooMuchUnlessTheUserAllowsIt() {
    RunResult lossy = new ExampleResult().qos(Qos.AT_MOST_ONCE).messages(lost(60)).build();

    assertThat(outcome(SustainProfile.REPORT, lossy)).isEqualTo(StepOutcome.BROKER_LIMITED);
    assertThat(outcome(SustainProfile.REPORT.withMostLostPercent(0.05), lossy))
        .isEqualTo(StepOutcome.SUSTAINED);
    assertThat(outcome(SustainProfile.REPORT.withMostLostPercent(0.04), lossy))
        .isEqualTo(StepOutcome.BROKER_LIMITED);
    RunResult aTwentieth =
        new ExampleResult()
            .qos(Qos.AT_MOST_ONCE)
            .messages(lost(6_000))
            .throughput(new Throughput(10_000, 10_000, 9_500))
            .build();
    assertThat(outcome(SustainProfile.REPORT.withMostLostPercent(5), aTwentieth))
        .as("more than may be under way at the end of a window")
        .isEqualTo(StepOutcome.SUSTAINED);
    RunResult broken = new ExampleResult().qos(Qos.AT_LEAST_ONCE).messages(lost(60)).build();
    assertThat(outcome(SustainProfile.REPORT, broken)).isEqualTo(StepOutcome.CONTRACT_BROKEN);
  }

  @Test
  void duplicatesBreakTheContractOfQos2() {
    Messages twice = new Messages(9, 9, 9, 9, 9, 0, 1, 0, 0, List.of());

    assertThat(
            outcome(
                SustainProfile.REPORT,
                new ExampleResult().qos(Qos.EXACTLY_ONCE).messages(twice).build()))
        .isEqualTo(StepOutcome.CONTRACT_BROKEN);
    assertThat(
            outcome(
                SustainProfile.REPORT,
                new ExampleResult().qos(Qos.AT_LEAST_ONCE).messages(twice).build()))
        .isEqualTo(StepOutcome.SUSTAINED);
  }

  @Test
  void eachLatencyHasItsLimit() {
    RunResult fine = new ExampleResult().build();
    SustainProfile report = SustainProfile.REPORT;

    assertThat(judge(report.withP99Below(Duration.ofMillis(1)), fine).verdict())
        .satisfies(verdict -> assertThat(verdict.outcome()).isEqualTo(StepOutcome.LATENCY))
        .satisfies(verdict -> assertThat(verdict.reason()).contains("p99", "limit 1.0 ms"));
    assertThat(outcome(report.withP50Below(Duration.ofNanos(100_000)), fine))
        .isEqualTo(StepOutcome.LATENCY);
    assertThat(outcome(report.withMeanBelow(Duration.ofNanos(100_000)), fine))
        .isEqualTo(StepOutcome.LATENCY);
    assertThat(outcome(report.withP99Below(Duration.ofMillis(500)), fine))
        .isEqualTo(StepOutcome.SUSTAINED);
  }

  @Test
  void cpuIsJudgedInPercentOfWhatTheBrokerCanUse() {
    RunResult fine = new ExampleResult().build();
    SustainProfile limited = SustainProfile.REPORT.withCpuBelowPercent(50);

    assertThat(outcome(limited, fine)).isEqualTo(StepOutcome.SUSTAINED);
    SearchStep onOneCore =
        new StepJudge(limited, 1).judge(REQUEST, fine, new OverloadWatch(10_000, 1), false);
    assertThat(onOneCore.verdict().outcome()).isEqualTo(StepOutcome.BROKER_CPU);
    assertThat(onOneCore.limitGuessPerSecond().orElseThrow()).isEqualTo(10_000 * 50 / 61.0);
  }

  @Test
  void aLimitOfTheCpuIsRefusedWhereTheCpuIsNotKnown() {
    RunResult remote = new ExampleResult().withoutBrokerUsage().build();
    assertThatThrownBy(() -> judge(SustainProfile.SUCCESSOR, remote))
        .isInstanceOf(DefinitionException.class)
        .hasMessage(
            "cpuBelow 85.0: only where the CPU of the broker is known, which of one by address"
                + " takes ?pid=");
  }

  @Test
  void theGeneratorIsAskedBeforeAllLateness() {
    SustainProfile strict = SustainProfile.REPORT.withP99Below(Duration.ofNanos(1));
    ExampleResult late = new ExampleResult().unhealthy();

    assertThat(outcome(strict, late.build())).isEqualTo(StepOutcome.GENERATOR_LIMITED);
    assertThat(outcome(strict, late.qos(Qos.AT_LEAST_ONCE).messages(lost(7)).build()))
        .isEqualTo(StepOutcome.CONTRACT_BROKEN);
  }

  @Test
  void aStepThatReceivedLessThanItWasOwedIsNotSustained() {
    RunResult behind =
        new ExampleResult().throughput(new Throughput(10_000, 10_000, 7_375)).build();
    RunResult pausedAtTheEnd =
        new ExampleResult().throughput(new Throughput(10_000, 10_000, 9_750)).build();

    assertThat(judge(SustainProfile.REPORT, behind).verdict().reason())
        .startsWith("7\u202f375 msg/s delivered of 10\u202f000 offered");
    assertThat(outcome(SustainProfile.REPORT, behind)).isEqualTo(StepOutcome.BROKER_LIMITED);
    assertThat(outcome(SustainProfile.REPORT, pausedAtTheEnd)).isEqualTo(StepOutcome.SUSTAINED);
  }

  @Test
  void latenessOnAMachineThatOtherWorkHoldsUpIsDisturbedAndABrokenContractIsNot() {
    ExampleResult busy = new ExampleResult().machine(ExampleMachine.busy());
    SustainProfile strict = SustainProfile.REPORT.withP99Below(Duration.ofMillis(1));

    assertThat(outcome(SustainProfile.REPORT, busy.build())).isEqualTo(StepOutcome.SUSTAINED);
    assertThat(judge(strict, busy.build()).verdict().reason())
        .startsWith("other processes took 1.6 of 2 cores")
        .contains("p99");
    assertThat(outcome(strict, busy.build())).isEqualTo(StepOutcome.DISTURBED);
    busy.throughput(new Throughput(10_000, 10_000, 7_375));
    assertThat(outcome(SustainProfile.REPORT, busy.build())).isEqualTo(StepOutcome.DISTURBED);
    busy.qos(Qos.AT_LEAST_ONCE).messages(lost(7));
    assertThat(outcome(SustainProfile.REPORT, busy.build())).isEqualTo(StepOutcome.CONTRACT_BROKEN);
  }

  @Test
  void theBrokerIsTheLimitOnlyByEvidence() {
    ExampleResult behind = new ExampleResult().throughput(new Throughput(10_000, 10_000, 7_375));

    assertThat(judge(SustainProfile.REPORT, behind.build()).verdict().evidence())
        .hasValue("no other work on the machine held it up");
    RunResult unknown = behind.machine(ExampleMachine.unknown()).build();
    assertThat(judge(SustainProfile.REPORT, unknown).verdict().evidence()).isEmpty();
    assertThat(judge(SustainProfile.REPORT, behind.withoutMachine().build()).verdict().evidence())
        .isEmpty();
  }

  /** Other work is known of the tool's machine, and the broker may be on another one. */
  @Test
  void aMachineWhoseBrokerIsNotSeenShowsNothingOfIt() {
    RunResult remote =
        new ExampleResult()
            .throughput(new Throughput(10_000, 10_000, 7_375))
            .withoutBrokerUsage()
            .build();

    StepVerdict verdict = judge(SustainProfile.REPORT, remote).verdict();
    assertThat(verdict.outcome()).isEqualTo(StepOutcome.BROKER_LIMITED);
    assertThat(verdict.evidence()).isEmpty();
  }

  /** Its run had no steady state, and says what the generator did in some milliseconds. */
  @Test
  void ofAStepThatWasCutInTheWarmUpNothingIsKnownOfGeneratorAndMachine() {
    OverloadWatch watch = new OverloadWatch(10_000, 1);
    for (int look = 0; look <= 50 && watch.stoppedAfter().isEmpty(); look++) {
      watch.sees(at(Phase.WARM_UP, Duration.ofMillis(200L * look), 100, look * 2_000L));
    }
    assertThat(watch.stoppedInWarmUp()).isTrue();
    RunResult cut =
        new ExampleResult()
            .unhealthy()
            .machine(ExampleMachine.busy())
            .verdict(Verdict.Status.DISTURBED, false, "of some milliseconds")
            .build();

    StepVerdict verdict =
        new StepJudge(SustainProfile.REPORT, 2).judge(REQUEST, cut, watch, false).verdict();

    assertThat(verdict.outcome()).isEqualTo(StepOutcome.BROKER_LIMITED);
    assertThat(verdict.evidence()).isEmpty();
  }

  @Test
  void whatCouldNotBeSentWasTheBrokersFault() {
    Messages unsent =
        new Messages(120_000, 110_000, 110_000, 110_000, 110_000, 0, 0, 0, 0, List.of());

    assertThat(outcome(SustainProfile.REPORT, new ExampleResult().messages(unsent).build()))
        .isEqualTo(StepOutcome.BROKER_LIMITED);
  }

  @Test
  void aFullLinkIsNotTheBrokersFault() {
    Path folder = interfaces.resolve("eth0/statistics");
    OverloadWatch watch =
        new OverloadWatch(
            10_000, 1, Optional.of(new NetworkLink("eth0", 1_000, folder.getParent())));
    for (int second = 0; second < 3; second++) {
      write(folder, "rx_bytes", second * 10L);
      write(folder, "tx_bytes", second * 950L);
      watch.sees(steady(second));
    }
    RunResult fine = new ExampleResult().build();
    SustainProfile strict = SustainProfile.REPORT.withP99Below(Duration.ofNanos(1));

    StepVerdict verdict = new StepJudge(strict, 2).judge(REQUEST, fine, watch, false).verdict();

    assertThat(verdict.outcome()).isEqualTo(StepOutcome.NETWORK_LIMITED);
    assertThat(verdict.reason()).isEqualTo("the link to the broker was 95 % full");
    assertThat(
            new StepJudge(SustainProfile.REPORT, 2).judge(REQUEST, fine, watch, false).sustained())
        .isTrue();
  }

  private static void write(Path folder, String file, long bytes) {
    try {
      Files.createDirectories(folder);
      Files.writeString(folder.resolve(file), Long.toString(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Progress steady(int second) {
    return at(Phase.STEADY, Duration.ofSeconds(second), 10_000, 12);
  }

  private static Progress at(Phase phase, Duration elapsed, double received, long backlog) {
    return new Progress(
        phase,
        elapsed,
        Duration.ofSeconds(5),
        10,
        10,
        10_000,
        received,
        backlog,
        1_000_000,
        OptionalDouble.empty(),
        0.2,
        OptionalDouble.empty(),
        RunTotals.NONE,
        IntervalLatency.NONE);
  }

  @Test
  void aRunThatBrokeOffFailedAndOneThatWasStoppedSaysNothing() {
    RunResult broken =
        new ExampleResult().verdict(Verdict.Status.FAILED, false, "a connection broke").build();
    RunResult stopped = new ExampleResult().verdict(Verdict.Status.OK, false, "stopped").build();

    assertThat(judge(SustainProfile.REPORT, broken).verdict().reason())
        .isEqualTo("a connection broke");
    assertThat(outcome(SustainProfile.REPORT, broken)).isEqualTo(StepOutcome.FAILED);
    assertThat(
            new StepJudge(SustainProfile.REPORT, 2)
                .judge(REQUEST, stopped, new OverloadWatch(10_000, 1), true)
                .verdict()
                .outcome())
        .isEqualTo(StepOutcome.INTERRUPTED);
  }

  /** Else a broker that loses messages only where it is overloaded would pass by its rate. */
  @Test
  void aStepSaysHowItsRunKeptThePromisesAboutMessages() {
    ExampleResult lossy =
        new ExampleResult()
            .messages(lost(60))
            .verdict(Verdict.Status.CONTRACT_BROKEN, true, "lost");
    ContractCount loss = new ContractCount("messages.lost", GuardGrade.LOSS, 60, 120_000);

    assertThat(judge(SustainProfile.REPORT, lossy.build()).contract().orElseThrow())
        .contains(loss)
        .allMatch(each -> each.grade() != GuardGrade.PACE);
    ExampleResult cut = lossy.verdict(Verdict.Status.CONTRACT_BROKEN, false, "lost");
    assertThat(judge(SustainProfile.REPORT, cut.build()).contract())
        .as("what it did not break it may have broken later")
        .contains(List.of(loss));
    ExampleResult brokeOff = lossy.verdict(Verdict.Status.FAILED, false, "ended");
    assertThat(judge(SustainProfile.REPORT, brokeOff.build()).contract()).isEmpty();
  }
}
