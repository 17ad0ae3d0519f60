package io.brokerbench.experiment.study;

import io.brokerbench.core.base.Bounds;
import io.brokerbench.core.base.DocumentCodec;
import io.brokerbench.core.result.BrokerIdentity;
import io.brokerbench.core.result.Environment;
import io.brokerbench.core.statistics.BoxPlot;
import io.brokerbench.core.statistics.LinearFit;
import io.brokerbench.core.statistics.WelchTest;
import io.brokerbench.experiment.cell.StudyCell;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Everything that a study reports: the document {@code brokerbench.study/1}.
 *
 * @param schema name and version of this form
 * @param name name of the study
 * @param description one sentence about it
 * @param startedAt when its first cell was begun (ISO 8601, UTC); absent before one is finished
 * @param complete whether all cells of the matrix are finished; failed ones are
 * @param again command that goes on with it
 * @param environment where its first cell was measured; absent before one is finished
 * @param brokers which brokers they were
 * @param cells all cells that are finished
 * @param tables tables of their figures
 * @param bars bar charts of figures that tables have
 * @param boxPlots box plots of their samples, all repetitions of a row together
 * @param tTests between the variants of a scenario on a broker, of their repetitions
 * @param testNote what is tested and how, or why nothing is; empty where no two variants can be
 *     compared
 * @param lines figures along an axis, or over time
 * @param fits straight lines through points
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
    List<BarChart> bars,
    List<BoxChart> boxPlots,
    List<VariantTest> tTests,
    String testNote,
    List<LineChart> lines,
    List<Fit> fits) {

  /** Name and version of the document's form. */
  public static final String SCHEMA = "brokerbench.study/1";

  /** Name of the document in a result folder. */
  public static final String DOCUMENT = "study.json";

  /** Writes and reads the document. */
  public static final DocumentCodec<StudyResult> CODEC =
      new DocumentCodec<>(StudyResult.class, SCHEMA);

  /** Copies the lists. */
  public StudyResult {
    brokers = List.copyOf(brokers);
    cells = List.copyOf(cells);
    tables = List.copyOf(tables);
    bars = List.copyOf(bars);
    boxPlots = List.copyOf(boxPlots);
    tTests = List.copyOf(tTests);
    lines = List.copyOf(lines);
    fits = List.copyOf(fits);
  }

  /**
   * A broker of the study.
   *
   * @param selector by which it was asked for
   * @param identity which broker it was; absent where it never started
   */
  public record StudyBroker(String selector, Optional<BrokerIdentity> identity) {}

  /**
   * Bars side by side, from zero on.
   *
   * @param title what they show
   * @param quantity the quantity
   * @param unit its unit
   * @param bars in the order in which they are drawn
   */
  public record BarChart(String title, String quantity, String unit, List<Bar> bars) {

    /** Copies the list. */
    public BarChart {
      bars = List.copyOf(bars);
    }
  }

  /**
   * A bar.
   *
   * @param label what it is of
   * @param series which bars it is one of; those of a series have one colour
   * @param value where it ends
   * @param counts whether its figure counts
   * @param cell folder of the cell that it comes from, from the study's folder on; absent where it
   *     comes from none
   */
  public record Bar(
      String label, String series, double value, boolean counts, Optional<String> cell) {}

  /**
   * Box plots side by side.
   *
   * @param title the quantity
   * @param unit its unit
   * @param boxes one for each variant and broker
   */
  public record BoxChart(String title, String unit, List<Box> boxes) {}

  /**
   * The box plot of a variant on a broker, over all its repetitions.
   *
   * @param scenario scenario of the row
   * @param variant variant of the row
   * @param broker selector of the broker
   * @param plot what it shows
   */
  public record Box(String scenario, String variant, String broker, BoxPlot plot) {}

  /**
   * Whether two variants of a scenario differ on a broker, by one value of each repetition: the
   * median of its latencies, the mean of its CPU.
   *
   * @param title the quantity
   * @param unit its unit
   * @param scenario scenario of both
   * @param broker selector of the broker
   * @param first first variant
   * @param second second variant
   * @param firstRepetitions repetitions of the first, each on a fresh broker
   * @param secondRepetitions the same of the second
   * @param test Welch's t-test
   * @param adjustedP its p, corrected for all tests of the study as Holm does
   * @param significant whether the adjusted p is below 0.05
   */
  public record VariantTest(
      String title,
      String unit,
      String scenario,
      String broker,
      String first,
      String second,
      @Bounds(min = 2) int firstRepetitions,
      @Bounds(min = 2) int secondRepetitions,
      WelchTest test,
      @Bounds(max = 1) double adjustedP,
      boolean significant) {}

  /**
   * Curves in one picture.
   *
   * @param title title of the picture
   * @param xTitle horizontal axis
   * @param xUnit its unit; empty for a count
   * @param yTitle vertical axis
   * @param yUnit its unit
   * @param curves curves in one picture
   * @param marks instants or places on the horizontal axis at which something happened
   */
  public record LineChart(
      String title,
      String xTitle,
      String xUnit,
      String yTitle,
      String yUnit,
      List<Curve> curves,
      List<Mark> marks) {}

  /**
   * A mark on the horizontal axis.
   *
   * @param label what happened there
   * @param broker selector of the broker that it is of
   * @param x where
   */
  public record Mark(String label, String broker, @Bounds(min = Bounds.UNBOUNDED) double x) {}

  /**
   * A curve.
   *
   * @param label what it is of
   * @param broker selector of the broker
   * @param points x and y of each point
   */
  public record Curve(String label, String broker, List<List<Double>> points) {}

  /**
   * A straight line through points.
   *
   * @param title title of the picture
   * @param xTitle what x counts
   * @param yTitle vertical axis
   * @param yUnit its unit
   * @param broker selector of the broker
   * @param label which row and repetition
   * @param line the line that fits best
   * @param points x and y of each point
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
