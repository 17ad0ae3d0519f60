package io.brokerbench.jmh;

import io.brokerbench.core.load.ArrivalSchedule;
import io.brokerbench.core.load.ConstantLoad;
import io.brokerbench.core.load.PoissonLoad;
import io.brokerbench.core.load.RampLoad;
import io.brokerbench.core.load.Rate;
import java.time.Duration;
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

/** When the next message is due. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@State(Scope.Thread)
public class ScheduleHotPath {

  private final ArrivalSchedule constant = new ConstantLoad(Rate.perSecond(10_000)).schedule(1);
  private final ArrivalSchedule poisson = new PoissonLoad(Rate.perSecond(10_000)).schedule(1);
  private final ArrivalSchedule ramp =
      new RampLoad(Rate.perSecond(100), Rate.perSecond(10_000), Duration.ofHours(1)).schedule(1);

  private long index;

  /** At equal distances. */
  @Benchmark
  public long constant() {
    return constant.offsetNanos(index++);
  }

  /** At random distances; it keeps a cache, which is computed again now and then. */
  @Benchmark
  public long poisson() {
    return poisson.offsetNanos(index++);
  }

  /** At a rate that grows. */
  @Benchmark
  public long ramp() {
    return ramp.offsetNanos(index++);
  }
}
