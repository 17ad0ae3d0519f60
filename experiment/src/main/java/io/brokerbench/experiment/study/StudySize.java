package io.brokerbench.experiment.study;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.definition.ScenarioDefaults;
import io.brokerbench.core.scenario.Phases;
import java.time.Duration;
import java.util.OptionalInt;

/**
 * How large a built-in study is to be.
 *
 * @param small whether it has to end within a minute, with fewer steps and fewer samples, to show
 *     that it works; its figures say little
 * @param samples of one second each; absent for as many as the study usually takes
 */
public record StudySize(boolean small, OptionalInt samples) {

  /** As published. */
  public static final StudySize USUAL = new StudySize(false, OptionalInt.empty());

  private static final int SMALL_SAMPLES = 4;
  private static final int MAX_SAMPLES = 100_000;

  /** Checks the limits. */
  public StudySize {
    if (samples.isPresent() && (samples.getAsInt() < 2 || samples.getAsInt() > MAX_SAMPLES)) {
      throw new DefinitionException("samples", "between 2 and " + MAX_SAMPLES, samples.getAsInt());
    }
  }

  /**
   * Phases with a second for each sample.
   *
   * @param usual number of samples unless asked otherwise
   */
  public Phases phases(int usual) {
    int count = samples.orElse(small ? SMALL_SAMPLES : usual);
    return new Phases(
        small ? Duration.ofSeconds(1) : ScenarioDefaults.PHASES.warmUp(),
        Duration.ofSeconds(count),
        ScenarioDefaults.PHASES.drainLimit(),
        ScenarioDefaults.PHASES.connectLimit());
  }
}
