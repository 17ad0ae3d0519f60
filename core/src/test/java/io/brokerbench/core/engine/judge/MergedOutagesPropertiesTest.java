package io.brokerbench.core.engine.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.engine.assignment.Assignment.Slice;
import io.brokerbench.core.engine.lane.SenderBench;
import io.brokerbench.core.engine.measure.BroadcastReport;
import io.brokerbench.core.engine.measure.BusyThread;
import io.brokerbench.core.engine.measure.ConnectMeter;
import io.brokerbench.core.engine.measure.DeliveryAccount;
import io.brokerbench.core.engine.measure.FailoverReport;
import io.brokerbench.core.engine.measure.FailoverReport.Absence;
import io.brokerbench.core.engine.measure.LaneReport;
import io.brokerbench.core.engine.measure.LatencyHistograms;
import io.brokerbench.core.engine.measure.OutageMeter;
import io.brokerbench.core.engine.measure.RunTimes;
import io.brokerbench.core.engine.measure.SentMessages;
import io.brokerbench.core.engine.stage.FaultStage;
import io.brokerbench.core.engine.stage.RunRecord;
import io.brokerbench.core.engine.worker.WorkerAnswer;
import io.brokerbench.core.engine.worker.WorkerLedgers;
import io.brokerbench.core.engine.worker.WorkerLines;
import io.brokerbench.core.engine.worker.WorkerResult;
import io.brokerbench.core.load.ConstantLoad;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.result.DriverInfo;
import io.brokerbench.core.result.Failover;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.FaultKind;
import io.brokerbench.core.scenario.Scenario;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** What several workers saw of an outage, merged, is the outage that one worker would have seen. */
class MergedOutagesPropertiesTest {

  private static final long MILLI = 1_000_000;
  private static final long START = 5_000_000_000L;
  private static final long FAULT = START + 3_000 * MILLI;

  /** From one fault to the next one. */
  private static final long TURN = 1_500 * MILLI;

  private static final int MOST_CLIENTS = 24;

  private static final Scenario SCENARIO =
      SenderBench.scenario(
          MOST_CLIENTS,
          new ConstantLoad(Rate.perSecond(100)),
          Duration.ofSeconds(1),
          Duration.ofSeconds(9));

  /** What one worker sees, on one lane. */
  private static final class Part {
    private final OutageMeter meter = OutageMeter.around(FAULT);
    private final List<List<Absence>> absences = new ArrayList<>();
    private long broken;
    private long reconnects;
    private long refused;

    void away(List<Absence> client, long attempts) {
      absences.add(client);
      broken += client.size();
      reconnects += client.stream().filter(absence -> absence.backNanos().isPresent()).count();
      refused += attempts;
    }

    /** As the worker's process hands it over. */
    WorkerResult result() throws IOException {
      FailoverReport failover =
          new FailoverReport(
              new FailoverReport.Clients(absences, broken, reconnects, refused, 0),
              meter.report(),
              FailoverReport.ConnectionLossCounts.NONE);
      LaneReport report =
          new LaneReport(
              new LaneReport.Counts(
                  0,
                  0,
                  0,
                  0,
                  LaneReport.Damaged.NONE,
                  0,
                  0,
                  0,
                  0,
                  0,
                  0,
                  0,
                  OptionalLong.empty(),
                  0),
              new LatencyHistograms(),
              List.of(),
              new ConnectMeter().report(),
              BroadcastReport.NONE,
              failover,
              new LatencyHistograms());
      DeliveryAccount nothing =
          WorkerLedgers.deliveries(SCENARIO.topology(), Slice.all(SCENARIO))
              .account(SentMessages.none(), Messages.MAX_NAMED, (p, s, c) -> {}, null, 0);
      WorkerAnswer.Finished answer =
          new WorkerAnswer.Finished(
              new WorkerResult(report, nothing, Optional.empty(), 0, List.of(), BusyThread.NONE),
              new DriverInfo("test", "nio", 1, Optional.empty(), 1));
      return ((WorkerAnswer.Finished) WorkerLines.answer(WorkerLines.write(answer))).result();
    }
  }

  @Property(tries = 200)
  void theOutageIsThatOfOneWorker(
      @ForAll @IntRange(min = 2, max = 5) int workers,
      @ForAll @IntRange(min = 1, max = 3) int faults,
      @ForAll boolean planned,
      @ForAll @IntRange(min = 1, max = MOST_CLIENTS) int clients,
      @ForAll long seed)
      throws IOException {
    List<Part> parts = IntStream.rangeClosed(0, workers).mapToObj(i -> new Part()).toList();
    play(new SplittableRandom(seed), parts, faults, clients);

    Optional<Failover> one = failover(parts.get(0).result(), faults, planned);
    WorkerResult merged = parts.get(1).result().copy();
    for (Part part : parts.subList(2, parts.size())) {
      merged = merged.absorb(part.result());
    }
    WorkerResult backwards = parts.get(workers).result().copy();
    for (int i = workers - 1; i > 0; i--) {
      backwards = backwards.absorb(parts.get(i).result());
    }

    assertThat(one).isPresent();
    assertThat(failover(merged, faults, planned)).isEqualTo(one);
    assertThat(failover(backwards, faults, planned)).isEqualTo(one);
  }

  /** Deliveries at random, but for gaps after the faults, and clients that are away for a while. */
  private static void play(SplittableRandom random, List<Part> parts, int faults, int clients) {
    long[] worst = new long[faults];
    for (int i = 0; i < faults; i++) {
      worst[i] = 50 + random.nextLong(900);
    }
    for (int i = 0; i < 400; i++) {
      long millis = -2_500 + random.nextLong(7_000);
      long sinceFault = millis < 0 ? -1 : millis % 1_500;
      int fault = (int) (millis / 1_500);
      if (millis >= 0 && fault < faults && sinceFault < worst[fault]) {
        continue;
      }
      long at = FAULT + millis * MILLI + random.nextLong(MILLI);
      long intended = at - random.nextLong(800 * MILLI);
      parts.get(0).meter.onDelivery(at, intended);
      parts.get(1 + random.nextInt(parts.size() - 1)).meter.onDelivery(at, intended);
    }
    for (int client = 0; client < clients; client++) {
      List<Absence> absences = new ArrayList<>();
      for (int fault = 0; fault < faults; fault++) {
        long lost = FAULT + fault * TURN + random.nextLong(30 * MILLI);
        boolean forGood = fault == faults - 1 && random.nextInt(8) == 0;
        absences.add(
            new Absence(
                lost,
                forGood
                    ? OptionalLong.empty()
                    : OptionalLong.of(lost + random.nextLong(400 * MILLI))));
      }
      int attempts = random.nextInt(9);
      parts.get(0).away(absences, attempts);
      parts.get(1 + client % (parts.size() - 1)).away(absences, attempts);
    }
  }

  /** From the faults that were done, or from the connections that broke. */
  private static Optional<Failover> failover(WorkerResult result, int faults, boolean planned) {
    List<FaultStage.Done> done =
        IntStream.range(0, planned ? faults : 0)
            .mapToObj(
                i ->
                    new FaultStage.Done(
                        FaultKind.KILL, "node " + i, FAULT + i * TURN, OptionalLong.empty()))
            .toList();
    RunRecord run =
        new RunRecord(
            new RunTimes(START, START + 1_000 * MILLI, START + 10_000 * MILLI),
            new RunResult.WarmUp(0, RunResult.WarmUp.End.GIVEN),
            true,
            START + 11_000 * MILLI,
            result,
            null,
            null,
            Optional.empty(),
            done,
            Optional.empty());
    return new FailoverSummary(run, false, LongUnaryOperator.identity(), OptionalLong.empty())
        .failover();
  }
}
