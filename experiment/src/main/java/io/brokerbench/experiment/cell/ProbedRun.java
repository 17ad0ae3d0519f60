package io.brokerbench.experiment.cell;

import io.brokerbench.core.engine.Rig;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.stage.Phase;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.Scenario;
import java.util.Optional;

/**
 * A load and, beside it, a probe: a second run on the same broker, with clients and topics of its
 * own, which begins when the load's clients are all there. One of both may be missing.
 */
final class ProbedRun {

  /**
   * What came of it.
   *
   * @param load of the load; absent where there was none
   * @param probe of the probe; likewise
   */
  record Results(Optional<RunResult> load, Optional<RunResult> probe) {

    /** The load's result where there is one, else the probe's. */
    RunResult main() {
      return load.or(() -> probe).orElseThrow();
    }
  }

  private final CellBrokers brokers;
  private final RunListener listener;
  private final Optional<Scenario> load;
  private final Optional<Scenario> probe;
  private Rig probing;
  private Thread beside;
  private volatile Optional<RunResult> probed = Optional.empty();
  private volatile Exception probeFailure;

  /**
   * A run that has not begun.
   *
   * @param listener hears how the load goes, or the probe where there is no load
   */
  ProbedRun(
      CellBrokers brokers,
      Optional<Scenario> load,
      Optional<Scenario> probe,
      RunListener listener) {
    this.brokers = brokers;
    this.listener = listener;
    boolean together = load.isPresent() && probe.isPresent();
    this.load = together ? load.map(ProbedRun::timed) : load;
    this.probe = together ? probe.map(ProbedRun::timed) : probe;
  }

  /** Both have their steady state at the same time, so neither waits for the broker to settle. */
  private static Scenario timed(Scenario scenario) {
    return scenario.withPhases(scenario.phases().withFixedWarmUp());
  }

  /**
   * Runs both to their ends.
   *
   * @throws RunException if one of them could measure nothing
   */
  Results run() throws RunException, InterruptedException {
    if (load.isEmpty()) {
      Rig alone = brokers.probeRig(probe.orElseThrow(), listener);
      return new Results(Optional.empty(), Optional.of(brokers.stop().run(alone)));
    }
    Rig rig =
        brokers.rig(
            load.get(),
            RunListener.both(
                progress -> {
                  if (beside == null && progress.phase().compareTo(Phase.WARM_UP) >= 0) {
                    probe.ifPresent(this::startBeside);
                  }
                },
                listener));
    Optional<RunResult> loaded;
    try {
      loaded = Optional.of(brokers.stop().run(rig));
    } catch (RunException | InterruptedException e) {
      endProbe();
      throw e;
    } finally {
      if (beside != null) {
        beside.join();
      }
    }
    if (probeFailure instanceof RunException failure) {
      throw failure;
    }
    if (probeFailure != null) {
      throw new RunException("the probe failed: " + probeFailure, probeFailure);
    }
    return new Results(loaded, probed);
  }

  private void startBeside(Scenario scenario) {
    Rig rig = brokers.besideRig(scenario);
    probing = rig;
    beside =
        new Thread(
            () -> {
              try {
                probed = Optional.of(brokers.stop().run(rig));
              } catch (RunException | RuntimeException e) {
                probeFailure = e;
              } catch (InterruptedException e) {
                probeFailure = e;
                Thread.currentThread().interrupt();
              }
            },
            "study-probe");
    beside.start();
  }

  private void endProbe() {
    if (probing != null) {
      probing.stop();
    }
  }
}
