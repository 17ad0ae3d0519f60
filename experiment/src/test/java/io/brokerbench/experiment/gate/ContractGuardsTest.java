package io.brokerbench.experiment.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.brokerbench.core.figure.ContractCount;
import io.brokerbench.core.figure.GuardGrade;
import io.brokerbench.experiment.metric.ContractRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ContractGuardsTest {

  private static final long OWED = 10_000;

  /** Eight runs that break a contract so often each. */
  private static List<ContractRun> runs(String figure, GuardGrade grade, long... counts) {
    return IntStream.range(0, counts.length)
        .mapToObj(
            i ->
                new ContractRun(
                    "run-" + i,
                    false,
                    false,
                    List.of(new ContractCount(figure, grade, counts[i], OWED))))
        .toList();
  }

  private static List<ContractRun> lost(long... counts) {
    return runs("messages.lost", GuardGrade.LOSS, counts);
  }

  private static List<ContractRun> duplicated(long... counts) {
    return runs("messages.duplicated", GuardGrade.CONTRACT, counts);
  }

  private static List<ContractRun> reordered(long... counts) {
    return runs("messages.reordered", GuardGrade.PACE, counts);
  }

  private static List<ContractRun> refused(long... counts) {
    return runs("connections.refused", GuardGrade.CONTRACT, counts);
  }

  private static GuardFinding gravest(List<ContractRun> baseline, List<ContractRun> candidate) {
    return ContractGuards.judge(baseline, candidate, 1).get(0);
  }

  private static long[] each(int runs, long count) {
    return LongStream.generate(() -> count).limit(runs).toArray();
  }

  @Test
  void duplicatesInEveryRunAreARegressionAndTheChanceIsFishers() {
    GuardFinding finding = gravest(duplicated(each(6, 0)), duplicated(each(6, 5_000)));

    assertThat(finding.decision()).isEqualTo(Decision.REGRESSED);
    assertThat(finding.reason())
        .isEqualTo(
            "the candidate delivered 30\u202f000 messages twice in 6 of 6 runs, the baseline in"
                + " none");
    // One of the 924 ways to choose 6 runs of 12: SciPy's fisher_exact, alternative="greater".
    assertThat(finding.chance().orElseThrow()).isCloseTo(1 / 924.0, within(1e-12));
    assertThat(finding.candidate().named()).contains("run-0").hasSize(6);
  }

  @Test
  void oneLostAcknowledgedMessageIsNoProofButKeepsFromPassing() {
    GuardFinding finding = gravest(lost(each(20, 0)), lost(plus(each(19, 0), 1)));

    assertThat(finding.decision()).isEqualTo(Decision.INCONCLUSIVE);
    assertThat(finding.reason())
        .isEqualTo(
            "the candidate lost 1 acknowledged message in 1 of 20 runs, the baseline in none");
  }

  @Test
  void soItIsWhereTheBaselineLostAsManyOrMore() {
    GuardFinding finding = gravest(lost(each(6, 9)), lost(plus(each(5, 0), 1)));

    assertThat(finding.decision()).isEqualTo(Decision.INCONCLUSIVE);
    assertThat(finding.reason())
        .isEqualTo(
            "the candidate lost 1 acknowledged message in 1 of 6 runs, the baseline 54 in 6 of 6");
  }

  @Test
  void aLossOfTheBaselineAloneIsNoFaultOfTheCandidate() {
    GuardFinding finding = gravest(lost(each(6, 9)), lost(each(6, 0)));

    assertThat(finding.decision()).isEqualTo(Decision.PASS);
    assertThat(finding.chance()).isEmpty();
    assertThat(finding.reason())
        .isEqualTo(
            "the baseline lost 54 acknowledged messages in 6 of 6 runs, the candidate in none");
  }

  @Test
  void theFirstRunThatOnlyTheCandidateBreaksKeepsFromPassingAndRareEventsOfBothDoNot() {
    assertThat(gravest(duplicated(each(20, 0)), duplicated(plus(each(19, 0), 3))).decision())
        .isEqualTo(Decision.INCONCLUSIVE);
    assertThat(
            gravest(duplicated(plus(each(19, 0), 1)), duplicated(plus(each(18, 0), 3, 2)))
                .decision())
        .isEqualTo(Decision.PASS);
  }

  @Test
  void whatABusyMachineCanCauseKeepsFromPassingOnlyWhereItIsHardlyChance() {
    assertThat(gravest(reordered(each(20, 0)), reordered(plus(each(18, 0), 3, 2))).decision())
        .isEqualTo(Decision.PASS);
    assertThat(
            gravest(reordered(each(20, 0)), reordered(plus(each(15, 0), 3, 2, 1, 1, 4))).decision())
        .as("a chance of 2.4 %")
        .isEqualTo(Decision.INCONCLUSIVE);
    assertThat(
            gravest(reordered(each(20, 0)), reordered(plus(each(13, 0), 3, 2, 1, 1, 4, 1, 2)))
                .decision())
        .as("a chance of 0.4 %")
        .isEqualTo(Decision.REGRESSED);
  }

  @Test
  void whereBothBreakItInEveryRunTheSharesDecide() {
    GuardFinding more = gravest(refused(1, 2, 1, 3, 1, 2), refused(each(6, 1_000)));
    assertThat(more.decision()).isEqualTo(Decision.REGRESSED);
    assertThat(more.chance().orElseThrow()).isCloseTo(2 / 924.0, within(1e-12));

    assertThat(gravest(refused(1, 2, 1, 3, 1, 2), refused(2, 1, 1, 2, 3, 1)).decision())
        .isEqualTo(Decision.PASS);
  }

  @Test
  void moreRunsThatBreakItAreFoundWhereTheBaselineBreaksItOnce() {
    long[] half = LongStream.range(0, 20).map(i -> i % 2).toArray();

    assertThat(gravest(refused(plus(each(19, 0), 1)), refused(half)).decision())
        .isEqualTo(Decision.REGRESSED);
  }

  @Test
  void runsThatBreakOffOrFallBehindAreEvents() {
    List<ContractRun> steady = events(8, 0, 0);

    GuardFinding brokeOff = gravest(steady, events(8, 8, 0));
    assertThat(brokeOff.guard()).isEqualTo("run.brokeOff");
    assertThat(brokeOff.decision()).isEqualTo(Decision.REGRESSED);
    assertThat(brokeOff.reason())
        .isEqualTo("the candidate broke off in 8 of 8 runs, the baseline in none");

    GuardFinding fellBehind = gravest(steady, events(8, 0, 8));
    assertThat(fellBehind.guard()).isEqualTo("run.fellBehind");
    assertThat(fellBehind.decision()).isEqualTo(Decision.REGRESSED);

    assertThat(gravest(steady, events(8, 1, 0)).decision()).isEqualTo(Decision.INCONCLUSIVE);
    assertThat(gravest(steady, events(8, 0, 1)).decision()).isEqualTo(Decision.PASS);
    assertThat(gravest(events(8, 0, 8), events(8, 0, 8)).decision()).isEqualTo(Decision.PASS);
  }

  /** A machine that is busy for the baseline must not keep a broken promise from being shown. */
  @Test
  void keptPromisesOfLateRunsCountAgainstBrokenOnes() {
    List<ContractRun> late = duplicated(0, 0, 0, 0, 0, 0).stream().map(this::late).toList();

    GuardFinding found = gravest(late, duplicated(3, 1, 2, 9, 1, 1));
    assertThat(found.guard()).isEqualTo("messages.duplicated");
    assertThat(found.decision()).isEqualTo(Decision.REGRESSED);
    assertThat(found.reason()).endsWith("in 6 of 6 runs, the baseline in none");
    assertThat(ContractGuards.judge(late, late, 1))
        .filteredOn(each -> each.guard().equals(ContractGuards.FELL_BEHIND))
        .singleElement()
        .extracting(each -> each.candidate().runs())
        .isEqualTo(0);
  }

  private ContractRun late(ContractRun run) {
    return new ContractRun(run.run(), false, Optional.empty(), run.counts(), Optional.empty());
  }

  private static List<ContractRun> events(int runs, int brokeOff, int fellBehind) {
    return IntStream.range(0, runs)
        .mapToObj(i -> new ContractRun("run-" + i, i < brokeOff, i < fellBehind, List.of()))
        .toList();
  }

  @Test
  void contractsThatNoRunBrokeAreListedAndTakeNothingFromTheOthers() {
    List<GuardFinding> findings =
        ContractGuards.judge(duplicated(each(6, 0)), duplicated(each(6, 1)), 1);

    assertThat(findings)
        .extracting(GuardFinding::guard)
        .containsExactly("messages.duplicated", "run.brokeOff", "run.fellBehind");
    assertThat(findings.get(1).isNoted()).isFalse();
    assertThat(findings.get(0).chance().orElseThrow()).isCloseTo(1 / 924.0, within(1e-12));
  }

  @Test
  void aLossLeadsEvenWhereAnotherContractIsShownToBeBroken() {
    List<ContractRun> candidate = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      candidate.add(both("c-" + i, i == 0 ? 1 : 0, 10));
    }
    List<ContractRun> baseline = IntStream.range(0, 6).mapToObj(i -> both("b-" + i, 0, 0)).toList();

    assertThat(ContractGuards.judge(baseline, candidate, 1))
        .extracting(GuardFinding::guard)
        .startsWith("messages.lost", "messages.duplicated");
  }

  private static ContractRun both(String name, long lost, long duplicated) {
    return new ContractRun(
        name,
        false,
        false,
        List.of(
            new ContractCount("messages.lost", GuardGrade.LOSS, lost, OWED),
            new ContractCount("messages.duplicated", GuardGrade.CONTRACT, duplicated, OWED)));
  }

  @Test
  void aBaselineWhoseContractsAreUnknownProvesNothing() {
    GuardFinding finding = gravest(List.of(), duplicated(each(6, 1)));

    assertThat(finding.decision()).isEqualTo(Decision.INCONCLUSIVE);
    assertThat(finding.reason())
        .isEqualTo(
            "the candidate delivered 6 messages twice in 6 of 6 runs, and nothing is known of the"
                + " baseline");
    assertThat(gravest(List.of(), reordered(each(6, 1))).decision()).isEqualTo(Decision.PASS);
    assertThat(ContractGuards.judge(lost(1), List.of(), 1)).isEmpty();
  }

  @Test
  void anEarlyLookMayUseOnlyItsPartOfTheErrorRate() {
    assertThat(ContractGuards.judge(lost(each(6, 0)), lost(each(6, 1)), 0.02).get(0).decision())
        .isEqualTo(Decision.INCONCLUSIVE);
    assertThat(ContractGuards.judge(lost(each(6, 0)), lost(each(6, 1)), 0).get(0).decision())
        .isEqualTo(Decision.INCONCLUSIVE);
  }

  private static long[] plus(long[] counts, long... more) {
    return LongStream.concat(LongStream.of(counts), LongStream.of(more)).toArray();
  }
}
