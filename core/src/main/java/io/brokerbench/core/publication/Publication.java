package io.brokerbench.core.publication;

import io.brokerbench.core.definition.ScenarioChange;
import io.brokerbench.core.scenario.Scenario;
import java.util.Collection;
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

  /**
   * All that was published of a scenario, in words: {@code sustainable throughput 330 000/s (S),
   * 340 000/s (M); ...}.
   *
   * @param products of the brokers that are measured, in their order; none where none is known yet
   * @return empty if nothing was
   */
  default Optional<String> text(Scenario scenario, Collection<String> products) {
    return find(scenario).stream()
        .flatMap(published -> published.values().stream())
        .filter(value -> value.hasPayloadOf(scenario))
        .map(PublishedValue::text)
        .reduce((one, other) -> one + "; " + other);
  }

  /**
   * What gives a scenario a size of the publication: clients, lengths, windows and pacing.
   *
   * @return empty if the publication has no size for such a scenario
   */
  default Optional<ScenarioChange> sized(Scenario scenario, RunSize size) {
    return Optional.empty();
  }
}
