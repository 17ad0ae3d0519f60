package io.brokerbench.experiment.search;

import java.util.OptionalDouble;

/**
 * What was measured in one step. Rates and latencies are of the steady window; those of a step that
 * was cut short, of its last second.
 *
 * @param steadySeconds length of the steady window; 0 where the step was cut short
 * @param sentPerSecond messages sent
 * @param receivedPerSecond deliveries made
 * @param carriedPerSecond the offered rate that those deliveries answer: without the fan-out
 * @param meanNanos mean end-to-end latency; 0 without deliveries
 * @param p50Nanos its median
 * @param p99Nanos its 99th percentile
 * @param backlogHighWaterMark most deliveries owed and not yet made
 * @param brokerCpuPercentOfCore CPU of the broker, 100 is one core; absent where it is not known
 * @param brokerCpuPercentOfSystem the same as a share of all cores
 * @param generatorCpuPercentOfCore CPU of the tool
 */
public record StepFigures(
    double steadySeconds,
    double sentPerSecond,
    double receivedPerSecond,
    double carriedPerSecond,
    double meanNanos,
    long p50Nanos,
    long p99Nanos,
    long backlogHighWaterMark,
    OptionalDouble brokerCpuPercentOfCore,
    OptionalDouble brokerCpuPercentOfSystem,
    double generatorCpuPercentOfCore) {

  /** Share of all cores that the broker and the tool used together; empty where not known. */
  OptionalDouble cpuShare() {
    if (brokerCpuPercentOfCore.isEmpty() || brokerCpuPercentOfSystem.isEmpty()) {
      return OptionalDouble.empty();
    }
    double ofSystem = brokerCpuPercentOfSystem.getAsDouble();
    double cores = brokerCpuPercentOfCore.getAsDouble() / ofSystem;
    return ofSystem > 0
        ? OptionalDouble.of((ofSystem + generatorCpuPercentOfCore / cores) / 100)
        : OptionalDouble.empty();
  }
}
