package io.brokerbench.core.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.brokerbench.core.base.Bounds;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * One second of a run, from the start of sending.
 *
 * @param startMillis start, milliseconds after the start of sending
 * @param lengthMillis length in milliseconds: 1000, or less for the last one
 * @param phase part of the run that it lies in
 * @param sent messages sent in it
 * @param acknowledged acknowledgements that came in it
 * @param received deliveries made in it
 * @param backlog deliveries owed and not made at its end
 * @param endToEndP50Nanos median end-to-end latency of the deliveries made in it; absent without
 *     any
 * @param endToEndP99Nanos 99th percentile, likewise
 * @param endToEndMaxNanos greatest, likewise
 * @param brokerCpuPercentOfCore CPU of the broker, 100 for one core; absent where its process is
 *     not known, and where it is too little for the coarse units that count it
 * @param brokerRssBytes resident memory of the broker; absent where its process is not known
 * @param generatorCpuPercentOfCore CPU of the tool, 100 for one core
 * @param brokerMetrics what the broker reported of itself at its end; absent where it reports
 *     nothing
 * @param machine what other work took in it; absent where that was not looked at
 */
public record TimelineInterval(
    long startMillis,
    long lengthMillis,
    Part phase,
    long sent,
    long acknowledged,
    long received,
    @Bounds(min = Bounds.UNBOUNDED) long backlog,
    OptionalLong endToEndP50Nanos,
    OptionalLong endToEndP99Nanos,
    OptionalLong endToEndMaxNanos,
    OptionalDouble brokerCpuPercentOfCore,
    OptionalLong brokerRssBytes,
    OptionalDouble generatorCpuPercentOfCore,
    Optional<BrokerMetrics> brokerMetrics,
    Optional<MachineInterval> machine) {

  /** A part of a run. */
  public enum Part {
    /** Load that is not counted in rates and latencies. */
    @JsonProperty("warmUp")
    WARM_UP,
    /** The part that counts. */
    @JsonProperty("steady")
    STEADY,
    /** Sending has ended; what is under way may still arrive. */
    @JsonProperty("drain")
    DRAIN
  }
}
