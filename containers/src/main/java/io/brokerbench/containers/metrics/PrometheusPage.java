package io.brokerbench.containers.metrics;

import io.brokerbench.core.result.BrokerMetrics;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Figures that a broker reports in Prometheus' text format. Samples of one name that differ in
 * their labels add up.
 *
 * @param httpPort on which it answers
 * @param path of the page
 * @param queued names whose samples are queued messages
 * @param connections names whose samples are connected clients
 * @param memory names whose samples are allocated bytes
 */
public record PrometheusPage(
    int httpPort, String path, Set<String> queued, Set<String> connections, Set<String> memory)
    implements MetricsQuery {

  /** Copies the names. */
  public PrometheusPage {
    queued = Set.copyOf(queued);
    connections = Set.copyOf(connections);
    memory = Set.copyOf(memory);
  }

  /**
   * One figure; absent where the page does not have it.
   *
   * @throws IOException if the page is not to be had
   */
  public static OptionalLong value(InetSocketAddress address, String path, String name)
      throws IOException {
    return sum(HttpPage.text(address, path, "").lines().toList(), Set.of(name));
  }

  @Override
  public OptionalInt port() {
    return OptionalInt.of(httpPort);
  }

  @Override
  public MetricsSource open(InetSocketAddress address) {
    return () -> {
      List<String> lines = HttpPage.text(address, path, "").lines().toList();
      return new BrokerMetrics(sum(lines, queued), sum(lines, connections), sum(lines, memory));
    };
  }

  /** Absent where there is no such sample. */
  static OptionalLong sum(List<String> lines, Set<String> names) {
    List<Double> values =
        lines.stream()
            .filter(line -> names.contains(line.split("[{ ]", 2)[0]))
            .map(PrometheusPage::value)
            .toList();
    return values.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(Math.round(values.stream().mapToDouble(Double::doubleValue).sum()));
  }

  /** What follows the name and its labels; a time stamp may follow. */
  private static double value(String line) {
    String behind = line.contains("}") ? line.substring(line.lastIndexOf('}') + 1) : line;
    String[] words = behind.strip().split("\\s+", -1);
    return Double.parseDouble(words[line.contains("}") ? 0 : 1]);
  }
}
