package io.brokerbench.experiment.search;

import io.brokerbench.experiment.search.StepVerdict.StepOutcome;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;

/** A broker with a limit, in arithmetic: a step ends at once. */
final class SimulatedBroker implements StepRunner {

  /** Growth of the backlog that a steady window does not show. */
  private static final double UNSEEN = 0.006;

  /** An overload that a broker feels for a while. */
  private static final double DEEP = 1.2;

  private final double limit;
  private final SplittableRandom random;
  private double noise;
  private double reading;
  private double slowdown;
  private double hysteresis;
  private double fullCpu;
  private double generatorLimit = Double.POSITIVE_INFINITY;
  private boolean overloaded;
  private int steps;

  SimulatedBroker(double limit, long seed) {
    this.limit = limit;
    this.random = new SplittableRandom(seed);
  }

  /** From one step to the next, its limit differs by a share (sigma), and readings by another. */
  SimulatedBroker noise(double ofLimit, double ofReadings) {
    noise = ofLimit;
    reading = ofReadings;
    return this;
  }

  /** Carries less the more it is overloaded: twice the limit costs it this share. */
  SimulatedBroker slowingDown(double share) {
    slowdown = share;
    return this;
  }

  /** After an overload, its limit is lower by this share for one step. */
  SimulatedBroker hysteresis(double share) {
    hysteresis = share;
    return this;
  }

  /** Its CPU is known, and used up at the limit times this. */
  SimulatedBroker cpuKnown(double fullAt) {
    fullCpu = fullAt;
    return this;
  }

  /** The sender's limit: it sends no more. */
  SimulatedBroker sentBy(double generator) {
    generatorLimit = generator;
    return this;
  }

  int steps() {
    return steps;
  }

  @Override
  public SearchStep run(StepRequest request) {
    steps++;
    double rate = request.perSecond();
    double capacity = limit * (1 + noise * random.nextGaussian());
    if (overloaded) {
      capacity *= 1 - hysteresis;
    }
    if (rate > generatorLimit) {
      double carried = Math.min(generatorLimit, capacity) * 0.9;
      return step(request, carried, StepOutcome.GENERATOR_LIMITED, OptionalDouble.of(carried));
    }
    overloaded = rate > capacity * DEEP;
    if (rate > capacity * (1 + UNSEEN)) {
      double lost = Math.min(0.8, slowdown * (rate / capacity - 1));
      double carried = capacity * (1 - lost) * (1 + reading * random.nextGaussian());
      return step(request, carried, StepOutcome.BROKER_LIMITED, OptionalDouble.of(carried));
    }
    OptionalDouble projected =
        fullCpu > 0 ? OptionalDouble.of(limit * fullCpu) : OptionalDouble.empty();
    return step(request, rate, StepOutcome.SUSTAINED, projected);
  }

  private static Optional<String> evidence(StepOutcome outcome) {
    return outcome == StepOutcome.BROKER_LIMITED
        ? Optional.of("it used all of its core")
        : Optional.empty();
  }

  static SearchStep step(
      StepRequest request, double carried, StepOutcome outcome, OptionalDouble guess) {
    StepFigures figures =
        new StepFigures(
            5,
            request.perSecond(),
            carried,
            carried,
            1e6,
            900_000,
            2_000_000,
            10,
            OptionalDouble.of(50),
            OptionalDouble.of(25),
            20);
    StepVerdict verdict =
        outcome == StepOutcome.SUSTAINED
            ? StepVerdict.sustained()
            : StepVerdict.of(outcome, "it was " + outcome.title()).shownBy(evidence(outcome));
    return new SearchStep(
        request.number(),
        request.kind(),
        request.perSecond(),
        figures,
        verdict,
        guess,
        Optional.empty());
  }
}
