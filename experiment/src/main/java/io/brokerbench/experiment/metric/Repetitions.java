package io.brokerbench.experiment.metric;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.figure.FigureCatalogue;
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
 * @param figures their values
 * @param contracts how the runs or searches kept the broker's contracts, those that broke off
 *     included; none of benchmarks of JMH
 * @param incomplete figures that some of the repetitions have and others do not, which are not
 *     compared
 */
public record Repetitions(
    MeasurementContext subject,
    List<FigureValues> figures,
    List<ContractRun> contracts,
    List<Figure> incomplete) {

  /** Copies the lists. */
  public Repetitions {
    figures = List.copyOf(figures);
    contracts = List.copyOf(contracts);
    incomplete = List.copyOf(incomplete);
  }

  /** All of which have the same figures. */
  public Repetitions(
      MeasurementContext subject, List<FigureValues> figures, List<ContractRun> contracts) {
    this(subject, figures, contracts, List.of());
  }

  /**
   * Those of some runs. Runs that say nothing of the broker are left out.
   *
   * @param runs at least one, all of the same scenario on the same broker
   * @param source as messages and documents call them
   * @throws DefinitionException if there is none, or they are not repetitions of the same
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

  /** The values of a figure. */
  public Optional<FigureValues> values(String figure) {
    return figures.stream().filter(m -> m.figure().path().equals(figure)).findFirst();
  }

  /**
   * The same as multiples of what was measured beside it on the same machine, repetition by
   * repetition: figures that hold on another machine too, as far as it is slower or faster for
   * both. Losses and broken contracts, which have no ratio, stay as they are; a figure that is zero
   * for the reference has no multiples.
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
    List<FigureValues> ratios = new ArrayList<>();
    for (FigureValues each : figures) {
      if (each.figure().comparedByCounting()) {
        ratios.add(each);
      } else {
        reference
            .values(each.figure().path())
            .filter(other -> other.values().stream().allMatch(value -> value > 0))
            .map(each::over)
            .ifPresent(ratios::add);
      }
    }
    return new Repetitions(subject.relativeTo(reference.product()), ratios, contracts, incomplete);
  }

  /**
   * Benchmarks of JMH as multiples of the same with another value of a parameter: {@code
   * broker=null}. Those of that value are the reference, and go, as do those that have none.
   *
   * @param parameter name and value, as JMH has them
   * @throws DefinitionException if nothing is left then, or they are no benchmarks
   */
  public Repetitions relativeTo(String parameter) {
    if (subject.kind() != MeasurementContext.Kind.JMH) {
      throw new DefinitionException(
          "reference",
          "a folder of results, as " + subject.source() + " holds none of JMH's",
          parameter);
    }
    JmhReference reference = new JmhReference(parameter);
    return new Repetitions(subject.relativeTo(parameter), reference.ratios(figures), contracts);
  }

  /**
   * Whether a candidate was measured under the same conditions and in the same units; and as
   * warnings, what one of both lacks, which is not compared.
   */
  public Comparability comparability(Repetitions candidate) {
    Comparability conditions = Comparability.of(subject, candidate.subject);
    List<String> settings = new ArrayList<>(conditions.settings());
    if (subject.kind() == MeasurementContext.Kind.JMH
        && candidate.subject.kind() == MeasurementContext.Kind.JMH) {
      settings.addAll(otherUnits(candidate));
    }
    List<String> warnings = new ArrayList<>(conditions.warnings());
    lacks("candidate", figuresWithout(candidate)).ifPresent(warnings::add);
    lacks("baseline", candidate.figuresWithout(this)).ifPresent(warnings::add);
    return new Comparability(settings, conditions.machines(), warnings);
  }

  /** The title of a benchmark ends with the unit of its score, and what a repetition of it is. */
  private List<String> otherUnits(Repetitions candidate) {
    List<String> refusals = new ArrayList<>();
    for (FigureValues from : figures) {
      candidate
          .values(from.figure().path())
          .map(to -> to.figure().title())
          .filter(title -> !title.equals(from.figure().title()))
          .ifPresent(title -> refusals.add(from.figure().title() + " against " + title));
    }
    return refusals;
  }

  /**
   * Why there is nothing to compare with, where none is valid: {@code results holds no valid
   * result: ...}.
   */
  public Optional<String> invalidity() {
    return subject.repetitions() > 0
        ? Optional.empty()
        : Optional.of(
            "%s holds no valid result: %s".formatted(subject.source(), subject.leftOut().get(0)));
  }

  /** The same of a candidate, whose runs say something of it where some broke off. */
  public Optional<String> invalidityOfCandidate() {
    return contracts.stream().anyMatch(ContractRun::brokeOff) ? Optional.empty() : invalidity();
  }

  /** Only the figures that are compared without being asked for. */
  public Repetitions usual() {
    return new Repetitions(
        subject,
        figures.stream().filter(each -> each.figure().tolerance().isPresent()).toList(),
        contracts,
        incomplete.stream().filter(each -> each.tolerance().isPresent()).toList());
  }

  private List<String> figuresWithout(Repetitions other) {
    return usual().figures().stream()
        .map(each -> each.figure().path())
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
    boolean reported = subject.environment().isPresent() || subject.reference().isPresent();
    return reported
        ? this
        : new Repetitions(subject.withEnvironment(machine), figures, contracts, incomplete);
  }

  /**
   * What both have, to be judged by today's tolerances, whatever they were when it was stored;
   * nothing where all of the candidate's runs broke off.
   *
   * @throws DefinitionException if there is no such figure: nothing can be said then
   */
  public List<ComparedValues> against(Repetitions candidate, Tolerances tolerances) {
    List<ComparedValues> samples = new ArrayList<>();
    for (FigureValues from : figures) {
      candidate
          .values(from.figure().path())
          .ifPresent(
              to ->
                  tolerances
                      .applied(FigureCatalogue.judgedAsNow(from.figure()))
                      .ifPresent(
                          figure ->
                              samples.add(
                                  new ComparedValues(figure, false, from.values(), to.values()))));
    }
    if (samples.isEmpty() && candidate.subject.repetitions() > 0) {
      throw new DefinitionException("not comparable: no figure that both have");
    }
    return samples;
  }
}
