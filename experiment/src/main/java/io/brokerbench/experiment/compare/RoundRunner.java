package io.brokerbench.experiment.compare;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.experiment.bench.StopSwitch;
import io.brokerbench.experiment.gate.AbRound;
import io.brokerbench.experiment.gate.RejectedRun;
import io.brokerbench.experiment.gate.RoundDesign;
import io.brokerbench.experiment.gate.Side;
import io.brokerbench.experiment.metric.ContractRun;
import io.brokerbench.experiment.metric.RunMeasurement;
import io.brokerbench.experiment.metric.RunMeasurement.Status;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.Median;

/**
 * Runs the slices of rounds in their order, and makes one measurement of each side's.
 *
 * <p>For one comparison, on one thread.
 */
final class RoundRunner {

  /**
   * Slices of a round that are run again where other work disturbed them. Where all slices of a
   * round are one run, that many runs of a comparison, as they are long.
   */
  static final int MOST_REPEATED = 2;

  private static final Set<Status> HELD_UP =
      EnumSet.of(Status.DISTURBED, Status.LATE, Status.INVALID);

  /**
   * A round that counts.
   *
   * @param document names its runs
   * @param baseline the medians of its slices
   * @param candidate likewise
   */
  record Round(AbRound document, RunMeasurement baseline, RunMeasurement candidate) {}

  private final RoundDesign design;
  private final TurnOrder order;
  private final RoundBench bench;
  private final NanoClock clock;
  private final StopSwitch stop;
  private final List<RejectedRun> rejected = new ArrayList<>();
  private final Map<Side, Map<Status, Integer>> counts = new EnumMap<>(Side.class);
  private String firstHeldUp = "";
  private final Map<Side, String> firstLate = new EnumMap<>(Side.class);
  private final Map<Side, List<List<ContractRun>>> contracts = new EnumMap<>(Side.class);

  private final Map<Side, List<ContractRun>> ofRound = new EnumMap<>(Side.class);

  private final boolean isBaselineStored;
  private final int storedFailures;
  private int rounds;
  private int repeated;
  private long repeatedNanos;
  private long capacityNanos;

  RoundRunner(RoundDesign design, long seed, RoundBench bench, NanoClock clock, StopSwitch stop) {
    this.design = design;
    this.order = new TurnOrder(seed);
    this.bench = bench;
    this.clock = clock;
    this.stop = stop;
    List<ContractRun> stored = bench.storedBaseline().orElse(List.of());
    stored.forEach(run -> contracts(Side.BASELINE).add(List.of(run)));
    this.isBaselineStored = bench.storedBaseline().isPresent();
    this.storedFailures = (int) stored.stream().filter(ContractRun::brokeOff).count();
  }

  /** Runs of a stored baseline that broke off. */
  int storedFailures() {
    return storedFailures;
  }

  /** The rounds begun. */
  int rounds() {
    return rounds;
  }

  /** What the latest round took for runs that were made again. */
  long repeatedNanos() {
    return repeatedNanos;
  }

  /** What it took besides for the capacity. */
  long capacityNanos() {
    return capacityNanos;
  }

  /** Runs of a side that broke off. */
  int failed(Side side) {
    return count(side, Status.FAILED);
  }

  /**
   * Whether the generator was the limit in half of a side's slices. Where it was a little late,
   * both sides were met alike.
   */
  boolean isMostlyLate(Side side) {
    return all(side) > 0 && count(side, Status.INVALID) * 2 >= all(side);
  }

  /** In how many slices of a side the generator was the limit, and why the first time. */
  String lateness(Side side) {
    return "the generator was the limit in %d of %d runs of the %s: %s"
        .formatted(count(side, Status.INVALID), all(side), side.title(), firstLate.get(side));
  }

  /** Whether half of the candidate's slices beside a stored baseline do not count. */
  boolean isMostlyHeldUp() {
    return isBaselineStored && heldUp() > 0 && heldUp() * 2 >= all(Side.CANDIDATE);
  }

  /** In how many of them something held it up, and what the first time. */
  String heldUpBy() {
    return "%d of %d runs of the candidate were held up, and nothing the stored baseline: %s"
        .formatted(heldUp(), all(Side.CANDIDATE), firstHeldUp);
  }

  private int heldUp() {
    return HELD_UP.stream().mapToInt(status -> count(Side.CANDIDATE, status)).sum();
  }

  private int all(Side side) {
    return counts.getOrDefault(side, Map.of()).values().stream().mapToInt(n -> n).sum();
  }

  private int count(Side side, Status status) {
    return counts.getOrDefault(side, Map.of()).getOrDefault(status, 0);
  }

  /**
   * How a side kept its contracts on each start of its broker, also in runs that do not count, and
   * in each run of a stored baseline. The runs of a round are on one start, but for those in turns
   * that are repeated.
   */
  List<List<ContractRun>> contracts(Side side) {
    return contracts.computeIfAbsent(side, s -> new ArrayList<>());
  }

  /** Runs of both sides that count although this is what became of them. */
  int counting(Status status) {
    return isBaselineStored ? 0 : count(Side.BASELINE, status) + count(Side.CANDIDATE, status);
  }

  /** Runs that do not count. */
  List<RejectedRun> rejected() {
    return rejected;
  }

  /**
   * Runs a round.
   *
   * @param number from 1
   * @param withCapacity whether the slices that find the capacity are part of it
   * @return empty if it does not count: it was stopped, or a side has no run that can be compared
   */
  Optional<Round> run(int number, boolean withCapacity)
      throws BrokerException, RunException, InterruptedException {
    rounds++;
    repeated = design.alternates() ? repeated : 0;
    Side first = order.first(number - 1);
    Map<Side, List<RunMeasurement>> loaded = new EnumMap<>(Side.class);
    Map<Side, List<RunMeasurement>> full = new EnumMap<>(Side.class);
    int capacitySlices = withCapacity ? design.capacitySlices() : 0;
    ofRound.clear();
    repeatedNanos = 0;
    try (RoundBench.StartedRound round = bench.begin(number, first)) {
      if (!slices(round, first, design.slices(), false, loaded)) {
        return Optional.empty();
      }
      long begin = clock.nanoTime() - repeatedNanos;
      if (!slices(round, first, capacitySlices, true, full)) {
        return Optional.empty();
      }
      capacityNanos = clock.nanoTime() - repeatedNanos - begin;
    } finally {
      List.of(Side.values()).forEach(this::endStart);
    }
    if (stop.isStopped() || loaded.size() < Side.values().length) {
      return Optional.empty();
    }
    return Optional.of(
        new Round(
            new AbRound(
                number,
                first,
                names(Side.BASELINE, loaded, full),
                names(Side.CANDIDATE, loaded, full)),
            measured(Side.BASELINE, loaded, full),
            measured(Side.CANDIDATE, loaded, full)));
  }

  /**
   * There and back where both brokers run; else one side after the other. A side whose run broke
   * off is not loaded again in this round, so that a broker that has ended breaks off one run and
   * not all that would have come; the other side is, so that something is known of it.
   *
   * @return whether no run broke off
   */
  private boolean slices(
      RoundBench.StartedRound round,
      Side first,
      int count,
      boolean atCapacity,
      Map<Side, List<RunMeasurement>> into)
      throws BrokerException, RunException, InterruptedException {
    if (design.alternates()) {
      return count == 0 || stop.isStopped() || alternating(round, first, atCapacity, into);
    }
    Set<Side> ended = EnumSet.noneOf(Side.class);
    for (int i = 0; i < count * 2 && !stop.isStopped(); i++) {
      boolean firstsTurn = design.bothRun() ? (i + 1) / 2 % 2 == 0 : i < count;
      Side side = firstsTurn ? first : first.other();
      if (ended.contains(side)) {
        continue;
      }
      long begin = clock.nanoTime();
      RunMeasurement measured = taken(round, side, atCapacity);
      while (measured.status() == Status.DISTURBED && repeated < MOST_REPEATED) {
        repeated++;
        reject(side, measured);
        begin = againAfter(begin);
        if (!design.bothRun()) {
          endStart(side); // the repeated run has a fresh broker
        }
        measured = taken(round, side, atCapacity);
      }
      if (measured.status() == Status.FAILED) {
        ended.add(side);
      }
      take(side, measured, atCapacity, into);
    }
    return ended.isEmpty();
  }

  /** What was run on one start of a side's broker is one unit. */
  private void endStart(Side side) {
    Optional.ofNullable(ofRound.remove(side)).ifPresent(runs -> contracts(side).add(runs));
  }

  private void take(
      Side side,
      RunMeasurement measured,
      boolean atCapacity,
      Map<Side, List<RunMeasurement>> into) {
    if (!atCapacity || measured.status() == Status.FAILED) {
      count(side, measured);
    }
    if (measured.status() == Status.FAILED || measured.values().isEmpty() || isAlone(measured)) {
      reject(side, measured);
    } else {
      into.computeIfAbsent(side, s -> new ArrayList<>()).add(measured);
    }
  }

  private boolean isHeldUp(Status status) {
    return isBaselineStored && HELD_UP.contains(status);
  }

  /** Whether it was held up, and the other side, which is stored, was not. */
  private boolean isAlone(RunMeasurement measured) {
    return isBaselineStored && measured.status() != Status.VALID;
  }

  /** Both sides at once. Where one was disturbed, so was the other, which ran in between. */
  private boolean alternating(
      RoundBench.StartedRound round,
      Side first,
      boolean atCapacity,
      Map<Side, List<RunMeasurement>> into)
      throws RunException, InterruptedException {
    long begin = clock.nanoTime();
    Map<Side, RunMeasurement> both = round.alternating(first, atCapacity);
    while (is(Status.DISTURBED, both) && !is(Status.FAILED, both) && repeated < MOST_REPEATED) {
      repeated++;
      both.forEach(this::keepContract);
      both.forEach(this::reject);
      begin = againAfter(begin);
      both = round.alternating(first, atCapacity);
    }
    both.forEach(this::keepContract);
    both.forEach((side, measured) -> take(side, measured, atCapacity, into));
    return !is(Status.FAILED, both);
  }

  /** A run that began then is made again now. */
  private long againAfter(long beginNanos) {
    long now = clock.nanoTime();
    repeatedNanos += now - beginNanos;
    return now;
  }

  private static boolean is(Status status, Map<Side, RunMeasurement> both) {
    return both.values().stream().anyMatch(each -> each.status() == status);
  }

  private RunMeasurement taken(RoundBench.StartedRound round, Side side, boolean atCapacity)
      throws BrokerException, RunException, InterruptedException {
    RunMeasurement measured = round.slice(side, atCapacity);
    keepContract(side, measured);
    return measured;
  }

  private void keepContract(Side side, RunMeasurement measured) {
    Stream.of(measured.contract(), measured.searchContract())
        .flatMap(Optional::stream)
        .forEach(run -> ofRound.computeIfAbsent(side, s -> new ArrayList<>()).add(run));
  }

  private void count(Side side, RunMeasurement measured) {
    counts
        .computeIfAbsent(side, s -> new EnumMap<>(Status.class))
        .merge(measured.status(), 1, Integer::sum);
    if (measured.status() == Status.INVALID) {
      firstLate.putIfAbsent(side, measured.reason());
    }
    if (firstHeldUp.isEmpty() && isHeldUp(measured.status())) {
      firstHeldUp = measured.reason();
    }
  }

  private void reject(Side side, RunMeasurement measured) {
    rejected.add(new RejectedRun(side, measured.status(), measured.reason(), measured.run()));
  }

  private static List<String> names(
      Side side, Map<Side, List<RunMeasurement>> loaded, Map<Side, List<RunMeasurement>> full) {
    List<String> names = new ArrayList<>();
    loaded.get(side).forEach(each -> names.add(each.run()));
    full.getOrDefault(side, List.of()).forEach(each -> names.add(each.run()));
    return names;
  }

  /**
   * The median of each figure that all slices have; of a share that is compared by counting, the
   * mean, as a median hides what happens in one slice of four.
   */
  private static RunMeasurement measured(
      Side side, Map<Side, List<RunMeasurement>> loaded, Map<Side, List<RunMeasurement>> full) {
    List<RunMeasurement> slices = loaded.get(side);
    Map<Figure, Double> values = new LinkedHashMap<>();
    for (Figure figure : slices.get(0).values().keySet()) {
      middle(figure, slices).ifPresent(value -> values.put(figure, value));
    }
    middle(FigureCatalogue.find("throughput.received"), full.getOrDefault(side, List.of()))
        .ifPresent(value -> values.put(FigureCatalogue.CAPACITY, value));
    return new RunMeasurement(Status.VALID, "", values, slices.get(0).run());
  }

  private static Optional<Double> middle(Figure figure, List<RunMeasurement> slices) {
    double[] values =
        slices.stream()
            .map(each -> each.values().get(figure))
            .filter(value -> value != null)
            .mapToDouble(value -> value)
            .toArray();
    return values.length == 0 || values.length < slices.size()
        ? Optional.empty()
        : Optional.of(
            figure.comparedByCounting()
                ? Mean.of(values).getAsDouble()
                : Median.withDefaults().evaluate(values));
  }
}
