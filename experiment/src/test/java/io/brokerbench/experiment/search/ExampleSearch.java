package io.brokerbench.experiment.search;

import io.brokerbench.core.figure.ContractCount;
import io.brokerbench.core.figure.GuardGrade;
import io.brokerbench.core.result.ExampleResult;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.experiment.search.SearchFindings.LimitedBy;
import io.brokerbench.experiment.search.StepVerdict.StepOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Searches with made-up figures. */
public final class ExampleSearch {

  private ExampleSearch() {}

  /** One that found a rate. */
  public static SearchResult found() {
    List<SearchStep> steps =
        List.of(
            step(1, StepKind.PROBE, 8_000, 8_000, StepVerdict.sustained()),
            step(2, StepKind.PROBE, 16_000, 16_000, StepVerdict.sustained()),
            overloaded(3, 32_000),
            step(4, StepKind.CONFIRM, 16_900, 16_900, StepVerdict.sustained()));
    return result(
        new SearchFindings(
            true,
            OptionalDouble.of(16_900),
            1,
            Optional.empty(),
            Optional.of(new RateInterval(16_900, OptionalDouble.of(17_200))),
            LimitedBy.BROKER,
            "17\u202f102 msg/s delivered of 32\u202f000 offered, the backlog at 149\u202f000",
            steps));
  }

  /** One in which the generator was the limit. */
  public static SearchResult limitedByTheGenerator() {
    return result(
        new SearchFindings(
            true,
            OptionalDouble.of(8_000),
            1,
            Optional.empty(),
            Optional.of(new RateInterval(8_000, OptionalDouble.of(9_000))),
            LimitedBy.GENERATOR,
            "the send loop was late",
            List.of(
                step(1, StepKind.PROBE, 8_000, 8_000, StepVerdict.sustained()),
                step(
                    2,
                    StepKind.PROBE,
                    9_000,
                    8_500,
                    StepVerdict.of(StepOutcome.GENERATOR_LIMITED, "the send loop was late")))));
  }

  /** One that ended after its steps: unconfirmed, with a broker that had CPU to spare. */
  public static SearchResult unconfirmed() {
    return result(
        new SearchFindings(
            false,
            OptionalDouble.of(8_000),
            0,
            Optional.of("the search ended after 2 steps, with 0 of 1 confirmations"),
            Optional.of(new RateInterval(8_000, OptionalDouble.of(16_000))),
            LimitedBy.UNKNOWN,
            "11\u202f800 msg/s delivered of 16\u202f000 offered",
            List.of(
                step(1, StepKind.PROBE, 8_000, 8_000, StepVerdict.sustained()),
                step(
                    2,
                    StepKind.PROBE,
                    16_000,
                    11_800,
                    StepVerdict.of(
                        StepOutcome.BROKER_LIMITED,
                        "11\u202f800 msg/s delivered of 16\u202f000 offered")))));
  }

  /** One that other work on the machine disturbed again and again. */
  public static SearchResult disturbed() {
    StepVerdict late = StepVerdict.of(StepOutcome.DISTURBED, "other processes took 1.9 of 2 cores");
    return result(
        new SearchFindings(
            false,
            OptionalDouble.of(8_000),
            0,
            Optional.of("other work on the machine disturbed the search"),
            Optional.of(new RateInterval(8_000, OptionalDouble.empty())),
            LimitedBy.DISTURBED,
            late.reason(),
            List.of(
                step(1, StepKind.PROBE, 8_000, 8_000, StepVerdict.sustained()),
                step(2, StepKind.PROBE, 16_000, 11_800, late))));
  }

  /** One that found nothing. */
  public static SearchResult nothing() {
    return result(
        new SearchFindings(
            true,
            OptionalDouble.empty(),
            0,
            Optional.empty(),
            Optional.empty(),
            LimitedBy.BROKER,
            "nothing delivered",
            List.of(
                step(
                    1,
                    StepKind.PROBE,
                    8_000,
                    0,
                    StepVerdict.of(StepOutcome.BROKER_LIMITED, "nothing delivered")))));
  }

  /** One that found a rate, and each step of which lost so many messages. */
  public static SearchResult losing(long messages) {
    ContractCount lost = new ContractCount("messages.lost", GuardGrade.LOSS, messages, 1_000);
    return found()
        .withSteps(
            found().steps().stream()
                .map(
                    step ->
                        new SearchStep(
                            step.number(),
                            step.kind(),
                            step.offeredPerSecond(),
                            step.figures(),
                            step.verdict(),
                            step.limitGuessPerSecond(),
                            step.run(),
                            Optional.of(List.of(lost))))
                .toList());
  }

  private static SearchResult result(SearchFindings findings) {
    RunResult run = new ExampleResult().build();
    return SearchResult.of(
        run.scenario(),
        Instant.parse("2026-11-21T10:02:11.123456Z"),
        run,
        new SearchResult.Question(
            SustainProfile.REPORT.withP99Below(Duration.ofMillis(5)), SearchPlan.from(8_000)),
        findings,
        findings.steps());
  }

  private static SearchStep overloaded(int number, double rate) {
    return step(
        number,
        StepKind.PROBE,
        rate,
        17_102,
        new StepVerdict(
            StepOutcome.BROKER_LIMITED,
            "17\u202f102 msg/s delivered of 32\u202f000 offered, the backlog at 149\u202f000",
            Optional.of(Duration.ofSeconds(3))));
  }

  private static SearchStep step(
      int number, StepKind kind, double rate, double carried, StepVerdict verdict) {
    boolean sustained = verdict.outcome() == StepOutcome.SUSTAINED;
    return new SearchStep(
        number,
        kind,
        rate,
        new StepFigures(
            kind == StepKind.CONFIRM ? 10 : 5,
            rate,
            carried,
            carried,
            1.1e6,
            900_000,
            sustained ? 1_900_000 : 2_100_000_000L,
            sustained ? 22 : 149_000,
            OptionalDouble.of(rate / 170),
            OptionalDouble.of(rate / 340),
            31),
        verdict,
        sustained ? OptionalDouble.empty() : OptionalDouble.of(carried),
        Optional.of("step-%02d.json".formatted(number)));
  }
}
