package io.brokerbench.core.metric;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.result.BrokerIdentity;
import io.brokerbench.core.result.Environment;
import io.brokerbench.core.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Figures that were measured before.
 *
 * @param subject what they were measured on
 * @param metrics their values
 */
public record Repetitions(Subject subject, List<MetricValues> metrics) {

  /** Copies the list. */
  public Repetitions {
    metrics = List.copyOf(metrics);
  }

  /**
   * Those of some runs. Runs that say nothing of the broker are left out.
   *
   * @param runs at least one, all of the same scenario on the same broker
   * @param source as messages and documents call them
   * @throws DefinitionException if there is none, or they aren't repetitions of the same
   */
  public static Repetitions ofRuns(List<RunResult> runs, String source) {
    RunCollector collector = new RunCollector(source);
    for (int i = 0; i < runs.size(); i++) {
      collector.add(runs.get(i), source + "#" + (i + 1));
    }
    return collector
        .repetitions()
        .orElseThrow(() -> new DefinitionException(source + ": no runs to compare"));
  }

  /** Without its version, which changes with that of this tool for the null broker. */
  private String product() {
    return subject.broker().map(BrokerIdentity::product).orElse(subject.source());
  }

  /** The values of a metric. */
  public Optional<MetricValues> values(String metric) {
    return metrics.stream().filter(m -> m.metric().name().equals(metric)).findFirst();
  }

  /**
   * The same as multiples of what was measured beside it on the same machine, repetition by
   * repetition: figures that hold on another machine too, as far as it is slower or faster for
   * both. Losses, which have no ratio, stay as they are.
   *
   * @param reference as many repetitions of the same scenario, on another broker
   * @throws DefinitionException if they are others
   */
  public Repetitions relativeTo(Repetitions reference) {
    Comparability.of(reference.subject, subject).refusals().stream()
        .findFirst()
        .ifPresent(
            refusal -> {
              throw new DefinitionException(
                  "%s is no reference for %s: %s"
                      .formatted(reference.subject.source(), subject.source(), refusal));
            });
    if (reference.subject.repetitions() != subject.repetitions()) {
      throw new DefinitionException(
          reference.subject.source(),
          "as many repetitions as of what it is a reference for, " + subject.repetitions(),
          reference.subject.repetitions());
    }
    List<MetricValues> ratios = new ArrayList<>();
    for (MetricValues each : metrics) {
      if (each.metric().comparedByCounting()) {
        ratios.add(each);
      } else {
        reference.values(each.metric().name()).map(each::over).ifPresent(ratios::add);
      }
    }
    return new Repetitions(subject.relativeTo(reference.product()), ratios);
  }

  /**
   * Benchmarks of JMH as multiples of the same with another value of a parameter: {@code
   * broker=null}. Those of that value are the reference, and go, as do those that have none.
   *
   * @param parameter name and value, as JMH has them
   * @throws DefinitionException if nothing is left then
   */
  public Repetitions relativeTo(String parameter) {
    JmhReference reference = new JmhReference(parameter);
    return new Repetitions(subject.relativeTo(parameter), reference.ratios(metrics));
  }

  /**
   * Whether a candidate was measured under the same conditions and in the same units; and as
   * warnings, what one of both lacks, which isn't compared.
   */
  public Comparability comparability(Repetitions candidate) {
    Comparability conditions = Comparability.of(subject, candidate.subject);
    List<String> refusals = new ArrayList<>(conditions.refusals());
    if (subject.kind() == Subject.Kind.JMH && candidate.subject.kind() == Subject.Kind.JMH) {
      refusals.addAll(otherUnits(candidate));
    }
    List<String> warnings = new ArrayList<>(conditions.warnings());
    lacks("candidate", metricsWithout(candidate)).ifPresent(warnings::add);
    lacks("baseline", candidate.metricsWithout(this)).ifPresent(warnings::add);
    return new Comparability(refusals, warnings);
  }

  /** The title of a benchmark ends with the unit of its score. */
  private List<String> otherUnits(Repetitions candidate) {
    List<String> refusals = new ArrayList<>();
    for (MetricValues from : metrics) {
      candidate
          .values(from.metric().name())
          .map(to -> to.metric().title())
          .filter(title -> !title.equals(from.metric().title()))
          .ifPresent(title -> refusals.add(from.metric().title() + " against " + title));
    }
    return refusals;
  }

  private List<String> metricsWithout(Repetitions other) {
    return metrics.stream()
        .map(each -> each.metric().name())
        .filter(name -> other.values(name).isEmpty())
        .toList();
  }

  private static Optional<String> lacks(String side, List<String> names) {
    return names.isEmpty()
        ? Optional.empty()
        : Optional.of("not compared, as the " + side + " lacks it: " + String.join(", ", names));
  }

  /** The same, measured on a machine where the documents name none. */
  public Repetitions measuredOn(Environment machine) {
    boolean told = subject.environment().isPresent() || subject.reference().isPresent();
    return told ? this : new Repetitions(subject.withEnvironment(machine), metrics);
  }

  /** What both have, to be judged. */
  public List<Samples> against(Repetitions candidate, Tolerances tolerances) {
    List<Samples> samples = new ArrayList<>();
    for (MetricValues from : metrics) {
      candidate
          .values(from.metric().name())
          .ifPresent(
              to ->
                  tolerances
                      .applied(from.metric())
                      .ifPresent(
                          metric ->
                              samples.add(new Samples(metric, false, from.values(), to.values()))));
    }
    return samples;
  }
}
