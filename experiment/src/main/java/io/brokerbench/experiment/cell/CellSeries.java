package io.brokerbench.experiment.cell;

import io.brokerbench.core.statistics.BoxPlot;
import java.util.List;
import java.util.Optional;

/** The raw samples of a cell, each declared once. docs/studies.md lists their names. */
public enum CellSeries {
  /** Each latency of a probe. */
  LATENCY("latencyMillis", "round-trip latency", "ms"),
  /** CPU in each second of the steady state. */
  CPU("cpuPercentOfCore", "broker CPU", "% of a core"),
  /** The same of a broker that is bridged to the measured one. */
  BRIDGE_CPU("bridgeCpuPercentOfCore", "CPU of the bridge", "% of a core"),
  /** Memory in each second of the steady state. */
  MEMORY("memoryBytes", "broker memory", "bytes"),
  /** Instants of the series over time. */
  SECONDS("seconds", "time", "s"),
  /** Memory at these instants. */
  MEMORY_OVER_TIME("memoryBytesOverTime", "broker memory", "bytes"),
  /** What the broker reports as stored at these instants. */
  STORED_OVER_TIME("storedBytesOverTime", "stored messages", "bytes"),
  /** Messages that the broker reports as queued at these instants. */
  QUEUED_OVER_TIME("queuedMessagesOverTime", "messages queued, as the broker reports", ""),
  /** Connections that the broker reports at these instants. */
  CONNECTIONS_OVER_TIME("connectionsOverTime", "connections, as the broker reports", ""),
  /** Clients before the first step, and after each. */
  CLIENTS("clients", "clients", ""),
  /** Memory with so many clients. */
  CLIENTS_MEMORY("clientsMemoryBytes", "broker memory", "bytes"),
  /** Subscriptions before the first step, and after each. */
  SUBSCRIPTIONS("subscriptions", "subscriptions", ""),
  /** Memory with so many subscriptions. */
  SUBSCRIPTIONS_MEMORY("subscriptionsMemoryBytes", "broker memory", "bytes");

  private final String key;
  private final String title;
  private final String unit;

  CellSeries(String key, String title, String unit) {
    this.key = key;
    this.title = title;
    this.unit = unit;
  }

  /** Its name in {@code cell.json}. */
  public String key() {
    return key;
  }

  /** As charts and tables call it. */
  public String title() {
    return title;
  }

  /** Unit of its samples; empty for counts. */
  public String unit() {
    return unit;
  }

  /** Name of {@link #middle}. */
  public String middleName() {
    return this == LATENCY ? "median" : "mean";
  }

  /**
   * One value for some samples: the median of latencies, else the mean. Where CPU is counted in
   * ticks of a hundredth of a core and second, the median of many seconds may be none.
   *
   * @param samples at least one
   */
  public double middle(List<Double> samples) {
    BoxPlot plot = BoxPlot.of(samples);
    return this == LATENCY ? plot.median() : plot.mean();
  }

  /** Its samples in a cell; empty where the cell does not have them. */
  public Optional<List<Double>> in(StudyCell cell) {
    return Optional.ofNullable(cell.series().get(key));
  }
}
