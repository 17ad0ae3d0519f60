package io.brokerbench.junit;

import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;

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

  /**
   * About a run of several groups.
   *
   * @throws org.opentest4j.TestAbortedException if it says nothing about the broker, because this
   *     machine was too slow
   */
  public static GroupsAssert assertThat(MeasuredGroups groups) {
    return new GroupsAssert(groups);
  }

  /** About a search. */
  public static SearchAssert assertThat(MeasuredSearch search) {
    return new SearchAssert(search);
  }

  /** About an interleaved comparison. */
  public static ComparisonAssert assertThat(MeasuredComparison comparison) {
    return new ComparisonAssert(comparison);
  }

  /** About a study. */
  public static StudyAssert assertThat(MeasuredStudy study) {
    return new StudyAssert(study);
  }

  /**
   * About the runs of a test, such as those of all repetitions.
   *
   * @throws io.brokerbench.core.base.DefinitionException if there are none, or they are not
   *     repetitions of the same
   */
  public static RunsAssert assertThat(BenchResults results) {
    return RunsAssert.of(results.runs());
  }

  /** About runs, which are repetitions of the same. */
  public static RunsAssert assertThatRuns(List<MeasuredRun> runs) {
    return RunsAssert.of(runs);
  }

  /** About the benchmarks in a file that JMH wrote with {@code -rf json}. */
  public static RunsAssert assertThatJmh(Path file) {
    return RunsAssert.ofJmh(file);
  }

  /** A number of microseconds, which {@link Duration} has no method for. */
  public static Duration ofMicros(long micros) {
    return Duration.of(micros, ChronoUnit.MICROS);
  }
}
