package io.brokerbench.experiment.gate;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.DocumentCodec;
import io.brokerbench.core.figure.Figure;
import io.brokerbench.experiment.metric.ContractRun;
import io.brokerbench.experiment.metric.FigureValues;
import io.brokerbench.experiment.metric.MeasurementContext;
import io.brokerbench.experiment.metric.Repetitions;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Figures to compare later ones with: the document {@code brokerbench.baseline/1}.
 *
 * @param schema name and version of this form
 * @param name by which it is found
 * @param savedAt when, wall-clock time (ISO 8601, UTC)
 * @param subject what the figures were measured on, with the machine's fingerprint
 * @param figures the figures
 * @param contracts how each run kept the broker's contracts, those that broke off included; absent
 *     of benchmarks of JMH
 * @param incomplete figures that are compared without being asked, and that only some of the
 *     repetitions have; absent where there is none
 */
public record Baseline(
    String schema,
    String name,
    Instant savedAt,
    MeasurementContext subject,
    List<FigureValues> figures,
    Optional<List<ContractRun>> contracts,
    Optional<List<Figure>> incomplete) {

  /** Name and version of the document's form. */
  public static final String SCHEMA = "brokerbench.baseline/1";

  /** Writes and reads the document. */
  public static final DocumentCodec<Baseline> CODEC = new DocumentCodec<>(Baseline.class, SCHEMA);

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

  /** Checks the name and that there are figures. */
  public Baseline {
    if (!NAME.matcher(name).matches()) {
      throw new DefinitionException(
          "baseline", "letters, digits, '.', '_' and '-', at most 100 of them", name);
    }
    figures = List.copyOf(figures);
    if (figures.isEmpty()) {
      throw new DefinitionException("figures", "at least one", 0);
    }
    figures.forEach(each -> check(each, subject.repetitions()));
    contracts = contracts.filter(some -> !some.isEmpty()).map(List::copyOf);
    incomplete = incomplete.filter(some -> !some.isEmpty()).map(List::copyOf);
  }

  /** What was measured, by a name; of the figures, those that are compared without being asked. */
  public static Baseline of(String name, Instant savedAt, Repetitions measured) {
    return new Baseline(
        SCHEMA,
        name,
        savedAt,
        measured.subject(),
        measured.usual().figures(),
        Optional.of(measured.contracts()),
        Optional.of(measured.usual().incomplete()));
  }

  private static void check(FigureValues each, int repetitions) {
    String path = each.figure().path();
    if (each.values().size() < repetitions) {
      throw new DefinitionException(
          path, "a value for each of " + repetitions + " repetitions", each.values().size());
    }
    for (double value : each.values()) {
      if (!each.figure().comparable(value)) {
        throw new DefinitionException(path, "values that can be compared", value);
      }
    }
  }

  /** What was measured. */
  public Repetitions repetitions() {
    return new Repetitions(
        subject, figures, contracts.orElse(List.of()), incomplete.orElse(List.of()));
  }
}
