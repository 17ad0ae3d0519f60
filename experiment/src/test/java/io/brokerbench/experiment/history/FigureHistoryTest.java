package io.brokerbench.experiment.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.core.statistics.ChangePointDetection;
import io.brokerbench.experiment.history.LevelChange.Direction;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FigureHistoryTest {

  private static final Figure P99 = FigureCatalogue.find("latency.endToEnd.p99");
  private static final Figure RATE = FigureCatalogue.find("throughput.received");

  /** Ten builds at each level. */
  private static FigureHistory of(Figure figure, double... levels) {
    List<Double> values = new ArrayList<>();
    for (double level : levels) {
      for (int i = 0; i < 10; i++) {
        values.add(level * ExampleHistory.scatter(i));
      }
    }
    List<Integer> builds = IntStream.rangeClosed(1, values.size()).boxed().toList();
    return FigureHistory.of(figure, builds, values, ChangePointDetection.OTAVA);
  }

  /** The step to 106 was one of 6 % until the one back to 102 fell. */
  @Test
  void aChangeThatIsTooSmallOnceItsNeighbourHasGoneIsNone() {
    List<Double> values = new ArrayList<>();
    for (int i = 0; i < 90; i++) {
      double level = i < 72 ? 100 : i < 78 ? 106 : 102;
      values.add(level + (i % 2 == 0 ? 0.1 : -0.1));
    }
    List<Integer> builds = IntStream.rangeClosed(1, values.size()).boxed().toList();

    ChangePointDetection detection = new ChangePointDetection(50, 0.001, 0.05);
    assertThat(FigureHistory.of(P99, builds, values, detection).changes()).isEmpty();
    assertThat(detection.in(values.stream().mapToDouble(value -> value).toArray()))
        .as("Otava keeps it")
        .isNotEmpty();
  }

  /** Rates that are kept to the last message do not scatter. */
  @Test
  void aChangeOfTheLastDigitIsNone() {
    List<Double> values = new ArrayList<>(java.util.Collections.nCopies(28, 3_999.9));
    values.add(3_999.8);
    List<Integer> builds = IntStream.rangeClosed(1, values.size()).boxed().toList();
    assertThat(FigureHistory.of(RATE, builds, values, ChangePointDetection.OTAVA).changes())
        .isEmpty();
    values.set(28, 3_900.0);
    assertThat(FigureHistory.of(RATE, builds, values, ChangePointDetection.OTAVA).changes())
        .hasSize(1);
  }

  @Test
  void moreOfARateIsBetterAndMoreOfALatencyIsWorse() {
    assertThat(of(RATE, 100, 120).changes())
        .extracting(LevelChange::direction)
        .containsExactly(Direction.BETTER);
    assertThat(of(P99, 100, 120).changes())
        .extracting(LevelChange::direction)
        .containsExactly(Direction.WORSE);
  }

  @Test
  void aWorseningThatWasUndoneIsNone() {
    assertThat(of(P99, 100, 120, 100).worsening(5)).isEmpty();
    assertThat(of(P99, 100, 120, 80).worsening(5)).isEmpty();
  }

  @Test
  void aWorseningThatWasUndoneInPartIsWhatIsLeftOfIt() {
    assertThat(of(P99, 100, 140, 120).worsening(5))
        .hasValueSatisfying(
            change -> {
              assertThat(change.build()).isEqualTo(11);
              assertThat(change.change().getAsDouble()).isBetween(0.19, 0.21);
            });
  }

  @Test
  void aWorseningBeforeTheLatestBuildsIsAccepted() {
    FigureHistory history = of(P99, 100, 120, 120);
    assertThat(history.worsening(11)).isPresent();
    assertThat(history.worsening(12)).isEmpty();
  }

  @Test
  void aChangeFromNothingHasNoShare() {
    Figure loss = FigureCatalogue.find(Figure.LOSS);
    assertThat(of(loss, 0, 0.01).changes())
        .singleElement()
        .satisfies(
            change -> {
              assertThat(change.change()).isEmpty();
              assertThat(change.direction()).isEqualTo(Direction.WORSE);
            });
  }
}
