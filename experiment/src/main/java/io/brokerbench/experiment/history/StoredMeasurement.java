package io.brokerbench.experiment.history;

import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.core.result.BrokerIdentity;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict;
import io.brokerbench.experiment.metric.Comparability;
import io.brokerbench.experiment.metric.MeasurementContext;
import io.brokerbench.experiment.metric.RunMeasurement;
import io.brokerbench.experiment.search.SearchResult;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One stored run or search.
 *
 * @param document path of its file from the folder that was read, with slashes
 * @param result the same of the result that it is a part of: a comparison's, or its own
 * @param startedAt wall-clock time
 * @param context what it was measured on
 * @param values for each figure that it has; empty where it says nothing about the broker
 * @param invalid why it says nothing; empty where it does
 */
record StoredMeasurement(
    String document,
    String result,
    Instant startedAt,
    MeasurementContext context,
    Map<Figure, Double> values,
    Optional<String> invalid) {

  static StoredMeasurement of(RunResult run, String document, String result) {
    RunMeasurement measured = RunMeasurement.of(run, document);
    Verdict verdict = run.verdict();
    boolean valid = measured.status() == RunMeasurement.Status.VALID;
    String why = verdict.complete() ? verdict.status().toString() : "broken off or stopped";
    return new StoredMeasurement(
        document,
        result,
        run.startedAt(),
        MeasurementContext.of(run, document),
        measured.values(),
        valid ? Optional.empty() : Optional.of(why));
  }

  static StoredMeasurement of(SearchResult search, String document, String result) {
    OptionalDouble sustained = search.mostSustained();
    boolean valid = sustained.isPresent();
    return new StoredMeasurement(
        document,
        result,
        search.startedAt(),
        MeasurementContext.of(search, document),
        valid ? Map.of(FigureCatalogue.SUSTAINABLE, sustained.getAsDouble()) : Map.of(),
        valid ? Optional.empty() : Optional.of(search.doubt()));
  }

  BrokerIdentity broker() {
    return context.broker().orElseThrow();
  }

  /** Whether both may stand in one line: versions of the broker may differ, products may not. */
  boolean isComparable(StoredMeasurement other) {
    return broker().product().equals(other.broker().product())
        && Comparability.of(context, other.context).refusals().isEmpty();
  }

  /** What all measurements of one build have in common. */
  String build(BuildRule rule) {
    int slash = result.indexOf('/');
    return switch (rule) {
      case RESULT -> result;
      case VERSION -> broker().version();
      case FOLDER -> slash < 0 ? result : result.substring(0, slash);
    };
  }

  /** What its build is called. */
  String label(BuildRule rule) {
    return rule == BuildRule.FOLDER ? build(rule) : broker().version();
  }
}
