package io.brokerbench.report.text;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.publication.Publication;
import io.brokerbench.core.publication.Publications;
import io.brokerbench.core.publication.PublishedValue;
import io.brokerbench.core.scenario.Scenario;
import java.util.List;
import java.util.Optional;

/** What was published of a scenario, in a sentence that says that it was other hardware. */
public final class PublishedText {

  private PublishedText() {}

  /**
   * {@code Some Broker 1.2, 2015, other hardware: sustainable throughput 330 000/s (S), 340 000/s
   * (M), 380 000/s (L)}; empty where nothing was published of it.
   */
  public static Optional<String> of(Scenario scenario) {
    return Publications.load().all().stream()
        .flatMap(publication -> of(publication, scenario).stream())
        .findFirst();
  }

  private static Optional<String> of(Publication publication, Scenario scenario) {
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

  /** The lines of a report; none where nothing was published. */
  static List<String> lines(Scenario scenario) {
    return of(scenario).map(text -> Paragraph.labelled("published", text)).orElse(List.of());
  }
}
