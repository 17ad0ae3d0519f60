package io.brokerbench.experiment.cell;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.result.BrokerUsage;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.LatencySummary;
import io.brokerbench.core.result.ResourceLimits;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.experiment.search.RateInterval;
import io.brokerbench.experiment.search.RateSearch;
import io.brokerbench.experiment.search.RigStepRunner;
import io.brokerbench.experiment.search.SearchResult;
import io.brokerbench.experiment.search.SearchStep;
import io.brokerbench.experiment.search.StepWindows;
import io.brokerbench.experiment.store.ResultFolderException;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Searches for the highest rate of a load, then measures CPU and latency at that rate with the
 * probe beside it; a little lower, where the broker does not keep it up together with the probe, or
 * the tool does not. A run that the tool or other work held up says nothing of the rate, and is
 * made again once; not one that the tool held up at a rate that was the limit of the tool.
 */
final class PeakMeter {

  /** Shares of the rate found that are tried with the probe, until one is kept. */
  private static final double[] SHARES = {1, 0.95, 0.9, 0.8, 0.65, 0.5};

  private static final String AT_LEAST = "the broker sustains at least this";

  /** A peak whose interval is so many times as wide as was asked for is not known closely. */
  private static final double WIDE = 2.1;

  /**
   * With less, in percent of a core or of the part of one that it may have, no thread of the broker
   * was busy: its CPU was no limit.
   */
  private static final double LEAST_CPU = 25;

  /**
   * The standard error of a mean is the standard deviation / sqrt(n): a tenth of the mean with 100
   * latencies that scatter as much as they last, which those of a loaded broker do.
   */
  private static final long LEAST_PROBES = 100;

  /** Keeps a document beside the result. */
  @FunctionalInterface
  interface DocumentWriter {
    void write(String name, String document) throws ResultFolderException;
  }

  private final CellBrokers brokers;
  private final CellPlan plan;
  private final Scenario load;
  private final CellListener others;
  private final DocumentWriter documents;
  private final RateSearch search;
  private final boolean isProjected;

  /** That the tool did not keep up the last rate that was given up; empty where it did. */
  private CellCaveats givenUp = CellCaveats.NONE;

  PeakMeter(CellBrokers brokers, CellPlan plan, CellListener others, DocumentWriter documents) {
    this.brokers = brokers;
    this.plan = plan;
    this.load = plan.load().orElseThrow();
    this.others = others;
    this.documents = documents;
    PeakPlan peak = plan.peak().orElseThrow();
    StepWindows windows = StepWindows.of(load, peak.probeWindow());
    this.isProjected = peak.projected();
    this.search = RateSearch.withoutKnee(load, peak.question(load), windows);
  }

  /** Measures, and returns what has to be said against it. */
  CellCaveats measure(RunFigures figures)
      throws RunException, ResultFolderException, InterruptedException {
    SearchResult found = search.on(brokers, RigStepRunner.RunKeeper.NONE, others::onStep);
    documents.write("search.json", SearchResult.CODEC.write(found));
    greatestCpu(found).ifPresent(most -> figures.put(CellFigures.GREATEST_CPU, most));
    if (found.sustainablePerSecond().isEmpty()) {
      String none = "no rate was sustained: " + found.reason();
      if (heldUpBy(found).isEmpty()) {
        throw new RunException(none, null);
      }
      return CellCaveats.ofMeasurement(heldUpBy(found).get(), none);
    }
    ProbedRun.Results results = atPeak(found, figures);
    CellCaveats ofRun = RunFigures.caveats(results);
    if (!found.limitedBy().isBrokers() && ofRun.doubts().isEmpty()) {
      figures.mayBeGreater(CellFigures.PEAK);
    }
    return Stream.<Supplier<CellCaveats>>of(
            ofRun::doubts,
            () -> caveatsOfTheLimit(found),
            () -> givenUp,
            () -> caveatsOfProjection(results.main()).and(caveatsOfProbes(results)))
        .map(Supplier::get)
        .filter(caveats -> !caveats.isEmpty())
        .findFirst()
        .orElse(CellCaveats.NONE)
        .and(ofRun.thresholds());
  }

  /** A projection to full CPU says nothing of a broker that hardly used any. */
  private CellCaveats caveatsOfProjection(RunResult run) {
    double cores =
        run.broker().limits().map(ResourceLimits::cpus).orElse(OptionalDouble.empty()).orElse(1);
    double least = LEAST_CPU * Math.min(1, cores);
    return run.brokerUsage()
        .filter(usage -> isProjected && usage.cpuPercentOfCore() < least)
        .map(
            usage ->
                CellCaveats.of(
                    NumberText.sentence(
                        "the broker used %.1f %% of a core", usage.cpuPercentOfCore()),
                    "less than %s %% at its peak, so its CPU was not the limit, and no projection holds"
                        .formatted(NumberText.measured(least))))
        .orElse(CellCaveats.NONE);
  }

  private static CellCaveats caveatsOfProbes(ProbedRun.Results results) {
    return results
        .probe()
        .flatMap(probe -> probe.latency().find(LatencyKind.END_TO_END))
        .map(LatencySummary::count)
        .filter(probes -> probes < LEAST_PROBES)
        .map(
            probes ->
                CellCaveats.of(
                    NumberText.counted(probes, "probe"),
                    "fewer than %d, so the mean latency is not known to 10 %%"
                        .formatted(LEAST_PROBES)))
        .orElse(CellCaveats.NONE);
  }

  /** What kept the search from the broker's own limit; empty where nothing did. */
  private static Optional<String> heldUpBy(SearchResult found) {
    return switch (found.limitedBy()) {
      case GENERATOR, NETWORK -> Optional.of("GENERATOR_LIMITED");
      case DISTURBED -> Optional.of("DISTURBED");
      case UPPER_RATE, UNKNOWN, BROKER, CRITERION -> Optional.empty();
    };
  }

  /** Why the rate that was found may not be the most that the broker sustains. */
  private CellCaveats caveatsOfTheLimit(SearchResult found) {
    return switch (found.limitedBy()) {
      case GENERATOR, NETWORK ->
          CellCaveats.ofLimit(heldUpBy(found).orElseThrow(), AT_LEAST + limitOf(found));
      case DISTURBED ->
          CellCaveats.ofMeasurement(
              heldUpBy(found).orElseThrow(), AT_LEAST + ": " + found.reason());
      case UPPER_RATE, UNKNOWN ->
          Optional.of(found)
              .filter(PeakMeter::hadNoStepsLeftInItsBracket)
              .flatMap(this::wide)
              .orElseGet(() -> CellCaveats.of(AT_LEAST, found.reason()));
      case BROKER, CRITERION -> wide(found).orElse(CellCaveats.NONE);
    };
  }

  /** What was in the way of a higher rate, which is not the one of the row's figures. */
  private static String limitOf(SearchResult found) {
    OptionalDouble above = found.interval().map(RateInterval::highPerSecond).orElseThrow();
    return (above.isPresent() ? at(above.getAsDouble()) : ": ") + found.reason();
  }

  private static String at(double perSecond) {
    return "; at " + NumberText.rate(perSecond) + "/s: ";
  }

  private static boolean hadNoStepsLeftInItsBracket(SearchResult found) {
    return found.ranOutOfSteps()
        && found.interval().filter(it -> it.highPerSecond().isPresent()).isPresent();
  }

  private Optional<CellCaveats> wide(SearchResult found) {
    return found
        .interval()
        .filter(this::isWide)
        .map(
            interval ->
                CellCaveats.of(
                    "the peak lies " + inWords(interval),
                    "the search ended after %d steps".formatted(found.steps().size())));
  }

  /** A search takes twice what was asked for, if need be. */
  private boolean isWide(RateInterval interval) {
    double widest = interval.lowPerSecond() * (1 + WIDE * search.question().plan().within());
    return interval.highPerSecond().orElse(Double.POSITIVE_INFINITY) > widest;
  }

  private static String inWords(RateInterval interval) {
    String low = NumberText.rate(interval.lowPerSecond()) + "/s";
    return interval.highPerSecond().isPresent()
        ? "between "
            + low
            + " and "
            + NumberText.rate(interval.highPerSecond().getAsDouble())
            + "/s"
        : "above " + low;
  }

  /** Empty where the CPU is not seen. */
  private static OptionalDouble greatestCpu(SearchResult found) {
    return found.steps().stream()
        .map(SearchStep::figures)
        .flatMapToDouble(step -> step.brokerCpuPercentOfCore().stream())
        .max();
  }

  private ProbedRun.Results atPeak(SearchResult found, RunFigures figures)
      throws RunException, ResultFolderException, InterruptedException {
    double peak = found.sustainablePerSecond().orElseThrow();
    ProbedRun.Results results = null;
    for (double share : SHARES) {
      results = run(peak, share);
      if (mayBeKept(results, found) && !brokers.stop().isStopped()) {
        results = run(peak, share);
      }
      CellCaveats caveats = RunFigures.caveats(results);
      if (caveats.count() || isDisturbed(results) || brokers.stop().isStopped()) {
        break;
      }
      givenUp =
          isHeldUp(results)
              ? CellCaveats.ofLimit(
                  "GENERATOR_LIMITED", AT_LEAST + at(peak * share) + caveats.doubts().detail())
              : CellCaveats.NONE;
    }
    RunResult run = results.main();
    documents.write("run.json", RunResult.CODEC.write(run));
    if (results.probe().isPresent()) {
      documents.write("probe.json", RunResult.CODEC.write(results.probe().get()));
    }
    figures.of(results, brokers.broker());
    figures.put(CellFigures.PEAK, delivered(run));
    run.brokerUsage().ifPresent(usage -> projections(run, usage, figures));
    return results;
  }

  /** Whether the rate that the last run did not show to be kept may be kept by the next one. */
  private static boolean mayBeKept(ProbedRun.Results last, SearchResult found) {
    return isHeldUp(last) && (isDisturbed(last) || heldUpBy(found).isEmpty());
  }

  private static boolean isHeldUp(ProbedRun.Results results) {
    return RunFigures.caveats(results).isHeldUp();
  }

  /** Other work is no reason to try less: it would disturb any rate. */
  private static boolean isDisturbed(ProbedRun.Results results) {
    return Stream.concat(results.load().stream(), results.probe().stream())
        .anyMatch(run -> run.verdict().status() == Verdict.Status.DISTURBED);
  }

  /** Not more than was owed: what waited from the warm-up is not a rate that is kept up. */
  private static double delivered(RunResult run) {
    double owed = run.throughput().sentPerSecond() * run.scenario().topology().fanOut();
    return Math.min(owed, run.throughput().receivedPerSecond());
  }

  private static void projections(RunResult run, BrokerUsage usage, RunFigures figures) {
    double rate = delivered(run);
    figures.put(
        CellFigures.PROJECTED_PER_CORE, BrokerUsage.atFullCpu(rate, usage.cpuPercentOfCore()));
    figures.put(
        CellFigures.PROJECTED_PER_SYSTEM, BrokerUsage.atFullCpu(rate, usage.cpuPercentOfSystem()));
  }

  /**
   * The search has warmed up the broker. A run that broke off has figures of a time in which the
   * broker was hardly there: they are not those of the rate.
   */
  private ProbedRun.Results run(double peak, double share)
      throws RunException, InterruptedException {
    Scenario scenario =
        load.withPhases(load.phases().withFixedWarmUp())
            .withWorkload(
                load.workload()
                    .withLoad(RigStepRunner.load(load).withPeakRate(Rate.perSecond(peak * share))));
    String rates =
        "the search found %s/s; the run at %s/s "
            .formatted(NumberText.rate(peak), NumberText.rate(peak * share));
    ProbedRun.Results results;
    try {
      results = new ProbedRun(brokers, Optional.of(scenario), plan.probe(), RunListener.NONE).run();
    } catch (RunException e) {
      throw new RunException(rates + "failed: " + e.getMessage(), e, e.isOfSome());
    }
    RunResult main = results.main();
    if (!main.verdict().complete() && !brokers.stop().isStopped()) {
      throw new RunException(
          rates + "broke off: " + String.join("; ", main.verdict().reasons()), null);
    }
    return results;
  }
}
