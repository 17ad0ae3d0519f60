package io.brokerbench.jmh;

import io.brokerbench.core.engine.measure.LatencyRecorder;
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

/** One latency recorded. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@State(Scope.Thread)
public class RecorderHotPath {

  private static final int VALUES = 1 << 20;

  private final LatencyRecorder recorder = new LatencyRecorder();
  private long value;

  /** Values from 0 to 100 ms, in no order that a cache could learn. */
  @Benchmark
  public void record() {
    value = (value * 25_214_903_917L + 11) & (VALUES - 1);
    recorder.record(value * 100);
  }
}
