package io.brokerbench.core.scenario;

import io.brokerbench.core.load.OpenLoad;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.measure.MessageHeader;
import java.time.Duration;
import java.util.Objects;

/**
 * A complete description of one run, as immutable data.
 *
 * <p>A scenario that can be constructed can be run, given a broker that has what it needs.
 *
 * @param name by which it is found and reported
 * @param description one sentence for people
 * @param topology who publishes where and who subscribes to what
 * @param workload what is sent, and when
 * @param session how clients are connected
 * @param phases how long the parts of a run take
 */
public record Scenario(
    String name,
    String description,
    Topology topology,
    Workload workload,
    Session session,
    Phases phases) {

  /** Checks what the parts can't check alone. */
  public Scenario {
    if (name == null || name.isBlank()) {
      throw new DefinitionException("name is missing: a scenario has one");
    }
    description = description == null ? "" : description;
    Objects.requireNonNull(topology, "topology");
    Objects.requireNonNull(workload, "workload");
    Objects.requireNonNull(session, "session");
    Objects.requireNonNull(phases, "phases");
    if (workload.load() instanceof OpenLoad open) {
      requireCountableSequences(open, topology, phases);
    }
  }

  private static void requireCountableSequences(OpenLoad open, Topology topology, Phases phases) {
    Rate peak = open.peakRate();
    Duration sending = phases.warmUp().plus(phases.steady());
    double perPublisher = peak.perSecond() * sending.toMillis() / 1e3 / topology.publishers();
    if (perPublisher > MessageHeader.MAX_SEQUENCE) {
      throw new DefinitionException(
          "rate",
          "at most " + MessageHeader.MAX_SEQUENCE + " messages for each publisher in one run",
          peak);
    }
  }
}
