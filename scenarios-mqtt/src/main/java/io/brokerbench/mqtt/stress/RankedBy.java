package io.brokerbench.mqtt.stress;

import io.brokerbench.core.scenario.Qos;
import java.util.Comparator;
import java.util.List;

/** What brokers are ranked by. */
enum RankedBy {
  /** The projected rate. */
  RATE(Comparator.comparingDouble(PublishedStress::projectedPerSecond).reversed()),
  /** The mean latency. */
  LATENCY(Comparator.comparingDouble(PublishedStress::latencyMillis));

  private final Comparator<PublishedStress> order;

  RankedBy(Comparator<PublishedStress> order) {
    this.order = order;
  }

  /** The ranking that the figures of the paper's tables give. */
  List<String> ofTables(String testbed, Qos qos) {
    return PublishedStress.all().stream()
        .filter(row -> row.testbed().equals(testbed) && row.qos() == qos)
        .sorted(order)
        .map(PublishedStress::broker)
        .toList();
  }
}
