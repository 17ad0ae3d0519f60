package io.brokerbench.report.text;

import io.brokerbench.core.publication.Publications;
import io.brokerbench.core.scenario.Scenario;
import java.util.List;

/** What was published of a scenario, as lines of a report. */
final class PublishedText {

  private PublishedText() {}

  /** None where nothing was published. */
  static List<String> lines(Scenario scenario) {
    return Publications.load()
        .sentence(scenario)
        .map(text -> Paragraph.labelled("published", text))
        .orElse(List.of());
  }
}
