package io.brokerbench.mqtt.embedded;

import static java.util.Comparator.comparingDouble;

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
  private static final String NOT_TESTED =
      "not tested: fewer than %d repetitions".formatted(RepetitionTests.LEAST_REPETITIONS);

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
          + " We know this value from a summary that does not name its experiment. That it is this"
          + " one is our reading.";

  private static final String REPORTED_LATE =
      " Brokers report their memory late, so growth is counted from %d s after the last message: the curve may rise behind the mark."
          .formatted(CellFigures.REPORTED_WITHIN.toSeconds());

  private static final String EACH_BY_ITSELF =
      " The p here are those of each test by itself; those of the table of tests are corrected.";

  private static final String CORRECTED =
      " Its p is corrected for all tests of the study. Under load, publishing on the bridge comes"
          + " in two kinds of starts: docs/studies.md says why.";

  private static final String OF_THE_PROBE =
      " The latency is that of a probe with a topic and a subscriber of its own.";

  /** The first of a study has the note of its table. */
  private static final Map<String, List<Finding>> FINDINGS =
      Map.of(
          "EMBEDDED.LOAD",
          List.of(
              new Finding(
                  "most 50 KB messages a second",
                  "near 200",
                  OUR_READING,
                  Evidence::largestMessagesPerSecond)),
          "EMBEDDED.STORED",
          List.of(
              new Finding(
                  "full queue, latency",
                  "p = 0.54",
                  OUR_READING + EACH_BY_ITSELF,
                  Evidence::chances),
              new Finding("full queue, CPU", UNKNOWN, "", Evidence::cpuOfStored)),
          "EMBEDDED.VANISHED",
          List.of(
              new Finding(
                  "memory keeps growing after the last message",
                  "for about 50 s",
                  OUR_READING + REPORTED_LATE,
                  Evidence::growth)),
          "EMBEDDED.BRIDGE",
          List.of(
              new Finding(
                  "bridge, added latency",
                  "at most 0.5 ms",
                  OUR_READING + CORRECTED,
                  Evidence::ofBridges)),
          "EMBEDDED.SUBSCRIBERS",
          List.of(
              new Finding(
                  "knee, in subscribers", "near 75", NOTE + OF_THE_PROBE, Evidence::knees)));

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
          : NumberText.sentence("%s or more: the highest rate kept", most);
    }

    private static double perSecond(StudyVariant row) {
      return row.x().orElse(0) / LoadVariants.LARGE_KB;
    }

    private List<VariantTest> tests(CellSeries quantity) {
      return RepetitionTests.of(study, cells).tests().stream()
          .filter(test -> test.broker().equals(broker))
          .filter(test -> test.title().equals(quantity.title()))
          .toList();
    }

    private static String load(VariantTest test) {
      return test.scenario().replaceFirst(",.*", "");
    }

    String chances() {
      List<VariantTest> tests = tests(CellSeries.LATENCY);
      return tests.isEmpty()
          ? NOT_TESTED
          : tests.stream()
              .map(test -> String.format(Locale.ROOT, "p = %.2g %s", test.test().p(), load(test)))
              .collect(Collectors.joining(", "));
    }

    /** From what it is without to what it is with messages that are stored, where it differs. */
    String cpuOfStored() {
      if (cells.stream()
          .filter(cell -> cell.broker().equals(broker))
          .noneMatch(cell -> CellSeries.CPU.in(cell).isPresent())) {
        return UNKNOWN;
      }
      List<VariantTest> tests = tests(CellSeries.CPU);
      if (tests.isEmpty() && tests(CellSeries.LATENCY).isEmpty()) {
        return NOT_TESTED;
      }
      String differ =
          tests.stream()
              .filter(VariantTest::significant)
              .map(
                  test ->
                      "%s from %s to %s %% of a core"
                          .formatted(
                              load(test),
                              NumberText.measured(test.test().meanFirst()),
                              NumberText.measured(test.test().meanSecond())))
              .collect(Collectors.joining(", "));
      return differ.isEmpty() ? "no difference found" : differ;
    }

    String growth() {
      return study.variants().stream()
          .flatMap(row -> of(row).stream())
          .filter(StudyCell::counts)
          .flatMap(cell -> cell.figure(CellFigures.MEMORY_GREW_FOR).stream())
          .map(grew -> grew == 0 ? "no growth" : "for %s s".formatted(NumberText.measured(grew)))
          .reduce((one, other) -> one + ", " + other)
          .orElse(UNKNOWN);
    }

    /** The mean of what its repetitions give, as it is tested. */
    private OptionalDouble mean(StudyVariant row, CellSeries quantity) {
      return of(row).stream()
          .filter(StudyCell::counts)
          .flatMap(cell -> quantity.in(cell).stream())
          .mapToDouble(quantity::middle)
          .average();
    }

    String ofBridges() {
      List<StudyVariant> rows =
          study.variants().stream()
              .filter(row -> row.scenario().equals(BridgeVariants.LATENCY))
              .toList();
      Optional<StudyVariant> plain =
          rows.stream()
              .filter(row -> row.plan().bridge().isEmpty())
              .filter(row -> mean(row, CellSeries.LATENCY).isPresent())
              .findFirst();
      Optional<StudyVariant> slowest =
          rows.stream()
              .filter(row -> row.plan().bridge().isPresent())
              .filter(row -> mean(row, CellSeries.LATENCY).isPresent())
              .max(comparingDouble(row -> mean(row, CellSeries.LATENCY).getAsDouble()));
      if (plain.isEmpty() || slowest.isEmpty()) {
        return UNKNOWN;
      }
      double added =
          mean(slowest.get(), CellSeries.LATENCY).getAsDouble()
              - mean(plain.get(), CellSeries.LATENCY).getAsDouble();
      return added <= 0
          ? "nothing"
          : "%s ms: %s, %s"
              .formatted(
                  NumberText.measured(added),
                  slowest.get().variant().replace(" on the bridge", ""),
                  chance(plain.get(), slowest.get()));
    }

    private String chance(StudyVariant one, StudyVariant other) {
      return tests(CellSeries.LATENCY).stream()
          .filter(test -> Set.of(test.first(), test.second()).contains(one.variant()))
          .filter(test -> Set.of(test.first(), test.second()).contains(other.variant()))
          .map(test -> String.format(Locale.ROOT, "p = %.2g", test.adjustedP()))
          .findFirst()
          .orElse("not tested");
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
    List<Finding> findings = FINDINGS.getOrDefault(study.name(), List.of());
    if (!findings.isEmpty() && !cells.isEmpty()) {
      List<List<Place>> rows =
          cells.stream()
              .map(StudyCell::broker)
              .distinct()
              .map(broker -> new Evidence(study, cells, broker))
              .flatMap(evidence -> findings.stream().map(finding -> row(finding, evidence)))
              .toList();
      tables.add(
          new StudyTable(
              "What the thesis found",
              findings.get(0).note(),
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
