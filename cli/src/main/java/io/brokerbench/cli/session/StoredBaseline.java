package io.brokerbench.cli.session;

import io.brokerbench.cli.terminal.ComparabilityCheck;
import io.brokerbench.cli.terminal.Terminal;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.result.DriverInfo;
import io.brokerbench.core.telemetry.EnvironmentProbe;
import io.brokerbench.experiment.gate.AbPlan;
import io.brokerbench.experiment.gate.StoredResults;
import io.brokerbench.experiment.metric.Comparability;
import io.brokerbench.experiment.metric.FigureValues;
import io.brokerbench.experiment.metric.Repetitions;
import io.brokerbench.experiment.metric.RunMeasurement;
import io.brokerbench.experiment.metric.Subject;
import io.brokerbench.experiment.session.SideSource;
import io.brokerbench.experiment.session.Target;
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

  private Subject subject() {
    return repetitions.subject();
  }

  /** The side that it is. */
  public SideSource source() {
    return new SideSource.Stored(subject().source(), subject().broker(), this::repetition);
  }

  /** The plan for as many pairs as there are repetitions. */
  public AbPlan limited(AbPlan plan) {
    return new AbPlan(Math.min(plan.pairs(), subject().repetitions()), plan.budget(), plan.seed());
  }

  /**
   * Makes sure that the candidate is going to be measured under the same conditions.
   *
   * @throws DefinitionException if not, and it is not forced; the message names the differences
   */
  public void requireConditions(Target candidate, Terminal terminal) {
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
    List<String> settings = new ArrayList<>();
    subject().driver().ifPresent(driver -> drivers(settings, driver, candidate));
    settings.addAll(between.settings());
    ComparabilityCheck.require(
        new Comparability(settings, between.machines(), between.warnings()), force, terminal);
  }

  /** What a result says of its driver is known only when there is one; the rest is asked for. */
  private static void drivers(List<String> settings, DriverInfo there, Target candidate) {
    String name = candidate.driver().name();
    if (!there.name().equals(name)) {
      settings.add("driver %s against %s".formatted(there.name(), name));
    }
    int workers = candidate.settings().workers();
    if (candidate.settings().agentPool().isEmpty() && there.workers() != workers) {
      settings.add("workers %d against %d".formatted(there.workers(), workers));
    }
  }

  /** The figures of a repetition, from 1. */
  private RunMeasurement repetition(int number) {
    Map<Figure, Double> values = new LinkedHashMap<>();
    for (FigureValues figure : repetitions.figures()) {
      values.put(figure.figure(), figure.values().get(number - 1));
    }
    return new RunMeasurement(
        RunMeasurement.Status.VALID, "", values, subject().source() + "#" + number);
  }
}
