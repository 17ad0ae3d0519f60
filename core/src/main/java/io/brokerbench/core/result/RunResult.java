package io.brokerbench.core.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.brokerbench.core.base.DocumentCodec;
import io.brokerbench.core.drift.Drift;
import io.brokerbench.core.payload.PayloadBytes;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.storm.StormOutcome;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Everything that one run reports: the document {@code brokerbench.run/1}.
 *
 * @param schema name and version of this form
 * @param scenario the scenario as it was run, every default filled in
 * @param broker which broker it was
 * @param driver what made the load
 * @param environment where the run took place
 * @param startedAt start of the run, wall-clock time (ISO 8601, UTC)
 * @param messages the account of every message of the whole run, warm-up and drain included
 * @param warmUp the load before the steady state; absent in documents of earlier builds
 * @param throughput rates over the steady state, per second
 * @param latency latencies of the messages whose intended send time lies in the steady state
 * @param backlog deliveries owed and not yet made, with the fan-out counted
 * @param generator what the tool itself used over the steady state, and how well it kept its
 *     schedule
 * @param brokerUsage what the broker's process used over the steady state; absent where its process
 *     is not known
 * @param sharesBroker true where other groups of clients loaded the same broker at the same time:
 *     what broker and tool used is for all of them; absent for a run by itself
 * @param connections how clients connected, from the first intended connect to the last acceptance
 * @param broadcast the bursts of one publisher to all consumers; absent where the run is none
 * @param failover how the run got over a fault; absent without one
 * @param storm what was owed in a storm and what came of it; absent without one
 * @param requests what became of the requests; absent where there are no responders
 * @param payloadBytes bytes of the payloads, over the whole run; absent where all have one size
 * @param machine what other work took of the machine over the steady state, and how long broker and
 *     generator waited; while clients connected, where that is all there is. Absent in documents of
 *     earlier builds
 * @param drift what grew or fell over the steady state; absent where it was shorter than five
 *     minutes, or where load, consumers or broker were changed on purpose
 * @param reasonCodes codes of MQTT 5 other than success that the broker gave, over the whole run,
 *     by packet and code; absent where there were none
 * @param timeline the run second by second, from the start of sending
 * @param verdict what it all says
 */
@RecordBuilder
public record RunResult(
    String schema,
    Scenario scenario,
    BrokerIdentity broker,
    DriverInfo driver,
    Environment environment,
    Instant startedAt,
    Messages messages,
    Optional<WarmUp> warmUp,
    Throughput throughput,
    Latencies latency,
    Backlog backlog,
    GeneratorUsage generator,
    Optional<BrokerUsage> brokerUsage,
    Optional<Boolean> sharesBroker,
    Connections connections,
    Optional<Broadcast> broadcast,
    Optional<Failover> failover,
    Optional<StormOutcome> storm,
    Optional<Requests> requests,
    Optional<PayloadBytes> payloadBytes,
    Optional<Machine> machine,
    Optional<Drift> drift,
    Optional<List<ReasonCodeCount>> reasonCodes,
    List<TimelineInterval> timeline,
    Verdict verdict)
    implements RunResultBuilder.With {

  /**
   * The load before the steady state.
   *
   * @param millis how long it took
   * @param end what ended it
   */
  public record WarmUp(long millis, End end) {

    /** What ends a warm-up. */
    public enum End {
      /** The length that the scenario gives. */
      @JsonProperty("given")
      GIVEN,
      /** Rates, latencies and CPU had settled. */
      @JsonProperty("settled")
      SETTLED,
      /** The broker fell behind, and delivered no more from one second to the next. */
      @JsonProperty("behind")
      BEHIND,
      /** The limit: they had not settled by then, and may improve yet. */
      @JsonProperty("limit")
      LIMIT
    }
  }

  /** Name and version of the document's form. */
  public static final String SCHEMA = "brokerbench.run/1";

  /** Name of the document in a result folder. */
  public static final String DOCUMENT = "result.json";

  /** Writes and reads the document. */
  public static final DocumentCodec<RunResult> CODEC = new DocumentCodec<>(RunResult.class, SCHEMA);

  /** Copies the list. */
  public RunResult {
    timeline = List.copyOf(timeline);
    sharesBroker = sharesBroker == null ? Optional.empty() : sharesBroker;
    reasonCodes = reasonCodes == null ? Optional.empty() : reasonCodes.map(List::copyOf);
    storm = storm == null ? Optional.empty() : storm;
    requests = requests == null ? Optional.empty() : requests;
    payloadBytes = payloadBytes == null ? Optional.empty() : payloadBytes;
  }

  /** Whether its rates say something: messages are sent, and in no storm. */
  public boolean keepsRate() {
    return !scenario.connectsOnly() && stormOfMessages().isEmpty();
  }

  /** A storm in which messages of its own were owed; empty with a load beside it. */
  public Optional<StormOutcome> stormOfMessages() {
    return storm.filter(outcome -> outcome.kind().isOfMessages());
  }

  /** How long after the start of sending the steady state began. */
  public Duration steadyStart() {
    return warmUp
        .map(took -> Duration.ofMillis(took.millis()))
        .orElseGet(() -> scenario.phases().warmUp());
  }
}
