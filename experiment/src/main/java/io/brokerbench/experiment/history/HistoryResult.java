package io.brokerbench.experiment.history;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.DocumentCodec;
import io.brokerbench.core.statistics.ChangePointDetection;
import io.brokerbench.experiment.history.ReleaseLine.Finding;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * Results of many builds: the document {@code brokerbench.history/1}.
 *
 * @param schema name and version of this form
 * @param analysedAt when, wall-clock time (ISO 8601, UTC)
 * @param detection how changes were looked for
 * @param lines builds that can be compared with each other; at least two in each
 * @param leftOut documents that do not count, each with the reason
 */
public record HistoryResult(
    String schema,
    Instant analysedAt,
    ChangePointDetection detection,
    List<ReleaseLine> lines,
    List<String> leftOut) {

  /** Name and version of the document's form. */
  public static final String SCHEMA = "brokerbench.history/1";

  /** Writes and reads the document. */
  public static final DocumentCodec<HistoryResult> CODEC =
      new DocumentCodec<>(HistoryResult.class, SCHEMA);

  /** Checks that all is there. */
  public HistoryResult {
    Objects.requireNonNull(schema, "schema");
    Objects.requireNonNull(analysedAt, "analysedAt");
    Objects.requireNonNull(detection, "detection");
    lines = List.copyOf(lines);
    leftOut = List.copyOf(leftOut);
  }

  /**
   * Reads all results below a folder, and finds where their figures change.
   *
   * @throws DefinitionException if there are no two builds that can be compared; the message says
   *     what there is instead
   */
  public static HistoryResult of(Path folder, HistoryQuestion question, Instant analysedAt) {
    HistoryFolder read = HistoryFolder.read(folder);
    LineBuilder builder = new LineBuilder(question);
    read.measurements().forEach(builder::add);
    List<String> leftOut = builder.leftOut(read.leftOut());
    if (read.measurements().isEmpty()) {
      throw new DefinitionException(nothing(folder, leftOut));
    }
    List<ReleaseLine> lines = builder.lines();
    if (lines.isEmpty()) {
      throw new DefinitionException(
          "history: no two builds in %s can be compared; results of the same scenario, driver,"
                  .formatted(folder)
              + " broker and machine are required"
              + firstOf(leftOut));
    }
    return new HistoryResult(SCHEMA, analysedAt, question.detection(), lines, leftOut);
  }

  private static String nothing(Path folder, List<String> leftOut) {
    return leftOut.isEmpty()
        ? "history: no results in " + folder
        : "history: no result in %s that can be read%s".formatted(folder, firstOf(leftOut));
  }

  private static String firstOf(List<String> leftOut) {
    return leftOut.isEmpty()
        ? ""
        : "; %d left out, the first: %s".formatted(leftOut.size(), leftOut.get(0));
  }

  /**
   * Only the lines whose name contains a text, whatever its case.
   *
   * @throws DefinitionException if there is none; the message names those that there are
   */
  public HistoryResult only(String text) {
    String wanted = text.toLowerCase(Locale.ROOT);
    List<ReleaseLine> some =
        lines.stream()
            .filter(line -> line.name().toLowerCase(Locale.ROOT).contains(wanted))
            .toList();
    if (some.isEmpty()) {
      throw new DefinitionException("line", "none of " + names(), text);
    }
    return new HistoryResult(schema, analysedAt, detection, some, leftOut);
  }

  /**
   * The line, where there is one.
   *
   * @throws DefinitionException if there are several; the message names them
   */
  public ReleaseLine single() {
    if (lines.size() > 1) {
      throw new DefinitionException("line", "one of " + names() + " is required", "(any)");
    }
    return lines.get(0);
  }

  private String names() {
    return String.join(", ", lines.stream().map(ReleaseLine::name).toList());
  }

  /** The changes of all lines, the latest first. */
  public List<Finding> findings() {
    return lines.stream()
        .flatMap(line -> line.findings().stream())
        .sorted(Comparator.comparing((Finding f) -> f.since().startedAt()).reversed())
        .toList();
  }

  /**
   * The figures whose level is worse than it was before the latest builds of their line.
   *
   * @param latest how many builds of each line count as the latest
   */
  public List<Finding> worsenings(int latest) {
    return lines.stream().flatMap(line -> line.worsenings(latest).stream()).toList();
  }
}
