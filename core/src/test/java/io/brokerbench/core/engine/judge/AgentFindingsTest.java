package io.brokerbench.core.engine.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.engine.assignment.AgentCounts;
import io.brokerbench.core.engine.assignment.AgentRecord;
import io.brokerbench.core.engine.assignment.Assignment;
import io.brokerbench.core.engine.assignment.ClientIds;
import io.brokerbench.core.engine.assignment.ClockReading;
import io.brokerbench.core.engine.assignment.PooledAgent;
import io.brokerbench.core.engine.assignment.WorkerCapacity;
import io.brokerbench.core.engine.lane.SenderBench;
import io.brokerbench.core.engine.measure.BroadcastReport;
import io.brokerbench.core.engine.measure.BusyThread;
import io.brokerbench.core.engine.measure.ConnectMeter;
import io.brokerbench.core.engine.measure.FailoverReport;
import io.brokerbench.core.engine.measure.LaneReport;
import io.brokerbench.core.engine.measure.LatencyHistograms;
import io.brokerbench.core.engine.measure.LatencyRecorder;
import io.brokerbench.core.load.ConstantLoad;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.result.AgentUsage;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Topology;
import io.brokerbench.core.storm.StormReport;
import io.brokerbench.core.telemetry.CpuUsage;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** Each agent is judged by itself, and named. */
class AgentFindingsTest {

  private static final Histogram NONE = histogram(100_000_000, 1_000);

  private static final Scenario SCENARIO =
      SenderBench.scenario(
          10, new ConstantLoad(Rate.perSecond(1_000)), Duration.ZERO, Duration.ofSeconds(1));

  private static Histogram histogram(long value, int count) {
    Histogram histogram = LatencyRecorder.newHistogram();
    if (count > 0) {
      histogram.recordValueWithCount(value, count);
    }
    return histogram;
  }

  /** The first five publishers are of a, the others of b. */
  private static AgentRecord agent(String name, long pacingNanos, int messages) {
    ClientIds own = ClientIds.of(name.equals("a") ? IntStream.range(0, 5) : IntStream.range(5, 10));
    return agent(
        name,
        counts(pacingNanos, messages),
        new Assignment.Slice(own, ClientIds.below(SCENARIO.topology().consumers())).timing(own),
        Optional.empty(),
        new ClockReading(50_010_000, 150_000));
  }

  private static AgentRecord agent(
      String name,
      AgentCounts counts,
      Assignment.Slice slice,
      Optional<CpuUsage> steady,
      ClockReading after) {
    return new AgentRecord(
        new PooledAgent(name, "host-" + name, true, 4, new WorkerCapacity(1, 100), 100, List.of()),
        slice,
        2,
        Optional.of(counts),
        steady,
        new ClockReading(50_000_000, 200_000),
        Optional.of(after));
  }

  private static AgentCounts counts(long pacingNanos, int messages) {
    return counts(pacingNanos, messages, BusyThread.NONE);
  }

  private static AgentCounts counts(long pacingNanos, int messages, BusyThread busiest) {
    LaneReport report =
        new LaneReport(
            new LaneReport.Counts(
                messages,
                messages,
                0,
                0,
                LaneReport.Damaged.NONE,
                0,
                messages,
                messages,
                0,
                0,
                0,
                0,
                OptionalLong.empty(),
                0),
            new LatencyHistograms(Map.of(LatencyKind.PACING, histogram(pacingNanos, messages))),
            List.of(),
            new ConnectMeter().report(),
            BroadcastReport.NONE,
            FailoverReport.NONE,
            new LatencyHistograms(),
            List.of(),
            StormReport.NONE);
    return AgentCounts.of(report, busiest);
  }

  @Test
  void oneLateAgentOfManyIsFoundAndNamed() {
    AgentFindings findings =
        new AgentFindings(
            SCENARIO,
            List.of(agent("a", 100_000, 100_000), agent("b", 50_000_000, 500)),
            Duration.ZERO,
            false);
    assertThat(findings.complaints(NONE, 1)).hasSize(1);
    assertThat(findings.complaints(NONE, 1).get(0))
        .startsWith("agent b: the send loop was late: p99 50");
  }

  @Test
  void eachAgentsClockAndShareIsInTheDocument() {
    AgentUsage usage =
        new AgentFindings(SCENARIO, List.of(agent("a", 100_000, 500)), Duration.ZERO, false)
            .usage()
            .orElseThrow()
            .get(0);
    assertThat(usage.name()).isEqualTo("a");
    assertThat(usage.timedPublishers()).isEqualTo(SCENARIO.topology().consumers() == 0 ? 0 : 5);
    assertThat(usage.clockOffsetNanos()).isEqualTo(50_000_000);
    assertThat(usage.clockErrorNanos()).isEqualTo(210_000);
    assertThat(usage.clockDriftNanos()).hasValue(10_000);
    assertThat(usage.pacingP99Nanos()).isPresent();
  }

  /** Of each agent's part half of the publishers are its own, and are timed. */
  @Test
  void ofPartsEachAgentHearsItsOwnPublishersAndTimesThoseItMay() {
    Scenario parts = SCENARIO.withTopology(new Topology(10, 2, Distribution.PARTITIONS));
    int[] ofFirst =
        IntStream.range(0, 10).filter(id -> parts.topology().partitionOf(id) == 0).toArray();
    ClockReading after = new ClockReading(50_000_000, 200_000);
    Assignment.Slice first =
        new Assignment.Slice(ClientIds.below(10), ClientIds.of(IntStream.of(0)))
            .timing(ClientIds.of(Arrays.stream(ofFirst).limit(2)));
    Assignment.Slice second =
        new Assignment.Slice(ClientIds.below(0), ClientIds.of(IntStream.of(1)));
    AgentFindings findings =
        new AgentFindings(
            parts,
            List.of(
                agent("a", counts(0, 0), first, Optional.empty(), after),
                agent("b", counts(0, 0), second, Optional.empty(), after)),
            Duration.ZERO,
            true);
    assertThat(findings.usage().orElseThrow())
        .extracting(AgentUsage::timedPublishers)
        .containsExactly(2, 10 - ofFirst.length);
    assertThat(findings.remarks()).hasSize(1);
  }

  @Test
  void anAgentThatOnlyReceivesIsJudgedByItsThreads() {
    Assignment.Slice consumers =
        new Assignment.Slice(ClientIds.below(0), ClientIds.below(SCENARIO.topology().consumers()));
    Optional<CpuUsage> full = Optional.of(new CpuUsage(1_950_000_000, 1_000_000_000, 4));
    BusyThread busy = new BusyThread("swarm-1", true, 0.97);
    BusyThread idle = new BusyThread("swarm-1", true, 0.4);
    ClockReading after = new ClockReading(50_000_000, 200_000);
    AgentFindings findings =
        new AgentFindings(
            SCENARIO,
            List.of(
                agent("a", counts(0, 0, idle), consumers, full, after),
                agent("b", counts(0, 0, busy), consumers, Optional.empty(), after)),
            Duration.ZERO,
            false);
    assertThat(findings.complaints(NONE, 1))
        .containsExactly(
            "agent b: one of its lanes was saturated: thread swarm-1 had no rest for 97 % of the"
                + " steady state (limit 95 %)");
  }

  /** The tick of one is set against the same tick of the other by the clocks of both. */
  @Test
  void aClockThatStepsMakesTheBacklogBetweenTwoAgentsUnknown() {
    Assignment.Slice consumers =
        new Assignment.Slice(ClientIds.below(0), ClientIds.below(SCENARIO.topology().consumers()));
    Assignment.Slice publishers = new Assignment.Slice(ClientIds.below(10), ClientIds.below(0));
    ClockReading still = new ClockReading(50_000_000, 200_000);
    AgentRecord receiving = agent("a", counts(0, 0), consumers, Optional.empty(), still);
    for (long nanos : new long[] {149_000_000, 1_050_000_000}) {
      ClockReading moved = new ClockReading(nanos, 200_000);
      AgentRecord stepping = agent("b", counts(1_000, 10), publishers, Optional.empty(), moved);
      assertThat(
              new AgentFindings(SCENARIO, List.of(receiving, stepping), Duration.ZERO, false)
                  .complaints(NONE, 1))
          .hasSize(nanos < 150_000_000 ? 0 : 1)
          .allMatch(line -> line.contains("its clock and that of b moved apart by 1.0"));
    }
  }

  @Test
  void clocksThatMovedBeyondTheBoundMakeTheTimesBetweenThemWorthless() {
    Assignment.Slice consumers =
        new Assignment.Slice(ClientIds.below(0), ClientIds.below(SCENARIO.topology().consumers()))
            .timing(ClientIds.below(10));
    Assignment.Slice publishers =
        new Assignment.Slice(ClientIds.below(10), ClientIds.below(0)).timing(ClientIds.below(0));
    ClockReading still = new ClockReading(50_000_000, 200_000);
    ClockReading moved = new ClockReading(53_000_000, 200_000);
    Duration within = Duration.ofMillis(1);
    AgentRecord receiving = agent("a", counts(0, 0), consumers, Optional.empty(), still);
    AgentRecord steady = agent("b", counts(1_000, 10), publishers, Optional.empty(), still);
    AgentRecord drifting = agent("b", counts(1_000, 10), publishers, Optional.empty(), moved);
    assertThat(
            new AgentFindings(SCENARIO, List.of(receiving, steady), within, false)
                .complaints(NONE, 1))
        .isEmpty();
    assertThat(
            new AgentFindings(SCENARIO, List.of(receiving, drifting), within, false)
                .complaints(NONE, 1))
        .singleElement()
        .asString()
        .startsWith("agent a: its clock and that of b are known to within 3.4 ms only");

    AgentRecord unread =
        new AgentRecord(
            steady.member(),
            steady.slice(),
            steady.lanes(),
            steady.counted(),
            steady.steady(),
            steady.before(),
            Optional.empty());
    assertThat(
            new AgentFindings(SCENARIO, List.of(receiving, unread), within, false)
                .complaints(NONE, 1))
        .singleElement()
        .asString()
        .startsWith("agent a: its clock and that of b are not known after the run");
  }

  @Test
  void anOutageIsTimedToWithinTheErrorsOfTwoClocks() {
    AgentRecord a = agent("a", 100_000, 500);
    AgentRecord b =
        agent(
            "b",
            counts(1, 1),
            a.slice(),
            Optional.empty(),
            new ClockReading(50_500_000, 1_000_000));
    AgentRecord c =
        new AgentRecord(
            b.member(),
            b.slice(),
            b.lanes(),
            b.counted(),
            b.steady(),
            b.before(),
            Optional.empty());
    assertThat(findings(a).clockErrorNanos()).hasValue(210_000);
    assertThat(findings(a, b, a).clockErrorNanos()).hasValue(1_710_000);
    assertThat(findings(a, b).clocksNotKnown()).isEmpty();
    assertThat(findings(a, c).clocksNotKnown())
        .singleElement()
        .asString()
        .startsWith("agent b: its clock could not be read after the run");
  }

  private static AgentFindings findings(AgentRecord... agents) {
    return new AgentFindings(SCENARIO, List.of(agents), Duration.ZERO, false);
  }

  @Test
  void withoutAgentsThereIsNothingToSay() {
    AgentFindings findings = new AgentFindings(SCENARIO, List.of(), Duration.ZERO, false);
    assertThat(findings.any()).isFalse();
    assertThat(findings.usage()).isEmpty();
    assertThat(findings.remarks()).isEmpty();
  }
}
