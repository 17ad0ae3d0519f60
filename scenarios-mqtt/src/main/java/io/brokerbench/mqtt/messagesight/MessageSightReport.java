package io.brokerbench.mqtt.messagesight;

import io.brokerbench.core.definition.ScenarioChange;
import io.brokerbench.core.publication.Publication;
import io.brokerbench.core.publication.PublishedScenario;
import io.brokerbench.core.publication.RunSize;
import io.brokerbench.core.scenario.JmsAcknowledgement;
import io.brokerbench.core.scenario.JmsConsumers;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.mqtt.burst.BroadcastCatalog;
import io.brokerbench.mqtt.burst.ConnectBurstCatalog;
import io.brokerbench.mqtt.fanin.FanInCatalog;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The performance report of MessageSight VE 1.2 (IBM, 2015), with the figures that it printed. */
public final class MessageSightReport implements Publication {

  private static final List<PublishedScenario> SCENARIOS = PublishedFigures.read();

  @Override
  public String title() {
    return "MessageSight 1.2, 2015";
  }

  @Override
  public List<PublishedScenario> scenarios() {
    return SCENARIOS;
  }

  @Override
  public Optional<PublishedScenario> find(Scenario scenario) {
    return SCENARIOS.stream()
        .filter(published -> published.name().equals(scenario.name()))
        .filter(published -> isSameWork(scenario, original(published.name())))
        .findFirst();
  }

  @Override
  public Optional<ScenarioChange> sized(Scenario scenario, RunSize size) {
    return ReportSize.change(
        scenario, size.published().map(ReportSize::devices).orElse(size.devices()));
  }

  /** The built-in scenario of a published name. */
  static Scenario original(String name) {
    return Stream.of(new FanInCatalog(), new BroadcastCatalog(), new ConnectBurstCatalog())
        .flatMap(catalog -> catalog.scenarios().stream())
        .filter(scenario -> scenario.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no scenario " + name));
  }

  /** Whatever its size and rate: the same messages, by the same kinds of clients. */
  private static boolean isSameWork(Scenario scenario, Scenario original) {
    return scenario.workload().qos() == original.workload().qos()
        && scenario.workload().retain() == original.workload().retain()
        && scenario.connectsOnly() == original.connectsOnly()
        && scenario.topology().distribution() == original.topology().distribution()
        && scenario.topology().topics().equals(original.topology().topics())
        && scenario.session().persistent() == original.session().persistent()
        && scenario.session().absentFraction() == original.session().absentFraction()
        && acknowledgement(scenario).equals(acknowledgement(original))
        && scenario.security().equals(original.security())
        && scenario.conditions().equals(original.conditions());
  }

  private static Optional<JmsAcknowledgement> acknowledgement(Scenario scenario) {
    return scenario.session().jmsConsumers().map(JmsConsumers::acknowledgement);
  }
}
