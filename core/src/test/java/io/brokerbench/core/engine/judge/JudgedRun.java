package io.brokerbench.core.engine.judge;

import io.brokerbench.core.engine.lane.SenderBench;
import io.brokerbench.core.engine.measure.FailoverReport;
import io.brokerbench.core.engine.measure.LatencyRecorder;
import io.brokerbench.core.engine.measure.RunTimes;
import io.brokerbench.core.engine.stage.RunRecord;
import io.brokerbench.core.load.ConstantLoad;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.result.Backlog;
import io.brokerbench.core.result.Failover;
import io.brokerbench.core.result.GeneratorUsage;
import io.brokerbench.core.result.Latencies;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.LatencySummary;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Throughput;
import io.brokerbench.core.result.Verdict;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Workload;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;

/** A run of QoS 1 in which all went well, but for what a test changes, and the verdict on it. */
abstract class JudgedRun {

  static final long SECOND = 1_000_000_000L;

  Qos qos = Qos.AT_LEAST_ONCE;
  long scheduled = 1_000;
  long sent = 1_000;
  long acknowledged = -1;
  long unacknowledgedDelivered;
  long undelivered;
  long lost;
  long misdelivered;
  Optional<List<Messages.Stray>> strays = Optional.empty();
  OptionalLong early = OptionalLong.empty();
  OptionalLong unreleased = OptionalLong.empty();
  long damaged;
  long duplicated;
  long reordered;
  long atSteadyStart;
  boolean growing;
  long sendDelayNanos = 100_000;
  long pacingNanos = 100_000;
  long backPressured;
  List<String> complaints = List.of();
  Optional<String> drainDoubt = Optional.empty();
  Optional<String> failure = Optional.empty();
  boolean complete = true;
  Optional<Failover> failover = Optional.empty();
  long brokenConnections;
  boolean reconnects;
  List<List<FailoverReport.Absence>> absences = List.of();

  final Verdict judge() {
    Scenario base =
        SenderBench.scenario(
            1, new ConstantLoad(Rate.perSecond(100)), Duration.ZERO, Duration.ofSeconds(10));
    Workload workload = base.workload();
    Scenario scenario =
        base.withWorkload(new Workload(qos, workload.payload(), false, workload.load(), 1))
            .withSession(base.session().withReconnect(Optional.of(reconnects)));
    RunRecord run =
        new RunRecord(
            new RunTimes(0, 0, 10 * SECOND),
            new RunResult.WarmUp(0, RunResult.WarmUp.End.GIVEN),
            complete,
            11 * SECOND,
            null,
            null,
            null,
            failure,
            List.of(),
            drainDoubt);
    return new Judge(scenario, run, complaints)
        .overcoming(failover, new FailoverReport.Clients(absences, brokenConnections, 0, 0, 0))
        .naming(Optional.of("consumer 2 got 7 bytes, of 24 that a header has"))
        .judge(
            new Messages(
                scheduled,
                sent,
                acknowledged < 0 ? sent : acknowledged,
                unacknowledgedDelivered,
                sent,
                sent - lost - undelivered,
                undelivered,
                lost,
                duplicated,
                misdelivered,
                reordered,
                damaged,
                0,
                List.of(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                strays,
                early,
                OptionalLong.empty(),
                OptionalLong.empty(),
                unreleased),
            new Throughput(100, 100, 100),
            new Latencies(
                Map.of(
                    LatencyKind.SEND_DELAY,
                    hundred(sendDelayNanos),
                    LatencyKind.PACING,
                    hundred(pacingNanos))),
            new Backlog(5, atSteadyStart, 0, growing),
            new GeneratorUsage(
                1,
                10,
                5,
                OptionalDouble.of(20),
                1,
                0,
                backPressured,
                complaints.isEmpty(),
                Optional.empty(),
                Optional.empty()));
  }

  private static LatencySummary hundred(long nanos) {
    Histogram all = LatencyRecorder.newHistogram();
    all.recordValueWithCount(nanos, 100);
    return LatencySummary.of(all);
  }
}
