package io.brokerbench.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.base.MessageHeader;
import io.brokerbench.core.engine.assignment.Assignment.Slice;
import io.brokerbench.core.engine.assignment.ClientIds;
import io.brokerbench.core.engine.assignment.Slices;
import io.brokerbench.core.engine.lane.LaneContext;
import io.brokerbench.core.engine.lane.LaneMeter;
import io.brokerbench.core.engine.lane.SenderBench;
import io.brokerbench.core.engine.measure.BacklogGauge;
import io.brokerbench.core.engine.measure.BusyThread;
import io.brokerbench.core.engine.measure.DeliveryLedger;
import io.brokerbench.core.engine.measure.IntervalSample;
import io.brokerbench.core.engine.measure.LaneReport;
import io.brokerbench.core.engine.measure.LatencyHistograms;
import io.brokerbench.core.engine.measure.RunTimes;
import io.brokerbench.core.engine.measure.SentMessages;
import io.brokerbench.core.engine.stage.TimelineBuilder;
import io.brokerbench.core.engine.worker.WorkerAnswer;
import io.brokerbench.core.engine.worker.WorkerLedgers;
import io.brokerbench.core.engine.worker.WorkerLines;
import io.brokerbench.core.engine.worker.WorkerResult;
import io.brokerbench.core.load.ConstantLoad;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.result.DriverInfo;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Topology;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.HdrHistogram.Histogram;

/** Several workers' results, merged, are what one worker has of the same messages. */
class MergedWorkersPropertiesTest {

  private static final long START = SenderBench.START;
  private static final long SECOND = 1_000_000_000L;
  private static final long MILLI = 1_000_000;

  /** A copy of a message that comes to a consumer. */
  private record Delivery(
      int publisher, long sequence, int consumer, long intended, long sendDelay, long nanos) {}

  /** One worker's share of the measuring, on one lane. */
  private static final class Part {
    final Slice slice;
    final Topology topology;
    final List<IntervalSample> intervals = new ArrayList<>();
    final DeliveryLedger ledger;
    final LaneMeter meter;
    final long[] sent;

    Part(Scenario scenario, Slice slice) {
      this.slice = slice;
      this.topology = scenario.topology();
      this.ledger = WorkerLedgers.deliveries(topology, slice);
      this.sent = new long[topology.publishers()];
      LaneContext context = new LaneContext(scenario, SenderBench.NONCE, 0, 64, () -> START);
      this.meter = new LaneMeter(0, context, ledger, new BacklogGauge(1), intervals::add);
      meter.start(RunTimes.from(START, scenario.phases()));
    }

    void send(int publisher, long intended, long delay) {
      if (slice.publisherIds().contains(publisher)) {
        meter.onDue(delay / 2, intended);
        meter.onSent(intended, intended + delay);
        meter.onAcknowledged(intended, intended + 3 * delay);
        sent[publisher]++;
      }
    }

    void deliver(Delivery d) {
      if (slice.consumerIds().contains(d.consumer)) {
        long word1 = MessageHeader.word1(d.publisher, d.sequence);
        long word2 = MessageHeader.word2(SenderBench.NONCE, d.intended, word1, d.sendDelay, 32);
        meter.onDelivery(d.nanos, d.intended, word1, word2, 32, d.consumer);
      }
    }

    /** As another run's message: its check is not of this one. */
    void deliverDamaged(int consumer) {
      if (slice.consumerIds().contains(consumer)) {
        meter.onDelivery(START, START, MessageHeader.word1(0, 0), 0, 32, consumer);
      }
    }

    void turn(long now) {
      meter.beginTurn(now);
      meter.endTurn(now);
    }

    WorkerResult result(SentMessages all) {
      LaneReport report = meter.report().withLeastBacklogs(List.of());
      return new WorkerResult(
          report,
          ledger.account(all, Messages.MAX_NAMED, (publisher, sequence, consumer) -> {}, null, 0),
          Optional.empty(),
          0,
          List.copyOf(intervals),
          BusyThread.NONE);
    }
  }

  private final SplittableRandom random = new SplittableRandom(1);

  @Property(tries = 60)
  void fourWorkersTogetherSayWhatOneSays(
      @ForAll Distribution distribution,
      @ForAll @IntRange(min = 1, max = 40) int publishers,
      @ForAll @IntRange(min = 1, max = 12) int consumers,
      @ForAll @IntRange(min = 2, max = 5) int workers)
      throws IOException {
    Assume.that(distribution != Distribution.NONE);
    Scenario scenario = scenario(distribution, publishers, consumers);
    List<Part> parts = new ArrayList<>(List.of(new Part(scenario, Slice.all(scenario))));
    Slices.cut(scenario.topology(), workers).forEach(s -> parts.add(new Part(scenario, s)));
    play(scenario.topology(), parts);

    List<WorkerResult> results = results(parts);
    WorkerResult one = results.get(0);
    WorkerResult merged = results.get(1);
    for (WorkerResult result : results.subList(2, results.size())) {
      merged = merged.merge(result);
    }

    assertThat(merged.deliveries()).isEqualTo(one.deliveries());
    assertThat(withoutTails(merged)).isEqualTo(withoutTails(one));
    assertThat(tails(merged)).isBetween(tails(one) - workers, tails(one));
    assertThat(one.report().counts().unrecognised()).isZero();
    assertThat(merged.report().counts().damaged().count()).isEqualTo(1);
    assertThat(merged.report().counts().damaged().first())
        .hasValueSatisfying(wrong -> assertThat(wrong).contains("got 32 bytes"));
    assertThat(timeline(merged, workers)).isEqualTo(timeline(one, 1));
    assertThat(mergedFromTheRight(results.subList(1, results.size()))).isEqualTo(merged);
  }

  /** All that does not depend on which lane a message comes to: a lane has windows of its own. */
  private static LaneReport withoutTails(WorkerResult result) {
    Map<LatencyKind, Histogram> others = new EnumMap<>(result.report().latencies().recorded());
    others.remove(LatencyKind.TAIL);
    return result.report().withLatencies(new LatencyHistograms(others));
  }

  private static long tails(WorkerResult result) {
    return result.report().latencies().of(LatencyKind.TAIL).getTotalCount();
  }

  private static WorkerResult mergedFromTheRight(List<WorkerResult> results) {
    WorkerResult last = results.get(results.size() - 1);
    for (int i = results.size() - 2; i >= 0; i--) {
      last = results.get(i).merge(last);
    }
    return last;
  }

  private static Scenario scenario(Distribution distribution, int publishers, int consumers) {
    Topology topology =
        switch (distribution) {
          case SINGLE -> new Topology(publishers, 1, distribution);
          case PARTITIONS ->
              new Topology(publishers, Math.min(publishers, consumers), distribution);
          default -> new Topology(publishers, consumers, distribution);
        };
    return SenderBench.scenario(
            1, new ConstantLoad(Rate.perSecond(100)), Duration.ofSeconds(1), Duration.ofSeconds(2))
        .withTopology(topology);
  }

  /** 3 s of messages, of which some are lost, come twice, come late or come out of order. */
  private void play(Topology topology, List<Part> parts) {
    long[] sequences = new long[topology.publishers()];
    List<Delivery> held = new ArrayList<>();
    long count = 400;
    parts.forEach(part -> part.deliverDamaged(topology.consumers() - 1));
    for (long i = 0; i < count; i++) {
      long intended = START + i * 3 * SECOND / count;
      int publisher = (int) (i % topology.publishers());
      long delay = random.nextLong(MILLI);
      long sequence = sequences[publisher]++;
      parts.forEach(part -> part.send(publisher, intended, delay));
      List<Delivery> due = new ArrayList<>();
      for (int consumer : recipients(topology, publisher)) {
        long nanos = intended + delay + random.nextLong(20 * MILLI);
        due.add(new Delivery(publisher, sequence, consumer, intended, delay, nanos));
      }
      for (Delivery delivery : due) {
        int fate = random.nextInt(20);
        if (fate == 0) {
          continue;
        }
        if (fate == 1) {
          held.add(delivery);
          continue;
        }
        parts.forEach(part -> part.deliver(delivery));
        if (fate == 2) {
          parts.forEach(part -> part.deliver(delivery));
        }
      }
      if (held.size() > 3) {
        held.forEach(delivery -> parts.forEach(part -> part.deliver(delivery)));
        held.clear();
      }
      parts.forEach(part -> part.turn(intended));
    }
    held.forEach(delivery -> parts.forEach(part -> part.deliver(delivery)));
  }

  private int[] recipients(Topology topology, int publisher) {
    return switch (topology.distribution()) {
      case ALL -> ClientIds.below(topology.consumers()).toArray();
      case SHARED -> new int[] {random.nextInt(topology.consumers())};
      default -> new int[] {topology.partitionOf(publisher)};
    };
  }

  /** As the rig has them: sent counts added up, everything through the wire. */
  private static List<WorkerResult> results(List<Part> parts) throws IOException {
    SentMessages sent = SentMessages.none();
    for (Part part : parts.subList(1, parts.size())) {
      sent =
          sent.plus(
              overTheWire(
                  SentMessages.of(
                      part.sent, new long[] {MessageHeader.word1(part.sent.length, 7)}, 5)));
    }
    List<WorkerResult> results = new ArrayList<>();
    for (Part part : parts) {
      results.add(overTheWire(part.result(sent)));
    }
    return results;
  }

  private static SentMessages overTheWire(SentMessages counts) throws IOException {
    String line = WorkerLines.write(new WorkerAnswer.Frozen(counts));
    assertThat(line).doesNotContain("\n");
    return ((WorkerAnswer.Frozen) WorkerLines.answer(line)).sent();
  }

  private static WorkerResult overTheWire(WorkerResult result) throws IOException {
    DriverInfo driver = new DriverInfo("test", "nio", 1, Optional.empty(), 1);
    WorkerAnswer.Finished answer = new WorkerAnswer.Finished(result, driver);
    WorkerAnswer read = WorkerLines.answer(WorkerLines.write(answer));
    assertThat(read).isEqualTo(answer);
    return ((WorkerAnswer.Finished) read).result();
  }

  private static List<Object> timeline(WorkerResult result, int lanes) {
    TimelineBuilder book = new TimelineBuilder(lanes, 10, TimelineBuilder.Reader.NONE);
    book.add(result.lastIntervals());
    RunTimes times = new RunTimes(START, START + SECOND, START + 3 * SECOND);
    return List.copyOf(book.timeline(times, START + 4 * SECOND));
  }
}
