package io.brokerbench.experiment.search;

import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.experiment.search.SearchFindings.LimitedBy;
import io.brokerbench.experiment.search.StepVerdict.StepOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Finds the highest rate that is sustained.
 *
 * <p>It starts below and grows, by 4, by 4 again, then by 8 and by 16 each time, but not far beyond
 * where the broker's CPU would be used up. Once a rate fails, it looks where the overloaded
 * broker's own throughput says that the limit is, and closes in from both sides until the highest
 * rate sustained and the lowest one that was not are close enough. Then it settles on a rate (see
 * {@link LimitConfirmation}) and confirms it over full steady windows. Where that fails again, the
 * bracket is lowered, and the search goes on with full windows.
 *
 * <p>A failure that may be bad luck is not taken at once: one of the generator close to what was
 * sustained before, one of a run that broke off, and one at a rate clearly below what the broker
 * carried in another step. The step is repeated then, {@link SearchPlan#repeats} times in all. What
 * is learned later may make a failure look like bad luck, too: a broker that has just been started
 * compiles its code, and one that collects garbage stands still. Either may make a generator late
 * that shares its machine. Where the bracket has closed below a step that carried far less than the
 * broker does now, below the first step of all, or below one in which the generator was late, that
 * step is taken once more. One that fails again then is taken at its word.
 *
 * <p>A step that other work on the machine disturbed says nothing. It is repeated, as often in a
 * row, and then the search ends. A generator that was late on a machine with time to spare was held
 * up too, by what does not show: that step is repeated as often, and then the rate is taken as the
 * generator's limit, and no other one is repeated so.
 *
 * <p>What limited the lowest rate that failed is what limits the result. If that was the generator
 * or the network, the broker sustains <em>at least</em> the rate found. The broker is named only
 * where the search went to its end, the rate is confirmed, and the step that failed has evidence.
 *
 * <p>Pure logic: time passes in the {@link StepRunner} only. For one search, on one thread.
 */
public final class SustainableThroughputSearch {

  /** A generator that fails at more than this times what was sustained is simply too slow. */
  private static final double NEAR = 1.5;

  /** A machine of which broker and tool used less than this share had time to spare. */
  private static final double SPARING = 0.75;

  /** After so many steps a bracket of twice the width will do, as it is the limit that varies. */
  private static final int MANY_STEPS = 7;

  private static final int MAX_GROWTH_EXPONENT = 4;
  private static final double BEYOND_PROJECTION = 1.2;

  /** However high the CPU is: a broker that has just been started needs more of it. */
  private static final double LEAST_GROWTH = 1.25;

  /** Below this share of what a broker carries, it did not just miss its limit. */
  private static final double FAR_LESS = 0.8;

  /** What more time to compile its code may spare a broker. */
  private static final Set<StepOutcome> OF_PACE =
      Set.of(StepOutcome.BROKER_LIMITED, StepOutcome.BROKER_CPU, StepOutcome.LATENCY);

  private final SearchPlan plan;
  private final StepRunner runner;
  private final Consumer<SearchStep> listener;
  private final Bracket bracket;
  private final List<SearchStep> steps = new ArrayList<>();

  private Optional<SearchStep> toRepeat = Optional.empty();
  private int repeats;
  private Optional<SearchStep> disturbed = Optional.empty();
  private int disturbedInARow;
  private Optional<SearchStep> paused = Optional.empty();
  private int pausedInARow;
  private boolean generatorIsSlow;

  /** Steps that say something of their rate. */
  private int learned;

  private int growths;

  private boolean refuted;
  private Optional<LimitConfirmation> confirmation = Optional.empty();

  /**
   * A search that has not begun.
   *
   * @param listener hears of each step as it ends
   */
  public SustainableThroughputSearch(
      SearchPlan plan, StepRunner runner, Consumer<SearchStep> listener) {
    this.plan = plan;
    this.runner = runner;
    this.listener = listener;
    this.bracket = new Bracket(plan.within());
  }

  /**
   * Searches to the end. A search whose later steps cannot be run returns what was found until
   * then.
   *
   * @throws RunException if the first step could not be run
   * @throws InterruptedException if interrupted
   */
  public SearchFindings search() throws RunException, InterruptedException {
    while (steps.size() < plan.maxSteps()) {
      Optional<StepRequest> next = next();
      if (next.isEmpty()) {
        return findings(true, Optional.empty());
      }
      SearchStep step;
      try {
        step = runner.run(next.get());
      } catch (RunException e) {
        if (steps.isEmpty()) {
          throw e;
        }
        return findings(false, Optional.of(e.getMessage()));
      }
      steps.add(step);
      listener.accept(step);
      if (step.verdict().outcome() == StepOutcome.INTERRUPTED) {
        return findings(false, Optional.empty());
      }
      learn(step);
      if (disturbedInARow > plan.repeats()) {
        return findings(false, Optional.empty());
      }
    }
    return findings(isAtItsEnd(), Optional.empty());
  }

  /** Whether no step is missing, with none left. Twice the width will do then as well. */
  private boolean isAtItsEnd() {
    if (disturbed.isPresent() || paused.isPresent() || toRepeat.isPresent()) {
      return false;
    }
    if (found() == 0) {
      return Math.max(nextRate(), plan.leastPerSecond()) >= bracket.high();
    }
    boolean close = isClose() || bracket.isWithin(2 * plan.within());
    return (confirmation.isPresent() || close) && confirmed().size() >= plan.confirmations();
  }

  private void learn(SearchStep step) {
    if (step.verdict().outcome() == StepOutcome.DISTURBED) {
      disturbed = Optional.of(step);
      disturbedInARow++;
      return;
    }
    disturbed = Optional.empty();
    disturbedInARow = 0;
    boolean pause = isPause(step);
    if (pause && pausedInARow < plan.repeats()) {
      paused = Optional.of(step);
      pausedInARow++;
      return;
    }
    paused = Optional.empty();
    pausedInARow = 0;
    generatorIsSlow |= pause;
    learned++;
    if (isSuspicious(step)) {
      toRepeat = Optional.of(step);
      repeats++;
      return;
    }
    boolean failedAgain = toRepeat.isPresent() && !step.sustained();
    toRepeat = Optional.empty();
    confirmation.ifPresentOrElse(s -> s.add(step), () -> bracket.add(step));
    if (confirmation.filter(LimitConfirmation::isRefuted).isPresent()) {
      confirmation.get().added().forEach(bracket::add);
      confirmation = Optional.empty();
      refuted = true;
    }
    if (!failedAgain
        && confirmation.isEmpty()
        && isClose()
        && repeats < plan.repeats()
        && plan.maxSteps() - steps.size() > plan.confirmations()) {
      bracket.highStep().filter(this::looksUnlucky).ifPresent(this::takeAgain);
    }
  }

  /**
   * Whether the step above the rate found is the first of all, or carried far less, or one in which
   * the generator was late.
   */
  private boolean looksUnlucky(SearchStep above) {
    StepOutcome outcome = above.verdict().outcome();
    return outcome == StepOutcome.GENERATOR_LIMITED
        || (OF_PACE.contains(outcome)
            && (above.equals(bracket.steps().get(0))
                || above.figures().carriedPerSecond() < bracket.low() * FAR_LESS));
  }

  private void takeAgain(SearchStep step) {
    toRepeat = Optional.of(step);
    repeats++;
    bracket.forget(step);
  }

  /** Whether the generator was late, and sent all, although the machine had time to spare. */
  private boolean isPause(SearchStep step) {
    return step.verdict().outcome() == StepOutcome.GENERATOR_LIMITED
        && !generatorIsSlow
        && step.figures().sentPerSecond() >= step.offeredPerSecond() * (1 - plan.within())
        && step.figures().cpuShare().orElse(1) < SPARING;
  }

  /** Whether a failure may be bad luck. Failing again is none. */
  private boolean isSuspicious(SearchStep step) {
    if (step.sustained() || toRepeat.isPresent() || repeats == plan.repeats()) {
      return false;
    }
    double rate = step.offeredPerSecond();
    return switch (step.verdict().outcome()) {
      case GENERATOR_LIMITED, FAILED -> bracket.low() == 0 || rate <= bracket.low() * NEAR;
      case BROKER_LIMITED, CONTRACT_BROKEN -> confirmation.isEmpty() && contradicts(step);
      default -> false;
    };
  }

  /** Whether the broker carried clearly more in another step, and should have kept this rate. */
  private boolean contradicts(SearchStep step) {
    double before = bracket.mostCarried();
    double carried = step.limitGuessPerSecond().orElse(before);
    return step.offeredPerSecond() <= before && carried < before * (1 - 2 * plan.within());
  }

  /** The next step; empty when all is known. */
  private Optional<StepRequest> next() {
    Optional<SearchStep> again = disturbed.or(() -> paused).or(() -> toRepeat);
    if (again.isPresent()) {
      return request(again.get().kind(), again.get().offeredPerSecond());
    }
    double low = bracket.low();
    int unconfirmed = plan.confirmations() - confirmed().size();
    boolean last = plan.maxSteps() - steps.size() <= unconfirmed;
    boolean close = isClose();
    if (confirmation.isPresent() || (low > 0 && (close || last))) {
      return unconfirmed > 0 ? Optional.of(confirmation(close, last)) : Optional.empty();
    }
    double rate = Math.max(nextRate(), plan.leastPerSecond());
    return rate >= bracket.high()
        ? Optional.empty()
        : request(refuted ? StepKind.CONFIRM : StepKind.PROBE, rate);
  }

  /** Whether the limit is known as closely as was asked for. */
  private boolean isClose() {
    boolean wide = refuted || (learned >= MANY_STEPS && bracket.guess().isPresent());
    return bracket.isWithin(wide ? 2 * plan.within() : plan.within())
        || bracket.low() >= plan.toPerSecond();
  }

  private StepRequest confirmation(boolean close, boolean last) {
    if (confirmation.isEmpty() && close && !refuted && bracket.highStep().isPresent()) {
      confirmation = Optional.of(new LimitConfirmation(bracket, plan.within()));
    }
    int number = steps.size() + 1;
    return confirmation
        .map(s -> s.next(number, last))
        .orElseGet(() -> new StepRequest(number, StepKind.CONFIRM, bracket.low()));
  }

  private Optional<StepRequest> request(StepKind kind, double rate) {
    return Optional.of(new StepRequest(steps.size() + 1, kind, rate));
  }

  private double nextRate() {
    if (bracket.highStep().isPresent()) {
      return bracket.between();
    }
    if (bracket.lowStep().isEmpty()) {
      return plan.fromPerSecond();
    }
    double low = bracket.low();
    growths++;
    double next = low * Math.scalb(1.0, Math.min(1 + (2 * growths + 1) / 3, MAX_GROWTH_EXPONENT));
    OptionalDouble projected = bracket.lowStep().get().limitGuessPerSecond();
    if (projected.isPresent()) {
      next =
          Math.min(next, Math.max(LEAST_GROWTH * low, projected.getAsDouble() * BEYOND_PROJECTION));
    }
    return Math.min(next, plan.toPerSecond());
  }

  /** The highest rate that counts as sustained; 0 without one. */
  private double found() {
    return confirmation.map(LimitConfirmation::found).orElseGet(bracket::low);
  }

  private Optional<SearchStep> limiting() {
    return confirmation.flatMap(LimitConfirmation::limiting).or(bracket::highStep);
  }

  private RateInterval interval(List<Double> carried) {
    return confirmation
        .map(s -> s.interval(carried))
        .orElseGet(() -> RateInterval.of(bracket.low(), bracket.high(), carried));
  }

  /** The confirmations of the highest rate that counts as sustained. */
  private List<SearchStep> confirmed() {
    return steps.stream()
        .filter(step -> step.kind() == StepKind.CONFIRM && step.sustained())
        .filter(step -> step.offeredPerSecond() == found())
        .toList();
  }

  private SearchFindings findings(boolean complete, Optional<String> problem) {
    double found = found();
    List<Double> carried = confirmed().stream().map(s -> s.figures().carriedPerSecond()).toList();
    boolean decided = complete && (found == 0 || carried.size() >= plan.confirmations());
    SearchEnd end =
        new SearchEnd(plan, steps, limiting(), disturbed, bracket.low(), problem, complete);
    LimitedBy limitedBy = end.limitedBy(decided);
    return new SearchFindings(
        complete,
        found > 0 ? OptionalDouble.of(found) : OptionalDouble.empty(),
        carried.size(),
        found > 0 ? end.notConfirmed(carried.size()) : Optional.empty(),
        found > 0 ? Optional.of(interval(carried)) : Optional.empty(),
        limitedBy,
        end.reason(limitedBy),
        steps);
  }
}
