package io.brokerbench.experiment.search;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * What is known of the limit: it lies above the highest rate that was sustained and below the
 * lowest that was not. A rate that fails takes back every sustained one that is not below it.
 */
final class Bracket {

  /** Two overloads closer than this show noise, not how the broker slows down. */
  private static final double LEAST_SPREAD = 1.1;

  /** An overload that says little about the limit. */
  private static final double DEEP = 1.5;

  private static final int MAX_DOUBLINGS = 10;

  /** Downwards, where a failure does not say how far. */
  private static final double UNKNOWN_STEP = 8;

  private final double within;
  private final NavigableMap<Double, SearchStep> sustained = new TreeMap<>();
  private final NavigableMap<Double, SearchStep> failed = new TreeMap<>();
  private final List<SearchStep> steps = new ArrayList<>();
  private int sustainedInARow;
  private int failedInARow;

  Bracket(double within) {
    this.within = within;
  }

  void add(SearchStep step) {
    steps.add(step);
    double rate = step.offeredPerSecond();
    if (step.sustained()) {
      sustained.put(rate, step);
      sustainedInARow++;
      failedInARow = 0;
    } else {
      failed.put(rate, step);
      sustained.tailMap(rate, true).clear();
      failedInARow++;
      sustainedInARow = 0;
    }
  }

  /** A step that failed counts no longer, as it is taken again. */
  void forget(SearchStep step) {
    steps.remove(step);
    failed.remove(step.offeredPerSecond());
  }

  /** All steps that were taken, in their order, those that others took back included. */
  List<SearchStep> steps() {
    return List.copyOf(steps);
  }

  /** Highest rate that was sustained; 0 without one. */
  double low() {
    return sustained.isEmpty() ? 0 : sustained.lastKey();
  }

  Optional<SearchStep> lowStep() {
    return sustained.isEmpty() ? Optional.empty() : Optional.of(sustained.lastEntry().getValue());
  }

  /** Lowest rate that was not; infinite without one. */
  double high() {
    return failed.isEmpty() ? Double.POSITIVE_INFINITY : failed.firstKey();
  }

  Optional<SearchStep> highStep() {
    return failed.isEmpty() ? Optional.empty() : Optional.of(failed.firstEntry().getValue());
  }

  /** Whether its ends are as close as a share of the lower one. */
  boolean isWithin(double share) {
    // the tolerance is for rates that were computed to be just so close
    return low() > 0 && high() / low() - 1 <= share * (1 + 1e-9);
  }

  /**
   * Where the failed steps say that the limit is. The lowest of them were least overloaded and say
   * it best; where one above carried less, the broker slows down under overload, and the line
   * through both leads to where it carries what is offered.
   */
  OptionalDouble guess() {
    List<SearchStep> withGuess =
        failed.values().stream().filter(s -> s.limitGuessPerSecond().isPresent()).toList();
    if (withGuess.isEmpty()) {
      return OptionalDouble.empty();
    }
    double near = withGuess.get(0).offeredPerSecond() * LEAST_SPREAD;
    double rate = mean(withGuess, near, SearchStep::offeredPerSecond);
    double carried = mean(withGuess, near, Bracket::carried);
    Optional<SearchStep> far =
        withGuess.stream().filter(step -> step.offeredPerSecond() > near).findFirst();
    if (far.isPresent()) {
      double slope =
          (far.get().limitGuessPerSecond().getAsDouble() - carried)
              / (far.get().offeredPerSecond() - rate);
      if (slope < 0) {
        return OptionalDouble.of((carried - slope * rate) / (1 - slope));
      }
    }
    return OptionalDouble.of(carried);
  }

  /** The most that the broker carried in a step that failed; 0 without one. */
  double mostCarried() {
    return failed.values().stream().mapToDouble(Bracket::carried).max().orElse(0);
  }

  /** What the step says of the limit, which lies below its rate. */
  private static double carried(SearchStep step) {
    return Math.min(step.offeredPerSecond(), step.limitGuessPerSecond().orElse(0));
  }

  private static double mean(
      List<SearchStep> steps, double upTo, ToDoubleFunction<SearchStep> value) {
    return steps.stream()
        .filter(step -> step.offeredPerSecond() <= upTo)
        .mapToDouble(value)
        .average()
        .orElseThrow();
  }

  /** The rate to try next, strictly between both ends; there is an upper one. */
  double between() {
    OptionalDouble guess = guess();
    if (low() == 0) {
      return guess.isPresent() && guess.getAsDouble() > 0
          ? downwards(Math.min(guess.getAsDouble(), high()))
          : high() / UNKNOWN_STEP;
    }
    double middle = Math.sqrt(low() * high());
    if (guess.isEmpty()) {
      return middle;
    }
    double limit = Math.min(guess.getAsDouble(), high());
    if (limit * (1 - within / 2) > low() * (1 + within / 4)) {
      return Math.max(middleBelow(limit, middle), downwards(limit));
    }
    return upwards(limit, middle);
  }

  /**
   * It sustains what the guess says, so a little more should fail. If it does not, a guess that
   * comes of one deep overload is worth nothing, as the broker slows down; another is followed
   * further.
   */
  private double upwards(double limit, double middle) {
    boolean refuted = low() > limit * (1 + within / 4);
    if (refuted && failed.size() == 1 && high() > low() * DEEP) {
      return middle;
    }
    int doublings = Math.max(0, Math.min(MAX_DOUBLINGS, sustainedInARow - 1));
    return Math.min(low() * (1 + within * Math.scalb(1.0, doublings)), middle);
  }

  /** Far below the guess, what lies in the middle is no news. */
  private double middleBelow(double limit, double middle) {
    return middle < limit ? middle : low();
  }

  /** Just below the guess; where steps fail again and again, further below the last one. */
  private double downwards(double limit) {
    double share = within / 2 * Math.scalb(1.0, Math.max(0, failedInARow - 1));
    return Math.min(limit * (1 - within / 2), high() * (1 - Math.min(0.5, share)));
  }
}
