package io.brokerbench.experiment.gate;

import io.brokerbench.core.base.DocumentCodec;
import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.experiment.metric.FigureValues;
import io.brokerbench.experiment.metric.MeasurementContext;
import io.brokerbench.experiment.metric.Repetitions;
import io.brokerbench.experiment.metric.Tolerances;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.commons.statistics.inference.AlternativeHypothesis;
import org.apache.commons.statistics.inference.FisherExactTest;

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
        whyNoAnswer(verdict, baseline, candidate, tolerances)
            .map(why -> verdict.deciding(Decision.INCONCLUSIVE, why))
            .orElse(verdict));
  }

  /** What keeps a candidate from passing although no figure does. */
  private static Optional<String> whyNoAnswer(
      GateVerdict verdict, Repetitions baseline, Repetitions candidate, Tolerances tolerances) {
    if (verdict.decision() == Decision.INCONCLUSIVE && verdict.figures().isEmpty()) {
      return candidate.invalidity();
    }
    return notCompared(baseline, candidate, tolerances)
        .or(() -> moreLeftOut(baseline.subject(), candidate.subject()))
        .filter(why -> verdict.decision() == Decision.PASS);
  }

  /**
   * A candidate that takes the generator's CPU must not escape by results that do not count. Chance
   * leaves one more out now and then: Fisher's exact test.
   */
  private static Optional<String> moreLeftOut(
      MeasurementContext baseline, MeasurementContext candidate) {
    return chanceOfMoreLeftOut(baseline, candidate) <= Gate.ALPHA
        ? Optional.of(
            "%d of %d results of the candidate do not count, a greater share than of the baseline:"
                    .formatted(
                        candidate.leftOut().size(),
                        candidate.leftOut().size() + candidate.repetitions())
                + " "
                + candidate.leftOut().get(0))
        : Optional.empty();
  }

  private static double chanceOfMoreLeftOut(
      MeasurementContext baseline, MeasurementContext candidate) {
    return candidate.leftOut().isEmpty()
        ? 1
        : FisherExactTest.withDefaults()
            .with(AlternativeHypothesis.GREATER_THAN)
            .test(
                new int[][] {
                  {candidate.leftOut().size(), candidate.repetitions()},
                  {baseline.leftOut().size(), baseline.repetitions()}
                })
            .getPValue();
  }

  /**
   * A figure that is to decide and that the candidate does not have, or some results of a side do
   * not. A benchmark of JMH that fails, because a message never comes, leaves no result behind.
   */
  private static Optional<String> notCompared(
      Repetitions baseline, Repetitions candidate, Tolerances tolerances) {
    return Stream.of(baseline.incomplete(), figures(baseline), candidate.incomplete())
        .flatMap(List::stream)
        .filter(figure -> candidate.values(figure.path()).isEmpty() || isIn(baseline, figure))
        .filter(figure -> decides(figure, tolerances))
        .findFirst()
        .map(
            figure ->
                isIn(baseline, figure) || isIn(candidate, figure)
                    ? "%s is to decide, and some results of the %s have no value of it"
                        .formatted(
                            figure.path(), isIn(candidate, figure) ? "candidate" : "baseline")
                    : "the candidate has no result of %s, the baseline has"
                        .formatted(figure.path()));
  }

  private static boolean decides(Figure figure, Tolerances tolerances) {
    return tolerances
        .applied(FigureCatalogue.judgedAsNow(figure))
        .filter(Figure::decides)
        .isPresent();
  }

  private static List<Figure> figures(Repetitions side) {
    return side.figures().stream().map(FigureValues::figure).toList();
  }

  private static boolean isIn(Repetitions side, Figure incomplete) {
    return side.incomplete().stream().anyMatch(each -> each.path().equals(incomplete.path()));
  }

  /** Copies the list. */
  public CompareResult {
    differences = List.copyOf(differences);
  }
}
