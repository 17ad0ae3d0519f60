package io.brokerbench.core.cell;

import io.brokerbench.core.base.Figures;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.result.BrokerUsage;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.RunResultCodec;
import io.brokerbench.core.scenario.Rate;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.search.RateInterval;
import io.brokerbench.core.search.RigStepRunner;
import io.brokerbench.core.search.SearchFindings;
import io.brokerbench.core.search.SearchPlan;
import io.brokerbench.core.search.SearchResult;
import io.brokerbench.core.search.SearchResultCodec;
import io.brokerbench.core.search.SearchStep;
import io.brokerbench.core.search.StepJudge;
import io.brokerbench.core.search.StepWindows;
import io.brokerbench.core.search.SustainProfile;
import io.brokerbench.core.search.SustainableThroughputSearch;
import io.brokerbench.core.store.ResultFolderException;
import io.brokerbench.core.telemetry.NetworkLink;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Searches for the highest rate of a load, then measures CPU and latency at that rate with the
 * probe beside it; a little lower, where the broker doesn't keep it up together with the probe.
 */
final class PeakMeter {

  /** Shares of the rate found that are tried with the probe, until one is kept. */
  private static final double[] SHARES = {1, 0.95, 0.9, 0.8, 0.65, 0.5};

  /** So many times the precision that was asked for, and a peak isn't known closely. */
  private static final String AT_LEAST = "the broker sustains at least this: ";

  private static final double WIDE = 2.1;

  /** Keeps a document. */
  @FunctionalInterface
  interface Keeper {
    void keep(String name, String document) throws ResultFolderException;
  }

  private final CellSite site;
  private final CellPlan plan;
  private final Scenario load;
  private final RunListener listener;
  private final CellListener others;
  private final Keeper keeper;
  private final RigStepRunner runner;
  private final SearchResult.Question question;
  private ProbedRun current;
  private boolean stopped;

  PeakMeter(
      CellSite site, CellPlan plan, RunListener listener, CellListener others, Keeper keeper) {
    this.site = site;
    this.plan = plan;
    this.load = plan.load().orElseThrow();
    this.listener = listener;
    this.others = others;
    this.keeper = keeper;
    PeakPlan peak = plan.peak().orElseThrow();
    StepWindows windows = StepWindows.of(load, peak.probeWindow());
    this.question =
        new SearchResult.Question(
            SustainProfile.REPORT,
            new SearchPlan(
                    peak.fromPerSecond(), Rate.MAX_PER_SECOND, peak.within(), 0, peak.maxSteps())
                .atLeast(windows.leastPerSecond()));
    int cores = site.broker().usableCores().orElse(Runtime.getRuntime().availableProcessors());
    this.runner =
        new RigStepRunner(
            load,
            windows,
            new StepJudge(question.profile(), cores),
            (scenario, watch) -> site.rig(scenario, RunListener.both(watch, listener)),
            RigStepRunner.RunKeeper.NONE,
            site.reached().endpoints().stream()
                .findFirst()
                .flatMap(endpoint -> NetworkLink.to(endpoint.host())));
  }

  /** Measures, and returns what has to be said against it. */
  Doubts measure(RunFigures figures)
      throws RunException, ResultFolderException, InterruptedException {
    Instant startedAt = site.wallClock().instant();
    SearchFindings findings =
        new SustainableThroughputSearch(question.plan(), runner, others::onStep).search();
    RunResult latest =
        runner.latest().orElseThrow(() -> new RunException("the search had no step", null));
    keeper.keep(
        "search.json",
        SearchResultCodec.write(
            SearchResult.of(load, startedAt, latest, question, findings, findings.steps())));
    greatestCpu(findings).ifPresent(most -> figures.put("greatestCpuPercentOfCore", most));
    if (findings.sustainablePerSecond().isEmpty()) {
      throw new RunException("no rate was sustained: " + findings.reason(), null);
    }
    Doubts doubts = atPeak(findings.sustainablePerSecond().getAsDouble(), figures);
    return doubts.isEmpty() ? doubtsOfTheLimit(findings) : doubts;
  }

  /** Why the rate that was found may not be the most that the broker sustains. */
  private Doubts doubtsOfTheLimit(SearchFindings findings) {
    return switch (findings.limitedBy()) {
      case GENERATOR, NETWORK ->
          Doubts.ofMeasurement("GENERATOR_LIMITED: " + AT_LEAST + findings.reason());
      case DISTURBED -> Doubts.ofMeasurement("DISTURBED: " + AT_LEAST + findings.reason());
      case UPPER_RATE, UNKNOWN -> Doubts.of(AT_LEAST + findings.reason());
      case BROKER, CRITERION ->
          findings
              .interval()
              .filter(this::isWide)
              .map(interval -> Doubts.of(wide(interval, findings.steps().size())))
              .orElse(Doubts.NONE);
    };
  }

  /** A search takes twice what was asked for, if need be. */
  private boolean isWide(RateInterval interval) {
    double widest = interval.lowPerSecond() * (1 + WIDE * question.plan().within());
    return interval.highPerSecond().orElse(Double.POSITIVE_INFINITY) > widest;
  }

  private static String wide(RateInterval interval, int steps) {
    return "the peak lies %s: the search ended after %d steps".formatted(inWords(interval), steps);
  }

  private static String inWords(RateInterval interval) {
    String low = Figures.rate(interval.lowPerSecond()) + "/s";
    return interval.highPerSecond().isPresent()
        ? "between " + low + " and " + Figures.rate(interval.highPerSecond().getAsDouble()) + "/s"
        : "above " + low;
  }

  /** Empty where the CPU isn't seen. */
  private static OptionalDouble greatestCpu(SearchFindings findings) {
    return findings.steps().stream()
        .map(SearchStep::figures)
        .flatMapToDouble(step -> step.brokerCpuPercentOfCore().stream())
        .max();
  }

  private Doubts atPeak(double found, RunFigures figures)
      throws RunException, ResultFolderException, InterruptedException {
    ProbedRun.Results results = null;
    Doubts doubts = Doubts.NONE;
    for (double share : SHARES) {
      results = run(found * share);
      doubts = RunFigures.doubts(results);
      if (doubts.isEmpty() || isStopped()) {
        break;
      }
    }
    RunResult run = results.main();
    keeper.keep("run.json", RunResultCodec.write(run));
    if (results.probe().isPresent()) {
      keeper.keep("probe.json", RunResultCodec.write(results.probe().get()));
    }
    figures.of(results);
    figures.put("peakPerSecond", delivered(run));
    run.brokerUsage().ifPresent(usage -> projections(run, usage, figures));
    return doubts;
  }

  /** Not more than was owed: what waited from the warm-up isn't a rate that is kept up. */
  private static double delivered(RunResult run) {
    double owed = run.throughput().sentPerSecond() * run.scenario().topology().fanOut();
    return Math.min(owed, run.throughput().receivedPerSecond());
  }

  private static void projections(RunResult run, BrokerUsage usage, RunFigures figures) {
    double rate = delivered(run);
    figures.put("projectedPerCore", Projection.atFullCpu(rate, usage.cpuPercentOfCore()));
    figures.put("projectedPerSystem", Projection.atFullCpu(rate, usage.cpuPercentOfSystem()));
  }

  private ProbedRun.Results run(double perSecond) throws RunException, InterruptedException {
    Scenario scenario =
        load.withWorkload(
            load.workload()
                .withLoad(RigStepRunner.load(load).withPeakRate(Rate.perSecond(perSecond))));
    ProbedRun run = new ProbedRun(site, Optional.of(scenario), plan.probe(), listener);
    synchronized (this) {
      current = run;
      if (stopped) {
        run.stop();
      }
    }
    return run.run();
  }

  private synchronized boolean isStopped() {
    return stopped;
  }

  /** Ends what is under way, in order; from any thread. */
  synchronized void stop() {
    stopped = true;
    runner.stop();
    if (current != null) {
      current.stop();
    }
  }
}
