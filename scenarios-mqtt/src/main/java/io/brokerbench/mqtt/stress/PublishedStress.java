package io.brokerbench.mqtt.stress;

import io.brokerbench.core.scenario.Qos;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * A row of the figures that Mishra, Mishra and Kertesz published (Energies 2021, 14, 5817).
 *
 * @param testbed {@code local} or {@code cloud}
 * @param broker product
 * @param version of it
 * @param qos of messages
 * @param peakPerSecond highest rate of messages that was kept
 * @param cpuPercent mean CPU at that rate
 * @param ofSystem whether that is the CPU of the whole system, else that of one core
 * @param projectedPerSecond rate at 100 % CPU, as it was printed
 * @param latencyMillis mean latency on the separate topic
 */
record PublishedStress(
    String testbed,
    String broker,
    String version,
    Qos qos,
    double peakPerSecond,
    double cpuPercent,
    boolean ofSystem,
    double projectedPerSecond,
    double latencyMillis) {

  /** One of its testbeds. */
  static final String LOCAL = "local";

  /** The other one. */
  static final String CLOUD = "cloud";

  private static final String RESOURCE = "stress-2021.csv";
  private static final List<PublishedStress> ALL = read();

  /** All rows, in the order of publication. */
  static List<PublishedStress> all() {
    return ALL;
  }

  /** The row of a product, if it was measured there. */
  static Optional<PublishedStress> find(String testbed, String product, Qos qos) {
    return ALL.stream()
        .filter(row -> row.testbed().equals(testbed) && row.qos() == qos)
        .filter(row -> row.broker().equals(product))
        .findFirst();
  }

  private static List<PublishedStress> read() {
    return lines(RESOURCE).stream().map(PublishedStress::row).toList();
  }

  /** The words of each line of a table, without the names of its columns. */
  static List<List<String>> lines(String resource) {
    try (InputStream in = PublishedStress.class.getResourceAsStream(resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .skip(1)
          .map(line -> List.of(line.split(",", -1)))
          .toList();
    } catch (IOException e) {
      throw new IllegalStateException("no " + resource, e);
    }
  }

  private static PublishedStress row(List<String> words) {
    return new PublishedStress(
        words.get(0),
        words.get(1),
        words.get(2),
        Qos.of(Integer.parseInt(words.get(3))),
        Double.parseDouble(words.get(4)),
        Double.parseDouble(words.get(5)),
        words.get(6).equals("system"),
        Double.parseDouble(words.get(7)),
        Double.parseDouble(words.get(8)));
  }
}
