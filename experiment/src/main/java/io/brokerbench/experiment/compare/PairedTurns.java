package io.brokerbench.experiment.compare;

import io.brokerbench.core.base.Durations;
import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.statistics.AlphaSpending;
import io.brokerbench.experiment.bench.StopSwitch;
import io.brokerbench.experiment.gate.AbEnd;
import io.brokerbench.experiment.gate.AbFindings;
import io.brokerbench.experiment.gate.AbPair;
import io.brokerbench.experiment.gate.AbPlan;
import io.brokerbench.experiment.gate.ContractGuards;
import io.brokerbench.experiment.gate.Decision;
import io.brokerbench.experiment.gate.Gate;
import io.brokerbench.experiment.gate.GateVerdict;
import io.brokerbench.experiment.gate.PairedRuns;
import io.brokerbench.experiment.gate.RejectedRun;
import io.brokerbench.experiment.gate.Side;
import io.brokerbench.experiment.metric.ContractRun;
import io.brokerbench.experiment.metric.RunMeasurement;
import io.brokerbench.experiment.metric.RunMeasurement.Status;
import io.brokerbench.experiment.metric.Tolerances;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.DoubleSupplier;

/**
 * Runs both sides in turns until the answer is clear.
 *
 * <p>Pairs are run in blocks of two, ABBA or BAAB by the seed, so that neither a slow drift of the
 * machine nor an order favours a side. At most three times before the end, and at the end, {@link
 * Gate} judges all pairs so far with the part of the error rate that {@link AlphaSpending} gives
 * it. The experiment ends as soon as one figure has regressed or all have passed.
 *
 * <p>A pair with a run in which the generator was the limit, or that broke off, does not count and
 * is run again; too many of them end the experiment.
 */
public final class PairedTurns {

  /** More invalid runs than valid pairs by so many end the experiment. */
  static final int MOST_INVALID = 3;

  /** Failed runs of a side that are not taken for bad luck any more. */
  static final int MOST_FAILED = 2;

  /** Measures a side once. */
  @FunctionalInterface
  public interface Sides {

    /**
     * Runs a side in a fresh broker.
     *
     * @param pair number of the pair that it may become part of, from 1
     * @param attempt counts the pairs begun, from 1
     * @throws BrokerException if the broker does not start
     * @throws RunException if the run cannot be begun
     */
    RunMeasurement run(Side side, int pair, int attempt)
        throws BrokerException, RunException, InterruptedException;
  }

  /** Hears of each pair that counts. */
  @FunctionalInterface
  public interface Listener {

    /** A pair has ended, of which the baseline gave the one and the candidate the other. */
    void pair(AbPair pair, RunMeasurement baseline, RunMeasurement candidate);
  }

  private final AbPlan plan;

  /** Ends after which what was measured until then is no answer. */
  private static final Set<AbEnd> SAY_NOTHING =
      EnumSet.of(AbEnd.INVALID_RUNS, AbEnd.BASELINE_FAILED, AbEnd.BROKE_OFF);

  private final PairedRuns runs;
  private final Sides sides;
  private final Listener listener;
  private final NanoClock clock;
  private final StopSwitch stop;
  private final TurnOrder order;
  private final AlphaSpending spending = new AlphaSpending();
  private final List<RejectedRun> rejected = new ArrayList<>();
  private final Map<Side, Integer> failed = new EnumMap<>(Side.class);

  private final Map<Side, List<ContractRun>> contracts = new EnumMap<>(Side.class);

  private int invalid;
  private int looked;
  private long longestPairNanos;

  /**
   * Turns that have not begun.
   *
   * @param stop ends it; the run that is under way is ended by those who run it
   */
  public PairedTurns(
      AbPlan plan,
      Tolerances tolerances,
      Sides sides,
      Listener listener,
      NanoClock clock,
      StopSwitch stop) {
    this.plan = plan;
    this.runs = new PairedRuns(tolerances);
    this.sides = sides;
    this.listener = listener;
    this.clock = clock;
    this.stop = stop;
    this.order = new TurnOrder(plan.seed());
  }

  /**
   * Runs to the end. What keeps a run from being begun ends it, and is in the findings.
   *
   * @throws InterruptedException if interrupted
   */
  public AbFindings run() throws InterruptedException {
    long start = clock.nanoTime();
    DoubleSupplier usedBudget = () -> (clock.nanoTime() - start) / (double) plan.budget().toNanos();
    try {
      while (true) {
        Optional<AbEnd> end = end(usedBudget.getAsDouble());
        if (end.isPresent()) {
          return conclude(end.get(), Optional.empty());
        }
        pair();
        double done = Math.max((double) runs.size() / plan.pairs(), usedBudget.getAsDouble());
        if (runs.size() >= Gate.LEAST_REPETITIONS && spending.due(done) && !stop.isStopped()) {
          GateVerdict verdict = look(spending.look(done));
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
    double nextPair = (double) longestPairNanos / plan.budget().toNanos();
    if (stop.isStopped()) {
      return Optional.of(AbEnd.STOPPED);
    }
    if (failed.getOrDefault(Side.BASELINE, 0) >= MOST_FAILED) {
      return Optional.of(AbEnd.BASELINE_FAILED);
    }
    if (failed.getOrDefault(Side.CANDIDATE, 0) >= MOST_FAILED) {
      return Optional.of(
          failed.containsKey(Side.BASELINE) ? AbEnd.BASELINE_FAILED : AbEnd.CANDIDATE_FAILED);
    }
    if (invalid >= runs.size() + MOST_INVALID) {
      return Optional.of(AbEnd.INVALID_RUNS);
    }
    if (runs.size() >= plan.pairs()) {
      return Optional.of(AbEnd.PAIRS);
    }
    return usedBudget + nextPair > 1 ? Optional.of(AbEnd.BUDGET) : Optional.empty();
  }

  private void pair() throws BrokerException, RunException, InterruptedException {
    long start = clock.nanoTime();
    Side first = order.first(runs.size());
    int attempt = runs.size() + rejected.size() + 1;
    RunMeasurement one = measured(first, attempt);
    if (one.status() == Status.VALID && !stop.isStopped()) {
      RunMeasurement two = measured(first.other(), attempt);
      if (two.status() == Status.VALID) {
        boolean baselineFirst = first == Side.BASELINE;
        runs.add(first, baselineFirst ? one : two, baselineFirst ? two : one);
        listener.pair(
            runs.pairs().get(runs.size() - 1),
            baselineFirst ? one : two,
            baselineFirst ? two : one);
        longestPairNanos = Math.max(longestPairNanos, clock.nanoTime() - start);
      }
    }
  }

  private RunMeasurement measured(Side side, int attempt)
      throws BrokerException, RunException, InterruptedException {
    RunMeasurement measured = sides.run(side, runs.size() + 1, attempt);
    measured.contract().ifPresent(contractsOf(side)::add);
    if (measured.status() != Status.VALID) {
      rejected.add(new RejectedRun(side, measured.status(), measured.reason(), measured.run()));
    }
    if (measured.status() == Status.INVALID) {
      invalid++;
    }
    if (measured.status() == Status.FAILED) {
      failed.merge(side, 1, Integer::sum);
    }
    return measured;
  }

  /** The last look; an experiment that ended of itself may use all of the error rate. */
  private AbFindings conclude(AbEnd end, Optional<Exception> failure) {
    GateVerdict verdict = look(spending.last());
    if (end == AbEnd.CANDIDATE_FAILED) {
      verdict = verdict.deciding(Decision.REGRESSED, candidateFailed(verdict));
    } else if (runs.size() < Gate.LEAST_REPETITIONS) {
      verdict = verdict.deciding(Decision.INCONCLUSIVE, tooFew(end));
    } else if (SAY_NOTHING.contains(end)) {
      verdict = verdict.deciding(Decision.INCONCLUSIVE, "it did not come to its end");
    }
    return findings(end, verdict, failure);
  }

  /** Nothing where a broken contract says it. */
  private String candidateFailed(GateVerdict verdict) {
    boolean said =
        verdict.brokenContracts().stream()
            .anyMatch(each -> each.guard().equals(ContractGuards.BROKE_OFF));
    return said
        ? ""
        : "%d runs of the candidate broke off, none of the baseline"
            .formatted(failed.get(Side.CANDIDATE));
  }

  private String tooFew(AbEnd end) {
    String valid = runs.size() == 1 ? "1 valid pair" : runs.size() + " valid pairs";
    if (end == AbEnd.BUDGET && runs.size() > 0) {
      Duration needed = Duration.ofNanos(longestPairNanos * Gate.LEAST_REPETITIONS);
      return "%s within the budget of %s; a verdict needs %d, which take about %s"
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

  private GateVerdict look(double part) {
    looked++;
    return Gate.judge(runs.samples(), part)
        .guardedBy(
            ContractGuards.judge(contractsOf(Side.BASELINE), contractsOf(Side.CANDIDATE), part));
  }

  /** How the runs of a side kept its contracts, also those whose pair does not count. */
  private List<ContractRun> contractsOf(Side side) {
    return contracts.computeIfAbsent(side, s -> new ArrayList<>());
  }

  private AbFindings findings(AbEnd end, GateVerdict verdict, Optional<Exception> failure) {
    return new AbFindings(end, runs.pairs(), rejected, looked, verdict, failure);
  }
}
