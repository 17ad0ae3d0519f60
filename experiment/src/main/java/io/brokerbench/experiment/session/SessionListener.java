package io.brokerbench.experiment.session;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.experiment.cell.CellKey;
import io.brokerbench.experiment.cell.CellListener;
import io.brokerbench.experiment.cell.CellStep;
import io.brokerbench.experiment.cell.StudyCell;
import io.brokerbench.experiment.gate.AbRound;
import io.brokerbench.experiment.metric.RunMeasurement;
import io.brokerbench.experiment.search.SearchStep;
import io.brokerbench.experiment.study.StudyListener;
import io.brokerbench.experiment.study.StudyProgress;
import java.util.Optional;

/** Hears how an experiment goes, on the thread that performs it. */
public interface SessionListener extends StudyListener, CellListener {

  /** Hears nothing. */
  SessionListener NONE = new SessionListener() {};

  /**
   * From here on the experiment ends orderly if its switch is pressed; before, only an interruption
   * ends it.
   */
  default void begins() {}

  /**
   * Says which part of it begins.
   *
   * @param part such as {@code round 3, candidate}
   */
  default void begins(String part) {}

  /** Says something that is no result. */
  default void note(String line) {}

  /**
   * A broker is about to be started.
   *
   * @param what product and version, as far as they are known: {@code Product 2.55.0}
   */
  default void starting(String what) {}

  /**
   * What a user must know of the broker that is about to be started.
   *
   * @param sentence that says it
   */
  default void trap(String sentence) {}

  /**
   * A broker has started.
   *
   * @param scenario that is run on it; absent where that is known
   */
  default void broker(Broker broker, Optional<Scenario> scenario) {}

  /** Other work keeps this machine busy. */
  default void busy(String warning) {}

  /**
   * A run of a scenario is about to begin.
   *
   * @return hears how it goes, on its thread, and is closed when it is over
   */
  default RunDisplay run(Scenario scenario) {
    return RunDisplay.NONE;
  }

  @Override
  default void onStep(SearchStep step) {}

  @Override
  default void onStep(CellStep step) {}

  @Override
  default void begins(CellKey key, StudyProgress progress) {}

  @Override
  default void ends(StudyCell cell, StudyProgress progress) {}

  /**
   * A run of a calibration is over.
   *
   * @param what it is for, in a few words
   */
  default void calibrated(String what, RunResult result) {}

  /** A round of a comparison has ended that counts. */
  default void onRound(AbRound round, RunMeasurement baseline, RunMeasurement candidate) {}

  /** Hears how one run goes. */
  @FunctionalInterface
  interface RunDisplay extends RunListener, AutoCloseable {

    /** Shows nothing. */
    RunDisplay NONE = progress -> {};

    @Override
    default void close() {}
  }
}
