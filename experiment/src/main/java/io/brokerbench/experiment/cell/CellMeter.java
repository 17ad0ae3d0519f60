package io.brokerbench.experiment.cell;

import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.experiment.store.ResultFolderException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Measures one cell on brokers that run, and writes the documents of its runs.
 *
 * <p>The brokers' switch ends what is under way: runs orderly, all else at once.
 */
public final class CellMeter {

  private final CellBrokers brokers;
  private final CellPlan plan;
  private final Path folder;
  private final CellListener others;
  private final CellStepReporter steps;
  private final RunFigures figures = new RunFigures();
  private final List<String> runs = new ArrayList<>();

  /**
   * A meter for one cell.
   *
   * @param folder for documents
   * @param others hears how what is no run goes
   */
  public CellMeter(CellBrokers brokers, CellPlan plan, Path folder, CellListener others) {
    this.brokers = brokers;
    this.plan = plan;
    this.folder = folder;
    this.others = others;
    this.steps = new CellStepReporter(others::onStep, brokers.clock());
  }

  /**
   * Measures it.
   *
   * @throws RunException if nothing could be measured
   * @throws BrokerException if packets cannot be dropped here
   * @throws ResultFolderException if a document cannot be written
   * @throws InterruptedException if interrupted, or stopped at something that is no run
   */
  public CellMeasurement measure()
      throws RunException, BrokerException, ResultFolderException, InterruptedException {
    CellCaveats caveats = CellCaveats.NONE;
    if (plan.connectionMemory().isPresent()) {
      brokers
          .stop()
          .interrupting(
              () ->
                  new ConnectionMemoryMeter(brokers, plan.connectionMemory().get(), steps)
                      .measure(figures));
    } else if (plan.stored().filter(store -> store.vanish().isPresent()).isPresent()) {
      StorePlan stored = plan.stored().get();
      brokers
          .stop()
          .interrupting(() -> new SilentDisconnectMeter(brokers, stored, steps).measure(figures));
      caveats =
          BrokerFigures.caveatsOfSilentDisconnect(figures)
              .and(BrokerFigures.caveats(figures, BrokerFigures.Held.MOST, stored));
    } else {
      caveats = messages();
    }
    return new CellMeasurement(
        caveats.status(),
        caveats.remark(),
        caveats.text(),
        caveats.isHeldUp(),
        brokers.broker().identity(),
        runs,
        figures.figures(),
        figures.series(),
        figures.lowerBounds());
  }

  private CellCaveats messages()
      throws RunException, BrokerException, ResultFolderException, InterruptedException {
    if (plan.stored().isEmpty()) {
      return plan.peak().isPresent() ? peak() : run(plan.load());
    }
    try (StoredMessages stored = new StoredMessages(brokers, plan.stored().get(), steps)) {
      brokers.stop().interrupting(stored::fill);
      steps.reportProgress("measuring", "what the broker reports, and the load");
      figures.put(CellFigures.STORED_MESSAGES_SENT, plan.stored().get().messages());
      brokers
          .stop()
          .interrupting(() -> BrokerFigures.reported(brokers, BrokerFigures.Held.BEFORE, figures));
      CellCaveats held =
          BrokerFigures.caveats(figures, BrokerFigures.Held.BEFORE, plan.stored().get());
      CellCaveats caveats = run(plan.load());
      brokers
          .stop()
          .interrupting(() -> BrokerFigures.reported(brokers, BrokerFigures.Held.AFTER, figures));
      CellCaveats heldOn =
          BrokerFigures.caveats(figures, BrokerFigures.Held.AFTER, plan.stored().get());
      return caveats.and(held.isEmpty() ? heldOn.prefixed("after the load ") : held);
    }
  }

  private CellCaveats peak() throws RunException, ResultFolderException, InterruptedException {
    return new PeakMeter(brokers, plan, others, this::keep).measure(figures);
  }

  private CellCaveats run(Optional<Scenario> load)
      throws RunException, ResultFolderException, InterruptedException {
    Optional<BridgeCpuMeter> bridge =
        brokers.bridge().map(broker -> new BridgeCpuMeter(broker, brokers.clock()));
    RunListener listener = bridge.map(RunListener.class::cast).orElse(RunListener.NONE);
    ProbedRun.Results results = new ProbedRun(brokers, load, plan.probe(), listener).run();
    if (results.load().isPresent()) {
      keep("run.json", results.load().get());
    }
    if (results.probe().isPresent()) {
      keep("probe.json", results.probe().get());
    }
    figures.of(results, brokers.broker());
    bridge.ifPresent(meter -> meter.measured(figures));
    return RunFigures.caveats(results);
  }

  private void keep(String name, RunResult result) throws ResultFolderException {
    keep(name, RunResult.CODEC.write(result));
  }

  private void keep(String name, String document) throws ResultFolderException {
    try {
      Files.writeString(folder.resolve(name), document);
      runs.add(name);
    } catch (IOException e) {
      throw new ResultFolderException(folder, e);
    }
  }
}
