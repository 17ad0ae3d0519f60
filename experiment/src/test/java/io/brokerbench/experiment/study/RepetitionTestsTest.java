package io.brokerbench.experiment.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.brokerbench.core.statistics.WelchTest;
import io.brokerbench.experiment.cell.CellPlan;
import io.brokerbench.experiment.cell.StudyCell;
import io.brokerbench.experiment.study.StudyResult.VariantTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RepetitionTestsTest {

  private static final int VARIANTS = 6;
  private static final int STUDIES = 400;

  /** Latency of a start in multiples of the usual one, as starts of one Mosquitto differed. */
  private static double start(Random random) {
    return Math.exp(0.3 * random.nextGaussian());
  }

  /** Three of ten starts are twice as slow as the others. */
  private static double startOfTwoKinds(Random random) {
    return (random.nextInt(10) < 3 ? 2 : 1) * Math.exp(0.05 * random.nextGaussian());
  }

  private static StudyCell cell(String variant, int repetition, Map<String, List<Double>> series) {
    return StubStudy.cell(variant, repetition, Map.of(), series);
  }

  /** Cells of one study; what a start is like is its own, and that of all its samples. */
  private static List<StudyCell> cells(
      Random random, int repetitions, ToDoubleFunction<Random> start, double slower) {
    List<StudyCell> cells = new ArrayList<>();
    for (int variant = 0; variant < VARIANTS; variant++) {
      for (int repetition = 1; repetition <= repetitions; repetition++) {
        double latency = start.applyAsDouble(random) * (variant == 0 ? slower : 1);
        double cpu = start.applyAsDouble(random);
        cells.add(
            cell(
                "v" + variant,
                repetition,
                Map.of(
                    "latencyMillis", samples(random, latency),
                    "cpuPercentOfCore", samples(random, cpu))));
      }
    }
    return cells;
  }

  private static List<Double> samples(Random random, double typical) {
    return random.doubles(30, 0.5, 1.5).map(d -> d * typical).boxed().toList();
  }

  /** In how many studies a latency that doubles is found, with so many samples a start. */
  private static int found(int samples) {
    Random random = new Random(7);
    int found = 0;
    for (int i = 0; i < STUDIES; i++) {
      List<StudyCell> cells = new ArrayList<>();
      for (int variant = 0; variant < VARIANTS; variant++) {
        for (int repetition = 1; repetition <= 6; repetition++) {
          double typical = start(random) * (variant == 0 ? 2 : 1);
          List<Double> latencies =
              Stream.generate(() -> typical * Math.exp(0.3 * random.nextGaussian()))
                  .limit(samples)
                  .toList();
          cells.add(cell("v" + variant, repetition, Map.of("latencyMillis", latencies)));
        }
      }
      found +=
          tests(cells).tests().stream()
                  .anyMatch(test -> test.first().equals("v0") && test.significant())
              ? 1
              : 0;
    }
    return found;
  }

  /** Decision 40: six times the load buys little. */
  @Test
  void twentySamplesOfAStartFindNearlyAsMuchAsAHundredAndTwenty() {
    int most = found(120);
    assertThat(found(20)).isGreaterThan(most * 4 / 5);
    assertThat(found(2)).as("and two do not").isLessThan(most * 4 / 5);
  }

  private static RepetitionTests tests(List<StudyCell> cells) {
    return RepetitionTests.of(StubStudy.study(1, "x:one"), cells);
  }

  private static double shareOfStudiesWithADifference(
      int repetitions, ToDoubleFunction<Random> start) {
    Random random = new Random(11);
    int different = 0;
    for (int i = 0; i < STUDIES; i++) {
      List<VariantTest> tests = tests(cells(random, repetitions, start, 1)).tests();
      assertThat(tests).hasSize(2 * VARIANTS * (VARIANTS - 1) / 2);
      different += tests.stream().anyMatch(VariantTest::significant) ? 1 : 0;
    }
    return (double) different / STUDIES;
  }

  @Test
  void variantsThatAreTheSameAreCalledDifferentInAtMostOneStudyOfTwenty() {
    int least = RepetitionTests.LEAST_REPETITIONS;
    assertThat(shareOfStudiesWithADifference(least, RepetitionTestsTest::start))
        .isLessThanOrEqualTo(0.05);
    assertThat(shareOfStudiesWithADifference(least + 1, RepetitionTestsTest::start))
        .isLessThanOrEqualTo(0.05);
    assertThat(shareOfStudiesWithADifference(least, RepetitionTestsTest::startOfTwoKinds))
        .isLessThanOrEqualTo(0.05);
  }

  /** Why samples of one start are not tested. */
  @Test
  void samplesOfOneStartEachWouldCallThemDifferentInMostStudies() {
    Random random = new Random(11);
    int different = 0;
    for (int i = 0; i < STUDIES; i++) {
      List<RowSamples> rows =
          RowSamples.of(
              cells(random, 1, RepetitionTestsTest::start, 1), RepetitionTests.SAMPLED.get(0));
      different +=
          WelchTest.of(rows.get(0).all(), rows.get(1).all()).orElseThrow().significant() ? 1 : 0;
    }
    assertThat((double) different / STUDIES).isGreaterThan(0.5);
  }

  @Test
  void aVariantOfFourTimesTheLatencyIsFoundAndItsCpuIsNot() {
    ToDoubleFunction<Random> steady = r -> Math.exp(0.1 * r.nextGaussian());
    List<VariantTest> tests = tests(cells(new Random(3), 6, steady, 4)).tests();
    assertThat(tests)
        .allSatisfy(
            test -> {
              boolean slow = test.title().equals("round-trip latency") && test.first().equals("v0");
              assertThat(test.significant()).as("%s", test).isEqualTo(slow);
            });
  }

  @Test
  void aRepetitionCountsOnceWithTheMedianOfItsLatenciesOrTheMeanOfItsCpu() {
    List<StudyCell> cells = new ArrayList<>();
    for (int i = 1; i <= 5; i++) {
      List<Double> samples = List.of(1.0 * i, 2.0 * i, 30.0 * i);
      Map<String, List<Double>> series =
          Map.of("latencyMillis", samples, "cpuPercentOfCore", samples);
      cells.add(cell("one", i, series));
      cells.add(cell("other", i, series));
    }
    List<VariantTest> tests = tests(cells).tests();
    assertThat(tests).hasSize(2);
    assertThat(tests).allMatch(t -> t.firstRepetitions() == 5 && t.secondRepetitions() == 5);
    assertThat(tests.get(0).test().meanFirst()).isCloseTo(6, within(1e-12));
    assertThat(tests.get(1).test().meanFirst()).isCloseTo(33, within(1e-12));
  }

  @Test
  void withTooFewRepetitionsNothingIsTestedAndTheNoteSaysWhy() {
    RepetitionTests one = tests(cells(new Random(1), 1, RepetitionTestsTest::start, 8));
    assertThat(one.tests()).isEmpty();
    assertThat(one.note())
        .isEqualTo(
            "Nothing is tested: a test needs 5 repetitions of both variants, each on a fresh"
                + " broker, as samples of one start are not independent; as few as 1 count."
                + " --repetitions adds more.");
    assertThat(tests(cells(new Random(1), 4, RepetitionTestsTest::start, 8)).note())
        .contains("as few as 4");
  }

  @Test
  void aVariantWithTooFewRepetitionsIsLeftOutAndNamed() {
    List<StudyCell> cells = new ArrayList<>(cells(new Random(1), 5, RepetitionTestsTest::start, 1));
    cells.removeIf(cell -> cell.variant().equals("v5") && cell.repetition() > 2);
    RepetitionTests tests = tests(cells);
    assertThat(tests.tests()).hasSize(20).noneMatch(test -> test.second().equals("v5"));
    assertThat(tests.note())
        .startsWith("Two-sided, of one value of each repetition")
        .contains("for all 20 tests", "10 pairs not tested", "as few as 2");
  }

  @Test
  void whatCannotBeComparedHasNoNote() {
    List<StudyCell> cells = cells(new Random(1), 5, RepetitionTestsTest::start, 1);
    cells.removeIf(cell -> !cell.variant().equals("v0"));
    assertThat(tests(cells).note()).isEmpty();
  }

  @Test
  void alongAnAxisEachVariantIsTestedAgainstTheNextOne() {
    List<StudyVariant> rows = new ArrayList<>();
    for (int i = 0; i < VARIANTS; i++) {
      rows.add(
          new StudyVariant(
              "a", "v" + i, OptionalDouble.of(10.0 * i), CellPlan.run(StubStudy.scenario("a"))));
    }
    Study study =
        StubStudy.study(1, "x:one")
            .withVariants(rows)
            .withAxis(Optional.of(new Study.VariantAxis("subscribers", "")));
    assertThat(
            RepetitionTests.of(study, cells(new Random(1), 5, RepetitionTestsTest::start, 1))
                .tests())
        .hasSize(2 * (VARIANTS - 1))
        .allMatch(test -> test.second().charAt(1) == test.first().charAt(1) + 1);
  }
}
