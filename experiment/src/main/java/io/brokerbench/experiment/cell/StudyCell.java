package io.brokerbench.experiment.cell;

import io.brokerbench.core.base.Bounds;
import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.result.BrokerIdentity;
import io.brokerbench.core.result.Environment;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A cell that is finished: {@code cell.json} in its folder, and the same in the study's document.
 *
 * @param scenario scenario of its row
 * @param variant variant of its row
 * @param broker selector of the broker
 * @param repetition from 1
 * @param status what it is good for
 * @param remark the reason in a few words, for tables; empty if it is simply measured
 * @param reason why it is not simply measured; empty if it is
 * @param folder its folder, from the study's folder on
 * @param runs documents in its folder: {@code brokerbench.run/1}, and {@code search.json}, which is
 *     {@code brokerbench.search/1}
 * @param identity which broker it was; absent where none started
 * @param environment where it was measured
 * @param startedAt when (ISO 8601, UTC)
 * @param took how long, such as 12.5s
 * @param plan checksum of all that decides what is measured, so that a cell is never taken for
 *     another one's
 * @param figures figures by name; docs/studies.md has the names
 * @param series raw samples by name, likewise
 * @param lowerBounds names of the figures that may be greater than they are here, such as latencies
 *     where messages are missing, and what a broker does at most where it is invalid; absent where
 *     none may
 */
@RecordBuilder
public record StudyCell(
    String scenario,
    String variant,
    String broker,
    @Bounds(min = 1) int repetition,
    Status status,
    String remark,
    String reason,
    String folder,
    List<String> runs,
    Optional<BrokerIdentity> identity,
    Environment environment,
    Instant startedAt,
    Duration took,
    String plan,
    Map<String, Double> figures,
    Map<String, List<Double>> series,
    Optional<List<String>> lowerBounds)
    implements StudyCellBuilder.With {

  /** Document of the run that its figures are of, beside those of a probe or a search. */
  private static final String RUN = "run.json";

  /** What a cell is good for. */
  public enum Status {
    /** Its figures count. */
    MEASURED,
    /** Its figures count, and one of them crosses a threshold that was given. */
    CROSSED,
    /** It has figures, and something says no, such as messages lost. */
    DOUBTFUL,
    /** It has figures, and the tool or other work on the machine held it up: measure again. */
    INVALID,
    /** It has none: the broker or the clients do not support what it needs. */
    UNSUPPORTED,
    /** It has none: it could not be measured, or the broker broke off. */
    FAILED
  }

  /** Copies lists and maps. */
  public StudyCell {
    runs = List.copyOf(runs);
    figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
    Map<String, List<Double>> copies = new LinkedHashMap<>();
    series.forEach((name, values) -> copies.put(name, List.copyOf(values)));
    series = Collections.unmodifiableMap(copies);
    lowerBounds = lowerBounds(status, figures.keySet(), lowerBounds.orElse(List.of()));
  }

  /** Those that are given, and where the cell is invalid what the broker does at most. */
  private static Optional<List<String>> lowerBounds(
      Status status, Set<String> figures, List<String> given) {
    Stream<String> capacities =
        CellFigures.CAPACITIES.stream()
            .map(Figure::path)
            .filter(path -> status == Status.INVALID && figures.contains(path));
    return Optional.of(Stream.concat(given.stream(), capacities).distinct().toList())
        .filter(names -> !names.isEmpty());
  }

  /** Which cell it is. */
  public CellKey key() {
    return new CellKey(scenario, variant, broker, repetition);
  }

  /**
   * Whether its figures count. Those that cross a threshold do: without them, the rest would look
   * better than the broker is.
   */
  public boolean counts() {
    return status == Status.MEASURED || status == Status.CROSSED;
  }

  /** Whether it has figures, whatever they are good for. */
  public boolean wasMeasured() {
    return status != Status.FAILED && status != Status.UNSUPPORTED;
  }

  /** Whether nothing is to be said against it. */
  public boolean passes() {
    return status == Status.MEASURED;
  }

  /** A figure; empty where the cell does not have it. */
  public Optional<Double> figure(Figure figure) {
    return figure(figure.path());
  }

  /** The figure of a name; empty where the cell does not have it. */
  public Optional<Double> figure(String name) {
    return Optional.ofNullable(figures.get(name));
  }

  /** Whether it has a figure that may be greater. */
  public boolean isLowerBound(Figure figure) {
    return lowerBounds.filter(names -> names.contains(figure.path())).isPresent();
  }

  /** Name of the page of one of its documents: {@code run.html} of {@code run.json}. */
  public static String pageOf(String document) {
    return document.replaceFirst("\\.json$", ".html");
  }

  /**
   * The page that readers of a cell's figures are led to: that of its run, which leads to those of
   * its probe and its search; empty where it had none.
   *
   * @param documents of a cell
   */
  public static String mainPage(List<String> documents) {
    return pageOf(documents.contains(RUN) ? RUN : documents.stream().findFirst().orElse(""));
  }

  /** Where readers of its figures are led, from the study's folder on. */
  public String target() {
    return folder + "/" + mainPage(runs);
  }
}
