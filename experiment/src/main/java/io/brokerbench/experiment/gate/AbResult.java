package io.brokerbench.experiment.gate;

import io.brokerbench.core.base.Bounds;
import io.brokerbench.core.base.DocumentCodec;
import io.brokerbench.core.figure.ThresholdCheck;
import io.brokerbench.core.result.DriverInfo;
import io.brokerbench.core.result.Environment;
import io.brokerbench.core.scenario.GroupedScenario;
import io.brokerbench.core.scenario.Scenario;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Everything that one interleaved comparison reports: the document {@code brokerbench.ab/1}.
 *
 * @param schema name and version of this form
 * @param scenario the scenario that both sides ran; with groups, that of the first group
 * @param baseline the one side
 * @param candidate the other
 * @param driver what made the load; absent where no run got so far
 * @param environment where it took place
 * @param startedAt start of the first round, wall-clock time (ISO 8601, UTC)
 * @param took from then to the end, such as 5m
 * @param plan how far it might go
 * @param design what happened in each round
 * @param end why it ended
 * @param looks how often the figures were judged, the end included
 * @param rounds rounds that count
 * @param rejected runs that do not count: those that broke off, and those that other work disturbed
 *     and that were run again
 * @param disturbed runs under the scenario's load that count although other work disturbed them
 * @param late runs under the scenario's load that count although the generator was late in them
 * @param verdict what it all says
 * @param thresholds of the scenario, checked with the candidate's runs that count: with the worst
 *     of a count or a share, and the median of all else; absent where it has none
 * @param groups the groups of clients that both sides ran at the same time; absent where there is
 *     one scenario
 */
public record AbResult(
    String schema,
    Scenario scenario,
    AbSide baseline,
    AbSide candidate,
    Optional<DriverInfo> driver,
    Environment environment,
    Instant startedAt,
    Duration took,
    AbPlan plan,
    RoundDesign design,
    AbEnd end,
    @Bounds(min = 1) int looks,
    List<AbRound> rounds,
    List<RejectedRun> rejected,
    @Bounds int disturbed,
    @Bounds int late,
    GateVerdict verdict,
    Optional<List<ThresholdCheck>> thresholds,
    Optional<GroupedScenario> groups) {

  /** Name and version of the document's form. */
  public static final String SCHEMA = "brokerbench.ab/1";

  /** Name of the document in a result folder. */
  public static final String DOCUMENT = "ab.json";

  /** Writes and reads the document. */
  public static final DocumentCodec<AbResult> CODEC = new DocumentCodec<>(AbResult.class, SCHEMA);

  /** Copies the lists. */
  public AbResult {
    rounds = List.copyOf(rounds);
    rejected = List.copyOf(rejected);
    thresholds = thresholds.filter(some -> !some.isEmpty()).map(List::copyOf);
  }

  /** Name of what both sides ran. */
  public String name() {
    return groups.map(GroupedScenario::name).orElseGet(scenario::name);
  }
}
