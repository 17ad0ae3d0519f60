package io.brokerbench.core.engine;

import io.brokerbench.core.driver.Publisher;
import io.brokerbench.core.engine.lane.LaneContext;
import io.brokerbench.core.engine.lane.LaneMeter;
import io.brokerbench.core.engine.lane.OpenSender;
import io.brokerbench.core.engine.lane.PublisherSlot;
import io.brokerbench.core.engine.lane.Sender;
import io.brokerbench.core.engine.measure.BacklogGauge;
import io.brokerbench.core.engine.measure.DeliveryLedger;
import io.brokerbench.core.engine.measure.RunTimes;
import io.brokerbench.core.load.ConstantLoad;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.PayloadSpec;
import io.brokerbench.core.scenario.Phases;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Session;
import io.brokerbench.core.scenario.Topology;
import io.brokerbench.core.scenario.Workload;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One message brought to its publisher when it is due: the schedule, the header, the meter. The
 * clock is moved by hand, so that each turn finds the same number of messages.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@State(Scope.Thread)
public class PacerHotPath {

  private static final int PUBLISHERS = 1_000;
  private static final int MESSAGES = 100;
  private static final long TURN_NANOS = 100_000;

  private final Scenario scenario =
      new Scenario(
          "jmh",
          "",
          new Topology(PUBLISHERS, 1, Distribution.SINGLE),
          new Workload(
              Qos.AT_MOST_ONCE,
              new PayloadSpec(32),
              false,
              new ConstantLoad(Rate.perSecond(MESSAGES * 1e9 / TURN_NANOS)),
              1),
          new Session(Protocol.MQTT_3_1_1, false, 0, 100, Duration.ZERO),
          new Phases(
              Duration.ZERO, Duration.ofDays(7), Duration.ofSeconds(1), Duration.ofSeconds(1)));
  private final Taker taker = new Taker();
  private final Sender sender = sender();

  private long now;

  private Sender sender() {
    LaneContext context = new LaneContext(scenario, 99, TURN_NANOS, 1, () -> now);
    RunTimes times = RunTimes.from(0, scenario.phases());
    LaneMeter meter =
        new LaneMeter(
            0, context, DeliveryLedger.single(PUBLISHERS, 0), new BacklogGauge(1), interval -> {});
    PublisherSlot[] slots = new PublisherSlot[PUBLISHERS];
    for (int id = 0; id < PUBLISHERS; id++) {
      slots[id] = new PublisherSlot(id, null);
      slots[id].attach(taker, 32);
    }
    ConstantLoad load = (ConstantLoad) scenario.workload().load();
    return new OpenSender(context, load.schedule(1), slots, times, meter);
  }

  /** A turn, in which a hundred messages are due. */
  @Benchmark
  @OperationsPerInvocation(MESSAGES)
  public long turn() {
    now += TURN_NANOS;
    sender.turn(now);
    return taker.sum;
  }

  /** Takes every message. */
  private static final class Taker implements Publisher {
    private long sum;

    @Override
    public boolean offer(long sequence, long word0, long word1, long word2) {
      sum += sequence ^ word0 ^ word1 ^ word2;
      return true;
    }

    @Override
    public void flush() {}

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
