package io.brokerbench.mqtt.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.result.Environment;
import io.brokerbench.core.telemetry.EnvironmentProbe;
import io.brokerbench.experiment.cell.StudyCell;
import io.brokerbench.experiment.study.Study;
import io.brokerbench.experiment.study.StudyAnalysis;
import io.brokerbench.experiment.study.StudySize;
import io.brokerbench.experiment.study.StudyTable;
import io.brokerbench.experiment.study.StudyVariant;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThesisFindingsTest {

  private static final String BROKER = "process:mosquitto";
  private static final Environment HERE = new EnvironmentProbe().probe();

  private static Study study(String name) {
    return new EmbeddedStudies()
        .find("EMBEDDED." + name, StudySize.USUAL)
        .orElseThrow()
        .withBrokers(List.of(BROKER));
  }

  private static StudyCell cell(
      StudyVariant row, int repetition, StudyCell.Status status, double latency) {
    return cell(row, repetition, status, latency, 2);
  }

  private static StudyCell cell(
      StudyVariant row, int repetition, StudyCell.Status status, double latency, double cpu) {
    return new StudyCell(
        row.scenario(),
        row.variant(),
        BROKER,
        repetition,
        status,
        "",
        "",
        row.variant() + repetition,
        List.of(),
        Optional.empty(),
        HERE,
        Instant.EPOCH,
        Duration.ZERO,
        "",
        Map.of("memoryGrewForSeconds", latency),
        Map.of(
            "latencyMillis",
            List.of(latency, latency, 100.0),
            "cpuPercentOfCore",
            List.of(cpu, cpu)),
        Optional.empty());
  }

  private static List<StudyCell> cells(Study study, ToDoubleFunction<StudyVariant> latency) {
    List<StudyCell> cells = new ArrayList<>();
    for (StudyVariant row : study.variants()) {
      cells.add(cell(row, 1, StudyCell.Status.MEASURED, latency.applyAsDouble(row)));
    }
    return cells;
  }

  /** Published and measured. */
  private static List<String> found(Study study, List<StudyCell> cells) {
    List<StudyTable> tables = new StudyAnalysis(study, cells).result("").tables();
    StudyTable table = tables.get(tables.size() - 1);
    assertThat(table.title()).isEqualTo("What the thesis found");
    assertThat(table.rows()).hasSize(study.name().endsWith("STORED") ? 2 : 1);
    assertThat(table.rows())
        .extracting(row -> row.get(0).text() + "  " + row.get(1).text() + "  " + row.get(3).text())
        .as("lines on a terminal")
        .allMatch(line -> line.length() <= 80);
    return table.rows().stream()
        .flatMap(row -> Stream.of(row.get(1).text(), row.get(3).text()))
        .toList();
  }

  @ParameterizedTest
  @CsvSource({"LOAD, true", "STORED, true", "VANISHED, true", "BRIDGE, true", "SUBSCRIBERS, false"})
  void aValueWhoseExperimentIsOurReadingSaysSo(String name, boolean ours) {
    Study study = study(name);
    List<StudyTable> tables = new StudyAnalysis(study, cells(study, row -> 1)).result("").tables();
    String note = tables.get(tables.size() - 1).note();
    assertThat(note).contains("an older Mosquitto");
    assertThat(note.contains("is our reading")).isEqualTo(ours);
    assertThat(note.contains("from 4 s after the last message"))
        .as("the curve that it explains")
        .isEqualTo(name.equals("VANISHED"));
  }

  @Test
  void theSlowestBridgeIsComparedWithNone() {
    Study study = study("BRIDGE");
    List<StudyCell> cells =
        cells(study, row -> row.variant().equals("publish on the bridge") ? 0.75 : 0.25);
    assertThat(found(study, cells))
        .containsExactly("at most 0.5 ms", "0.5 ms: publish, not tested");
    assertThat(found(study, cells(study, row -> 0.25))).endsWith("nothing");
    cells.removeIf(cell -> cell.variant().equals("no bridge"));
    assertThat(found(study, cells)).endsWith("-");
  }

  /**
   * Of the medians of repetitions, as they are tested: one that is slow by itself is one of six.
   */
  @Test
  void aBridgeAddsWhatItsRepetitionsSayAndHowSureThatIs() {
    Study study = study("BRIDGE");
    List<StudyCell> cells = new ArrayList<>();
    for (int repetition = 1; repetition <= 6; repetition++) {
      for (StudyVariant row : study.variants()) {
        boolean slow = row.variant().equals("subscribe on the bridge, mapped");
        boolean slowStart = row.variant().equals("no bridge") && repetition == 1;
        double latency = (slow ? 2 : slowStart ? 1.6 : 1) + repetition / 100.0;
        cells.add(cell(row, repetition, StudyCell.Status.MEASURED, latency));
      }
    }
    assertThat(found(study, cells).get(1)).matches("0\\.90 ms: subscribe, mapped, p = 0\\.00\\d+");
  }

  @Test
  void aKneeIsWhereLatencyBeginsToRise() {
    Study study = study("SUBSCRIBERS");
    List<StudyCell> bent = cells(study, row -> 1 + 0.1 * Math.max(0, row.x().orElseThrow() - 80));
    assertThat(found(study, bent))
        .containsExactly("near 75", "latency: near 80; CPU: none up to 200");
    assertThat(found(study, cells(study, row -> 1)))
        .endsWith("latency: none up to 200; CPU: none up to 200");
  }

  @Test
  void thePeakIsTheHighestRateThatCountsAndTheNextThatTheBrokerDidNotKeep() {
    Study study = study("LOAD");
    List<StudyCell> all = cells(study, row -> 1);
    assertThat(found(study, all)).containsExactly("near 200", "300 or more: the highest rate kept");

    List<StudyCell> some = new ArrayList<>();
    for (StudyVariant row : study.variants()) {
      double perSecond = row.x().orElseThrow() / 50;
      some.add(
          cell(row, 1, perSecond > 150 ? StudyCell.Status.DOUBTFUL : StudyCell.Status.MEASURED, 1));
    }
    assertThat(found(study, some)).endsWith("150, and 200 not");

    List<StudyCell> broken = new ArrayList<>();
    for (StudyVariant row : study.variants()) {
      boolean broke = row.x().orElseThrow() / 50 > 200;
      broken.add(cell(row, 1, broke ? StudyCell.Status.FAILED : StudyCell.Status.MEASURED, 1));
    }
    assertThat(found(study, broken))
        .as("a broker that broke off did not keep it either")
        .endsWith("200, and 300 not");

    List<StudyCell> odd = new ArrayList<>();
    for (StudyVariant row : study.variants()) {
      double perSecond = row.x().orElseThrow() / 50;
      boolean missed = perSecond == 150 || perSecond > 200;
      odd.add(cell(row, 1, missed ? StudyCell.Status.DOUBTFUL : StudyCell.Status.MEASURED, 1));
    }
    assertThat(found(study, odd))
        .as("one below that a busy moment spoilt is not the limit")
        .endsWith("200, and 300 not");
  }

  @Test
  void aRateThatOnlyFewRepetitionsKeptIsNotThePeak() {
    Study study = study("LOAD");
    List<StudyCell> cells = new ArrayList<>();
    for (StudyVariant row : study.variants()) {
      for (int repetition = 1; repetition <= 3; repetition++) {
        boolean missed = row.x().orElseThrow() / 50 > 150 && repetition > 1;
        cells.add(
            cell(
                row,
                repetition,
                missed ? StudyCell.Status.DOUBTFUL : StudyCell.Status.MEASURED,
                1));
      }
    }
    assertThat(found(study, cells)).endsWith("150, and 200 not");
  }

  @Test
  void whatTheGeneratorDidNotKeepSaysNothingOfTheBroker() {
    Study study = study("LOAD");
    List<StudyCell> cells = new ArrayList<>();
    for (StudyVariant row : study.variants()) {
      boolean held = row.x().orElseThrow() > 5_000;
      cells.add(cell(row, 1, held ? StudyCell.Status.INVALID : StudyCell.Status.MEASURED, 1));
    }
    assertThat(found(study, cells)).endsWith("100 or more: the highest rate kept");
  }

  @ParameterizedTest
  @CsvSource({"0, no growth", "51.2, for 51 s"})
  void memoryGrowsForSomeTime(double seconds, String measured) {
    Study study = study("VANISHED");
    assertThat(found(study, cells(study, row -> seconds)))
        .containsExactly("for about 50 s", measured);
  }

  @Test
  void theChanceIsThatOfTheRepetitionsOrThereIsNone() {
    Study study = study("STORED");
    assertThat(found(study, cells(study, row -> 1)))
        .containsExactly(
            "p = 0.54",
            "not tested: fewer than 5 repetitions",
            "-",
            "not tested: fewer than 5 repetitions");
    List<StudyCell> cells = new ArrayList<>();
    for (int repetition = 1; repetition <= 5; repetition++) {
      for (StudyVariant row : study.variants()) {
        cells.add(cell(row, repetition, StudyCell.Status.MEASURED, repetition));
      }
    }
    assertThat(found(study, cells))
        .containsExactly(
            "p = 0.54", "p = 1.0 without load, p = 1.0 with load", "-", "no difference found");
  }

  @Test
  void whatAFullQueueCostsInCpuIsSaid() {
    Study study = study("STORED");
    List<StudyCell> cells = new ArrayList<>();
    for (int repetition = 1; repetition <= 5; repetition++) {
      for (StudyVariant row : study.variants()) {
        boolean dear =
            row.scenario().startsWith("with load") && !row.variant().startsWith("nothing");
        double cpu = (dear ? 0.5 : 0.25) + repetition / 1_000.0;
        cells.add(cell(row, repetition, StudyCell.Status.MEASURED, 1, cpu));
      }
    }
    assertThat(found(study, cells)).endsWith("with load from 0.25 to 0.50 % of a core");
  }

  @Test
  void aStudyWithoutAFindingHasNoTableOfIt() {
    Study study = study("QOS");
    assertThat(new StudyAnalysis(study, cells(study, row -> 1)).result("").tables())
        .extracting(StudyTable::title)
        .doesNotContain("What the thesis found");
  }
}
