package io.brokerbench.containers.recipe;

import io.brokerbench.containers.metrics.ManagementPages;
import io.brokerbench.containers.metrics.MetricsQuery;
import io.brokerbench.containers.metrics.PrometheusPage;
import io.brokerbench.containers.metrics.SysTopics;
import io.brokerbench.core.recipe.Reports;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** How what a recipe says of reports is asked for. */
final class RecipeMetrics {

  private RecipeMetrics() {}

  /**
   * The query.
   *
   * @param ports by name; 0 where one is not known yet
   */
  static MetricsQuery of(Reports reports, Map<String, Integer> ports) {
    return reports
        .sys()
        .<MetricsQuery>map(RecipeMetrics::topics)
        .or(() -> reports.http().map(http -> pages(http, ports)))
        .or(() -> reports.prometheus().map(page -> page(page, ports)))
        .orElseThrow();
  }

  private static MetricsQuery topics(Reports.Sys sys) {
    return new SysTopics(
        sys.stored(),
        sys.retained(),
        sys.connections(),
        sys.heap(),
        sys.storedBytes(),
        sys.heapIsLive().orElse(false));
  }

  private static MetricsQuery pages(Reports.Http http, Map<String, Integer> ports) {
    return new ManagementPages(
        ports.getOrDefault(http.port(), 0),
        http.login().orElse(""),
        places(http.queued().orElse(List.of())),
        places(http.kept().orElse(List.of())),
        http.connections().map(RecipeMetrics::place),
        http.memory().map(RecipeMetrics::place));
  }

  private static List<ManagementPages.Place> places(List<Reports.Place> places) {
    return places.stream().map(RecipeMetrics::place).toList();
  }

  private static ManagementPages.Place place(Reports.Place place) {
    return new ManagementPages.Place(place.path(), place.json(), place.pointer());
  }

  private static MetricsQuery page(Reports.Prometheus page, Map<String, Integer> ports) {
    return new PrometheusPage(
        ports.getOrDefault(page.port(), 0),
        page.path(),
        names(page.queued()),
        names(page.connections()),
        names(page.memory()));
  }

  private static Set<String> names(Optional<List<String>> names) {
    return Set.copyOf(names.orElse(List.of()));
  }
}
