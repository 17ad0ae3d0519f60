package io.brokerbench.mqtt.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.brokerbench.core.base.Json;
import io.brokerbench.core.statistics.BoxPlot;
import io.brokerbench.core.statistics.LinearFit;
import io.brokerbench.core.statistics.WelchTest;
import io.brokerbench.experiment.cell.CellSeries;
import io.brokerbench.experiment.cell.StudyCell;
import io.brokerbench.experiment.study.Study;
import io.brokerbench.experiment.study.StudyAnalysis;
import io.brokerbench.experiment.study.StudyResult;
import io.brokerbench.experiment.study.StudyResult.Box;
import io.brokerbench.experiment.study.StudyResult.BoxChart;
import io.brokerbench.experiment.study.StudyResult.Fit;
import io.brokerbench.experiment.study.StudySize;
import io.brokerbench.experiment.study.StudyTable;
import io.brokerbench.experiment.study.StudyTable.Place;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** Cells as two brokers once left them, and what NumPy and SciPy make of them. */
class RecordedStudyTest {

  private static final List<String> BROKERS = List.of("process:mosquitto", "embedded:artemis");

  /** Of what is computed of the same samples. */
  private static final double ROUNDING = 1e-9;

  /** Of the histogram that samples come from, which keeps three digits. */
  private static final double THREE_DIGITS = 2e-3;

  private static Path recorded(String name) throws Exception {
    return Path.of(
        Objects.requireNonNull(RecordedStudyTest.class.getResource("recorded/" + name)).toURI());
  }

  private static JsonNode figures() throws Exception {
    return new ObjectMapper().readTree(Files.readString(recorded("figures.json")));
  }

  private static StudyResult analysed(String name) throws Exception {
    List<StudyCell> cells = new ArrayList<>();
    try (Stream<Path> files = Files.list(recorded(name))) {
      for (Path file : files.sorted().toList()) {
        cells.add(read(file));
      }
    }
    Study study =
        new EmbeddedStudies()
            .find(
                "EMBEDDED." + name.toUpperCase(java.util.Locale.ROOT),
                new StudySize(true, OptionalInt.empty()))
            .orElseThrow();
    return new StudyAnalysis(study.withBrokers(BROKERS), cells).result("");
  }

  private static StudyCell read(Path file) throws IOException {
    return Json.mapper().readValue(Files.readString(file), StudyCell.class);
  }

  private static void assertNear(double actual, JsonNode expected, double share) {
    double value = expected.asDouble();
    assertThat(actual).isCloseTo(value, within(Math.max(Math.abs(value) * share, 1e-300)));
  }

  private static Stream<JsonNode> each(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false);
  }

  private static boolean is(JsonNode figure, String scenario, String variant, String broker) {
    return figure.path("scenario").asText().equals(scenario)
        && figure.path("variant").asText().equals(variant)
        && figure.path("broker").asText().equals(broker);
  }

  @Test
  void boxPlotsAreThoseOfNumPy() throws Exception {
    StudyResult study = analysed("qos");
    JsonNode expected = figures().path("boxes");
    assertThat(study.boxPlots()).hasSize(expected.size());
    for (BoxChart chart : study.boxPlots()) {
      JsonNode theirs = expected.path(chart.title());
      assertThat(chart.boxes()).hasSize(theirs.size()).isNotEmpty();
      for (Box box : chart.boxes()) {
        JsonNode figure =
            each(theirs)
                .filter(one -> is(one, box.scenario(), box.variant(), box.broker()))
                .findFirst()
                .orElseThrow();
        BoxPlot plot = box.plot();
        assertThat(plot.n()).isEqualTo(figure.path("n").asInt());
        assertThat(plot.outliers()).hasSize(figure.path("outliers").asInt());
        assertNear(plot.q1(), figure.path("q1"), ROUNDING);
        assertNear(plot.median(), figure.path("median"), ROUNDING);
        assertNear(plot.q3(), figure.path("q3"), ROUNDING);
        assertNear(plot.lowerWhisker(), figure.path("lowerWhisker"), ROUNDING);
        assertNear(plot.upperWhisker(), figure.path("upperWhisker"), ROUNDING);
        assertNear(plot.mean(), figure.path("mean"), ROUNDING);
      }
    }
  }

  /** Of the samples, as recorded; a study tests repetitions, of which there is one here. */
  @Test
  void testsAreThoseOfSciPy() throws Exception {
    StudyResult study = analysed("qos");
    assertThat(study.tTests()).isEmpty();
    assertThat(study.testNote()).startsWith("Nothing is tested: ").contains("as few as 1");
    for (CellSeries quantity : List.of(CellSeries.LATENCY, CellSeries.CPU)) {
      JsonNode expected = figures().path("tests").path(quantity.title());
      assertThat(expected).isNotEmpty();
      for (JsonNode figure : expected) {
        WelchTest test =
            WelchTest.of(samples(study, figure, 0, quantity), samples(study, figure, 1, quantity))
                .orElseThrow();
        assertNear(Math.abs(test.t()), figure.path("t"), ROUNDING);
        assertNear(test.degreesOfFreedom(), figure.path("df"), ROUNDING);
        assertNear(test.p(), figure.path("p"), 1e-6);
      }
    }
  }

  private static List<Double> samples(
      StudyResult study, JsonNode test, int variant, CellSeries quantity) {
    return study.cells().stream()
        .filter(StudyCell::counts)
        .filter(cell -> cell.scenario().equals(test.path("scenario").asText()))
        .filter(cell -> cell.broker().equals(test.path("broker").asText()))
        .filter(cell -> cell.variant().equals(test.at("/variants/" + variant).asText()))
        .map(cell -> quantity.in(cell).orElseThrow())
        .findFirst()
        .orElseThrow();
  }

  @Test
  void fitsAreThoseOfSciPy() throws Exception {
    StudyResult study = analysed("heap");
    JsonNode expected = figures().path("fits");
    assertThat(study.fits()).hasSize(expected.size()).isNotEmpty();
    for (Fit fitted : study.fits()) {
      JsonNode figure =
          each(expected)
              .filter(one -> one.path("xTitle").asText().equals(fitted.xTitle()))
              .filter(one -> one.path("broker").asText().equals(fitted.broker()))
              .findFirst()
              .orElseThrow();
      LinearFit line = fitted.line();
      assertNear(line.slope(), figure.path("slope"), ROUNDING);
      assertNear(line.intercept(), figure.path("intercept"), ROUNDING);
      assertNear(line.slopeStandardError(), figure.path("slopeStandardError"), 1e-6);
      assertNear(line.rSquared(), figure.path("rSquared"), ROUNDING);
    }
  }

  /**
   * Rows of the table come from the runs' histograms, these figures from the samples, of which
   * there are too few for a p99.
   */
  @Test
  void tablesAreWhatTheSamplesSay() throws Exception {
    StudyResult study = analysed("qos");
    int rows = 0;
    for (StudyTable table : study.tables()) {
      List<String> titles = table.columns().stream().map(StudyTable.Column::title).toList();
      for (List<Place> row : table.rows()) {
        String folder = row.get(0).cell().orElseThrow();
        StudyCell cell =
            study.cells().stream().filter(c -> c.folder().equals(folder)).findFirst().orElseThrow();
        JsonNode figure =
            each(figures().path("table"))
                .filter(one -> is(one, cell.scenario(), cell.variant(), cell.broker()))
                .filter(one -> one.path("repetition").asInt() == cell.repetition())
                .findFirst()
                .orElseThrow();
        for (String title : List.of("mean", "p50", "max")) {
          assertNear(
              row.get(titles.indexOf(title + " end-to-end")).value().orElseThrow(),
              figure.path(title),
              THREE_DIGITS);
        }
        rows++;
      }
    }
    assertThat(rows).isEqualTo(figures().path("table").size()).isPositive();
  }
}
