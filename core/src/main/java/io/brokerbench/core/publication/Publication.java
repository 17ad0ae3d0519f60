package io.brokerbench.core.publication;

import io.brokerbench.core.definition.ScenarioChange;
import io.brokerbench.core.scenario.Scenario;
import java.util.List;
import java.util.Optional;

/**
 * A publication whose scenarios are built in, found with {@link java.util.ServiceLoader}.
 *
 * <p>Implementations are stateless, have a public constructor without arguments, and are safe for
 * use by several threads.
 */
public interface Publication {

  /** What was measured and when, in a few words. */
  String title();

  /** All its scenarios, in the order of publication. */
  List<PublishedScenario> scenarios();

  /**
   * What was published of a scenario.
   *
   * @return empty if it is none of them, or was changed so far that it is other work
   */
  Optional<PublishedScenario> find(Scenario scenario);

  /** Devices of a size. */
  int devices(PublishedSize size);

  /** On what a size was measured, in a few words. */
  String hardware(PublishedSize size);

  /**
   * What gives a scenario the size of the publication: clients, lengths, windows and pacing.
   *
   * @param devices how many devices there are, at least 1
   * @return empty if the publication has no size for such a scenario
   */
  Optional<ScenarioChange> sized(Scenario scenario, int devices);
}
