package io.brokerbench.experiment.session;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.experiment.cell.StudyCell;
import io.brokerbench.experiment.store.ResultFolderException;
import io.brokerbench.experiment.study.Study;
import io.brokerbench.experiment.study.StudyAnalysis;
import io.brokerbench.experiment.study.StudyFolder;
import io.brokerbench.experiment.study.StudyResult;
import io.brokerbench.experiment.study.StudyRunner;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;

/**
 * A study: the cells of a matrix that are missing in its folder, each on a fresh broker.
 *
 * @param study the matrix
 * @param retryFailed whether cells without figures and invalid ones are measured again
 * @param repeats how often at most a cell is measured again at once that the tool or other work
 *     held up, 0 to 10
 * @param conditions what else decides what is measured: cells that were measured under others are
 *     not taken for the same
 * @param again command that does the same again
 * @param devices those of its scenarios, where that is what this machine carries; else empty
 * @param targets how cells are run
 */
public record StudyExperiment(
    Study study,
    boolean retryFailed,
    int repeats,
    String conditions,
    String again,
    OptionalInt devices,
    TargetFactory targets)
    implements Experiment<StudyExperiment.StudyMeasurement> {

  /** For a drain, and for ending a cell. */
  private static final Duration DRAIN_LIMIT = Duration.ofSeconds(45);

  /** How often a cell is measured again, unless said otherwise. */
  public static final int USUAL_REPEATS = 1;

  private static final int MOST_REPEATS = 10;

  /** Checks the limits. */
  public StudyExperiment {
    if (repeats < 0 || repeats > MOST_REPEATS) {
      throw new DefinitionException("repeats", "between 0 and " + MOST_REPEATS, repeats);
    }
  }

  /** With the usual number of repeats, at its usual size. */
  public StudyExperiment(
      Study study, boolean retryFailed, String conditions, String again, TargetFactory targets) {
    this(study, retryFailed, USUAL_REPEATS, conditions, again, OptionalInt.empty(), targets);
  }

  /** How cells are run. */
  @FunctionalInterface
  public interface TargetFactory {

    /**
     * The target of a cell.
     *
     * @param scenario one that needs what the cell does
     */
    RunTarget of(Scenario scenario, String broker);
  }

  /**
   * What came of it.
   *
   * @param cells that are finished
   * @param document what they say together
   * @param folder that holds them
   */
  public record StudyMeasurement(List<StudyCell> cells, StudyResult document, StudyFolder folder) {}

  @Override
  public Requirements requirements() {
    return Requirements.none(DRAIN_LIMIT);
  }

  @Override
  public ExpectedTime expectedTime() {
    return ExpectedTime.about(
        study.cells().stream()
            .map(cell -> study.variant(cell).orElseThrow().plan().planned())
            .reduce(Duration.ZERO, Duration::plus));
  }

  @Override
  public Answer answer(StudyMeasurement result) {
    List<StudyCell> asked =
        result.cells().stream().filter(cell -> study.cells().contains(cell.key())).toList();
    if (!asked.isEmpty() && asked.stream().noneMatch(StudyCell::wasMeasured)) {
      return Answer.BROKE_OFF;
    }
    List<StudyCell> wrong =
        asked.stream()
            .filter(cell -> !cell.passes() && cell.status() != StudyCell.Status.UNSUPPORTED)
            .toList();
    if (wrong.isEmpty()) {
      return Answer.YES;
    }
    boolean invalid = wrong.stream().allMatch(cell -> cell.status() == StudyCell.Status.INVALID);
    return invalid ? Answer.INVALID : Answer.NO;
  }

  @Override
  public StudyMeasurement perform(ExperimentBench bench)
      throws ResultFolderException, InterruptedException {
    StudyFolder folder = StudyFolder.open(bench.environment().out(), study.name());
    bench.closeLater(folder::close);
    bench.listener().begins();
    StudyRunner.Settings settings =
        new StudyRunner.Settings(
            retryFailed, repeats, bench.environment().clock(), conditions, devices);
    List<StudyCell> cells =
        new StudyRunner(
                study,
                folder,
                new StudyCells(targets, bench),
                bench.listener(),
                settings,
                bench.stop())
            .run();
    StudyResult result = new StudyAnalysis(study, cells).result(again);
    bench.attempt(() -> folder.write(StudyResult.DOCUMENT, StudyResult.CODEC.write(result)));
    return new StudyMeasurement(cells, result, folder);
  }
}
