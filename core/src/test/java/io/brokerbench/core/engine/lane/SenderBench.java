package io.brokerbench.core.engine.lane;

import io.brokerbench.core.base.MessageHeader;
import io.brokerbench.core.driver.Publisher;
import io.brokerbench.core.engine.measure.BacklogGauge;
import io.brokerbench.core.engine.measure.DeliveryLedger;
import io.brokerbench.core.engine.measure.IntervalSample;
import io.brokerbench.core.engine.measure.LaneReport;
import io.brokerbench.core.engine.measure.RunTimes;
import io.brokerbench.core.load.ClosedLoad;
import io.brokerbench.core.load.ConstantLoad;
import io.brokerbench.core.load.LoadModel;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.JmsAcknowledgement;
import io.brokerbench.core.scenario.JmsConsumers;
import io.brokerbench.core.scenario.JmsProducers;
import io.brokerbench.core.scenario.PayloadSpec;
import io.brokerbench.core.scenario.Phases;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Session;
import io.brokerbench.core.scenario.Topology;
import io.brokerbench.core.scenario.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One lane's sender with publishers that follow a script, and a clock moved by hand. */
public final class SenderBench {

  public static final long START = 1_000_000_000L;
  public static final long NONCE = 99;

  final List<IntervalSample> intervals = new ArrayList<>();
  public final List<StubPublisher> publishers = new ArrayList<>();
  final RunTimes times;
  public final LaneMeter meter;
  public final Sender sender;
  final DeliveryLedger ledger;

  /** The clock; it also moves by this at each reading. */
  public long now = START;

  long nanosPerReading;

  /** How often the sender asked for a turn at once. */
  int wakes;

  private final PublisherSlot[] slots;

  SenderBench(int count, LoadModel load, Duration warmUp, Duration steady) {
    this(scenario(count, load, warmUp, steady));
  }

  public SenderBench(Scenario scenario) {
    int count = scenario.topology().publishers();
    LaneContext context =
        new LaneContext(scenario, NONCE, 100_000, 64, () -> now += nanosPerReading);
    times = RunTimes.from(START, scenario.phases());
    ledger = DeliveryLedger.single(count, 0);
    meter = new LaneMeter(0, context, ledger, new BacklogGauge(1), intervals::add);
    slots = new PublisherSlot[count];
    for (int id = 0; id < count; id++) {
      slots[id] = new PublisherSlot(id, null);
      StubPublisher stub = new StubPublisher();
      publishers.add(stub);
      slots[id].attach(stub, scenario.workload().payload().bytes());
    }
    meter.start(times);
    sender =
        scenario
            .workload()
            .schedule()
            .<Sender>map(schedule -> new OpenSender(context, schedule, slots, times, meter))
            .orElseGet(() -> new ClosedSender(context, slots, times, meter, () -> wakes++));
  }

  public static SenderBench constant(int count, double perSecond, Duration steady) {
    return new SenderBench(
        count, new ConstantLoad(Rate.perSecond(perSecond)), Duration.ZERO, steady);
  }

  public static Scenario scenario(int count, LoadModel load, Duration warmUp, Duration steady) {
    return new Scenario(
        "test",
        "",
        new Topology(count, 1, Distribution.SINGLE),
        new Workload(
            load instanceof ClosedLoad ? Qos.AT_LEAST_ONCE : Qos.AT_MOST_ONCE,
            new PayloadSpec(32),
            false,
            load,
            1),
        new Session(Protocol.MQTT_3_1_1, false, 0, 100, Duration.ZERO),
        new Phases(warmUp, steady, Duration.ofSeconds(1), Duration.ofSeconds(1)));
  }

  /** Of JMS, with a delivery delay that is as long as the warm-up. */
  public static Scenario delayed(Duration delay) {
    Scenario plain =
        SenderBench.scenario(1, new ConstantLoad(Rate.perSecond(10)), delay, Duration.ofSeconds(4));
    return plain
        .withPhases(
            plain
                .phases()
                .withDrainLimit(Duration.ofSeconds(20))
                .withQuietPeriod(Duration.ofSeconds(1)))
        .withSession(
            plain
                .session()
                .with()
                .protocol(Protocol.JMS)
                .jmsConsumers(Optional.of(JmsConsumers.of(JmsAcknowledgement.AUTO).ofQueue()))
                .jmsProducers(Optional.of(JmsProducers.NONE.withDeliveryDelay(Optional.of(delay))))
                .build());
  }

  /** Turns as the lane would, until the instant. */
  void turnUntil(long nanos, long turnNanos) {
    while (now < nanos) {
      meter.beginTurn(now);
      sender.turn(now);
      meter.endTurn(now);
      now += turnNanos;
    }
  }

  /** A message of the first publisher arrives at the first consumer. */
  void deliver(int sequence) {
    long word1 = MessageHeader.word1(0, sequence);
    long sent = publishers.get(0).intended.get(sequence);
    meter.onDelivery(now, sent, word1, MessageHeader.word2(NONCE, sent, word1, 0, 32), 32, 0);
  }

  void ready(int publisher) {
    sender.onReady(slots[publisher]);
  }

  public LaneReport report() {
    return meter.report();
  }

  /** Takes messages while it has room. */
  public static final class StubPublisher implements Publisher {
    public final List<Long> intended = new ArrayList<>();
    public final List<Long> sendDelays = new ArrayList<>();
    int room = Integer.MAX_VALUE;
    int flushes;
    private int unflushed;

    @Override
    public boolean offer(long sequence, long word0, long word1, long word2) {
      if (room == 0) {
        return false;
      }
      if (sequence != intended.size() || MessageHeader.sequence(word1) != sequence) {
        throw new AssertionError("sequence " + sequence + " after " + intended.size());
      }
      if (!MessageHeader.isValid(NONCE, word0, word1, word2, 32)) {
        throw new AssertionError("the header of " + sequence + " is not valid");
      }
      room--;
      intended.add(word0);
      sendDelays.add(MessageHeader.sendDelayNanos(word2));
      unflushed++;
      return true;
    }

    @Override
    public void flush() {
      if (unflushed == 0) {
        throw new AssertionError("flushed with nothing offered");
      }
      unflushed = 0;
      flushes++;
    }

    boolean isFlushed() {
      return unflushed == 0;
    }

    @Override
    public int unacknowledged() {
      return 0;
    }

    @Override
    public void connect() {}

    @Override
    public void disconnect() {}

    @Override
    public void abort() {}
  }
}
