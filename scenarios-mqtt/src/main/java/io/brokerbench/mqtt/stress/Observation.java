package io.brokerbench.mqtt.stress;

/**
 * What is observed of a broker with a QoS, in the order of the paper's rows. The paper does not say
 * whether its rate counts messages published or delivered, so both are there.
 */
enum Observation {
  PEAK_PUBLISHED("peak rate, msg/s published"),
  PEAK_DELIVERED("peak rate, msg/s delivered"),
  CPU("CPU, % of "),
  PROJECTED_PUBLISHED("projected, msg/s published"),
  PROJECTED_DELIVERED("projected, msg/s delivered"),
  LATENCY("mean latency, ms");

  private final String title;

  Observation(String title) {
    this.title = title;
  }

  /**
   * With its unit.
   *
   * @param several whether CPU is that of all cores, else of one
   */
  String title(boolean several) {
    return this == CPU ? title + (several ? "all cores" : "a core") : title;
  }
}
