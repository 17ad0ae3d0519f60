package io.brokerbench.cli.session;

import io.brokerbench.cli.terminal.Differences;
import io.brokerbench.cli.terminal.Terminal;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.gate.AbPlan;
import io.brokerbench.core.gate.StoredResults;
import io.brokerbench.core.metric.Comparability;
import io.brokerbench.core.metric.Measured;
import io.brokerbench.core.metric.Metric;
import io.brokerbench.core.metric.MetricValues;
import io.brokerbench.core.metric.Repetitions;
import io.brokerbench.core.metric.Subject;
import io.brokerbench.core.result.DriverInfo;
import io.brokerbench.core.telemetry.EnvironmentProbe;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A baseline whose figures were measured before, and which takes part in a comparison repetition by
 * repetition, as if each were run now.
 */
public final class StoredBaseline {

  private final Repetitions repetitions;
  private final boolean force;

  private StoredBaseline(Repetitions repetitions, boolean force) {
    this.repetitions = repetitions;
    this.force = force;
  }

  /**
   * Reads it.
   *
   * @throws DefinitionException if it is missing or damaged, or of another kind
   */
  public static StoredBaseline read(StoredResults results, List<String> sources, boolean force) {
    Repetitions read = results.read(sources);
    Subject subject = read.subject();
    if (subject.kind() != Subject.Kind.RUN) {
      throw new DefinitionException(
          "--baseline " + subject.source() + ": holds no runs; brokerbench compare takes it");
    }
    return new StoredBaseline(read, force);
  }

  Subject subject() {
    return repetitions.subject();
  }

  /** The plan for as many pairs as there are repetitions. */
  public AbPlan limited(AbPlan plan) {
    return new AbPlan(Math.min(plan.pairs(), subject().repetitions()), plan.budget(), plan.seed());
  }

  /**
   * Makes sure that the candidate is going to be measured under the same conditions.
   *
   * @throws DefinitionException if not, and it isn't forced; the message names the differences
   */
  public void requireConditions(RunSession.Request candidate, Terminal terminal) {
    Subject here =
        new Subject(
            Subject.Kind.RUN,
            "here",
            Optional.of(candidate.scenario()),
            Optional.empty(),
            Optional.empty(),
            Optional.of(new EnvironmentProbe().probe()),
            0,
            List.of());
    Comparability between = Comparability.of(subject(), here);
    List<String> refusals = new ArrayList<>();
    subject().driver().ifPresent(driver -> drivers(refusals, driver, candidate));
    refusals.addAll(between.refusals());
    Differences.require(new Comparability(refusals, between.warnings()), force, terminal);
  }

  /** What a result says of its driver is known only when there is one; the rest is asked for. */
  private static void drivers(
      List<String> refusals, DriverInfo there, RunSession.Request candidate) {
    String name = candidate.driver().name();
    if (!there.name().equals(name)) {
      refusals.add("driver %s against %s".formatted(there.name(), name));
    }
    int workers = candidate.settings().workers();
    if (candidate.settings().crew().isEmpty() && there.workers() != workers) {
      refusals.add("workers %d against %d".formatted(there.workers(), workers));
    }
  }

  /** The figures of a repetition, from 1. */
  Measured repetition(int number) {
    Map<Metric, Double> values = new LinkedHashMap<>();
    for (MetricValues metric : repetitions.metrics()) {
      values.put(metric.metric(), metric.values().get(number - 1));
    }
    return new Measured(Measured.Status.VALID, "", values, subject().source() + "#" + number);
  }
}
