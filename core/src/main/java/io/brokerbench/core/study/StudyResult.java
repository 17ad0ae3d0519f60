package io.brokerbench.core.study;

import io.brokerbench.core.cell.StudyCell;
import io.brokerbench.core.result.BrokerIdentity;
import io.brokerbench.core.result.Environment;
import io.brokerbench.core.statistics.BoxPlot;
import io.brokerbench.core.statistics.LinearFit;
import io.brokerbench.core.statistics.WelchTest;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Everything that a study tells: the document {@code brokerbench.study/1} of docs/study-schema.md.
 *
 * @param schema {@link #SCHEMA}
 * @param name of the study
 * @param description one sentence
 * @param startedAt of the first cell
 * @param complete whether all cells of the matrix are finished
 * @param again command that goes on with it
 * @param environment where its first cell was measured
 * @param brokers which they were
 * @param cells all that are finished
 * @param tables of their figures
 * @param boxPlots of their samples
 * @param tTests between variants
 * @param lines figures along an axis, or over time
 * @param fits straight lines through some of them
 */
public record StudyResult(
    String schema,
    String name,
    String description,
    Optional<Instant> startedAt,
    boolean complete,
    String again,
    Optional<Environment> environment,
    List<StudyBroker> brokers,
    List<StudyCell> cells,
    List<StudyTable> tables,
    List<BoxChart> boxPlots,
    List<VariantTest> tTests,
    List<LineChart> lines,
    List<Fit> fits) {

  /** Name and version of the document's form. */
  public static final String SCHEMA = "brokerbench.study/1";

  /** Copies the lists. */
  public StudyResult {
    brokers = List.copyOf(brokers);
    cells = List.copyOf(cells);
    tables = List.copyOf(tables);
    boxPlots = List.copyOf(boxPlots);
    tTests = List.copyOf(tTests);
    lines = List.copyOf(lines);
    fits = List.copyOf(fits);
  }

  /**
   * A broker of the study.
   *
   * @param selector by which it was asked for
   * @param identity which it was; absent where it never started
   */
  public record StudyBroker(String selector, Optional<BrokerIdentity> identity) {}

  /**
   * Box plots side by side.
   *
   * @param title of the quantity
   * @param unit of it
   * @param boxes one for each variant and broker
   */
  public record BoxChart(String title, String unit, List<Box> boxes) {}

  /**
   * The box plot of a variant on a broker, over all its repetitions.
   *
   * @param scenario of the row
   * @param variant of the row
   * @param broker selector
   * @param plot what it shows
   */
  public record Box(String scenario, String variant, String broker, BoxPlot plot) {}

  /**
   * Whether two variants of a scenario differ on a broker.
   *
   * @param title of the quantity
   * @param unit of it
   * @param scenario of both
   * @param broker selector
   * @param first variant
   * @param second variant
   * @param test Welch's t-test
   * @param significant whether p is below 0.05
   */
  public record VariantTest(
      String title,
      String unit,
      String scenario,
      String broker,
      String first,
      String second,
      WelchTest test,
      boolean significant) {}

  /**
   * Curves in one picture.
   *
   * @param title of it
   * @param xTitle of the horizontal axis
   * @param xUnit of it; empty for a count
   * @param yTitle of the vertical axis
   * @param yUnit of it
   * @param curves in it
   */
  public record LineChart(
      String title, String xTitle, String xUnit, String yTitle, String yUnit, List<Curve> curves) {}

  /**
   * A curve.
   *
   * @param label of it
   * @param broker selector
   * @param points x and y of each
   */
  public record Curve(String label, String broker, List<List<Double>> points) {}

  /**
   * A straight line through points.
   *
   * @param title of it
   * @param xTitle what x counts
   * @param yTitle of the vertical axis
   * @param yUnit of it
   * @param broker selector
   * @param label of the row
   * @param line that fits best
   * @param points x and y of each
   */
  public record Fit(
      String title,
      String xTitle,
      String yTitle,
      String yUnit,
      String broker,
      String label,
      LinearFit line,
      List<List<Double>> points) {}
}
