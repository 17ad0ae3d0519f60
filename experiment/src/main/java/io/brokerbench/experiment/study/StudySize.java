package io.brokerbench.experiment.study;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.definition.ScenarioDefaults;
import io.brokerbench.core.publication.RunSize;
import io.brokerbench.core.scenario.Phases;
import io.brokerbench.core.scenario.Scenario;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How large a built-in study is to be.
 *
 * @param small whether it has to end within a minute, with fewer steps and fewer samples, to show
 *     that it works; its figures say little
 * @param samples of one second each in a repetition; absent for as many as the study usually takes
 * @param clients the size of the scenarios, where they were published with sizes; absent for their
 *     usual one
 */
public record StudySize(boolean small, OptionalInt samples, Optional<RunSize> clients) {

  /** As published. */
  public static final StudySize USUAL = new StudySize(false, OptionalInt.empty());

  private static final int SMALL_SAMPLES = 4;
  private static final int MAX_SAMPLES = 100_000;

  /** Checks the limits. */
  public StudySize {
    if (small && clients.isPresent()) {
      throw DefinitionException.about("size", "not with --small, which has few clients", null);
    }
    if (samples.isPresent() && (samples.getAsInt() < 2 || samples.getAsInt() > MAX_SAMPLES)) {
      throw new DefinitionException("samples", "between 2 and " + MAX_SAMPLES, samples.getAsInt());
    }
  }

  /** One whose scenarios have their usual size. */
  public StudySize(boolean small, OptionalInt samples) {
    this(small, samples, Optional.empty());
  }

  /** A scenario with the clients of this size. */
  public Scenario sized(Scenario scenario) {
    return clients.map(size -> size.applyTo(scenario)).orElse(scenario);
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
