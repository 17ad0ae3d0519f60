package io.brokerbench.mqtt.mqttbs;

import io.brokerbench.core.definition.ScenarioChange;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.core.publication.Publication;
import io.brokerbench.core.publication.PublishedScenario;
import io.brokerbench.core.publication.PublishedSize;
import io.brokerbench.core.publication.PublishedValue;
import io.brokerbench.core.scenario.Scenario;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What the suite's own pages print of NanoMQ 0.17.0 on one machine of 16 cores, with payloads of 16
 * bytes: the rates that it kept, of the scenarios as they are described. Its payloads are smaller
 * than those here, which the title says.
 */
public final class MqttbsPublication implements Publication {

  /** Messages received per second. */
  private static final Map<String, Double> RECEIVED =
      Map.of("FANOUT.L", 250_000.0, "P2P.L", 50_000.0, "FANIN.L", 50_000.0);

  private static final List<PublishedScenario> SCENARIOS =
      new MqttbsCatalog().scenarios().stream().map(MqttbsPublication::published).toList();

  private static PublishedScenario published(Scenario scenario) {
    Double rate = RECEIVED.get(scenario.name().substring(MqttbsCatalog.FAMILY.length()));
    return new PublishedScenario(
        scenario.name(),
        rate == null
            ? List.of()
            : List.of(
                new PublishedValue(
                    FigureCatalogue.find("throughput.received"),
                    OptionalInt.empty(),
                    OptionalInt.empty(),
                    Map.of(PublishedSize.LARGE, rate))));
  }

  @Override
  public String title() {
    return "Open MQTT Benchmark Suite, 2023, NanoMQ 0.17.0 with payloads of 16 B";
  }

  /** Those with figures. */
  @Override
  public List<PublishedScenario> scenarios() {
    return SCENARIOS.stream().filter(each -> each.main().isPresent()).toList();
  }

  /** As they are described, and not changed but in how long they take. */
  @Override
  public Optional<PublishedScenario> find(Scenario scenario) {
    boolean unchanged =
        new MqttbsCatalog()
            .scenarios().stream()
                .filter(each -> each.name().equals(scenario.name()))
                .anyMatch(
                    each ->
                        each.topology().equals(scenario.topology())
                            && each.workload().equals(scenario.workload())
                            && each.security().equals(scenario.security())
                            && each.conditions().equals(scenario.conditions()));
    return scenarios().stream()
        .filter(each -> unchanged && each.name().equals(scenario.name()))
        .findFirst();
  }

  @Override
  public int devices(PublishedSize size) {
    return switch (size) {
      case SMALL -> 10_000;
      case MEDIUM -> 100_000;
      case LARGE -> 1_000_000;
    };
  }

  @Override
  public String hardware(PublishedSize size) {
    return size == PublishedSize.LARGE ? "16 cores, 32 GB" : "not measured";
  }

  /** The scale is in the name. */
  @Override
  public Optional<ScenarioChange> sized(Scenario scenario, int devices) {
    return Optional.empty();
  }
}
