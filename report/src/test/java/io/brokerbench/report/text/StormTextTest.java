package io.brokerbench.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.result.ExampleResult;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.storm.StormKind;
import io.brokerbench.core.storm.StormOutcome;
import io.brokerbench.core.storm.StormOutcome.Named;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StormTextTest {

  private static List<String> sentences(
      StormKind kind, List<Named> missing, List<Named> unexpected) {
    StormOutcome storm =
        new StormOutcome(
            kind,
            10,
            10_000,
            10_000 - missing.size(),
            missing.size(),
            unexpected.size(),
            9,
            missing.isEmpty() ? OptionalLong.of(91_000_000) : OptionalLong.empty(),
            missing,
            unexpected,
            List.of(),
            kind == StormKind.SLOW
                ? Optional.of(new StormOutcome.Others(40, 40_000, 39_997, 3, 1, 4_321))
                : Optional.empty());
    RunResult result = new ExampleResult().storm(storm).build();
    return StormText.sentences(result, storm).stream().map(NumberText::plain).toList();
  }

  @Test
  void whatIsMissingIsNamedWithThoseWhoMissIt() {
    List<Named> missing =
        List.of(new Named("p/r/0/t/17", 1, List.of(3)), new Named("p/r/0/t/18", 2, List.of(3, 4)));
    assertThat(sentences(StormKind.RETAINED, missing, List.of()))
        .element(1)
        .isEqualTo("missing: p/r/0/t/17 at consumer 3, p/r/0/t/18 at 2 consumers");
  }

  @Test
  void ofManyNamesTheFirstTenAreShown() {
    List<Named> missing =
        IntStream.range(0, 12).mapToObj(i -> new Named("t/" + i, 1, List.of(0))).toList();
    assertThat(sentences(StormKind.RETAINED, missing, List.of()).get(1))
        .contains("t/9 at consumer 0, and 2 more in the result document")
        .doesNotContain("t/10");
  }

  @Test
  void whatCameAndWasNotOwedIsNamedToo() {
    List<Named> old = List.of(new Named("t/7", 1, List.of(0)));
    assertThat(sentences(StormKind.RETAINED, List.of(), old))
        .element(1)
        .isEqualTo("of values that later ones had replaced: 1, t/7 at consumer 0");
    assertThat(sentences(StormKind.WILL, List.of(), old))
        .element(1)
        .isEqualTo(
            "of clients that had left in an orderly way, or had not left: 1, t/7 at consumer 0");
  }

  @Test
  void theCountsSayWhoDidWhat() {
    assertThat(sentences(StormKind.RETAINED, List.of(), List.of()).get(0))
        .startsWith("10 subscribers came and got 10 000 of 10 000 retained messages");
    assertThat(sentences(StormKind.WILL, List.of(), List.of()).get(0))
        .startsWith("10 clients vanished, and 9 watchers got all of them: 10 000 of 10 000 wills");
  }

  @Test
  void slowConsumersAndTheOthersHaveAnAccountEach() {
    List<Named> missing = List.of(new Named("bbxc4", 17, List.of(4)));
    List<String> sentences = sentences(StormKind.SLOW, missing, List.of());
    assertThat(sentences.get(0))
        .startsWith(
            "10 slow consumers got 9 999 of 10 000 deliveries, and 9 of them all; the others"
                + " 39 997 of 40 000; at most 4 321 deliveries waited for slow ones; from the"
                + " intended send time, ");
    assertThat(sentences.get(1)).isEqualTo("never came: bbxc4 (17)");
  }
}
