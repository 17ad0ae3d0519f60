package io.brokerbench.junit;

import java.time.Duration;
import java.time.temporal.ChronoUnit;

/** Where assertions about what was measured begin. Goes together with AssertJ's own. */
public final class BenchAssertions {

  private BenchAssertions() {}

  /**
   * About a run.
   *
   * @throws org.opentest4j.TestAbortedException if it says nothing about the broker, because this
   *     machine was too slow
   */
  public static RunAssert assertThat(MeasuredRun run) {
    return new RunAssert(run);
  }

  /** About a search. */
  public static SearchAssert assertThat(MeasuredSearch search) {
    return new SearchAssert(search);
  }

  /** A number of microseconds, which {@link Duration} has no method for. */
  public static Duration ofMicros(long micros) {
    return Duration.of(micros, ChronoUnit.MICROS);
  }
}
