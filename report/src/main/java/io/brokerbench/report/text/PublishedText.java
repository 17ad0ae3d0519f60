package io.brokerbench.report.text;

import io.brokerbench.core.publication.Publications;
import io.brokerbench.core.result.BrokerIdentity;
import io.brokerbench.core.scenario.Scenario;
import java.util.List;

/** What was published of a scenario, as lines of a report. */
final class PublishedText {

  private PublishedText() {}

  /** None where nothing was published. */
  static List<String> lines(Scenario scenario, BrokerIdentity broker) {
    return Publications.load()
        .sentence(scenario, List.of(broker.product()))
        .map(text -> Paragraph.labelled("published", text))
        .orElse(List.of());
  }
}
