package io.brokerbench.jmh;

import io.brokerbench.core.base.DefinitionException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One message at a time through a broker. Includes the way from the benchmark's thread to the
 * lane's and back, the same for all brokers: figures are for comparing.
 */
@BenchmarkMode({Mode.SampleTime, Mode.Throughput})
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(
    value = 1,
    jvmArgsAppend = {"-XX:+UseSerialGC", "-Xms64m", "-Xmn32m"})
public class RoundTrip {

  /**
   * From the offer to the acknowledgement: PUBACK, PUBCOMP.
   *
   * @throws DefinitionException with QoS 0, which has none
   */
  @Benchmark
  public void publishAcknowledge(BrokerTrial trial) {
    if (trial.qos == 0) {
      throw new DefinitionException("qos", "1 or 2, as QoS 0 has no acknowledgement", trial.qos);
    }
    trial.publisher().send(1);
    trial.publisher().awaitAcknowledged();
  }

  /** From the offer to the delivery to a subscriber. */
  @Benchmark
  public void publishDeliver(BrokerTrial trial) {
    long before = trial.subscriber().delivered();
    trial.publisher().send(1);
    trial.subscriber().await(before + 1);
  }
}
