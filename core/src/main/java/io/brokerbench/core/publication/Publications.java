package io.brokerbench.core.publication;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.scenario.Scenario;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * The publications that there are.
 *
 * @param all in the order in which they are asked
 */
public record Publications(List<Publication> all) {

  /** Copies the list. */
  public Publications {
    all = List.copyOf(all);
  }

  /** Those on the class path. */
  public static Publications load() {
    return new Publications(
        ServiceLoader.load(Publication.class).stream().map(ServiceLoader.Provider::get).toList());
  }

  /**
   * What was published of a scenario, in a sentence that says that it was other hardware: {@code
   * Some Broker 1.2, 2015, other hardware: sustainable throughput 330 000/s (S), 340 000/s (M), 380
   * 000/s (L)}; empty where nothing was published of it.
   */
  public Optional<String> sentence(Scenario scenario) {
    return all.stream()
        .flatMap(publication -> sentence(publication, scenario).stream())
        .findFirst();
  }

  private static Optional<String> sentence(Publication publication, Scenario scenario) {
    return publication.find(scenario).stream()
        .flatMap(published -> published.values().stream())
        .filter(value -> value.hasPayloadOf(scenario))
        .findFirst()
        .map(value -> publication.title() + ", other hardware: " + text(value));
  }

  private static String text(PublishedValue value) {
    String consumers =
        value.consumers().isPresent()
            ? " with " + NumberText.counted(value.consumers().getAsInt(), "consumer")
            : "";
    return value.figure().title() + " " + value.text() + consumers;
  }

  /** The publication that has a scenario, which was not changed so far that it is other work. */
  public Optional<Publication> of(Scenario scenario) {
    return all.stream().filter(publication -> publication.find(scenario).isPresent()).findFirst();
  }
}
