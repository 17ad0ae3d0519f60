package io.brokerbench.core.engine;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.engine.assignment.AgentCounts;
import io.brokerbench.core.engine.assignment.AgentRecord;
import io.brokerbench.core.engine.assignment.Assignment;
import io.brokerbench.core.engine.assignment.ClientIds;
import io.brokerbench.core.engine.assignment.ClockReading;
import io.brokerbench.core.engine.assignment.PooledAgent;
import io.brokerbench.core.engine.assignment.WorkerCapacity;
import io.brokerbench.core.engine.judge.AgentFindings;
import io.brokerbench.core.engine.lane.SenderBench;
import io.brokerbench.core.engine.measure.BacklogGauge;
import io.brokerbench.core.engine.measure.BroadcastReport;
import io.brokerbench.core.engine.measure.BusyThread;
import io.brokerbench.core.engine.measure.ConnectMeter;
import io.brokerbench.core.engine.measure.DeliveryAccount;
import io.brokerbench.core.engine.measure.FailoverReport;
import io.brokerbench.core.engine.measure.IntervalSample;
import io.brokerbench.core.engine.measure.LaneReport;
import io.brokerbench.core.engine.measure.LatencyHistograms;
import io.brokerbench.core.engine.measure.LatencyRecorder;
import io.brokerbench.core.engine.measure.SentMessages;
import io.brokerbench.core.engine.stage.TimelineBuilder;
import io.brokerbench.core.engine.worker.WorkerAnswer;
import io.brokerbench.core.engine.worker.WorkerCommand;
import io.brokerbench.core.engine.worker.WorkerLines;
import io.brokerbench.core.engine.worker.WorkerResult;
import io.brokerbench.core.load.ConstantLoad;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.result.DriverInfo;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Topology;
import io.brokerbench.core.storm.StormReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/**
 * Merges synthetic results of a number of agents, each as it comes over the wire: what its 5 000
 * publishers sent, latencies over three decades, and two seconds that were still open; those of the
 * other seconds came while the run was under way. Keeps of each agent what is kept in a run. Prints
 * milliseconds and resident KB.
 */
final class MergeOfMany {

  private static final int SECONDS = 2;
  private static final int PUBLISHERS_EACH = 5_000;

  private MergeOfMany() {}

  public static void main(String[] args) throws IOException {
    int agents = Integer.parseInt(args[0]);
    List<String> lines = new ArrayList<>();
    List<String> ticks = new ArrayList<>();
    List<String> sent = new ArrayList<>();
    List<AgentCounts> kept = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      lines.add(answer(new Random(i)));
      ticks.add(tick(new Random(i)));
      sent.add(WorkerLines.write(new WorkerAnswer.Frozen(counts(i, agents))));
    }
    long begin = NanoClock.SYSTEM.nanoTime();
    SentMessages all = SentMessages.none();
    TimelineBuilder book = new TimelineBuilder(agents, 10, TimelineBuilder.Reader.NONE);
    WorkerResult merged = null;
    for (int i = 0; i < agents; i++) {
      all = all.plus(((WorkerAnswer.Frozen) WorkerLines.answer(sent.get(i % sent.size()))).sent());
      WorkerResult result =
          ((WorkerAnswer.Finished) WorkerLines.answer(lines.get(i % lines.size()))).result();
      kept.add(AgentCounts.of(result.report(), result.busiest()));
      merged = merged == null ? result.copy() : merged.absorb(result);
      WorkerAnswer read = WorkerLines.answer(ticks.get(i % ticks.size()));
      book.add(((WorkerAnswer.Tick) read).status().intervals());
    }
    int finish = WorkerLines.write(new WorkerCommand.Finish(all)).length();
    requireFindings(agents, kept);
    long millis = (NanoClock.SYSTEM.nanoTime() - begin) / 1_000_000;
    System.out.println(millis + " " + residentKb() + " " + kept.size() + " " + finish);
  }

  /** What is said of the agents, each of which gets the messages of its own publishers. */
  private static void requireFindings(int agents, List<AgentCounts> kept) {
    int publishers = agents * PUBLISHERS_EACH;
    Scenario scenario =
        SenderBench.scenario(
                1, new ConstantLoad(Rate.perSecond(1_000)), Duration.ZERO, Duration.ofSeconds(1))
            .withTopology(new Topology(publishers, agents, Distribution.PARTITIONS));
    List<AgentRecord> records = new ArrayList<>();
    for (int i = 0; i < agents; i++) {
      int agent = i;
      ClientIds own =
          ClientIds.of(IntStream.iterate(agent, id -> id + agents).limit(PUBLISHERS_EACH));
      records.add(
          new AgentRecord(
              new PooledAgent(
                  "a" + i, "host" + i, true, 4, new WorkerCapacity(1, 10_000), 10_000, List.of()),
              new Assignment.Slice(own, ClientIds.of(IntStream.of(i))).timing(own),
              2,
              Optional.of(kept.get(i)),
              Optional.empty(),
              new ClockReading(0, 100_000),
              Optional.of(new ClockReading(0, 100_000))));
    }
    AgentFindings findings = new AgentFindings(scenario, records, Duration.ZERO, true);
    boolean whole =
        findings.usage().orElseThrow().stream()
            .allMatch(usage -> usage.timedPublishers() == usage.publishers());
    if (!whole || !findings.remarks().isEmpty()) {
      throw new IllegalStateException("not all publishers of an agent were timed");
    }
  }

  private static SentMessages counts(int agent, int agents) {
    long[] counts = new long[agents * PUBLISHERS_EACH];
    for (int i = agent; i < counts.length; i += agents) {
      counts[i] = 1_000L + i % 2;
    }
    return SentMessages.of(counts, new long[0], 0);
  }

  private static String residentKb() throws IOException {
    return Files.readAllLines(Path.of("/proc/self/status")).stream()
        .filter(line -> line.startsWith("VmHWM:"))
        .map(line -> line.replaceAll("\\D", ""))
        .findFirst()
        .orElse("0");
  }

  private static String answer(Random random) {
    LaneReport report =
        new LaneReport(
            new LaneReport.Counts(
                1, 1, 1, 0, LaneReport.Damaged.NONE, 0, 1, 1, 0, 1, 1, 1, OptionalLong.of(1), 1),
            new LatencyHistograms(
                Map.of(
                    LatencyKind.END_TO_END, latencies(random, 50_000),
                    LatencyKind.SERVICE, latencies(random, 50_000),
                    LatencyKind.SEND_DELAY, latencies(random, 50_000),
                    LatencyKind.ACKNOWLEDGE, latencies(random, 50_000),
                    LatencyKind.PACING, latencies(random, 50_000),
                    LatencyKind.CONNECT, latencies(random, 5_000),
                    LatencyKind.SUBSCRIBE, latencies(random, 100))),
            List.of(),
            new ConnectMeter().report(),
            BroadcastReport.NONE,
            FailoverReport.NONE,
            new LatencyHistograms(),
            List.of(),
            StormReport.NONE);
    WorkerResult result =
        new WorkerResult(
            report,
            new DeliveryAccount(1, 1, 0, 0, 0, 0, 0, 0, 0, List.of(), List.of()),
            Optional.empty(),
            0,
            List.of(),
            BusyThread.NONE);
    return WorkerLines.write(
        new WorkerAnswer.Finished(result, new DriverInfo("test", "nio", 4, Optional.empty(), 1)));
  }

  private static String tick(Random random) {
    List<IntervalSample> intervals = new ArrayList<>();
    for (int i = 0; i < SECONDS; i++) {
      intervals.add(
          new IntervalSample(i, 1, 1, 1, 0, latencies(random, 200), watched(random, 200)));
    }
    return WorkerLines.write(
        new WorkerAnswer.Tick(
            1,
            2,
            new WorkerAnswer.Counts(
                1, 1, 1, 0, 0, 1, 1, 1, 1, 0, BacklogGauge.Reading.NONE, true, intervals),
            0,
            Optional.empty(),
            Optional.empty()));
  }

  private static Histogram latencies(Random random, int count) {
    return filled(LatencyRecorder.newHistogram(), random, count);
  }

  private static Histogram watched(Random random, int count) {
    return filled(LatencyRecorder.watched().take(), random, count);
  }

  private static Histogram filled(Histogram histogram, Random random, int count) {
    for (int i = 0; i < count; i++) {
      histogram.recordValue((long) (100_000 * Math.exp(3 * Math.abs(random.nextGaussian()))));
    }
    return histogram;
  }
}
