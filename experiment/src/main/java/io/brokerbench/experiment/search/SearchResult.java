package io.brokerbench.experiment.search;

import io.brokerbench.core.base.DocumentCodec;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.core.figure.ThresholdCheck;
import io.brokerbench.core.result.BrokerIdentity;
import io.brokerbench.core.result.DriverInfo;
import io.brokerbench.core.result.Environment;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.experiment.search.SearchFindings.LimitedBy;
import io.brokerbench.experiment.search.StepVerdict.StepOutcome;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Everything that one search reports: the document {@code brokerbench.search/1}.
 *
 * @param schema name and version of this form
 * @param scenario the scenario that was searched, with the phases of a confirmation
 * @param broker which broker it was
 * @param driver what made the load
 * @param environment where it took place
 * @param startedAt start of the first step, wall-clock time (ISO 8601, UTC)
 * @param profile the criterion
 * @param plan where the search began and when it was to end
 * @param complete whether it went to its end; false when it was stopped, broke off or ran out of
 *     steps
 * @param sustainablePerSecond highest rate that was sustained; absent where none was. With {@code
 *     notConfirmed}, or {@code limitedBy} other than {@code BROKER} and {@code CRITERION}, the
 *     broker sustains at least this
 * @param confirmations full steady windows over which that rate was sustained
 * @param notConfirmed why the rate is not confirmed; absent where it is, or none was sustained
 * @param interval in which the limit lies; absent where nothing was sustained
 * @param limitedBy what was in the way of the next higher rate; {@code BROKER} only where the
 *     search went to its end, the rate is confirmed, and the step that failed shows that it was the
 *     broker
 * @param reason the same in words and figures
 * @param backlogHighWaterMark most deliveries owed and not yet made at the rate found
 * @param normalised the rate found at 100 % CPU; absent where the broker's CPU is not known
 * @param steps in the order in which they were run
 * @param thresholds of the scenario, checked with the run at the rate found; absent where it has
 *     none
 */
@RecordBuilder
public record SearchResult(
    String schema,
    Scenario scenario,
    BrokerIdentity broker,
    DriverInfo driver,
    Environment environment,
    Instant startedAt,
    SustainProfile profile,
    SearchPlan plan,
    boolean complete,
    OptionalDouble sustainablePerSecond,
    int confirmations,
    Optional<String> notConfirmed,
    Optional<RateInterval> interval,
    LimitedBy limitedBy,
    String reason,
    long backlogHighWaterMark,
    Optional<NormalisedRates> normalised,
    List<SearchStep> steps,
    Optional<List<ThresholdCheck>> thresholds)
    implements SearchResultBuilder.With {

  /** Name and version of the document's form. */
  public static final String SCHEMA = "brokerbench.search/1";

  /** Name of the document in a result folder. */
  public static final String DOCUMENT = "search.json";

  /** Writes and reads the document. */
  public static final DocumentCodec<SearchResult> CODEC =
      new DocumentCodec<>(SearchResult.class, SCHEMA);

  /** Copies the list. */
  public SearchResult {
    steps = List.copyOf(steps);
    thresholds = thresholds.filter(some -> !some.isEmpty()).map(List::copyOf);
  }

  /**
   * The document.
   *
   * @param scenario that was searched
   * @param startedAt start of the first step
   * @param run any run of the search, for what all have in common
   * @param steps those of the search, and of the knee curve
   */
  public static SearchResult of(
      Scenario scenario,
      Instant startedAt,
      RunResult run,
      Question question,
      SearchFindings findings,
      List<SearchStep> steps) {
    Optional<SearchStep> best = best(findings.sustainablePerSecond(), findings.steps());
    return new SearchResult(
        SCHEMA,
        scenario,
        run.broker(),
        run.driver(),
        run.environment(),
        startedAt,
        question.profile(),
        question.plan(),
        findings.complete(),
        findings.sustainablePerSecond(),
        findings.confirmations(),
        findings.notConfirmed(),
        findings.interval(),
        findings.limitedBy(),
        findings.reason(),
        best.map(step -> step.figures().backlogHighWaterMark()).orElse(0L),
        best.flatMap(SearchResult::normalised),
        steps,
        Optional.empty());
  }

  /** The same where steps at shares of the rate found are missing, and why. */
  SearchResult withoutAllOfTheKnee(String why) {
    return withComplete(false)
        .withReason(reason + "; steps at shares of the rate found are missing: " + why);
  }

  /** Whether it ended as it had no steps left, and does not know the limit. */
  public boolean ranOutOfSteps() {
    List<SearchStep> searched =
        steps.stream().filter(step -> step.kind() != StepKind.KNEE).toList();
    return !complete
        && limitedBy == LimitedBy.UNKNOWN
        && searched.size() >= plan.maxSteps()
        && searched.get(searched.size() - 1).verdict().outcome() != StepOutcome.INTERRUPTED;
  }

  /**
   * Whether the rate found is confirmed, and the most that the broker sustains; also where steps of
   * the knee curve are missing.
   */
  public boolean conclusive() {
    return sustainablePerSecond.isPresent() && notConfirmed.isEmpty() && limitedBy.isBrokers();
  }

  /** Why the rate found does not count as the most that the broker sustains. */
  public String doubt() {
    return notConfirmed
        .map(why -> "not confirmed: " + why)
        .orElseGet(() -> complete ? "limited by " + limitedBy : reason);
  }

  /**
   * Whether the search answers what was asked: it ended by itself, at a limit that it knows and
   * that was not the tool's, and confirmed the rate found where it was to.
   */
  public boolean answers() {
    boolean unconfirmed = notConfirmed.isPresent() && plan.confirmations() > 0;
    boolean unshown = sustainablePerSecond.isPresent() && limitedBy == LimitedBy.UNKNOWN;
    return complete && !limitedBy.isInvalid() && !unconfirmed && !unshown;
  }

  /**
   * The most that the broker sustains, as a value to compare: 0 where it sustains none of the rates
   * that were tried. Empty where the search does not know it.
   */
  public OptionalDouble mostSustained() {
    if (conclusive()) {
      return sustainablePerSecond;
    }
    boolean none = complete && sustainablePerSecond.isEmpty() && limitedBy.isBrokers();
    return none ? OptionalDouble.of(0) : OptionalDouble.empty();
  }

  /** The step at the rate found that says most of it: a confirmation, where there is one. */
  public Optional<SearchStep> best() {
    return best(sustainablePerSecond, steps);
  }

  /** Checks of a run, and of the rate found, which is no figure of a run. */
  public List<ThresholdCheck> withRateFound(List<ThresholdCheck> ofRun) {
    return ofRun.stream()
        .map(
            check ->
                check.figure().equals(FigureCatalogue.SUSTAINABLE)
                    ? check.with(sustainablePerSecond)
                    : check)
        .toList();
  }

  /**
   * What is searched for.
   *
   * @param profile the criterion
   * @param plan where to begin and when to end
   */
  public record Question(SustainProfile profile, SearchPlan plan) {}

  private static Optional<SearchStep> best(OptionalDouble found, List<SearchStep> steps) {
    if (found.isEmpty()) {
      return Optional.empty();
    }
    double rate = found.getAsDouble();
    return steps.stream()
        .filter(step -> step.sustained() && step.offeredPerSecond() == rate)
        .max(
            Comparator.comparing((SearchStep step) -> step.kind() == StepKind.CONFIRM)
                .thenComparing(step -> step.figures().backlogHighWaterMark()));
  }

  private static Optional<NormalisedRates> normalised(SearchStep step) {
    double ofCore = step.figures().brokerCpuPercentOfCore().orElse(0);
    double ofSystem = step.figures().brokerCpuPercentOfSystem().orElse(0);
    return ofCore > 0 && ofSystem > 0
        ? Optional.of(
            new NormalisedRates(
                step.offeredPerSecond() / ofCore * 100, step.offeredPerSecond() / ofSystem * 100))
        : Optional.empty();
  }
}
