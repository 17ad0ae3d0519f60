package io.brokerbench.core.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumberTextTest {

  @Test
  void thingsAreCountedInTheirPlural() {
    assertThat(plain(NumberText.counted(1, "delivery"))).isEqualTo("1 delivery");
    assertThat(plain(NumberText.counted(2_000, "delivery"))).isEqualTo("2 000 deliveries");
    assertThat(plain(NumberText.counted(0, "key"))).isEqualTo("0 keys");
    assertThat(plain(NumberText.counted(3, "lane"))).isEqualTo("3 lanes");
  }

  @Test
  void countsKeepAllDigitsInGroupsOfThree() {
    assertThat(plain(NumberText.count(0))).isEqualTo("0");
    assertThat(plain(NumberText.count(999))).isEqualTo("999");
    assertThat(plain(NumberText.count(1_000))).isEqualTo("1 000");
    assertThat(plain(NumberText.count(-1_234_567))).isEqualTo("-1 234 567");
    assertThat(NumberText.count(1_000)).isEqualTo("1\u202f000");
  }

  @Test
  void aLowerBoundHasASignThatPlainTextHasToo() {
    assertThat(NumberText.atLeast("7")).isEqualTo("\u2265 7");
    assertThat(plain(NumberText.atLeast(NumberText.count(1_000)))).isEqualTo(">= 1 000");
  }

  @Test
  void wholeNumbersOfASentenceAreCountsAndItsNamesStayAsTheyAre() {
    assertThat(NumberText.sentence("%s of %s lost by pid %s, %.3g ms", 17, 120_000L, "18352", 1.5))
        .isEqualTo("17 of 120\u202f000 lost by pid 18352, 1.50 ms");
  }

  @Test
  void whatSomeoneChoseIsShownAsChosen() {
    assertThat(plain(NumberText.exact(10_000))).isEqualTo("10 000");
    assertThat(plain(NumberText.exact(0.5))).isEqualTo("0.5");
    assertThat(plain(NumberText.exact(12_345.25))).isEqualTo("12 345.25");
  }

  @Test
  void measuredValuesHaveNoMoreDigitsThanTheyDeserve() {
    assertThat(NumberText.measured(0)).isEqualTo("0");
    assertThat(NumberText.measured(0.6123)).isEqualTo("0.61");
    assertThat(NumberText.measured(9.446)).isEqualTo("9.4");
    assertThat(NumberText.measured(61.4)).isEqualTo("61");
    assertThat(NumberText.measured(99.7)).isEqualTo("99.7");
    assertThat(NumberText.measured(412.3)).isEqualTo("412");
    assertThat(plain(NumberText.measured(16_449))).isEqualTo("16 400");
    assertThat(plain(NumberText.measured(-9e21))).isEqualTo("-9 000 000 000 000 000 000 000");
    assertThat(NumberText.measured(-0.5)).isEqualTo("-0.5");
    assertThat(NumberText.measured(Double.NaN)).isEqualTo("?");
    assertThat(plain(NumberText.rate(9_998))).isEqualTo("10 000");
    assertThat(plain(NumberText.rate(5_017))).isEqualTo("5 020");
  }

  @Test
  void latenciesTakeTheUnitThatFits() {
    assertThat(NumberText.latency(48_200)).isEqualTo("48 us");
    assertThat(NumberText.latency(999_600)).isEqualTo("1.0 ms");
    assertThat(NumberText.latency(212_400_000)).isEqualTo("212 ms");
    assertThat(NumberText.latency(1_500_000_000)).isEqualTo("1.5 s");
  }

  @Test
  void memoryAndTimesHaveUnits() {
    assertThat(NumberText.bytes(70)).isEqualTo("70 B");
    assertThat(NumberText.bytes(1_234)).isEqualTo("1.2 kB");
    assertThat(NumberText.bytes(412_300_000)).isEqualTo("412 MB");
    assertThat(NumberText.bytes(1_234_000_000)).isEqualTo("1.2 GB");
    assertThat(NumberText.time(Duration.ofMillis(400))).isEqualTo("0.4 s");
    assertThat(NumberText.time(Duration.ofSeconds(10))).isEqualTo("10 s");
    assertThat(NumberText.time(Duration.ofSeconds(90))).isEqualTo("90 s");
    assertThat(NumberText.time(Duration.ofMinutes(5))).isEqualTo("5 min");
    assertThat(NumberText.time(Duration.ofSeconds(11_268))).isEqualTo("3 h 8 min");
    assertThat(NumberText.time(Duration.ofSeconds(7_199))).isEqualTo("120 min");
    assertThat(NumberText.time(Duration.ofHours(24))).isEqualTo("24 h");
    assertThat(NumberText.seconds(5_400)).isEqualTo("90 min");
  }

  private static String plain(String text) {
    return NumberText.plain(text);
  }

  /** Two digits would show 0.050 on either side. */
  @ParameterizedTest
  @CsvSource({"0.0496, 0.04960", "0.0504, 0.05040", "1.2e-12, 1.200e-12", "NaN, -"})
  void aChanceShowsOnWhichSideOfALimitItIs(double chance, String text) {
    assertThat(NumberText.chance(chance)).isEqualTo(text);
  }
}
