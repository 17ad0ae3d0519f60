package io.brokerbench.mqtt.stress;

import io.brokerbench.core.scenario.Qos;
import java.util.Comparator;
import java.util.List;

/**
 * A ranking in the text of the paper.
 *
 * @param testbed {@code local} or {@code cloud}
 * @param qos of messages
 * @param by what brokers are ranked by
 * @param brokers products, from the first rank on; the text leaves some out
 */
record PublishedRanking(String testbed, Qos qos, By by, List<String> brokers) {

  private static final List<PublishedRanking> ALL =
      PublishedStress.lines("stress-2021-rankings.csv").stream()
          .map(PublishedRanking::ranking)
          .toList();

  /** What brokers are ranked by. */
  enum By {
    /** The projected rate. */
    RATE,
    /** The mean latency. */
    LATENCY;

    private Comparator<PublishedStress> order() {
      return this == RATE
          ? Comparator.comparingDouble(PublishedStress::projectedPerSecond).reversed()
          : Comparator.comparingDouble(PublishedStress::latencyMillis);
    }

    /** The ranking that the figures of the paper's tables give. */
    List<String> ofTables(String testbed, Qos qos) {
      return PublishedStress.all().stream()
          .filter(row -> row.testbed().equals(testbed) && row.qos() == qos)
          .sorted(order())
          .map(PublishedStress::broker)
          .toList();
    }
  }

  /** All of the text, in its order. */
  static List<PublishedRanking> all() {
    return ALL;
  }

  /** The ranking that the figures of the paper's tables give in its place. */
  List<String> ofTables() {
    return by.ofTables(testbed, qos);
  }

  /** Whether text and tables differ. */
  boolean isAmiss() {
    return !brokers.equals(ofTables());
  }

  private static PublishedRanking ranking(List<String> words) {
    return new PublishedRanking(
        words.get(0),
        Qos.of(Integer.parseInt(words.get(1))),
        words.get(2).equals("rate") ? By.RATE : By.LATENCY,
        List.of(words.get(3).split(";", -1)));
  }
}
