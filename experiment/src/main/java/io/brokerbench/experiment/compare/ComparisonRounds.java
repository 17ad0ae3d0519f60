package io.brokerbench.experiment.compare;

import io.brokerbench.core.base.Durations;
import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.statistics.AlphaSpending;
import io.brokerbench.experiment.bench.StopSwitch;
import io.brokerbench.experiment.gate.AbEnd;
import io.brokerbench.experiment.gate.AbFindings;
import io.brokerbench.experiment.gate.AbPlan;
import io.brokerbench.experiment.gate.AbRound;
import io.brokerbench.experiment.gate.ContractGuards;
import io.brokerbench.experiment.gate.Decision;
import io.brokerbench.experiment.gate.Gate;
import io.brokerbench.experiment.gate.GateVerdict;
import io.brokerbench.experiment.gate.RoundDesign;
import io.brokerbench.experiment.gate.Side;
import io.brokerbench.experiment.metric.RunMeasurement;
import io.brokerbench.experiment.metric.RunMeasurement.Status;
import io.brokerbench.experiment.metric.Tolerances;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Runs rounds of both sides until the answer is clear.
 *
 * <p>A round has a fresh broker of each side, and loads them in turns, slice by slice: ABBA or BAAB
 * by the seed, so that neither a slow drift of the machine nor an order favours a side. What a
 * round says of a side is the median of its slices, and a round is one repetition: a broker that is
 * started again differs from itself by more than one that runs on. After a fifth of the budget or
 * of the rounds, and then after each tenth, {@link Gate} judges all rounds so far at the level that
 * {@link AlphaSpending} allows; a figure that has passed stays so, and once the capacity has,
 * rounds no longer look for it. The experiment ends as soon as one figure has regressed or all have
 * passed.
 *
 * <p>A slice that other work disturbed is run again, a few times in a round; after that it counts
 * as it is. One in which the generator was late counts: a candidate that takes the generator's CPU
 * must not escape by that. Where the generator is the limit in half of the baseline's slices, the
 * load is too high for this machine, and that ends the experiment. A candidate that takes twice the
 * CPU can be the cause of that too, as it runs meanwhile. Then the experiment goes on, and only
 * that CPU and broken contracts show a regression, as latencies hold the generator's delay.
 *
 * <p>A stored baseline suffers nothing of what the machine does now. Beside one, only slices count
 * that nothing held up; where half of them are others, that ends the experiment.
 */
public final class ComparisonRounds {

  /** Failed runs of the baseline after which there is nothing to compare with. */
  static final int MOST_FAILED_OF_BASELINE = 2;

  /**
   * Failed runs of the candidate, and none of the baseline, that are not taken for chance any more.
   * If failures were as likely on either side, the first five would all be the candidate's in one
   * of 32 comparisons. Where runs of a stored baseline broke off, so many more end the experiment,
   * and the guards say whether they are chance.
   */
  static final int MOST_FAILED_OF_CANDIDATE = 5;

  /** Rounds of a side after which late slices are not taken for bad luck any more. */
  static final int LATE_ROUNDS = 3;

  /** Ends after which what was measured until then is no answer. */
  private static final Set<AbEnd> SAY_NOTHING = EnumSet.of(AbEnd.BASELINE_FAILED, AbEnd.BROKE_OFF);

  /** Ends that are those of a load too high, where the generator was late beside the baseline. */
  private static final Set<AbEnd> WITHOUT_ANSWER = EnumSet.of(AbEnd.ROUNDS, AbEnd.BUDGET);

  /** Hears of each round that counts. */
  @FunctionalInterface
  public interface Listener {

    /** A round has ended, of which the sides gave these. */
    void round(AbRound round, RunMeasurement baseline, RunMeasurement candidate);
  }

  private final AbPlan plan;
  private final RoundRunner runner;
  private final RoundValues rounds;
  private final Listener listener;
  private final NanoClock clock;
  private final StopSwitch stop;
  private final AlphaSpending spending = new AlphaSpending();

  /** Of the latest round, without what was run again; of one that counts, once there is one. */
  private long roundNanos;

  /**
   * Rounds that have not begun.
   *
   * @param tolerances asked for at each look
   * @param stop ends it; the run that is under way is ended by those who run it
   */
  public ComparisonRounds(
      AbPlan plan,
      RoundDesign design,
      Supplier<Tolerances> tolerances,
      RoundBench bench,
      Listener listener,
      NanoClock clock,
      StopSwitch stop) {
    this.plan = plan;
    this.rounds = new RoundValues(tolerances);
    this.runner = new RoundRunner(design, plan.seed(), bench, clock, stop);
    this.listener = listener;
    this.clock = clock;
    this.stop = stop;
  }

  /**
   * Runs to the end. What keeps a run from being begun ends it, and is in the findings.
   *
   * @throws InterruptedException if interrupted
   */
  public AbFindings run() throws InterruptedException {
    long start = clock.nanoTime();
    try {
      while (true) {
        double usedBudget = (clock.nanoTime() - start) / (double) plan.budget().toNanos();
        Optional<AbEnd> end = end(usedBudget);
        if (end.isPresent()) {
          return conclude(end.get(), Optional.empty());
        }
        round();
        usedBudget = (clock.nanoTime() - start) / (double) plan.budget().toNanos();
        double done = Math.max((double) rounds.size() / plan.rounds(), usedBudget);
        if (rounds.size() >= Gate.LEAST_REPETITIONS && spending.due(done) && !stop.isStopped()) {
          spending.look(done, rounds.size());
          GateVerdict verdict = look();
          if (verdict.decision() != Decision.INCONCLUSIVE) {
            return findings(AbEnd.CLEAR, verdict, Optional.empty());
          }
        }
      }
    } catch (BrokerException | RunException e) {
      return stop.isStopped()
          ? conclude(AbEnd.STOPPED, Optional.empty())
          : conclude(AbEnd.BROKE_OFF, Optional.of(e));
    }
  }

  private Optional<AbEnd> end(double usedBudget) {
    double nextRound = (double) nextRoundNanos() / plan.budget().toNanos();
    if (stop.isStopped()) {
      return Optional.of(AbEnd.STOPPED);
    }
    if (runner.failed(Side.BASELINE) >= MOST_FAILED_OF_BASELINE) {
      return Optional.of(AbEnd.BASELINE_FAILED);
    }
    if (runner.failed(Side.CANDIDATE) >= MOST_FAILED_OF_CANDIDATE + runner.storedFailures()) {
      return Optional.of(
          runner.failed(Side.BASELINE) > 0 ? AbEnd.BASELINE_FAILED : AbEnd.CANDIDATE_FAILED);
    }
    if (isHeldUp()) {
      return Optional.of(AbEnd.HELD_UP);
    }
    if (isBaselineLate() && !rounds.cpuCanDecide()) {
      return Optional.of(AbEnd.INVALID_RUNS);
    }
    if (rounds.size() > 0 && rounds.lacking().isPresent()) {
      return Optional.of(AbEnd.NOT_MEASURED);
    }
    if (rounds.size() >= plan.rounds()) {
      return Optional.of(AbEnd.ROUNDS);
    }
    return usedBudget + nextRound > 1 ? Optional.of(AbEnd.BUDGET) : Optional.empty();
  }

  /** As the latest, but for a capacity that needs not be found any more. */
  private long nextRoundNanos() {
    return rounds.needsCapacity() ? roundNanos : roundNanos - runner.capacityNanos();
  }

  private boolean isHeldUp() {
    return runner.rounds() >= LATE_ROUNDS && runner.isMostlyHeldUp();
  }

  private boolean isBaselineLate() {
    return runner.rounds() >= LATE_ROUNDS && runner.isMostlyLate(Side.BASELINE);
  }

  private void round() throws BrokerException, RunException, InterruptedException {
    long start = clock.nanoTime();
    Optional<RoundRunner.Round> ended = runner.run(rounds.size() + 1, rounds.needsCapacity());
    if (ended.isPresent() || rounds.size() == 0) {
      roundNanos = clock.nanoTime() - start - runner.repeatedNanos();
    }
    if (ended.isPresent()) {
      RoundRunner.Round round = ended.get();
      rounds.add(round);
      listener.round(round.document(), round.baseline(), round.candidate());
    }
  }

  /** The last look; an experiment that ended of itself may use all of the error rate. */
  private AbFindings conclude(AbEnd end, Optional<Exception> failure) {
    spending.last(Math.max(1, rounds.size()));
    GateVerdict verdict = look();
    boolean undecided = isBaselineLate() && verdict.decision() != Decision.REGRESSED;
    AbEnd said = undecided && WITHOUT_ANSWER.contains(end) ? AbEnd.INVALID_RUNS : end;
    if (said == AbEnd.CANDIDATE_FAILED) {
      boolean alone = runner.storedFailures() == 0 || verdict.decision() == Decision.REGRESSED;
      verdict =
          verdict.deciding(
              alone ? Decision.REGRESSED : Decision.INCONCLUSIVE, candidateFailed(verdict));
    } else if (said == AbEnd.INVALID_RUNS) {
      verdict = verdict.deciding(Decision.INCONCLUSIVE, lateness());
    } else if (said == AbEnd.HELD_UP) {
      verdict = verdict.deciding(Decision.INCONCLUSIVE, runner.heldUpBy());
    } else if (said == AbEnd.NOT_MEASURED) {
      verdict = verdict.deciding(Decision.INCONCLUSIVE, rounds.lacking().orElseThrow());
    } else if (rounds.size() < Gate.LEAST_REPETITIONS) {
      verdict = verdict.deciding(Decision.INCONCLUSIVE, tooFew(said));
    } else if (SAY_NOTHING.contains(said)) {
      verdict = verdict.deciding(Decision.INCONCLUSIVE, "it did not come to its end");
    }
    return findings(said, verdict, failure);
  }

  private String lateness() {
    String lateness = runner.lateness(Side.BASELINE);
    return rounds.moreCpu().map(cpu -> lateness + "; " + cpu).orElse(lateness);
  }

  /** Nothing where a broken contract says it. */
  private String candidateFailed(GateVerdict verdict) {
    boolean said =
        verdict.brokenContracts().stream()
            .anyMatch(each -> each.guard().equals(ContractGuards.BROKE_OFF));
    return said
        ? ""
        : "%d runs of the candidate broke off, %s of the baseline"
            .formatted(
                runner.failed(Side.CANDIDATE),
                runner.storedFailures() == 0 ? "none" : runner.storedFailures());
  }

  /**
   * What the figures say, and before them the contracts. Where the generator was late beside the
   * baseline, the only figure that says something is CPU per message, of a candidate that takes
   * twice as much.
   */
  private GateVerdict look() {
    double part = spending.level(Gate.ALPHA) / Gate.ALPHA;
    GateVerdict verdict =
        rounds
            .judge(spending::level, !isBaselineLate())
            .guardedBy(
                ContractGuards.judgeStarts(
                    runner.contracts(Side.BASELINE), runner.contracts(Side.CANDIDATE), part));
    if (!isBaselineLate()) {
      return verdict;
    }
    boolean byCpu = rounds.cpuCanDecide() && RoundValues.isWorseInCpu(verdict);
    GateVerdict ofCpu =
        verdict.withoutAnswer(
            figure -> !byCpu || !RoundValues.isCpu(figure),
            "the generator was late beside the baseline");
    return byCpu ? ofCpu : ofCpu.deciding(Decision.INCONCLUSIVE, lateness());
  }

  private String tooFew(AbEnd end) {
    String valid = rounds.size() == 1 ? "1 round" : rounds.size() + " rounds";
    if (end == AbEnd.BUDGET && rounds.size() > 0) {
      Duration needed = Duration.ofNanos(roundNanos * Gate.LEAST_REPETITIONS);
      return "%s within the budget of %s; a verdict needs %d, which take %s or more"
          .formatted(
              valid,
              Durations.format(plan.budget()),
              Gate.LEAST_REPETITIONS,
              Durations.format(roundedUp(needed)));
    }
    return "%s; a verdict needs %d".formatted(valid, Gate.LEAST_REPETITIONS);
  }

  private static Duration roundedUp(Duration time) {
    long unit = time.compareTo(Duration.ofMinutes(2)) < 0 ? 1 : 60;
    return Duration.ofSeconds((time.toSeconds() / unit + 1) * unit);
  }

  private AbFindings findings(AbEnd end, GateVerdict verdict, Optional<Exception> failure) {
    return new AbFindings(
        end,
        rounds.rounds(),
        runner.rejected(),
        runner.counting(Status.DISTURBED),
        runner.counting(Status.LATE) + runner.counting(Status.INVALID),
        spending.looks(),
        verdict,
        failure);
  }
}
