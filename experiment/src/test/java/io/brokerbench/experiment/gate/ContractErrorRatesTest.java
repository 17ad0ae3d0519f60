package io.brokerbench.experiment.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.figure.ContractCount;
import io.brokerbench.core.figure.GuardGrade;
import io.brokerbench.experiment.metric.ContractRun;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** How often guards err about equal brokers, which break their contracts now and then. */
class ContractErrorRatesTest {

  private static final long OWED = 10_000;
  private static final int EXPERIMENTS = 1_000;
  private static final double[] RATES = {0.01, 0.1, 0.3, 0.5, 0.9};
  private static final List<String> ONE = List.of("messages.reordered");
  private static final List<String> FOUR =
      List.of(
          "messages.reordered",
          "messages.duplicated",
          "messages.undelivered",
          "messages.unrecognised");

  @Test
  void equalBrokersAreRarelyCalledRegressedHoweverOftenTheyBreakTheirContracts() {
    for (double rate : RATES) {
      assertThat(share(Decision.REGRESSED, FOUR, GuardGrade.CONTRACT, rate))
          .as("rate %s", rate)
          .isLessThanOrEqualTo(0.05);
    }
  }

  /** Such as reordered messages, which some brokers have in each run. */
  @Test
  void whatABusyMachineCanCauseIsNearlyNeverARegressionOfEqualBrokers() {
    for (double rate : RATES) {
      assertThat(share(Decision.REGRESSED, FOUR, GuardGrade.PACE, rate))
          .as("rate %s", rate)
          .isLessThanOrEqualTo(ContractGuards.PACE_ALPHA);
    }
  }

  @Test
  void anEventThatBothHaveNowAndThenSeldomKeepsFromPassing() {
    for (double rate : RATES) {
      assertThat(share(Decision.PASS, ONE, GuardGrade.PACE, rate))
          .as("rate %s", rate)
          .isGreaterThanOrEqualTo(0.85);
    }
  }

  /** Of experiments with equal brokers of twelve runs each. */
  private static double share(
      Decision decision, List<String> guards, GuardGrade grade, double rate) {
    return LongStream.range(0, EXPERIMENTS)
            .filter(
                seed -> {
                  SplittableRandom random = new SplittableRandom(seed);
                  List<ContractRun> baseline = breaking(random, guards, grade, rate);
                  List<ContractRun> candidate = breaking(random, guards, grade, rate);
                  return ContractGuards.judge(baseline, candidate, 1).get(0).decision() == decision;
                })
            .count()
        / (double) EXPERIMENTS;
  }

  /** Each run breaks each contract with a chance of its own, in bursts of any size. */
  private static List<ContractRun> breaking(
      SplittableRandom random, List<String> guards, GuardGrade grade, double rate) {
    return IntStream.range(0, 12)
        .mapToObj(
            i ->
                new ContractRun(
                    "run-" + i,
                    false,
                    false,
                    guards.stream().map(guard -> burst(random, guard, grade, rate)).toList()))
        .toList();
  }

  private static ContractCount burst(
      SplittableRandom random, String figure, GuardGrade grade, double rate) {
    long count = random.nextDouble() < rate ? 1 + (long) Math.exp(8 * random.nextDouble()) : 0;
    return new ContractCount(figure, grade, count, OWED);
  }
}
