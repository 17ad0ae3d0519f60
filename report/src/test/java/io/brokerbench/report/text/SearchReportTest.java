package io.brokerbench.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.experiment.search.ExampleSearch;
import io.brokerbench.experiment.search.SearchFindings.LimitedBy;
import io.brokerbench.experiment.search.SearchResult;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SearchReportTest {

  private static final SearchReport REPORT = new SearchReport(false);

  private static String text(SearchResult result) {
    return REPORT.of(result, Optional.of("results/x/"), "./brokerbench search X --seed 42");
  }

  @Test
  void eachStepIsALineInColumns() {
    SearchResult result = ExampleSearch.found();

    assertThat(REPORT.header()).isEqualTo("  offered  received      p99   backlog broker  verdict");
    assertThat(REPORT.row(result.steps().get(1)))
        .isEqualTo(" 16 000/s  16 000/s   1.9 ms        22   0.94  sustained");
    assertThat(REPORT.row(result.steps().get(2)))
        .isEqualTo(
            " 32 000/s  17 100/s    2.1 s   149 000    1.9  broker limited, stopped after 3 s");
  }

  @Test
  void theAnswerComesWithWhatLimitsItAndHowSureItIs() {
    assertThat(text(ExampleSearch.found()))
        .contains(
            "FANIN.Q1.PERSISTENT.SHARED on Artemis 2.55.0 sustains 16 900 msg/s",
            "limited by the broker: 17 102 msg/s delivered of 32 000 offered",
            "interval    16 900 to 17 200 msg/s; confirmed once over 10 s",
            "backlog     at most 22 messages",
            "generator   0.31 of a core at that rate",
            "at 100 %    17 000 msg/s per core (R_ns), 34 000 msg/s per system (R_s)",
            "results     results/x/\n")
        .endsWith("again       ./brokerbench search X --seed 42\n");
  }

  @Test
  void theGeneratorsLimitIsNotTheBrokers() {
    assertThat(text(ExampleSearch.limitedByTheGenerator()))
        .contains("sustains at least 8 000 msg/s", "limited by the generator, so this says nothing")
        .doesNotContain("limited by the broker");
  }

  @Test
  void anUnconfirmedSearchSaysWhatWasSeenAndDoesNotNameTheBroker() {
    String text = text(ExampleSearch.unconfirmed()).replaceAll("\\s+", " ");

    assertThat(text)
        .contains(
            "at least 8 000 msg/s was kept for 5 s; not confirmed: the search ended after 2 steps",
            "limited by: not known (broker at 0.94 of a core): 11 800 msg/s delivered of 16 000")
        .doesNotContain("sustains", "limited by the broker");
  }

  @Test
  void aDisturbedSearchSaysSo() {
    assertThat(text(ExampleSearch.disturbed()).replaceAll("\\s+", " "))
        .contains(
            "not confirmed: other work on the machine", "limited by other work on the machine")
        .doesNotContain("sustains", "limited by the broker");
  }

  /** Whatever was received, nothing was measured. */
  @Test
  void aSearchWithoutAStepThatCountsSaysNothingAboutTheBroker() {
    SearchResult nothing = ExampleSearch.nothing();
    SearchResult disturbed = nothing.withLimitedBy(LimitedBy.DISTURBED);

    assertThat(text(disturbed))
        .contains("DISTURBED  ", "no step counts", "limited by other work on the machine")
        .doesNotContain("sustains", "none of the rates");
    assertThat(text(nothing.withLimitedBy(LimitedBy.GENERATOR))).contains("GENERATOR_LIMITED  ");
    assertThat(text(nothing)).doesNotContain("no step counts");
  }

  @Test
  void nothingSustainedIsSaidSo() {
    assertThat(text(ExampleSearch.nothing())).contains("sustains none of the rates");
  }

  @Test
  void eightyColumnsAreEnough() {
    SearchResult result = ExampleSearch.found();
    assertThat(text(result).lines()).allMatch(line -> line.length() <= 80);
    result
        .steps()
        .forEach(s -> assertThat(REPORT.row(s).lines()).allMatch(line -> line.length() <= 80));
  }
}
