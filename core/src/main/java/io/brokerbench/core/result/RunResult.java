package io.brokerbench.core.result;

import io.brokerbench.core.scenario.Scenario;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Everything that one run tells: the document {@code brokerbench.run/1} of docs/result-schema.md.
 *
 * @param schema {@link #SCHEMA}
 * @param scenario as it was run, fully resolved
 * @param broker which broker it was
 * @param driver what made the load
 * @param environment where it took place
 * @param startedAt start of the run, wall-clock time
 * @param messages the account of every message of the whole run
 * @param throughput rates over the steady state
 * @param latency latencies over the steady state
 * @param backlog deliveries owed and not yet made
 * @param generator what the tool itself used
 * @param brokerUsage what the broker used; absent where its process isn't known
 * @param connections how clients connected
 * @param broadcast the bursts of one publisher to all consumers; absent where the run is none
 * @param failover how the run got over a fault; absent without one
 * @param machine what other work took of the machine; absent in documents of earlier builds
 * @param timeline the run second by second
 * @param verdict what it all says
 */
public record RunResult(
    String schema,
    Scenario scenario,
    BrokerIdentity broker,
    DriverInfo driver,
    Environment environment,
    Instant startedAt,
    Messages messages,
    Throughput throughput,
    Latencies latency,
    Backlog backlog,
    GeneratorUsage generator,
    Optional<BrokerUsage> brokerUsage,
    Connections connections,
    Optional<Broadcast> broadcast,
    Optional<Failover> failover,
    Optional<Machine> machine,
    List<TimelineInterval> timeline,
    Verdict verdict) {

  /** Name and version of the document's form. */
  public static final String SCHEMA = "brokerbench.run/1";

  /** Copies the list. */
  public RunResult {
    timeline = List.copyOf(timeline);
  }

  /** Without the machine. */
  public RunResult(
      String schema,
      Scenario scenario,
      BrokerIdentity broker,
      DriverInfo driver,
      Environment environment,
      Instant startedAt,
      Messages messages,
      Throughput throughput,
      Latencies latency,
      Backlog backlog,
      GeneratorUsage generator,
      Optional<BrokerUsage> brokerUsage,
      Connections connections,
      Optional<Broadcast> broadcast,
      Optional<Failover> failover,
      List<TimelineInterval> timeline,
      Verdict verdict) {
    this(
        schema,
        scenario,
        broker,
        driver,
        environment,
        startedAt,
        messages,
        throughput,
        latency,
        backlog,
        generator,
        brokerUsage,
        connections,
        broadcast,
        failover,
        Optional.empty(),
        timeline,
        verdict);
  }
}
