package io.brokerbench.core.cell;

import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.RunResultCodec;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.store.ResultFolderException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Measures one cell on brokers that run, and writes the documents of its runs.
 *
 * <p>{@link #stop} may be called from any thread; everything else belongs to one.
 */
public final class CellMeter {

  private final CellSite site;
  private final CellPlan plan;
  private final Path folder;
  private final RunListener listener;
  private final CellListener others;
  private final CellSteps steps;
  private final RunFigures figures = new RunFigures();
  private final List<String> runs = new ArrayList<>();
  private Runnable current = () -> {};
  private boolean stopped;

  /**
   * A meter for one cell.
   *
   * @param folder for documents
   * @param listener hears how its runs go
   * @param others hears how the rest goes
   */
  public CellMeter(
      CellSite site, CellPlan plan, Path folder, RunListener listener, CellListener others) {
    this.site = site;
    this.plan = plan;
    this.folder = folder;
    this.listener = listener;
    this.others = others;
    this.steps = new CellSteps(others::onStep, site.clock());
  }

  /**
   * Measures it.
   *
   * @throws RunException if nothing could be measured
   * @throws BrokerException if packets can't be dropped here
   * @throws ResultFolderException if a document can't be written
   * @throws InterruptedException if interrupted, or stopped at something that is no run
   */
  public Measured measure()
      throws RunException, BrokerException, ResultFolderException, InterruptedException {
    Doubts doubts = Doubts.NONE;
    if (plan.crowd().isPresent()) {
      untilStopped(() -> new CrowdMeter(site, plan.crowd().get(), steps).measure(figures));
    } else if (plan.stored().filter(store -> store.vanish().isPresent()).isPresent()) {
      StorePlan stored = plan.stored().get();
      untilStopped(() -> new VanishMeter(site, stored, steps).measure(figures));
      doubts =
          BrokerFigures.doubtsOfVanishing(figures)
              .and(BrokerFigures.doubts(figures, "Most", stored));
    } else {
      doubts = messages();
    }
    return new Measured(
        doubts.status(),
        doubts.text(),
        site.broker().identity(),
        runs,
        figures.figures(),
        figures.series());
  }

  private Doubts messages()
      throws RunException, BrokerException, ResultFolderException, InterruptedException {
    if (plan.stored().isEmpty()) {
      return plan.peak().isPresent() ? peak() : run(plan.load());
    }
    try (StoredMessages stored = new StoredMessages(site, plan.stored().get(), steps)) {
      untilStopped(stored::fill);
      steps.tell("measuring", "what the broker tells, and the load");
      figures.put("storedMessagesSent", plan.stored().get().messages());
      untilStopped(() -> BrokerFigures.told(site, "Before", figures));
      Doubts held = BrokerFigures.doubts(figures, "Before", plan.stored().get());
      Doubts doubts = run(plan.load());
      untilStopped(() -> BrokerFigures.told(site, "After", figures));
      Doubts heldOn = BrokerFigures.doubts(figures, "After", plan.stored().get());
      return doubts.and(held.isEmpty() ? heldOn.prefixed("after the load ") : held);
    }
  }

  private Doubts peak() throws RunException, ResultFolderException, InterruptedException {
    PeakMeter meter = new PeakMeter(site, plan, listener, others, this::keep);
    begin(meter::stop);
    return meter.measure(figures);
  }

  private Doubts run(Optional<Scenario> load)
      throws RunException, ResultFolderException, InterruptedException {
    ProbedRun run = new ProbedRun(site, load, plan.probe(), listener);
    begin(run::stop);
    ProbedRun.Results results = run.run();
    if (results.load().isPresent()) {
      keep("run.json", results.load().get());
    }
    if (results.probe().isPresent()) {
      keep("probe.json", results.probe().get());
    }
    figures.of(results);
    return RunFigures.doubts(results);
  }

  private void keep(String name, RunResult result) throws ResultFolderException {
    keep(name, RunResultCodec.write(result));
  }

  private void keep(String name, String document) throws ResultFolderException {
    try {
      Files.writeString(folder.resolve(name), document);
      runs.add(name);
    } catch (IOException e) {
      throw new ResultFolderException(folder, e);
    }
  }

  @FunctionalInterface
  private interface Work {
    void run() throws RunException, BrokerException, InterruptedException;
  }

  /** What is no run has nothing to drain: it is interrupted. */
  private void untilStopped(Work work) throws RunException, BrokerException, InterruptedException {
    begin(Thread.currentThread()::interrupt);
    try {
      work.run();
    } finally {
      begin(() -> {});
      if (isStopped()) {
        // An interruption that came too late isn't meant for what comes after this.
        Thread.interrupted();
      }
    }
    if (isStopped()) {
      throw new InterruptedException("stopped");
    }
  }

  private synchronized boolean isStopped() {
    return stopped;
  }

  private synchronized void begin(Runnable stop) {
    current = stop;
    if (stopped) {
      stop.run();
    }
  }

  /** Ends what is under way: runs in order, all else at once. */
  public synchronized void stop() {
    stopped = true;
    current.run();
  }
}
