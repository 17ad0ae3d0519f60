package io.brokerbench.experiment.session;

import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.experiment.bench.StopSwitch;
import io.brokerbench.experiment.store.ResultFolder;
import io.brokerbench.experiment.store.ResultFolderException;
import java.util.Optional;

/**
 * Performs one experiment, with all that surrounds it: checks, the folder of the results, brokers,
 * documents.
 *
 * <p>Whatever happens, brokers are closed, what was measured until then is kept, and no empty
 * folder is left.
 */
public final class ExperimentSession {

  private final SessionEnvironment environment;
  private final SessionListener listener;
  private final StopSwitch stop;

  /**
   * A session that has not begun.
   *
   * @param stop ends it early, from any thread
   */
  public ExperimentSession(
      SessionEnvironment environment, SessionListener listener, StopSwitch stop) {
    this.environment = environment;
    this.listener = listener;
    this.stop = stop;
  }

  /**
   * What is made of a result, while its brokers still run.
   *
   * @param <D> the document
   * @param <R> what it makes
   */
  @FunctionalInterface
  public interface Conclusion<D, R> {

    /** Makes it. */
    R of(Outcome<D> outcome) throws ResultFolderException;
  }

  /**
   * Performs an experiment.
   *
   * @throws io.brokerbench.core.base.DefinitionException if a target cannot do it
   * @throws EnvironmentException if this machine cannot
   * @throws ResultFolderException if results cannot be kept, before anything is measured
   * @throws BrokerException if a broker does not start
   * @throws RunException if nothing could be measured
   * @throws InterruptedException if interrupted
   */
  public <D, R> R perform(Experiment<D> experiment, Conclusion<D, R> conclusion)
      throws BrokerException,
          RunException,
          EnvironmentException,
          ResultFolderException,
          InterruptedException {
    Requirements requirements = experiment.requirements();
    requirements.check(environment.loads().checks());
    Optional<ResultFolder> folder = folder(requirements);
    try (ExperimentBench bench = new ExperimentBench(environment, folder, stop, listener)) {
      D result = experiment.perform(bench);
      return conclusion.of(new Outcome<>(result, folder, bench.problem()));
    } finally {
      folder.ifPresent(ResultFolder::removeIfEmpty);
    }
  }

  private Optional<ResultFolder> folder(Requirements requirements) throws ResultFolderException {
    if (requirements.folderPrefix().isEmpty()) {
      return Optional.empty();
    }
    RunTarget subject = requirements.targets().get(requirements.targets().size() - 1);
    return Optional.of(
        ResultFolder.create(
            environment.out(),
            environment.clock(),
            requirements.name(),
            requirements.folderPrefix().get() + subject.shortName()));
  }
}
