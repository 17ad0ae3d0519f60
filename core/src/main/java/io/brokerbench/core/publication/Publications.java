package io.brokerbench.core.publication;

import io.brokerbench.core.scenario.Scenario;
import java.util.Collection;
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
   *
   * @param products of the brokers that are measured, in their order; none where none is known yet
   */
  public Optional<String> sentence(Scenario scenario, Collection<String> products) {
    return all.stream()
        .flatMap(
            publication ->
                publication
                    .text(scenario, products)
                    .map(text -> publication.title() + ", other hardware: " + text)
                    .stream())
        .findFirst();
  }

  /** The publication that has a scenario, which was not changed so far that it is other work. */
  public Optional<Publication> of(Scenario scenario) {
    return all.stream().filter(publication -> publication.find(scenario).isPresent()).findFirst();
  }
}
