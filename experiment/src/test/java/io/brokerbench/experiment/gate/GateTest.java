package io.brokerbench.experiment.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.experiment.metric.ComparedValues;
import io.brokerbench.experiment.metric.Tolerances;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GateTest {

  private static final List<String> PATHS =
      FigureCatalogue.comparable().stream().map(Figure::path).toList();

  private static List<Double> values(int count, double centre, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return IntStream.range(0, count).mapToObj(i -> centre * random.nextDouble(0.98, 1.02)).toList();
  }

  private static GateOutcome judge(ComparedValues samples) {
    return Gate.judge(List.of(samples)).figures().get(0).outcome();
  }

  private static ComparedValues unpaired(List<Double> baseline, List<Double> candidate) {
    return new ComparedValues(FigureCatalogue.find("latency.tail.p50"), false, baseline, candidate);
  }

  @Test
  void storedResultsAreComparedWithoutPairs() {
    assertThat(judge(unpaired(values(8, 100, 1), values(7, 101, 2)))).isInstanceOf(Pass.class);
    assertThat(judge(unpaired(values(8, 100, 1), values(7, 150, 2)))).isInstanceOf(Regressed.class);
    assertThat(judge(unpaired(values(8, 100, 1), values(7, 120, 2))))
        .isInstanceOfSatisfying(
            Inconclusive.class,
            outcome -> assertThat(outcome.reason()).contains("within and beyond the tolerance"));
  }

  @Test
  void oneRepetitionIsInconclusiveAndSaysHowManyAreNeeded() {
    GateOutcome outcome = judge(unpaired(List.of(100.0), List.of(300.0)));

    assertThat(outcome)
        .isInstanceOfSatisfying(
            Inconclusive.class,
            inconclusive -> {
              assertThat(inconclusive.reason())
                  .isEqualTo("1 repetition of a side; a verdict needs 6");
              assertThat(inconclusive.repetitionsNeeded()).hasValue(6);
            });
    assertThat(outcome.evidence().change()).isCloseTo(2, org.assertj.core.data.Offset.offset(1e-9));
    assertThat(outcome.evidence().low()).isEmpty();
  }

  @Test
  void lossesOfFewRunsAreInconclusiveToo() {
    for (double candidate : new double[] {0, 0.5}) {
      assertThat(
              judge(
                  new ComparedValues(
                      FigureCatalogue.find("messages.loss"),
                      false,
                      List.of(0.0),
                      List.of(candidate))))
          .isInstanceOfSatisfying(
              Inconclusive.class,
              outcome -> {
                assertThat(outcome.repetitionsNeeded()).hasValue(6);
                assertThat(outcome.evidence().change()).isEqualTo(candidate);
              });
    }
  }

  @Test
  void anInconclusiveFigureSaysHowManyRepetitionsWouldProbablyTell() {
    SplittableRandom random = new SplittableRandom(3);
    List<Double> from = IntStream.range(0, 10).mapToObj(i -> random.nextDouble(60, 140)).toList();
    List<Double> to = IntStream.range(0, 10).mapToObj(i -> random.nextDouble(60, 140)).toList();

    assertThat(judge(new ComparedValues(FigureCatalogue.find("latency.tail.p50"), true, from, to)))
        .isInstanceOfSatisfying(
            Inconclusive.class,
            outcome -> assertThat(outcome.repetitionsNeeded().orElseThrow()).isBetween(11, 200));
  }

  @Test
  void lossesAreCountedAndOneLossyRunIsNeitherPassedNorProof() {
    List<Double> none = Collections.nCopies(12, 0.0);
    List<Double> once = List.of(0.0, 0.0, 0.001, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0);

    assertThat(judge(new ComparedValues(FigureCatalogue.find("messages.loss"), true, none, none)))
        .isInstanceOf(Pass.class);
    assertThat(judge(new ComparedValues(FigureCatalogue.find("messages.loss"), true, once, none)))
        .isInstanceOf(Pass.class);
    assertThat(judge(new ComparedValues(FigureCatalogue.find("messages.loss"), true, none, once)))
        .isInstanceOf(Inconclusive.class);
    assertThat(
            judge(
                new ComparedValues(
                    FigureCatalogue.find("messages.loss"),
                    true,
                    none,
                    Collections.nCopies(12, 0.001))))
        .isInstanceOf(Regressed.class);
    Figure tolerant = FigureCatalogue.find("messages.loss").withTolerance(0.01);
    assertThat(judge(new ComparedValues(tolerant, true, none, once))).isInstanceOf(Pass.class);
  }

  /**
   * Figures of SciPy 1.17.1: ttest_rel and ttest_ind(equal_var=False), confidence_interval(0.90).
   */
  @Test
  void lossesHaveStudentsIntervalOfTheDifferenceOfTheMeans() {
    List<Double> from = List.of(0.0, 0.002, 0.001, 0.0, 0.003, 0.001);
    List<Double> to = List.of(0.004, 0.003, 0.006, 0.002, 0.005, 0.004);

    Evidence paired =
        judge(new ComparedValues(FigureCatalogue.find("messages.loss"), true, from, to)).evidence();
    assertThat(paired.change()).isCloseTo(0.0028333333333, within(1e-9));
    assertThat(paired.low().orElseThrow()).isCloseTo(0.0016224399612, within(1e-9));
    assertThat(paired.high().orElseThrow()).isCloseTo(0.0040442267054, within(1e-9));
    assertThat(paired.smallestDetectable().orElseThrow())
        .isBetween(paired.high().orElseThrow() - paired.change(), 2 * paired.change());

    Evidence unpaired =
        judge(new ComparedValues(FigureCatalogue.find("messages.loss"), false, from, to))
            .evidence();
    assertThat(unpaired.low().orElseThrow()).isCloseTo(0.0014707749985, within(1e-9));
    assertThat(unpaired.high().orElseThrow()).isCloseTo(0.0041958916682, within(1e-9));
  }

  @Test
  void aLossThatBothSidesHavePassesUnlessRanksSpeakAgainstIt() {
    Figure loss = FigureCatalogue.find("messages.loss");
    List<Double> from = List.of(0.0, 0.002, 0.001, 0.0, 0.003, 0.001);
    List<Double> alike = List.of(0.001, 0.001, 0.002, 0.001, 0.002, 0.001);

    assertThat(judge(new ComparedValues(loss, false, from, alike))).isInstanceOf(Pass.class);
    List<Double> nearlyNone = List.of(0.000001, 0.0, 0.0, 0.0, 0.0, 0.0);
    List<Double> half = List.of(0.04, 0.0, 0.04, 0.0, 0.04, 0.0);
    assertThat(judge(new ComparedValues(loss, true, nearlyNone, half)))
        .as("one lost message of the baseline excuses nothing")
        .isInstanceOf(Inconclusive.class);
    assertThat(judge(new ComparedValues(loss, false, from, Collections.nCopies(6, 0.1))))
        .isInstanceOf(Regressed.class);
  }

  /** What a round's minutes do to both sides is no difference of theirs. */
  @Test
  void lossesOfPairsAreComparedPairByPair() {
    Figure loss = FigureCatalogue.find("messages.loss");
    List<Double> from = IntStream.range(0, 12).mapToObj(i -> 0.05 + 0.05 * i).toList();
    List<Double> alwaysMore = from.stream().map(share -> share + 0.001).toList();
    List<Double> onceMore =
        IntStream.range(0, 12).mapToObj(i -> from.get(i) + (i == 0 ? 0.1 : -0.001)).toList();

    assertThat(judge(new ComparedValues(loss, true, from, alwaysMore)))
        .isInstanceOf(Regressed.class);
    assertThat(judge(new ComparedValues(loss, false, from, alwaysMore))).isInstanceOf(Pass.class);
    assertThat(judge(new ComparedValues(loss, true, from, onceMore))).isInstanceOf(Pass.class);
  }

  @Test
  void aCandidateThatDeliversNothingHasTheWorstThroughput() {
    Figure received = FigureCatalogue.find("throughput.received");
    for (boolean paired : new boolean[] {true, false}) {
      GateOutcome outcome =
          judge(
              new ComparedValues(
                  received, paired, values(8, 1_000, 1), Collections.nCopies(8, 0.0)));

      assertThat(outcome).isInstanceOf(Regressed.class);
      assertThat(outcome.evidence().change()).isCloseTo(-1, within(1e-6));
    }
    assertThat(received.comparable(0)).isTrue();
    assertThat(FigureCatalogue.find("broker.cpuPerMessage").comparable(0)).isFalse();
  }

  @Test
  void whereNothingIsLostThereIsNoInterval() {
    List<Double> none = Collections.nCopies(12, 0.0);
    Evidence evidence =
        judge(new ComparedValues(FigureCatalogue.find("messages.loss"), true, none, none))
            .evidence();
    assertThat(evidence.change()).isZero();
    assertThat(evidence.low()).isEmpty();
    assertThat(evidence.smallestDetectable()).isEmpty();
  }

  @Test
  void theWholeIsAsGoodAsItsWorstFigure() {
    ComparedValues good =
        new ComparedValues(
            FigureCatalogue.find("broker.cpuPerMessage"),
            true,
            values(12, 10, 1),
            values(12, 10, 2));
    ComparedValues bad =
        new ComparedValues(
            FigureCatalogue.find("latency.tail.p50"), true, values(12, 10, 1), values(12, 20, 2));
    ComparedValues open =
        new ComparedValues(
            FigureCatalogue.find("latency.endToEnd.p50"),
            true,
            values(12, 10, 1),
            values(12, 11, 2));

    assertThat(Gate.judge(List.of(good)).decision()).isEqualTo(Decision.PASS);
    assertThat(Gate.judge(List.of(good, open)).decision()).isEqualTo(Decision.INCONCLUSIVE);
    assertThat(Gate.judge(List.of(good, open, bad)).decision()).isEqualTo(Decision.REGRESSED);
    assertThat(Gate.judge(List.of()).decision()).isEqualTo(Decision.INCONCLUSIVE);
  }

  @Test
  void aFigureWithoutAToleranceIsComparedWhereItIsGivenOne() {
    Figure written = FigureCatalogue.find("broker.cpuTime");

    assertThat(Tolerances.USUAL.applied(written)).isEmpty();
    assertThat(Tolerances.parse("all=5%").applied(written)).isEmpty();
    assertThat(Tolerances.parse("cpuTime=5%").of(PATHS).applied(written))
        .map(Figure::tolerated)
        .contains(0.05);
  }

  @Test
  void aJvmHasWiderUsualTolerancesButWhatIsNamedOrToleratesNothingStays() {
    Tolerances jvm = Tolerances.parse("received=1%").of(PATHS).forJvm();
    assertThat(tolerated(jvm, "broker.cpuPerMessage")).isEqualTo(0.10);
    assertThat(tolerated(jvm, "latency.tail.p50")).isEqualTo(0.20);
    assertThat(tolerated(jvm, "latency.endToEnd.mean")).isEqualTo(0.50);
    assertThat(tolerated(jvm, "throughput.received")).isEqualTo(0.01);
    assertThat(tolerated(jvm, "messages.loss")).isZero();
  }

  /** With 10 % of all, a candidate that loses 8 % of its messages would pass. */
  @Test
  void aLossIsToleratedOnlyWhereItIsNamed() {
    assertThat(tolerated(Tolerances.parse("all=10%"), "messages.loss")).isZero();
    assertThat(tolerated(Tolerances.parse("all=10%"), "throughput.received")).isEqualTo(0.10);
    assertThat(tolerated(Tolerances.parse("loss=1%,all=10%").of(PATHS), "messages.loss"))
        .isEqualTo(0.01);
    assertThat(Tolerances.parse("all=off").applied(FigureCatalogue.find("messages.loss")))
        .isEmpty();
    assertThat(decides(Tolerances.parse("all=report"), "messages.loss")).isTrue();
    assertThat(decides(Tolerances.parse("all=report"), "throughput.received")).isFalse();
    assertThat(decides(Tolerances.parse("loss=report").of(PATHS), "messages.loss")).isFalse();
  }

  private static boolean decides(Tolerances tolerances, String path) {
    return tolerances.applied(FigureCatalogue.find(path)).orElseThrow().decides();
  }

  private static double tolerated(Tolerances tolerances, String path) {
    return tolerances.applied(FigureCatalogue.find(path)).orElseThrow().tolerated();
  }

  /**
   * It is now in the stalls of a machine and now beside them; the mean and the usual p99 are not.
   */
  @Test
  void theP99OfAllDeliveriesIsReportedAndTheMeanDecides() {
    assertThat(FigureCatalogue.find("latency.endToEnd.p99").decides()).isFalse();
    assertThat(FigureCatalogue.find("latency.endToEnd.mean").decides()).isTrue();
    assertThat(FigureCatalogue.find("latency.tail.p50").decides()).isTrue();
    assertThat(FigureCatalogue.find("latency.connect.p99").decides()).isTrue();
    assertThat(
            Tolerances.parse("p99=20%")
                .of(PATHS)
                .applied(FigureCatalogue.find("latency.endToEnd.p99"))
                .orElseThrow()
                .decides())
        .isTrue();
  }

  @Test
  void whatIsOnlyReportedDecidesNothing() {
    Tolerances read = Tolerances.parse("p50=report,p999=50%").of(PATHS);
    assertThat(read.applied(FigureCatalogue.find("latency.endToEnd.p50")).orElseThrow().decides())
        .isFalse();
    assertThat(read.applied(FigureCatalogue.find("latency.endToEnd.p999")).orElseThrow().decides())
        .isTrue();
    Figure reported = FigureCatalogue.find("latency.endToEnd.p99").withDecides(false);
    Figure cpu = FigureCatalogue.find("broker.cpuPerMessage");
    ComparedValues worse =
        new ComparedValues(reported, true, values(12, 100, 1), values(12, 300, 2));
    ComparedValues same = new ComparedValues(cpu, true, values(12, 100, 1), values(12, 100, 1));
    assertThat(Gate.judge(List.of(worse, same)).decision()).isEqualTo(Decision.PASS);
    assertThatThrownBy(() -> Tolerances.parse("redelivered=report", FigureCatalogue.comparable()))
        .hasMessageContaining("as it has no usual one");
  }

  @Test
  void tolerancesAreReadAndWrongOnesNamed() {
    Tolerances read = Tolerances.parse("received=5%,p99=12.5 %, peakRss=off").of(PATHS);
    assertThat(read.applied(FigureCatalogue.find("latency.endToEnd.p99")).orElseThrow().tolerated())
        .isEqualTo(0.125);
    assertThat(read.applied(FigureCatalogue.find("broker.peakRss"))).isEmpty();
    assertThat(read.applied(FigureCatalogue.find("broker.cpuPerMessage")))
        .contains(FigureCatalogue.find("broker.cpuPerMessage"));

    assertThat(Tolerances.parse("Trip.one[avgt,broker=x,qos=0]=5%,all=9%").rules())
        .as("commas and equals signs in the name of a benchmark")
        .containsOnlyKeys("Trip.one[avgt,broker=x,qos=0]", "all");
    assertThatThrownBy(() -> Tolerances.parse("p99"))
        .isInstanceOf(DefinitionException.class)
        .hasMessage("tolerance p99: a list such as received=5%,p50=5%,tail.p50=report,peakRss=off");
    assertThatThrownBy(() -> Tolerances.parse("p99=5"))
        .hasMessage("tolerance p99=5: a share such as 5%, report, or off");
    assertThatThrownBy(() -> Tolerances.parse("p99=5%,p99=6%")).hasMessageContaining("only once");
    assertThatThrownBy(() -> Tolerances.parse("p98=5%").of(List.of("p99", "cpu")))
        .hasMessage("tolerance p98: no such figure; did you mean p99?");
    assertThatThrownBy(
            () ->
                Tolerances.parse("throughput.received=100%")
                    .applied(FigureCatalogue.find("throughput.received")))
        .hasMessageContaining("below 100%");
  }

  /** Else a report for machines would fail by figures, beside a headline that says otherwise. */
  @Test
  void noFigureHasRegressedWhereTheComparisonHasNoAnswer() {
    GateVerdict worse = Gate.judge(List.of(unpaired(values(8, 100, 1), values(7, 150, 2))));

    GateVerdict open = worse.deciding(Decision.INCONCLUSIVE, "it was held up");

    assertThat(worse.deciding(Decision.REGRESSED, "").figures()).isEqualTo(worse.figures());
    assertThat(open.figures().get(0).outcome())
        .isInstanceOfSatisfying(
            Inconclusive.class,
            outcome -> assertThat(outcome.reason()).isEqualTo("it was held up"));
    assertThat(open.figures().get(0).outcome().evidence())
        .isEqualTo(worse.figures().get(0).outcome().evidence());
  }

  /** One bad run of the baseline must not excuse what each run of the candidate loses. */
  @Test
  void aLossInEveryRunIsWorseThoughTheBaselineOnceLostMuch() {
    List<Double> once = new ArrayList<>(Collections.nCopies(20, 0.0));
    once.set(7, 0.12);
    ComparedValues samples =
        new ComparedValues(
            FigureCatalogue.find("messages.loss"), true, once, Collections.nCopies(20, 0.005));

    assertThat(judge(samples)).isInstanceOf(Regressed.class);
    assertThat(judge(samples).evidence().change()).isNegative();
    assertThat(LossRule.outcome(samples, 0.2, new Gate.Look(0.05, 0.05)))
        .as("where only the correction leaves room for chance")
        .isInstanceOfSatisfying(
            Inconclusive.class,
            outcome -> assertThat(outcome.reason()).contains("in most of the runs"));
  }
}
