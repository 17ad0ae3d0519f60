package io.brokerbench.core.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.brokerbench.core.base.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The change points are those of Apache Otava 0.8.0 in 200 series of ten kinds, at five settings.
 * scripts/history/otava-answers.py wrote its answers.
 */
class ChangePointOracleTest {

  /** A series with Otava's answer. */
  private record Answer(
      String kind,
      int window,
      double maxP,
      double minMagnitude,
      List<Double> values,
      List<Integer> points,
      List<Double> before,
      List<Double> after,
      List<Double> p) {

    List<ChangePoint> ours() {
      return new ChangePointDetection(window, maxP, minMagnitude)
          .in(values.stream().mapToDouble(Double::doubleValue).toArray());
    }
  }

  private static List<Answer> answers() throws IOException {
    try (var in = ChangePointOracleTest.class.getResourceAsStream("otava-answers.jsonl")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(ChangePointOracleTest::answer)
          .toList();
    }
  }

  private static Answer answer(String line) {
    try {
      return Json.mapper().readValue(line, Answer.class);
    } catch (IOException e) {
      throw new IllegalStateException(line, e);
    }
  }

  @Test
  void thePlacesAreOtavas() throws IOException {
    assertThat(answers()).hasSize(200);
    assertThat(answers().stream().filter(answer -> !answer.points().isEmpty()))
        .hasSizeGreaterThan(120);
    assertThat(answers())
        .allSatisfy(
            answer ->
                assertThat(answer.ours())
                    .extracting(ChangePoint::index)
                    .isEqualTo(answer.points()));
  }

  @Test
  void theMeansAndTheChancesAreOtavas() throws IOException {
    for (Answer answer : answers()) {
      List<ChangePoint> ours = answer.ours();
      for (int i = 0; i < ours.size(); i++) {
        assertThat(ours.get(i).before()).isCloseTo(answer.before().get(i), withinPercentage(1e-6));
        assertThat(ours.get(i).after()).isCloseTo(answer.after().get(i), withinPercentage(1e-6));
        // Below that, the tails of the two libraries end at different places.
        if (answer.p().get(i) > 1e-200) {
          assertThat(ours.get(i).p()).isCloseTo(answer.p().get(i), withinPercentage(0.01));
        } else {
          assertThat(ours.get(i).p()).isLessThan(1e-200);
        }
      }
    }
  }
}
