package io.brokerbench.mqtt.stress;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.publication.Publication;
import io.brokerbench.core.publication.PublishedScenario;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What Mishra, Mishra and Kertesz measured in 2021 of six brokers on two testbeds: the highest rate
 * of each, and its mean latency at that rate.
 */
public final class StressPaper implements Publication {

  /** Without values of their own: each broker and testbed has its own. */
  private static final List<PublishedScenario> SCENARIOS =
      Arrays.stream(Qos.values())
          .map(qos -> new PublishedScenario(StressCatalog.name(qos), List.of()))
          .toList();

  @Override
  public String title() {
    return "Stress-Testing MQTT Brokers, 2021";
  }

  @Override
  public List<PublishedScenario> scenarios() {
    return SCENARIOS;
  }

  /** Whatever its load and lengths: the paper looked for the rate. */
  @Override
  public Optional<PublishedScenario> find(Scenario scenario) {
    Qos qos = scenario.workload().qos();
    Scenario original = StressCatalog.scenario(qos);
    boolean same =
        scenario.name().equals(original.name())
            && scenario.topology().equals(original.topology())
            && scenario
                .workload()
                .withLoad(original.workload().load())
                .withSeed(original.workload().seed())
                .equals(original.workload())
            && scenario.session().equals(original.session())
            && scenario.security().equals(original.security())
            && scenario.conditions().equals(original.conditions());
    return same ? Optional.of(SCENARIOS.get(qos.level())) : Optional.empty();
  }

  /**
   * Of the products that the paper measured, too, all their versions: {@code Mosquitto 1.4.15 at
   * most 9 488/s, mean latency 0.74 ms at that rate (local); ...}; where it measured none of them,
   * its lowest and its highest rate.
   */
  @Override
  public Optional<String> text(Scenario scenario, Collection<String> products) {
    return find(scenario).map(published -> text(scenario.workload().qos(), products));
  }

  private static String text(Qos qos, Collection<String> products) {
    List<PublishedStress> all =
        PublishedStress.all().stream().filter(row -> row.qos() == qos).toList();
    List<PublishedStress> own =
        products.stream()
            .distinct()
            .flatMap(product -> all.stream().filter(row -> row.broker().equals(product)))
            .toList();
    Comparator<PublishedStress> byRate = Comparator.comparingDouble(PublishedStress::peakPerSecond);
    String rates =
        own.isEmpty()
            ? "highest rates from %s to %s"
                .formatted(
                    rate(all.stream().min(byRate).orElseThrow()),
                    rate(all.stream().max(byRate).orElseThrow()))
            : own.stream().map(StressPaper::rateAndLatency).collect(Collectors.joining("; "));
    return rates + "; whether published or delivered messages were counted is not said";
  }

  private static String rate(PublishedStress row) {
    return "%s (%s %s, %s)".formatted(perSecond(row), row.broker(), row.version(), row.testbed());
  }

  private static String rateAndLatency(PublishedStress row) {
    return "%s %s at most %s, mean latency %s ms at that rate (%s)"
        .formatted(
            row.broker(),
            row.version(),
            perSecond(row),
            NumberText.exact(row.latencyMillis()),
            row.testbed());
  }

  /** With all digits that were printed. */
  private static String perSecond(PublishedStress row) {
    return NumberText.exact(row.peakPerSecond()) + "/s";
  }
}
