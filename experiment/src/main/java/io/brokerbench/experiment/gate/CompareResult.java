package io.brokerbench.experiment.gate;

import io.brokerbench.core.base.DocumentCodec;
import io.brokerbench.experiment.metric.FigureValues;
import io.brokerbench.experiment.metric.MeasurementContext;
import io.brokerbench.experiment.metric.Repetitions;
import io.brokerbench.experiment.metric.Tolerances;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Stored results compared: the document {@code brokerbench.compare/1}.
 *
 * @param schema name and version of this form
 * @param comparedAt when, wall-clock time (ISO 8601, UTC)
 * @param baseline the one side
 * @param candidate the other
 * @param differences differences between the conditions of both that did not keep them from being
 *     compared, those that were waived with --force among them
 * @param verdict what it all says
 */
public record CompareResult(
    String schema,
    Instant comparedAt,
    MeasurementContext baseline,
    MeasurementContext candidate,
    List<String> differences,
    GateVerdict verdict) {

  /** Name and version of the document's form. */
  public static final String SCHEMA = "brokerbench.compare/1";

  /** Writes and reads the document. */
  public static final DocumentCodec<CompareResult> CODEC =
      new DocumentCodec<>(CompareResult.class, SCHEMA);

  /**
   * Compares what both have.
   *
   * @throws io.brokerbench.core.base.DefinitionException if there is no such figure
   */
  public static CompareResult of(
      Instant comparedAt,
      Repetitions baseline,
      Repetitions candidate,
      List<String> differences,
      Tolerances tolerances) {
    GateVerdict verdict =
        Gate.judge(baseline.against(candidate, tolerances))
            .guardedBy(ContractGuards.judge(baseline.contracts(), candidate.contracts(), 1));
    return new CompareResult(
        SCHEMA,
        comparedAt,
        baseline.subject(),
        candidate.subject(),
        differences,
        failedBenchmark(baseline, candidate, tolerances)
            .or(() -> moreLeftOut(baseline.subject(), candidate.subject()))
            .filter(why -> verdict.decision() == Decision.PASS)
            .map(why -> verdict.deciding(Decision.INCONCLUSIVE, why))
            .orElse(verdict));
  }

  /** A candidate that takes the generator's CPU must not escape by results that do not count. */
  private static Optional<String> moreLeftOut(
      MeasurementContext baseline, MeasurementContext candidate) {
    return candidate.shareLeftOut() > baseline.shareLeftOut()
        ? Optional.of(
            "%d of %d results of the candidate do not count, a greater share than of the baseline:"
                    .formatted(
                        candidate.leftOut().size(),
                        candidate.leftOut().size() + candidate.repetitions())
                + " "
                + candidate.leftOut().get(0))
        : Optional.empty();
  }

  /** A benchmark of JMH that fails, because a message never comes, leaves no result behind. */
  private static Optional<String> failedBenchmark(
      Repetitions baseline, Repetitions candidate, Tolerances tolerances) {
    if (baseline.subject().kind() != MeasurementContext.Kind.JMH) {
      return Optional.empty();
    }
    return baseline.figures().stream()
        .map(FigureValues::figure)
        .filter(figure -> candidate.values(figure.path()).isEmpty())
        .filter(figure -> tolerances.applied(figure).isPresent())
        .findFirst()
        .map(figure -> "the candidate has no result of " + figure.path() + ", the baseline has");
  }

  /** Copies the list. */
  public CompareResult {
    differences = List.copyOf(differences);
  }
}
