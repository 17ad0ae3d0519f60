package io.brokerbench.jmh;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Many messages at once through a broker: the time until the last of them has come. */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(
    value = 1,
    jvmArgsAppend = {"-XX:+UseSerialGC", "-Xms64m", "-Xmn32m"})
@State(Scope.Benchmark)
public class Burst {

  /** Messages of a burst. */
  @Param("1000")
  public int burst;

  /** From the first offer to the last delivery. */
  @Benchmark
  public void publishDeliverAll(BrokerTrial trial) {
    long before = trial.subscriber().delivered();
    trial.publisher().send(burst);
    trial.subscriber().await(before + burst);
  }
}
