package io.brokerbench.core.publication;

import io.brokerbench.core.figure.Figure;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A scenario that was published.
 *
 * @param name of the scenario
 * @param values what was published of it, the figure that it is known by first; empty where it was
 *     described only, or where several brokers have their own
 */
public record PublishedScenario(String name, List<PublishedValue> values) {

  /** Copies the list. */
  public PublishedScenario {
    values = List.copyOf(values);
  }

  /** The figure that it is known by; empty where it was described only. */
  public Optional<PublishedValue> main() {
    return values.stream().findFirst();
  }

  /**
   * The value of a figure, with so many consumers as the scenario's main figure was measured with,
   * where the publication says it for several.
   */
  public OptionalDouble at(Figure figure, PublishedSize size) {
    return values.stream()
        .filter(value -> value.figure().path().equals(figure.path()))
        .filter(value -> value.consumers().equals(main().orElseThrow().consumers()))
        .map(value -> value.at(size))
        .findFirst()
        .orElse(OptionalDouble.empty());
  }

  /** The value of a figure with a number of consumers. */
  public OptionalDouble at(Figure figure, int consumers, PublishedSize size) {
    return values.stream()
        .filter(value -> value.figure().path().equals(figure.path()))
        .filter(value -> value.consumers().stream().anyMatch(n -> n == consumers))
        .map(value -> value.at(size))
        .findFirst()
        .orElse(OptionalDouble.empty());
  }
}
