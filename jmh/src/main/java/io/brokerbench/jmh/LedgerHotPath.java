package io.brokerbench.jmh;

import io.brokerbench.core.base.MessageHeader;
import io.brokerbench.core.engine.measure.DeliveryLedger;
import io.brokerbench.core.engine.measure.LedgerWriter;
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

/** One delivery accounted for, in batches as a lane enters them. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@State(Scope.Thread)
public class LedgerHotPath {

  private static final int PUBLISHERS = 1_000;

  private final LedgerWriter inOrder = writer();
  private final LedgerWriter shared =
      new LedgerWriter(DeliveryLedger.single(PUBLISHERS, 4), this::onDistinct);

  private long sequence;
  private long latencies;

  private LedgerWriter writer() {
    return new LedgerWriter(DeliveryLedger.single(PUBLISHERS, 0), this::onDistinct);
  }

  private void onDistinct(
      long received, long intended, long sendDelay, int consumer, int publisher) {
    latencies += received - intended;
  }

  /** A message of each publisher, to one consumer. */
  @Benchmark
  @OperationsPerInvocation(PUBLISHERS)
  public long inOrder() {
    return enter(inOrder, 0);
  }

  /** The same to four consumers that share a subscription. */
  @Benchmark
  @OperationsPerInvocation(PUBLISHERS)
  public long shared() {
    return enter(shared, (int) (sequence & 3));
  }

  private long enter(LedgerWriter writer, int consumer) {
    for (int publisher = 0; publisher < PUBLISHERS; publisher++) {
      writer.record(1_000, 0, MessageHeader.word1(publisher, sequence), 0, consumer);
    }
    writer.flush();
    sequence++;
    return latencies;
  }
}
