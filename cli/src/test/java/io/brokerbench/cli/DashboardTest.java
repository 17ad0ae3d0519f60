package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.brokerbench.core.base.Json;
import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.report.live.LiveMeters;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusNamingConvention;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The dashboard asks for meters that there are, by the names and tags that Prometheus has. */
class DashboardTest {

  private static final Path DASHBOARD = Path.of("../docs/metrics/grafana.json");
  private static final Pattern NAME = Pattern.compile("brokerbench_\\w+");

  private static final Set<String> TAGS = Set.of("scenario", "broker", "driver");

  @Test
  void eachPanelShowsMetersThatThereAre() throws Exception {
    Set<String> names = namesOfMeters();
    JsonNode dashboard = Json.mapper().readTree(DASHBOARD.toFile());

    assertThat(dashboard.path("panels")).isNotEmpty();
    for (JsonNode panel : dashboard.path("panels")) {
      for (JsonNode target : panel.path("targets")) {
        assertThat(namesIn(target.path("expr").asText()))
            .as(panel.path("title").asText())
            .isNotEmpty()
            .isSubsetOf(names);
      }
    }
    for (JsonNode variable : dashboard.at("/templating/list")) {
      if (variable.path("type").asText().equals("query")) {
        String query = variable.path("query").asText();
        assertThat(namesIn(query)).isNotEmpty().isSubsetOf(names);
        assertThat(TAGS).contains(query.replaceFirst(".*, (\\w+)\\)$", "$1"));
      }
    }
  }

  @Test
  void allLiveMetersAreOnIt() throws Exception {
    Set<String> shown = namesIn(Json.mapper().readTree(DASHBOARD.toFile()).toString());

    assertThat(shown).containsAll(live());
  }

  @Test
  void noTwoPanelsHaveOneNumber() throws Exception {
    assertThat(Json.mapper().readTree(DASHBOARD.toFile()).findValuesAsText("id"))
        .doesNotHaveDuplicates();
  }

  private static Set<String> namesOfMeters() {
    Set<String> names = live();
    PrometheusNamingConvention convention = new PrometheusNamingConvention();
    for (Figure figure : FigureCatalogue.all()) {
      names.add(
          convention.name(
              "brokerbench.run." + figure.path(),
              Meter.Type.GAUGE,
              figure.unit().baseUnit().orElse(null)));
    }
    return names;
  }

  private static Set<String> live() {
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    try (LiveMeters meters = new LiveMeters(registry, Tags.of("scenario", "x"))) {
      meters.begin().close();
      return registry
          .scrape()
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.replaceFirst("[{ ].*", ""))
          .collect(Collectors.toCollection(TreeSet::new));
    } finally {
      registry.close();
    }
  }

  private static Set<String> namesIn(String text) {
    return NAME.matcher(text).results().map(found -> found.group()).collect(Collectors.toSet());
  }
}
