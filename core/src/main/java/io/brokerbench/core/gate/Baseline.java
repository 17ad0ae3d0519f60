package io.brokerbench.core.gate;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.metric.MetricValues;
import io.brokerbench.core.metric.Repetitions;
import io.brokerbench.core.metric.Subject;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Figures to compare later ones with: the document {@code brokerbench.baseline/1} of
 * docs/ab-schema.md.
 *
 * @param schema {@link #SCHEMA}
 * @param name by which it is found
 * @param savedAt when, wall-clock time
 * @param subject what they were measured on, with the machine's fingerprint
 * @param metrics their values
 */
public record Baseline(
    String schema, String name, Instant savedAt, Subject subject, List<MetricValues> metrics) {

  /** Name and version of the document's form. */
  public static final String SCHEMA = "brokerbench.baseline/1";

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

  /** Checks the name and that there are figures. */
  public Baseline {
    if (!NAME.matcher(name).matches()) {
      throw new DefinitionException(
          "baseline", "letters, digits, '.', '_' and '-', at most 100 of them", name);
    }
    metrics = List.copyOf(metrics);
    if (metrics.isEmpty()) {
      throw new DefinitionException("metrics", "at least one", 0);
    }
    metrics.forEach(each -> check(each, subject.repetitions()));
  }

  private static void check(MetricValues each, int repetitions) {
    String name = each.metric().name();
    if (each.values().size() < repetitions) {
      throw new DefinitionException(
          name, "a value for each of " + repetitions + " repetitions", each.values().size());
    }
    for (double value : each.values()) {
      boolean usable = each.metric().comparedByCounting() ? value >= 0 : value > 0;
      if (!usable || Double.isInfinite(value)) {
        throw new DefinitionException(name, "values that can be compared", value);
      }
    }
  }

  /** The figures. */
  public Repetitions repetitions() {
    return new Repetitions(subject, metrics);
  }
}
