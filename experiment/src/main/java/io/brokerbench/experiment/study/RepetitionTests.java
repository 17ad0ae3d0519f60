package io.brokerbench.experiment.study;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.statistics.HolmCorrection;
import io.brokerbench.core.statistics.WelchTest;
import io.brokerbench.experiment.cell.CellSeries;
import io.brokerbench.experiment.cell.StudyCell;
import io.brokerbench.experiment.study.StudyResult.VariantTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Whether variants of a scenario differ on a broker: Welch's t-test, of one value of each
 * repetition.
 *
 * <p>A repetition is a broker that was started for it. Samples of one start share what is
 * particular to that start, and are not independent: tested as if they were, variants that are the
 * same come out different in most studies. So a start gives one value, {@link CellSeries#middle},
 * however many samples it has. All tests of a study are corrected together ({@link
 * HolmCorrection}): the chance that a study of variants that are the same calls any two of them
 * different is below {@link WelchTest#LEVEL}.
 *
 * <p>That holds from {@value #LEAST_REPETITIONS} repetitions on, also where starts fall into a fast
 * and a slow kind; with fewer, all of one variant can be of one kind by chance, and nothing is
 * tested.
 *
 * @param tests in the order of the rows
 * @param note what is tested and how, or why nothing is; empty where no two rows can be compared
 */
public record RepetitionTests(List<VariantTest> tests, String note) {

  /** Repetitions of both variants that a test needs. */
  public static final int LEAST_REPETITIONS = 5;

  /** What is compared: quantities whose samples are drawn as boxes. */
  static final List<CellSeries> SAMPLED =
      List.of(CellSeries.LATENCY, CellSeries.CPU, CellSeries.BRIDGE_CPU);

  /** Two rows of a scenario on a broker. */
  private record Pair(CellSeries quantity, RowSamples first, RowSamples second) {

    int repetitions() {
      return Math.min(first.repetitions().size(), second.repetitions().size());
    }

    Optional<WelchTest> test() {
      return repetitions() < LEAST_REPETITIONS
          ? Optional.empty()
          : WelchTest.of(first.middles(quantity), second.middles(quantity));
    }
  }

  /** Copies the list. */
  public RepetitionTests {
    tests = List.copyOf(tests);
  }

  /** Of all cells of a study; only those whose figures count are tested. */
  public static RepetitionTests of(Study study, List<StudyCell> cells) {
    List<StudyCell> counting = cells.stream().filter(StudyCell::counts).toList();
    List<Pair> pairs =
        SAMPLED.stream().flatMap(quantity -> pairs(study, counting, quantity).stream()).toList();
    List<Pair> tested = pairs.stream().filter(pair -> pair.test().isPresent()).toList();
    double[] adjusted =
        HolmCorrection.adjusted(
            tested.stream().mapToDouble(pair -> pair.test().orElseThrow().p()).toArray());
    List<VariantTest> tests = new ArrayList<>();
    for (int i = 0; i < adjusted.length; i++) {
      tests.add(result(tested.get(i), adjusted[i]));
    }
    return new RepetitionTests(tests, note(pairs, tested));
  }

  /** Each with each; along an axis, each with the next one. */
  private static List<Pair> pairs(Study study, List<StudyCell> counting, CellSeries quantity) {
    List<RowSamples> rows = RowSamples.of(counting, quantity);
    List<Pair> pairs = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      for (int j = i + 1; j < rows.size(); j++) {
        RowSamples one = rows.get(i);
        RowSamples other = rows.get(j);
        if (isAlike(one, other)
            && rows.stream().noneMatch(row -> isBetween(study, one, row, other))) {
          pairs.add(new Pair(quantity, one, other));
        }
      }
    }
    return pairs;
  }

  private static boolean isAlike(RowSamples one, RowSamples other) {
    return one.scenario().equals(other.scenario()) && one.broker().equals(other.broker());
  }

  private static boolean isBetween(Study study, RowSamples one, RowSamples row, RowSamples other) {
    OptionalDouble x = row.x(study);
    OptionalDouble from = one.x(study);
    OptionalDouble to = other.x(study);
    return isAlike(one, row)
        && x.isPresent()
        && from.isPresent()
        && to.isPresent()
        && x.getAsDouble() > Math.min(from.getAsDouble(), to.getAsDouble())
        && x.getAsDouble() < Math.max(from.getAsDouble(), to.getAsDouble());
  }

  private static VariantTest result(Pair pair, double adjusted) {
    return new VariantTest(
        pair.quantity().title(),
        pair.quantity().unit(),
        pair.first().scenario(),
        pair.first().broker(),
        pair.first().variant(),
        pair.second().variant(),
        pair.first().repetitions().size(),
        pair.second().repetitions().size(),
        pair.test().orElseThrow(),
        adjusted,
        adjusted < WelchTest.LEVEL);
  }

  private static String note(List<Pair> pairs, List<Pair> tested) {
    if (pairs.isEmpty()) {
      return "";
    }
    String form =
        "Two-sided, of one value of each repetition: the median of its latencies, the mean of its"
            + " CPU. Adjusted p is p corrected for all %s of the study (Holm); below %s says that"
            + " the means differ.";
    String how = form.formatted(NumberText.counted(tested.size(), "test"), WelchTest.LEVEL);
    List<Pair> few = pairs.stream().filter(p -> p.repetitions() < LEAST_REPETITIONS).toList();
    if (few.isEmpty()) {
      return how;
    }
    int fewest = few.stream().mapToInt(Pair::repetitions).min().orElseThrow();
    String why =
        "a test needs %d repetitions of both variants, each on a fresh broker, as samples of one"
            + " start are not independent; as few as %d count. --repetitions adds more.";
    String reason = why.formatted(LEAST_REPETITIONS, fewest);
    return tested.isEmpty()
        ? "Nothing is tested: " + reason
        : "%s %s not tested: %s".formatted(how, NumberText.counted(few.size(), "pair"), reason);
  }
}
