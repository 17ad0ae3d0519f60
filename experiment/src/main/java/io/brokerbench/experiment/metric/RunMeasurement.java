package io.brokerbench.experiment.metric;

import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What one run of a side gave.
 *
 * @param status what it is good for
 * @param reason why it is good for nothing, in words; else empty
 * @param values for each figure that it has
 * @param run name of the document that holds it, in the same folder
 * @param contract how it kept the broker's contracts; empty where it says nothing of that
 */
public record RunMeasurement(
    Status status,
    String reason,
    Map<Figure, Double> values,
    String run,
    Optional<ContractRun> contract) {

  /** What a run is good for. */
  public enum Status {
    /** Its figures are the broker's. */
    VALID,
    /** The generator was the limit: by itself, it says nothing of the broker. */
    INVALID,
    /** Other work on the machine was the limit: by itself, it says nothing of the broker. */
    DISTURBED,
    /** It broke off. */
    FAILED,
    /** It was stopped from outside. */
    STOPPED
  }

  /** Copies the values. */
  public RunMeasurement {
    Objects.requireNonNull(status, "status");
    Objects.requireNonNull(reason, "reason");
    Objects.requireNonNull(run, "run");
    Objects.requireNonNull(contract, "contract");
    values = new LinkedHashMap<>(values);
  }

  /** One that says nothing of the contracts. */
  public RunMeasurement(Status status, String reason, Map<Figure, Double> values, String run) {
    this(status, reason, values, run, Optional.empty());
  }

  /**
   * What a run is good for, and its figures unless it broke off.
   *
   * @param document name of the document that holds it
   */
  public static RunMeasurement of(RunResult run, String document) {
    Verdict verdict = run.verdict();
    Status status = Status.VALID;
    if (verdict.isInvalid()) {
      status = verdict.status() == Verdict.Status.DISTURBED ? Status.DISTURBED : Status.INVALID;
    } else if (verdict.status() == Verdict.Status.FAILED || !verdict.complete()) {
      status = Status.FAILED;
    }
    boolean valid = status == Status.VALID;
    return new RunMeasurement(
        status,
        valid || verdict.reasons().isEmpty() ? "" : verdict.reasons().get(0),
        status == Status.FAILED ? Map.of() : FigureCatalogue.comparable(run),
        document,
        ContractRun.of(run, document));
  }
}
