package io.brokerbench.jmh;

import io.brokerbench.core.base.MessageHeader;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The header of a message: stamped by the sender, checked by the receiver. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@State(Scope.Thread)
public class HeaderHotPath {

  private static final long NONCE = 99;
  private static final int PAYLOAD = 32;

  private long sequence;

  /** Both words that a sender makes. */
  @Benchmark
  public long stamp() {
    long word1 = MessageHeader.word1(17, sequence++);
    return word1 ^ MessageHeader.word2(NONCE, sequence, word1, 12_345, PAYLOAD);
  }

  /** A header made and found valid again. */
  @Benchmark
  public boolean stampAndCheck() {
    long word1 = MessageHeader.word1(17, sequence++);
    long word2 = MessageHeader.word2(NONCE, sequence, word1, 12_345, PAYLOAD);
    return MessageHeader.isValid(NONCE, sequence, word1, word2, PAYLOAD);
  }
}
