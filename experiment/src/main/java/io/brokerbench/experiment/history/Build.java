package io.brokerbench.experiment.history;

import io.brokerbench.core.base.Bounds;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Objects;

/**
 * One point of a history.
 *
 * @param number from 1, in the order in which the builds were measured
 * @param label the broker's version; or the folder, where each folder is a build
 * @param version of the broker, as it reports it, or {@code unknown}
 * @param startedAt start of its first run, wall-clock time (ISO 8601, UTC)
 * @param documents the results that count, as paths from the folder that was read
 */
public record Build(
    @Bounds(min = 1) int number,
    String label,
    String version,
    Instant startedAt,
    @Bounds(min = 1) List<String> documents) {

  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("uuuu-MM-dd").withZone(ZoneOffset.UTC);

  /** Checks that all is there. */
  public Build {
    Objects.requireNonNull(label, "label");
    Objects.requireNonNull(version, "version");
    Objects.requireNonNull(startedAt, "startedAt");
    documents = List.copyOf(documents);
  }

  /** Label and day: {@code 2.56.0 of 2026-11-21}. */
  public String title() {
    return label + " of " + DAY.format(startedAt);
  }
}
