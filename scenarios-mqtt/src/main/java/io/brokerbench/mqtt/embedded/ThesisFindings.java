package io.brokerbench.mqtt.embedded;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.statistics.Knee;
import io.brokerbench.experiment.cell.CellFigures;
import io.brokerbench.experiment.cell.CellSeries;
import io.brokerbench.experiment.cell.StudyCell;
import io.brokerbench.experiment.study.RepetitionTests;
import io.brokerbench.experiment.study.Study;
import io.brokerbench.experiment.study.StudyLayout;
import io.brokerbench.experiment.study.StudyResult.VariantTest;
import io.brokerbench.experiment.study.StudyTable;
import io.brokerbench.experiment.study.StudyTable.Column;
import io.brokerbench.experiment.study.StudyTable.Place;
import io.brokerbench.experiment.study.StudyVariant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The usual tables, and one with what the thesis found beside what each broker shows. */
final class ThesisFindings implements StudyLayout {

  private static final String UNKNOWN = "-";

  /** Of cells at a rate that the broker did not keep, or at which it broke off. */
  private static final Set<StudyCell.Status> MISSED =
      Set.of(StudyCell.Status.DOUBTFUL, StudyCell.Status.FAILED);

  /**
   * What a study of the thesis found.
   *
   * @param what the quantity
   * @param published its value there
   * @param note what is to be known of both values
   * @param measured the same here, in words
   */
  private record Finding(
      String what, String published, String note, Function<Evidence, String> measured) {}

  private static final String NOTE =
      "The thesis measured an older Mosquitto in an embedded gateway: its values are for"
          + " comparison, not a target.";

  private static final String OUR_READING =
      NOTE
          + " A summary of the thesis has this value without its experiment: that it belongs to"
          + " this one is our reading.";

  private static final String REPORTED_LATE =
      " Brokers report their memory late, so growth is counted from %d s after the last message: the curve may rise behind the mark."
          .formatted(CellFigures.REPORTED_WITHIN.toSeconds());

  private static final Map<String, Finding> FINDINGS =
      Map.of(
          "EMBEDDED.LOAD",
          new Finding(
              "50 KB messages a second", "near 200", NOTE, Evidence::largestMessagesPerSecond),
          "EMBEDDED.STORED",
          new Finding("full queue, latency", "p = 0.54", OUR_READING, Evidence::chances),
          "EMBEDDED.VANISHED",
          new Finding(
              "memory grows on after the last message",
              "for about 50 s",
              OUR_READING + REPORTED_LATE,
              Evidence::growth),
          "EMBEDDED.BRIDGE",
          new Finding("bridge, added latency", "at most 0.5 ms", OUR_READING, Evidence::ofBridges),
          "EMBEDDED.SUBSCRIBERS",
          new Finding("knee, in subscribers", "near 75", NOTE, Evidence::knees));

  /** The cells of a study on one broker. */
  private record Evidence(Study study, List<StudyCell> cells, String broker) {

    private List<StudyCell> of(StudyVariant row) {
      return cells.stream()
          .filter(cell -> cell.broker().equals(broker))
          .filter(cell -> cell.scenario().equals(row.scenario()))
          .filter(cell -> cell.variant().equals(row.variant()))
          .toList();
    }

    /** The median or the mean of all samples of a row's cells that count. */
    private OptionalDouble middle(StudyVariant row, CellSeries quantity) {
      List<Double> samples =
          of(row).stream()
              .filter(StudyCell::counts)
              .flatMap(cell -> quantity.in(cell).stream().flatMap(List::stream))
              .toList();
      return samples.isEmpty()
          ? OptionalDouble.empty()
          : OptionalDouble.of(quantity.middle(samples));
    }

    /** The highest rate that more than half of its cells kept, and the lowest one above it. */
    String largestMessagesPerSecond() {
      List<StudyVariant> rows =
          study.variants().stream()
              .filter(row -> row.variant().equals(LoadVariants.LARGE))
              .toList();
      OptionalDouble kept =
          rows.stream()
              .filter(
                  row -> of(row).stream().filter(StudyCell::counts).count() * 2 > of(row).size())
              .mapToDouble(Evidence::perSecond)
              .max();
      OptionalDouble missed =
          rows.stream()
              .filter(row -> kept.isPresent() && perSecond(row) > kept.getAsDouble())
              .filter(row -> of(row).stream().anyMatch(cell -> MISSED.contains(cell.status())))
              .mapToDouble(Evidence::perSecond)
              .min();
      if (kept.isEmpty()) {
        return UNKNOWN;
      }
      long most = Math.round(kept.getAsDouble());
      return missed.isPresent()
          ? NumberText.sentence("%s, and %s not", most, Math.round(missed.getAsDouble()))
          : NumberText.sentence("at least %s, the most that counts", most);
    }

    private static double perSecond(StudyVariant row) {
      return row.x().orElse(0) / LoadVariants.LARGE_KB;
    }

    String chances() {
      List<VariantTest> tests =
          RepetitionTests.of(study, cells).tests().stream()
              .filter(test -> test.broker().equals(broker))
              .filter(test -> test.title().equals(CellSeries.LATENCY.title()))
              .toList();
      return tests.isEmpty()
          ? "not tested: fewer than %d repetitions".formatted(RepetitionTests.LEAST_REPETITIONS)
          : tests.stream()
              .map(
                  test ->
                      String.format(
                          Locale.ROOT,
                          "p = %.2g %s",
                          test.test().p(),
                          test.scenario().replaceFirst(",.*", "")))
              .collect(Collectors.joining(", "));
    }

    String growth() {
      return study.variants().stream()
          .flatMap(row -> of(row).stream())
          .filter(StudyCell::counts)
          .flatMap(cell -> cell.figure(CellFigures.MEMORY_GREW_FOR).stream())
          .map(grew -> grew == 0 ? "not" : "for %s s".formatted(NumberText.measured(grew)))
          .reduce((one, other) -> one + ", " + other)
          .orElse(UNKNOWN);
    }

    String ofBridges() {
      List<StudyVariant> rows =
          study.variants().stream()
              .filter(row -> row.scenario().equals(BridgeVariants.LATENCY))
              .toList();
      OptionalDouble plain =
          rows.stream()
              .filter(row -> row.plan().bridge().isEmpty())
              .map(row -> middle(row, CellSeries.LATENCY))
              .findFirst()
              .orElse(OptionalDouble.empty());
      double most = Double.NEGATIVE_INFINITY;
      String where = "";
      for (StudyVariant row : rows) {
        OptionalDouble latency = middle(row, CellSeries.LATENCY);
        if (row.plan().bridge().isPresent()
            && latency.isPresent()
            && latency.getAsDouble() > most) {
          most = latency.getAsDouble();
          where = row.variant();
        }
      }
      if (plain.isEmpty() || where.isEmpty()) {
        return UNKNOWN;
      }
      double added = most - plain.getAsDouble();
      return added <= 0 ? "nothing" : "%s ms: %s".formatted(NumberText.measured(added), where);
    }

    String knees() {
      return "latency: %s; CPU: %s".formatted(knee(CellSeries.LATENCY), knee(CellSeries.CPU));
    }

    private String knee(CellSeries quantity) {
      List<Double> x = new ArrayList<>();
      List<Double> y = new ArrayList<>();
      for (StudyVariant row : study.variants()) {
        OptionalDouble middle = middle(row, quantity);
        if (middle.isPresent()) {
          x.add(row.x().orElseThrow());
          y.add(middle.getAsDouble());
        }
      }
      if (x.isEmpty()) {
        return UNKNOWN;
      }
      Optional<Knee> knee = Knee.of(x, y);
      return knee.isPresent()
          ? "near " + Math.round(knee.get().x())
          : "none up to " + Math.round(x.get(x.size() - 1));
    }
  }

  @Override
  public List<StudyTable> tables(Study study, List<StudyCell> cells) {
    List<StudyTable> tables = new ArrayList<>(StudyLayout.PLAIN.tables(study, cells));
    Finding finding = FINDINGS.get(study.name());
    if (finding != null && !cells.isEmpty()) {
      List<List<Place>> rows =
          cells.stream()
              .map(StudyCell::broker)
              .distinct()
              .map(broker -> row(finding, new Evidence(study, cells, broker)))
              .toList();
      tables.add(
          new StudyTable(
              "What the thesis found",
              finding.note(),
              List.of(
                  new Column("finding", ""),
                  new Column("published", ""),
                  new Column("broker", ""),
                  new Column("measured", "")),
              rows));
    }
    return tables;
  }

  private static List<Place> row(Finding finding, Evidence evidence) {
    return List.of(
        Place.of(finding.what()),
        Place.of(finding.published()),
        Place.of(evidence.broker()),
        Place.of(finding.measured().apply(evidence)));
  }
}
