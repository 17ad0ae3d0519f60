package io.brokerbench.junit;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.telemetry.EnvironmentProbe;
import io.brokerbench.experiment.gate.Baseline;
import io.brokerbench.experiment.gate.BaselineStore;
import io.brokerbench.experiment.gate.CompareResult;
import io.brokerbench.experiment.gate.Decision;
import io.brokerbench.experiment.gate.Gate;
import io.brokerbench.experiment.gate.StoredResults;
import io.brokerbench.experiment.metric.Comparability;
import io.brokerbench.experiment.metric.FigureValues;
import io.brokerbench.experiment.metric.Repetitions;
import io.brokerbench.experiment.metric.Tolerances;
import io.brokerbench.report.text.GateReport;
import io.brokerbench.report.text.GateText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.AbstractAssert;
import org.opentest4j.TestAbortedException;

/**
 * What has to come of several figures of the same: runs of one scenario on one broker, or
 * benchmarks of JMH. Comparisons need {@value Gate#LEAST_REPETITIONS} repetitions of each side.
 * Runs that say nothing of the broker are left out; more of them than the baseline has, so that it
 * is no chance, keep the candidate from passing.
 */
public final class RunsAssert extends AbstractAssert<RunsAssert, Repetitions> {

  private static final String HERE = "this test";

  private final Optional<Path> folder;
  private final List<MeasuredRun> runs;

  private RunsAssert(Repetitions repetitions, Optional<Path> folder, List<MeasuredRun> runs) {
    super(repetitions, RunsAssert.class);
    this.folder = folder;
    this.runs = List.copyOf(runs);
  }

  /** About runs, at least one. */
  static RunsAssert of(List<MeasuredRun> runs) {
    Optional<Path> folder = runs.stream().findFirst().map(run -> run.folder().getParent());
    return new RunsAssert(repetitions(runs), folder, runs);
  }

  /** About what JMH wrote with {@code -rf json}. */
  static RunsAssert ofJmh(Path file) {
    return new RunsAssert(read(file.toString()), Optional.ofNullable(file.getParent()), List.of());
  }

  private static Repetitions repetitions(List<MeasuredRun> runs) {
    return Repetitions.ofRuns(runs.stream().map(MeasuredRun::result).toList(), HERE);
  }

  /**
   * Takes the figures as multiples of what was measured beside them, so that they can be compared
   * with those of another machine. What is asserted next is about the multiples. Each run is
   * compared with the one of the reference beside it; where one of both does not count, neither has
   * a multiple.
   *
   * @param reference as many runs of the same scenario, on another broker
   * @throws TestAbortedException if none of them counts
   */
  public RunsAssert relativeTo(List<MeasuredRun> reference) {
    isNotNull();
    if (reference.size() != runs.size()) {
      return multiples(actual.relativeTo(repetitions(reference)));
    }
    if (reference.stream().noneMatch(RunsAssert::counts)) {
      throw new TestAbortedException(
          repetitions(reference).invalidity().orElse("no runs to compare with"));
    }
    List<MeasuredRun> own = new ArrayList<>();
    List<MeasuredRun> others = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      if (counts(runs.get(i)) && counts(reference.get(i))) {
        own.add(runs.get(i));
        others.add(reference.get(i));
      }
    }
    if (own.isEmpty()) {
      failWithMessage("%s", actual.invalidity().orElse("no run beside one that counts"));
    }
    return multiples(repetitions(own).relativeTo(repetitions(others)));
  }

  /** With all that is to be said against the runs, those without multiples included. */
  private RunsAssert multiples(Repetitions ratios) {
    Repetitions all =
        new Repetitions(
            ratios.subject().withLeftOut(actual.subject().leftOut()),
            ratios.figures(),
            actual.contracts(),
            ratios.incomplete());
    return new RunsAssert(all, folder, runs);
  }

  private static boolean counts(MeasuredRun run) {
    return repetitions(List.of(run)).invalidity().isEmpty();
  }

  /**
   * The same for benchmarks of JMH.
   *
   * @param parameter of the benchmarks to take as the reference, and its value: {@code broker=null}
   */
  public RunsAssert relativeTo(String parameter) {
    isNotNull();
    return new RunsAssert(actual.relativeTo(parameter), folder, List.of());
  }

  /**
   * They are not worse than a baseline that is stored, by more than is tolerated, and there are
   * enough of them to decide. Where the baseline is not there yet, what was measured is written
   * beside the results, to become it.
   *
   * @param baseline a file that {@code brokerbench baseline save} or this method wrote, or a folder
   *     of results
   * @param tolerance such as {@code received=5%,p50=5%,peakRss=off}
   */
  public RunsAssert isNotWorseThan(Path baseline, String tolerance) {
    isNotNull();
    if (!Files.exists(baseline)) {
      failWithMessage(
          "%s",
          "no baseline at %s; what was measured now is in %s: copy it there"
              .formatted(baseline, written(baseline)));
    }
    return compare(read(baseline.toString()), tolerance, Decision.INCONCLUSIVE);
  }

  /**
   * The same, but an inconclusive comparison passes too.
   *
   * @throws TestAbortedException if none of the runs says anything of the broker
   */
  public RunsAssert hasNotRegressedFrom(Path baseline, String tolerance) {
    isNotNull();
    return compare(read(baseline.toString()), tolerance, Decision.REGRESSED);
  }

  /**
   * They are not worse than other runs by more than is tolerated, and there are enough to decide.
   */
  public RunsAssert isNotWorseThan(List<MeasuredRun> baseline, String tolerance) {
    isNotNull();
    Repetitions measured = repetitions(baseline);
    if (measured.invalidity().isPresent()) {
      throw new TestAbortedException(measured.invalidity().get());
    }
    return compare(measured, tolerance, Decision.INCONCLUSIVE);
  }

  /**
   * Writes them as a baseline.
   *
   * @param file to write, by whose name it is called
   */
  public RunsAssert isSavedAs(Path file) {
    isNotNull();
    save(file);
    return this;
  }

  private static Repetitions read(String source) {
    Repetitions read =
        new StoredResults(new BaselineStore(Path.of("baselines"))).read(List.of(source));
    if (read.invalidity().isPresent()) {
      throw new TestAbortedException(read.invalidity().get());
    }
    return read;
  }

  private RunsAssert compare(Repetitions baseline, String tolerance, Decision least) {
    requireComparable(baseline);
    CompareResult result =
        CompareResult.of(
            Clock.systemUTC().instant(),
            baseline,
            actual,
            List.of(),
            Tolerances.parse(
                tolerance, baseline.figures().stream().map(FigureValues::figure).toList()));
    Decision decision = result.verdict().decision();
    if (decision == Decision.REGRESSED || decision == least || result.verdict().withholdsPass()) {
      failWithMessage(
          "%s",
          new GateReport(false).of(GateText.of(result), List.of(), List.of())
              + folder.map(path -> "results in " + path).orElse(""));
    }
    if (actual.invalidityOfCandidate().isPresent()) {
      throw new TestAbortedException(actual.invalidityOfCandidate().get());
    }
    return this;
  }

  /** On another machine a test has no answer; all else is a mistake in it. */
  private void requireComparable(Repetitions baseline) {
    Comparability between =
        baseline.comparability(actual.measuredOn(new EnvironmentProbe().probe()));
    String text =
        "not comparable with %s: %s"
            .formatted(baseline.subject().source(), String.join("; ", between.refusals()));
    if (!between.settings().isEmpty()) {
      throw new DefinitionException(text);
    }
    if (!between.machines().isEmpty()) {
      throw new TestAbortedException(
          text + "; figures that are relativeTo(...) a reference hold on other machines too");
    }
  }

  private Path written(Path baseline) {
    Path file = folder.orElse(Path.of("target")).resolve(baseline.getFileName());
    save(file);
    return file;
  }

  private void save(Path file) {
    String name = file.getFileName().toString().replaceFirst("\\.json$", "");
    Repetitions here = actual.measuredOn(new EnvironmentProbe().probe());
    Baseline baseline = Baseline.of(name, Clock.systemUTC().instant(), here);
    try {
      new BaselineStore(file.toAbsolutePath().getParent()).save(baseline);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
