package io.brokerbench.mqtt.stress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.brokerbench.core.statistics.BoxPlot;
import io.brokerbench.experiment.cell.StudyCell;
import io.brokerbench.experiment.study.Study;
import io.brokerbench.experiment.study.StudyAnalysis;
import io.brokerbench.experiment.study.StudyResult;
import io.brokerbench.experiment.study.StudySize;
import io.brokerbench.experiment.study.StudyTable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The stress study as five brokers were measured, from its raw samples on. Quartiles, means and
 * whiskers were computed of the same samples with NumPy 2 ({@code percentile}, which is type 7),
 * ratios with Python.
 */
class RecordedStressTest {

  private static final double EXACT = 1e-12;

  private static StudyResult recorded;
  private static StudyResult again;

  @BeforeAll
  static void read() throws IOException {
    try (InputStream in = StudyResult.class.getResourceAsStream("stress-recorded.json")) {
      recorded = StudyResult.CODEC.read(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
    Study study =
        new StressStudy()
            .find("stress", StudySize.USUAL)
            .orElseThrow()
            .withBrokers(
                recorded.brokers().stream().map(StudyResult.StudyBroker::selector).toList());
    again = new StudyAnalysis(study, recorded.cells()).result(recorded.again());
  }

  @Test
  void theSameCellsMakeTheSameTables() {
    assertThat(again.tables()).hasSize(10).isEqualTo(recorded.tables());
    assertThat(again.bars()).hasSize(6).isEqualTo(recorded.bars());
    assertThat(again.boxPlots()).isEqualTo(recorded.boxPlots());
  }

  @Test
  void boxesAreThoseOfNumPy() {
    isBox(
        "embedded:artemis",
        new double[] {0.343807, 0.512767, 0.5591029999999999, 0.635007, 0.687103},
        0.6462838000000001);
    isBox(
        "embedded:activemq",
        new double[] {0.368127, 2.1775349999999998, 3.3515509999999997, 7.270399, 10.305535},
        7.9337974);
    isBox(
        "process:mosquitto",
        new double[] {0.136831, 0.23935900000000002, 0.260351, 0.496959, 0.763903},
        0.34189339999999996);
  }

  private static void isBox(String broker, double[] fences, double mean) {
    BoxPlot plot =
        again.boxPlots().get(0).boxes().stream()
            .filter(box -> box.scenario().equals("STRESS.Q0") && box.broker().equals(broker))
            .findFirst()
            .orElseThrow()
            .plot();
    assertThat(
            new double[] {
              plot.lowerWhisker(), plot.q1(), plot.median(), plot.q3(), plot.upperWhisker()
            })
        .as(broker)
        .containsExactly(fences, within(EXACT));
    assertThat(plot.mean()).isCloseTo(mean, within(EXACT));
  }

  /** The run's mean and that of its samples, which a histogram keeps to 0.1 %. */
  @Test
  void figuresFollowFromTheSamples() {
    for (StudyCell cell : recorded.cells()) {
      if (cell.counts()) {
        double mean =
            cell.series().get("latencyMillis").stream()
                .mapToDouble(Double::doubleValue)
                .average()
                .orElseThrow();
        assertThat(cell.figure("latency.endToEnd.mean").orElseThrow() / 1e6 / mean)
            .as("%s", cell.key())
            .isCloseTo(1, within(0.001));
      }
    }
  }

  /** 106 130/s at 97.52 % of a core are 108 828/s; ActiveMQ Classic was seen at 132 % of a core. */
  @Test
  void aBrokerOfOneCoreIsProjectedToItAndOneOfSeveralToTheMachine() {
    List<Double> mosquitto = column("Table 6", "QoS 0: Mosquitto 2.0.11, measured");
    assertThat(mosquitto.get(1)).isEqualTo(106_130);
    assertThat(mosquitto.get(0)).isCloseTo(106_130 / 15.0, within(1e-6));
    assertThat(mosquitto.get(4))
        .isCloseTo(106_130 / mosquitto.get(2) * 100, within(1e-6))
        .isBetween(108_000.0, 109_000.0)
        .isCloseTo(15 * mosquitto.get(3), within(1e-6));
    List<Double> activemq = column("Table 8", "QoS 0: ActiveMQ Classic 6.3.1, measured");
    assertThat(activemq.get(1)).isEqualTo(105_165);
    assertThat(activemq.get(4)).isCloseTo(105_165 / activemq.get(2) * 100, within(1e-6));
    assertThat(table(title -> title.startsWith("Table 6")).columns())
        .extracting(StudyTable.Column::title)
        .filteredOn(title -> title.endsWith("measured"))
        .allMatch(title -> title.startsWith("Mosquitto "));
  }

  @Test
  void whatABrokerCannotDoIsMarkedAndRankedNowhere() {
    assertThat(recorded.cells())
        .filteredOn(cell -> cell.status() == StudyCell.Status.FAILED)
        .extracting(StudyCell::scenario, StudyCell::broker)
        .hasSize(2);
    assertThat(table(title -> title.equals("Ranking by projected rate")).rows())
        .filteredOn(row -> row.get(0).text().equals("2"))
        .extracting(row -> row.get(2).text().replaceFirst(" [0-9].*", ""))
        .startsWith("Mosquitto", "Artemis", "HiveMQ CE")
        .doesNotContain("ActiveMQ Classic", "RabbitMQ");
  }

  /** The figures of a column, from the top. */
  private static List<Double> column(String table, String title) {
    StudyTable found = table(t -> t.startsWith(table));
    int at = found.columns().stream().map(StudyTable.Column::fullTitle).toList().indexOf(title);
    return found.rows().stream().flatMap(row -> row.get(at).value().stream().boxed()).toList();
  }

  private static StudyTable table(Predicate<String> title) {
    return again.tables().stream().filter(t -> title.test(t.title())).findFirst().orElseThrow();
  }
}
