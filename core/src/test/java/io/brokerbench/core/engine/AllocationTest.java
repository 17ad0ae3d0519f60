package io.brokerbench.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.brokerbench.core.base.MessageHeader;
import io.brokerbench.core.driver.Publisher;
import io.brokerbench.core.engine.lane.LaneContext;
import io.brokerbench.core.engine.lane.LaneMeter;
import io.brokerbench.core.engine.lane.OpenSender;
import io.brokerbench.core.engine.lane.PublisherSlot;
import io.brokerbench.core.engine.lane.SenderBench;
import io.brokerbench.core.engine.measure.BacklogGauge;
import io.brokerbench.core.engine.measure.BroadcastMeter;
import io.brokerbench.core.engine.measure.DeliveryLedger;
import io.brokerbench.core.engine.measure.RunTimes;
import io.brokerbench.core.load.ConstantLoad;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Topology;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;

/**
 * In the steady state, nothing is allocated for a message: to send it, to read it, to account for
 * it.
 */
class AllocationTest {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final long MESSAGES = 500_000;
  private static final long START = SenderBench.START;

  /** Bytes allocated for each message, after as many to warm up. */
  private static double bytesPerMessage(LongConsumer messages) {
    messages.accept(0);
    long before = THREADS.getCurrentThreadAllocatedBytes();
    messages.accept(MESSAGES);
    return (double) (THREADS.getCurrentThreadAllocatedBytes() - before) / MESSAGES;
  }

  private long now = START;

  private LaneContext context() {
    return new LaneContext(
        SenderBench.scenario(
            10, new ConstantLoad(Rate.perSecond(1_000_000)), Duration.ZERO, Duration.ofHours(1)),
        SenderBench.NONCE,
        0,
        64,
        () -> now);
  }

  @Test
  void sendingAllocatesNothing() {
    LaneContext context = context();
    RunTimes times = RunTimes.from(START, context.scenario().phases());
    LaneMeter meter =
        new LaneMeter(0, context, DeliveryLedger.single(10, 0), new BacklogGauge(1), s -> {});
    meter.start(times);
    PublisherSlot[] slots = new PublisherSlot[10];
    for (int id = 0; id < slots.length; id++) {
      slots[id] = new PublisherSlot(id, null);
      slots[id].attach(new Sink(), 32);
    }
    OpenSender sender =
        new OpenSender(
            context, new ConstantLoad(Rate.perSecond(1_000_000)).schedule(1), slots, times, meter);
    double bytes =
        bytesPerMessage(
            from -> {
              for (long i = from; i < from + MESSAGES; i += 100) {
                now = START + i * 1_000;
                sender.turn(now);
              }
            });
    assertThat(meter.sent()).isGreaterThan(MESSAGES);
    assertThat(bytes).isLessThan(0.1);
  }

  @Test
  void receivingAndAccountingAllocateNothing() {
    LaneContext context = context();
    LaneMeter meter =
        new LaneMeter(0, context, DeliveryLedger.single(10, 0), new BacklogGauge(1), s -> {});
    meter.start(RunTimes.from(START, context.scenario().phases()));
    double bytes =
        bytesPerMessage(
            from -> {
              for (long i = from; i < from + MESSAGES; i++) {
                long word1 = MessageHeader.word1((int) (i % 10), i / 10);
                long word2 = MessageHeader.word2(SenderBench.NONCE, START, word1, 5_000, 32);
                meter.onDelivery(START + 400_000, START, word1, word2, 32, 0);
                meter.onAcknowledged(START, START + 300_000);
                if (i % 200 == 0) {
                  meter.endTurn(START + 500_000);
                }
              }
            });
    meter.endTurn(START + 500_000);
    assertThat(meter.received()).isEqualTo(2 * MESSAGES);
    assertThat(bytes).isLessThan(0.1);
  }

  @Test
  void followingABurstAllocatesNothingForADelivery() {
    BroadcastMeter meter =
        BroadcastMeter.of(
            SenderBench.scenario(
                    1, new ConstantLoad(Rate.perSecond(1)), Duration.ZERO, Duration.ofSeconds(10))
                .withTopology(new Topology(1, 1_000, Distribution.ALL)));
    double bytes =
        bytesPerMessage(
            from -> {
              for (long i = from; i < from + MESSAGES; i++) {
                meter.onDelivery(START + i / 100_000, i % 100 * 1_000_000);
              }
            });
    assertThat(meter.report().bursts()).hasSize(10);
    assertThat(bytes).isLessThan(0.1);
  }

  /** Takes everything and keeps nothing. */
  private static final class Sink implements Publisher {
    @Override
    public boolean offer(long sequence, long word0, long word1, long word2) {
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
