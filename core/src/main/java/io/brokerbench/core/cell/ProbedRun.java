package io.brokerbench.core.cell;

import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.stage.Phase;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.search.StepRigs;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A load and, beside it, a probe: a second run on the same broker, with clients and topics of its
 * own, which begins when the load's clients are all there. One of both may be missing.
 *
 * <p>{@link #stop} may be called from any thread; everything else belongs to one.
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

  private final CellSite site;
  private final Optional<Scenario> load;
  private final Optional<Scenario> probe;
  private final RunListener listener;
  private final List<StepRigs.Rig> rigs = new ArrayList<>();
  private boolean stopped;

  private Thread beside;
  private volatile Optional<RunResult> probed = Optional.empty();
  private volatile Exception probeFailure;

  ProbedRun(
      CellSite site, Optional<Scenario> load, Optional<Scenario> probe, RunListener listener) {
    this.site = site;
    this.load = load;
    this.probe = probe;
    this.listener = listener;
  }

  /**
   * Runs both to their ends.
   *
   * @throws RunException if one of them could measure nothing
   */
  Results run() throws RunException, InterruptedException {
    if (load.isEmpty()) {
      StepRigs.Rig alone = begun(site.probeRig(probe.orElseThrow(), listener));
      return new Results(Optional.empty(), Optional.of(alone.run()));
    }
    StepRigs.Rig rig =
        begun(
            site.rig(
                load.get(),
                RunListener.both(
                    progress -> {
                      if (beside == null && progress.phase().compareTo(Phase.WARM_UP) >= 0) {
                        probe.ifPresent(this::startBeside);
                      }
                    },
                    listener)));
    Optional<RunResult> loaded;
    try {
      loaded = Optional.of(rig.run());
    } catch (RunException | InterruptedException e) {
      stop();
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
    beside =
        new Thread(
            () -> {
              try {
                probed = Optional.of(begun(site.besideRig(scenario)).run());
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

  private synchronized StepRigs.Rig begun(StepRigs.Rig rig) {
    rigs.add(rig);
    if (stopped) {
      rig.stop();
    }
    return rig;
  }

  /** Ends both early and in order. */
  synchronized void stop() {
    stopped = true;
    rigs.forEach(StepRigs.Rig::stop);
  }
}
