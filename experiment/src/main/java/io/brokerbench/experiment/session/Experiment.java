package io.brokerbench.experiment.session;

import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.experiment.store.ResultFolderException;

/**
 * Something to be measured, as a value. {@link ExperimentSession#perform} performs it.
 *
 * @param <D> what comes of it: the document
 */
public sealed interface Experiment<D>
    permits RunExperiment,
        GroupsExperiment,
        SearchExperiment,
        ComparisonExperiment,
        StudyExperiment,
        CalibrationExperiment {

  /** What has to be there before it begins. */
  Requirements requirements();

  /** How long it takes. */
  ExpectedTime expectedTime();

  /** What its result says. */
  Answer answer(D result);

  /**
   * Performs it to its end, or until it is stopped, and keeps what came of it.
   *
   * @throws BrokerException if a broker does not start
   * @throws RunException if nothing could be measured
   * @throws EnvironmentException if this machine cannot do it
   * @throws ResultFolderException if nothing can be kept, before anything is measured
   * @throws InterruptedException if interrupted
   */
  D perform(ExperimentBench bench)
      throws BrokerException,
          RunException,
          EnvironmentException,
          ResultFolderException,
          InterruptedException;
}
