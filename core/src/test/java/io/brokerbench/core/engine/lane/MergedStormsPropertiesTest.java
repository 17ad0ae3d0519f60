package io.brokerbench.core.engine.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.base.MessageHeader;
import io.brokerbench.core.definition.ScenarioDefaults;
import io.brokerbench.core.engine.assignment.Assignment.Slice;
import io.brokerbench.core.engine.assignment.ClientIds;
import io.brokerbench.core.engine.assignment.Slices;
import io.brokerbench.core.engine.measure.BacklogGauge;
import io.brokerbench.core.engine.measure.DeliveryAccount;
import io.brokerbench.core.engine.measure.DeliveryLedger;
import io.brokerbench.core.engine.measure.RunTimes;
import io.brokerbench.core.engine.measure.SentMessages;
import io.brokerbench.core.engine.worker.WorkerLedgers;
import io.brokerbench.core.load.ConstantLoad;
import io.brokerbench.core.load.NoLoad;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.scenario.Conditions;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Topology;
import io.brokerbench.core.scenario.Workload;
import io.brokerbench.core.security.Security;
import io.brokerbench.core.storm.Storm;
import io.brokerbench.core.storm.StormKind;
import io.brokerbench.core.storm.StormNames;
import io.brokerbench.core.storm.StormReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** What several workers see of a storm, merged, is what one worker sees of it. */
class MergedStormsPropertiesTest {

  private static final long START = SenderBench.START;
  private static final long MILLI = 1_000_000;

  private final SplittableRandom random = new SplittableRandom(1);

  /** One worker's share of the measuring, on one lane. */
  private static final class Part {
    final Slice slice;
    final LaneMeter meter;
    final DeliveryLedger ledger;
    final StormNames.Tally missing = new StormNames.Tally();
    long neverCame;
    DeliveryAccount account;

    Part(Scenario scenario, Slice slice) {
      this.slice = slice;
      this.ledger = WorkerLedgers.deliveries(scenario.topology(), slice);
      LaneContext context = new LaneContext(scenario, SenderBench.NONCE, 0, 64, () -> START);
      this.meter = new LaneMeter(0, context, ledger, new BacklogGauge(1), second -> {});
      meter.start(RunTimes.from(START, scenario.phases()));
    }

    void come(int consumer) {
      if (slice.consumerIds().contains(consumer)) {
        meter.storm().onCame(consumer);
      }
    }

    void deliver(int publisher, long sequence, int consumer, long nanos) {
      if (slice.consumerIds().contains(consumer)) {
        long word1 = MessageHeader.word1(publisher, sequence);
        long word2 = MessageHeader.word2(SenderBench.NONCE, START, word1, 0, 32);
        meter.onDelivery(nanos, START, word1, word2, 32, consumer);
      }
    }

    StormReport report(SentMessages sent) {
      meter.endTurn(START);
      StormReport seen = meter.report().storm();
      account =
          ledger.account(
              sent,
              Messages.MAX_NAMED,
              (publisher, sequence, consumer) -> {
                neverCame++;
                missing.add(publisher, consumer);
              },
              null,
              0);
      return seen.withMissing(missing.names());
    }
  }

  private static Scenario retained(int topics, int consumers) {
    return storm(
        StormKind.RETAINED,
        new Topology(topics, consumers, Distribution.ALL),
        ScenarioDefaults.workload(Qos.AT_LEAST_ONCE)
            .withLoad(new ConstantLoad(Rate.perSecond(1_000)))
            .withRetain(true));
  }

  private static Scenario wills() {
    return storm(
        StormKind.WILL,
        new Topology(4, 1, Distribution.ALL),
        ScenarioDefaults.workload(Qos.AT_LEAST_ONCE).withLoad(new NoLoad()));
  }

  private static Scenario storm(StormKind kind, Topology topology, Workload workload) {
    return new Scenario(
        "test",
        "",
        topology,
        workload,
        ScenarioDefaults.session(false),
        Security.NONE,
        Conditions.NONE.withStorm(Storm.of(kind)),
        ScenarioDefaults.PHASES.with(Duration.ofSeconds(1), Duration.ofSeconds(9)));
  }

  @Property(tries = 60)
  void whatIsOwedAndWhatCameIsThatOfOneWorkerAndWhatIsMissingIsNamedAlike(
      @ForAll @IntRange(min = 1, max = 50) int topics,
      @ForAll @IntRange(min = 1, max = 9) int consumers,
      @ForAll @IntRange(min = 2, max = 4) int workers) {
    Scenario scenario = retained(topics, consumers);
    List<Part> parts = new ArrayList<>(List.of(new Part(scenario, Slice.all(scenario))));
    Slices.cut(scenario.topology(), workers).forEach(s -> parts.add(new Part(scenario, s)));
    for (int consumer = 0; consumer < consumers; consumer++) {
      int id = consumer;
      parts.forEach(part -> part.come(id));
      for (int topic = 0; topic < topics; topic++) {
        deliver(parts, topic, consumer);
      }
    }
    long[] counts = new long[topics];
    Arrays.fill(counts, 1);
    SentMessages sent = SentMessages.of(counts, new long[0], 0);
    List<StormReport> reports = parts.stream().map(part -> part.report(sent)).toList();
    StormReport one = reports.get(0);
    StormReport merged = reports.stream().skip(1).reduce(StormReport::merge).orElseThrow();
    assertThat(merged.acts()).isEqualTo(one.acts()).isEqualTo(consumers);
    assertThat(merged.unexpected()).isEqualTo(one.unexpected());
    assertThat(merged.missing()).isEqualTo(one.missing());
    assertThat(merged.named()).isEqualTo(one.named());
    assertThat(merged.watchers()).containsExactlyInAnyOrderElementsOf(one.watchers());
    DeliveryAccount whole = parts.get(0).account;
    assertThat(parts.stream().skip(1).mapToLong(part -> part.account.expected()).sum())
        .isEqualTo(whole.expected())
        .isEqualTo((long) topics * consumers);
    assertThat(parts.stream().skip(1).mapToLong(part -> part.account.received()).sum())
        .isEqualTo(whole.received())
        .isEqualTo(whole.expected() - parts.get(0).neverCame);
  }

  /** Of twenty, one is withheld, one comes twice, and one is of the value that was replaced. */
  private void deliver(List<Part> parts, int topic, int consumer) {
    long nanos = START + 1_000 * MILLI + random.nextLong(20 * MILLI);
    int fate = random.nextInt(20);
    if (fate == 0) {
      return;
    }
    if (fate == 1) {
      parts.forEach(part -> part.deliver(topic, 0, consumer, nanos));
      return;
    }
    parts.forEach(part -> part.deliver(topic, 1, consumer, nanos));
    if (fate == 2) {
      parts.forEach(part -> part.deliver(topic, 1, consumer, nanos));
    }
  }

  /** What one machine sees as early is the other one's clock. */
  @Example
  void aWillIsNotEarlyWhereClocksOfTwoMachinesDiffer() {
    Scenario scenario = wills();
    assertThat(earlyWills(scenario, Optional.empty())).isEqualTo(1);
    Slice all = Slice.all(scenario);
    assertThat(earlyWills(scenario, Optional.of(all.timing(all.publisherIds())))).isZero();
  }

  private static long earlyWills(Scenario scenario, Optional<Slice> ofAgent) {
    LaneContext context =
        new LaneContext(
            scenario,
            SenderBench.NONCE,
            0,
            64,
            () -> START,
            false,
            ofAgent.flatMap(Slice::timed),
            Optional.empty(),
            1);
    DeliveryLedger ledger = WorkerLedgers.deliveries(scenario.topology(), Slice.all(scenario));
    LaneMeter meter = new LaneMeter(0, context, ledger, new BacklogGauge(1), second -> {});
    meter.start(RunTimes.from(START, scenario.phases()));
    long left = meter.storm().actNanos(2);
    long word1 = MessageHeader.word1(2, 0);
    long word2 = MessageHeader.word2(SenderBench.NONCE, 0, word1, 0, 32);
    meter.onDelivery(left - MILLI, 0, word1, word2, 32, 0);
    return meter.report().storm().unexpected();
  }

  /** A will of a client whose clock is not known here comes, and its latency is not recorded. */
  @Example
  void onlyWhatOneClockSawIsTimed() {
    Scenario scenario = wills();
    Slice own = Slice.all(scenario).timing(ClientIds.below(2));
    LaneContext context =
        new LaneContext(
            scenario,
            SenderBench.NONCE,
            0,
            64,
            () -> START,
            false,
            own.timed(),
            Optional.empty(),
            1);
    DeliveryLedger ledger = WorkerLedgers.deliveries(scenario.topology(), own);
    LaneMeter meter = new LaneMeter(0, context, ledger, new BacklogGauge(1), second -> {});
    meter.start(RunTimes.from(START, scenario.phases()));
    for (int publisher = 0; publisher < 4; publisher++) {
      long word1 = MessageHeader.word1(publisher, 0);
      long word2 = MessageHeader.word2(SenderBench.NONCE, 0, word1, 0, 32);
      meter.onDelivery(meter.storm().actNanos(publisher) + MILLI, 0, word1, word2, 32, 0);
    }
    meter.endTurn(START);
    assertThat(meter.received()).isEqualTo(4);
    assertThat(meter.report().latencies().of(LatencyKind.END_TO_END).getTotalCount()).isEqualTo(2);
  }
}
