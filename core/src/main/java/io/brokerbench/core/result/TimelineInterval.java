package io.brokerbench.core.result;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * One second of a run, from the start of sending.
 *
 * @param startMillis start of the interval, milliseconds after the start of sending
 * @param lengthMillis its length: 1000, or less for the last one
 * @param phase {@code warmUp}, {@code steady} or {@code drain}
 * @param sent messages sent in it
 * @param acknowledged acknowledgements that came in it
 * @param received deliveries made in it
 * @param backlog deliveries owed and not made at its end
 * @param endToEndP50Nanos median end-to-end latency of the deliveries made in it; absent without
 *     any
 * @param endToEndP99Nanos 99th percentile, likewise
 * @param endToEndMaxNanos greatest, likewise
 * @param brokerCpuPercentOfCore CPU of the broker; absent where its process isn't known
 * @param brokerRssBytes resident memory of the broker, likewise
 * @param generatorCpuPercentOfCore CPU of the tool
 * @param brokerMetrics what the broker told about itself at its end; absent where it tells nothing
 * @param machine what other work took in it; absent where that was not looked at
 */
public record TimelineInterval(
    long startMillis,
    long lengthMillis,
    String phase,
    long sent,
    long acknowledged,
    long received,
    long backlog,
    OptionalLong endToEndP50Nanos,
    OptionalLong endToEndP99Nanos,
    OptionalLong endToEndMaxNanos,
    OptionalDouble brokerCpuPercentOfCore,
    OptionalLong brokerRssBytes,
    OptionalDouble generatorCpuPercentOfCore,
    Optional<BrokerMetrics> brokerMetrics,
    Optional<MachineInterval> machine) {

  /** Without the machine. */
  public TimelineInterval(
      long startMillis,
      long lengthMillis,
      String phase,
      long sent,
      long acknowledged,
      long received,
      long backlog,
      OptionalLong endToEndP50Nanos,
      OptionalLong endToEndP99Nanos,
      OptionalLong endToEndMaxNanos,
      OptionalDouble brokerCpuPercentOfCore,
      OptionalLong brokerRssBytes,
      OptionalDouble generatorCpuPercentOfCore,
      Optional<BrokerMetrics> brokerMetrics) {
    this(
        startMillis,
        lengthMillis,
        phase,
        sent,
        acknowledged,
        received,
        backlog,
        endToEndP50Nanos,
        endToEndP99Nanos,
        endToEndMaxNanos,
        brokerCpuPercentOfCore,
        brokerRssBytes,
        generatorCpuPercentOfCore,
        brokerMetrics,
        Optional.empty());
  }
}
