package io.brokerbench.mqtt.mqttbs;

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
 * bytes: the rates that it kept and the mean time of a connect, of the scenarios as they are
 * described. Its payloads are smaller than those here, which the title says.
 */
public final class MqttbsPublication implements Publication {

  private static final String RECEIVED = "throughput.received";

  /** By name: the figure, and its value in the figure's own unit. */
  private static final Map<String, Map.Entry<String, Double>> FIGURES =
      Map.of(
          "CONN.L", Map.entry("latency.connect.mean", 2.99e6),
          "FANOUT.L", Map.entry(RECEIVED, 250_000.0),
          "P2P.L", Map.entry(RECEIVED, 50_000.0),
          "FANIN.L", Map.entry(RECEIVED, 50_000.0));

  private static final List<PublishedScenario> SCENARIOS =
      new MqttbsCatalog().scenarios().stream().map(MqttbsPublication::published).toList();

  private static PublishedScenario published(Scenario scenario) {
    Map.Entry<String, Double> figure =
        FIGURES.get(scenario.name().substring(MqttbsCatalog.FAMILY.length()));
    return new PublishedScenario(
        scenario.name(),
        figure == null
            ? List.of()
            : List.of(
                new PublishedValue(
                    FigureCatalogue.find(figure.getKey()),
                    OptionalInt.empty(),
                    OptionalInt.empty(),
                    Map.of(PublishedSize.LARGE, figure.getValue()))));
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
                            && each.session().equals(scenario.session())
                            && each.security().equals(scenario.security())
                            && each.conditions().equals(scenario.conditions()));
    return scenarios().stream()
        .filter(each -> unchanged && each.name().equals(scenario.name()))
        .findFirst();
  }
}
