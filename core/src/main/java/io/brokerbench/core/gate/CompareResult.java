package io.brokerbench.core.gate;

import io.brokerbench.core.metric.Subject;
import java.time.Instant;
import java.util.List;

/**
 * Stored results compared: the document {@code brokerbench.compare/1} of docs/ab-schema.md.
 *
 * @param schema {@link #SCHEMA}
 * @param comparedAt when, wall-clock time
 * @param baseline the one side
 * @param candidate the other
 * @param differences between the conditions of both, in words; those that were waived with --force
 *     among them
 * @param verdict what it all says
 */
public record CompareResult(
    String schema,
    Instant comparedAt,
    Subject baseline,
    Subject candidate,
    List<String> differences,
    GateVerdict verdict) {

  /** Name and version of the document's form. */
  public static final String SCHEMA = "brokerbench.compare/1";

  /** Copies the list. */
  public CompareResult {
    differences = List.copyOf(differences);
  }
}
