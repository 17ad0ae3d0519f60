package io.brokerbench.experiment.metric;

import io.brokerbench.core.engine.measure.GeneratorHealth;
import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.core.result.Machine;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict;
import io.brokerbench.experiment.group.GroupRun;
import io.brokerbench.experiment.group.GroupsResult;
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
 * @param searchContract how the steps of the search after it kept them, likewise
 */
public record RunMeasurement(
    Status status,
    String reason,
    Map<Figure, Double> values,
    String run,
    Optional<ContractRun> contract,
    Optional<ContractRun> searchContract) {

  /** What a run is good for. */
  public enum Status {
    /** Its figures are the broker's. */
    VALID,
    /**
     * The generator was late, by less than a third of the latencies on average: beside another one
     * it says something of the broker, and alone nothing.
     */
    LATE,
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
    Objects.requireNonNull(searchContract, "searchContract");
    values = new LinkedHashMap<>(values);
  }

  /** One without a search. */
  public RunMeasurement(
      Status status,
      String reason,
      Map<Figure, Double> values,
      String run,
      Optional<ContractRun> contract) {
    this(status, reason, values, run, contract, Optional.empty());
  }

  /** One that says nothing of the contracts. */
  public RunMeasurement(Status status, String reason, Map<Figure, Double> values, String run) {
    this(status, reason, values, run, Optional.empty());
  }

  /**
   * What a run is good for, and its figures unless it broke off. A broken contract excuses neither
   * a late generator nor a disturbed machine.
   *
   * @param document name of the document that holds it
   */
  public static RunMeasurement of(RunResult run, String document) {
    Status status = statusOf(run);
    return new RunMeasurement(
        status,
        status == Status.VALID ? "" : reason(run),
        status == Status.FAILED ? Map.of() : FigureCatalogue.comparable(run),
        document,
        ContractRun.of(run, document));
  }

  /**
   * The same of a run of groups, whose figures have the names of their groups. It is good for no
   * more than the worst of its groups.
   */
  public static RunMeasurement of(GroupsResult result, String document) {
    Map<Figure, Double> values = new LinkedHashMap<>();
    Status status = Status.VALID;
    String reason = "";
    for (GroupRun group : result.groups()) {
      RunMeasurement own = of(group.run(), document);
      if (own.status.compareTo(status) > 0) {
        status = own.status;
        reason = group.name() + ": " + own.reason;
      }
      own.values.forEach(
          (figure, value) -> values.merge(figure.ofGroup(group.name()), value, Math::max));
    }
    return new RunMeasurement(
        status,
        reason,
        status == Status.FAILED ? Map.of() : values,
        document,
        ContractRun.of(result, document));
  }

  /** The verdict's first reason, and before a broken contract what was in the way besides. */
  private static String reason(RunResult run) {
    Verdict verdict = run.verdict();
    String first = verdict.reasons().stream().findFirst().orElse("");
    boolean besides = verdict.status() == Verdict.Status.CONTRACT_BROKEN;
    if (!besides || !verdict.byPace().isOfOthers()) {
      return first;
    }
    String why =
        verdict.byPace() == Verdict.Status.DISTURBED
            ? run.machine().stream()
                .flatMap(machine -> machine.disturbedBy().stream())
                .map(Machine.Finding::text)
                .findFirst()
                .orElse("the machine was busy")
            : "the generator did not keep up";
    return why + "; also, " + first;
  }

  private static Status statusOf(RunResult run) {
    return switch (run.verdict().byPace()) {
      case DISTURBED -> Status.DISTURBED;
      case GENERATOR_LIMITED -> GeneratorHealth.isComparable(run) ? Status.LATE : Status.INVALID;
      case FAILED -> Status.FAILED;
      case CONTRACT_BROKEN, BROKER_LIMITED, OK ->
          run.verdict().complete() ? Status.VALID : Status.FAILED;
    };
  }
}
