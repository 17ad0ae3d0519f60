package io.brokerbench.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * The hot paths allocate nothing for a message. The least object takes 16 bytes, so anything that
 * is made for each message, or for one of ten, is above the limit; what JMH and other threads make
 * meanwhile is far below it.
 */
class HotPathAllocationTest {

  private static final double MOST_BYTES_PER_MESSAGE = 1;

  @Test
  void hotPathsAllocateNothing() throws RunnerException {
    Collection<RunResult> results =
        new Runner(
                new OptionsBuilder()
                    .include(".*HotPath.*")
                    .forks(0)
                    .warmupIterations(2)
                    .warmupTime(TimeValue.milliseconds(60))
                    .measurementIterations(2)
                    .measurementTime(TimeValue.milliseconds(60))
                    .addProfiler(GCProfiler.class)
                    .shouldFailOnError(true)
                    .verbosity(VerboseMode.SILENT)
                    .build())
            .run();

    assertThat(results).hasSizeGreaterThanOrEqualTo(11);
    assertThat(results)
        .allSatisfy(
            result ->
                assertThat(result.getSecondaryResults().get("gc.alloc.rate.norm").getScore())
                    .as(result.getParams().getBenchmark())
                    .isLessThan(MOST_BYTES_PER_MESSAGE));
  }
}
