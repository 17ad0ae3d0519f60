package io.brokerbench.core.drift;

import com.fasterxml.jackson.annotation.JsonValue;

/** What is followed over the steady state of a long run, in the order in which it is shown. */
public enum DriftKind {
  /** Resident memory of the broker's processes, in bytes. */
  BROKER_RSS("brokerRss", "broker memory"),

  /** Open descriptors of the broker's processes on this machine. */
  BROKER_DESCRIPTORS("brokerDescriptors", "broker descriptors"),

  /** Threads of the broker's processes on this machine. */
  BROKER_THREADS("brokerThreads", "broker threads"),

  /** CPU time of the broker for each message sent, in nanoseconds. */
  BROKER_CPU("brokerCpuPerMessage", "broker CPU per message"),

  /** Resident memory of the tool's processes, in bytes. */
  GENERATOR_RSS("generatorRss", "generator memory"),

  /**
   * Heap that the tool still used after garbage collections, the least of each block, in bytes; of
   * a run in one process of the tool.
   */
  GENERATOR_HEAP("generatorHeap", "generator heap after collection"),

  /** Open descriptors of the tool's processes; of a run without agents. */
  GENERATOR_DESCRIPTORS("generatorDescriptors", "generator descriptors"),

  /** Threads of the tool's processes; of a run without agents. */
  GENERATOR_THREADS("generatorThreads", "generator threads"),

  /** CPU time of the tool for each message sent, in nanoseconds. */
  GENERATOR_CPU("generatorCpuPerMessage", "generator CPU per message"),

  /** Median end-to-end latency of each second, in nanoseconds. */
  END_TO_END_P50("endToEndP50", "end-to-end p50"),

  /** 99th percentile of the end-to-end latency of each second, in nanoseconds. */
  END_TO_END_P99("endToEndP99", "end-to-end p99");

  private final String key;
  private final String title;

  DriftKind(String key, String title) {
    this.key = key;
    this.title = title;
  }

  /** Its name in documents and paths: {@code brokerRss}. */
  @JsonValue
  public String key() {
    return key;
  }

  /** Whether it is of the tool itself, and says nothing of the broker. */
  public boolean isOfGenerator() {
    return key.startsWith("generator");
  }

  /** Its name in sentences and tables. */
  public String title() {
    return title;
  }
}
