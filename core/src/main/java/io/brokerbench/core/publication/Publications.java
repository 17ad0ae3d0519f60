package io.brokerbench.core.publication;

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

  /** The publication that has a scenario, which was not changed so far that it is other work. */
  public Optional<Publication> of(Scenario scenario) {
    return all.stream().filter(publication -> publication.find(scenario).isPresent()).findFirst();
  }
}
