package io.brokerbench.core.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class FiguresTest {

  @Test
  void countsKeepAllDigitsInGroupsOfThree() {
    assertThat(plain(Figures.count(0))).isEqualTo("0");
    assertThat(plain(Figures.count(999))).isEqualTo("999");
    assertThat(plain(Figures.count(1_000))).isEqualTo("1 000");
    assertThat(plain(Figures.count(-1_234_567))).isEqualTo("-1 234 567");
    assertThat(Figures.count(1_000)).isEqualTo("1\u202f000");
  }

  @Test
  void whatSomeoneChoseIsShownAsChosen() {
    assertThat(plain(Figures.exact(10_000))).isEqualTo("10 000");
    assertThat(plain(Figures.exact(0.5))).isEqualTo("0.5");
    assertThat(plain(Figures.exact(12_345.25))).isEqualTo("12 345.25");
  }

  @Test
  void measuredValuesHaveNoMoreDigitsThanTheyDeserve() {
    assertThat(Figures.measured(0)).isEqualTo("0");
    assertThat(Figures.measured(0.6123)).isEqualTo("0.61");
    assertThat(Figures.measured(9.446)).isEqualTo("9.4");
    assertThat(Figures.measured(61.4)).isEqualTo("61");
    assertThat(Figures.measured(99.7)).isEqualTo("99.7");
    assertThat(Figures.measured(412.3)).isEqualTo("412");
    assertThat(plain(Figures.measured(16_449))).isEqualTo("16 400");
    assertThat(plain(Figures.measured(-9e21))).isEqualTo("-9 000 000 000 000 000 000 000");
    assertThat(Figures.measured(-0.5)).isEqualTo("-0.5");
    assertThat(Figures.measured(Double.NaN)).isEqualTo("?");
    assertThat(plain(Figures.rate(9_998))).isEqualTo("10 000");
    assertThat(plain(Figures.rate(5_017))).isEqualTo("5 020");
  }

  @Test
  void latenciesTakeTheUnitThatFits() {
    assertThat(Figures.latency(48_200)).isEqualTo("48 us");
    assertThat(Figures.latency(999_600)).isEqualTo("1.0 ms");
    assertThat(Figures.latency(212_400_000)).isEqualTo("212 ms");
    assertThat(Figures.latency(1_500_000_000)).isEqualTo("1.5 s");
  }

  @Test
  void memoryAndTimesHaveUnits() {
    assertThat(Figures.bytes(70)).isEqualTo("70 B");
    assertThat(Figures.bytes(1_234)).isEqualTo("1.2 kB");
    assertThat(Figures.bytes(412_300_000)).isEqualTo("412 MB");
    assertThat(Figures.bytes(1_234_000_000)).isEqualTo("1.2 GB");
    assertThat(Figures.time(Duration.ofMillis(400))).isEqualTo("0.4 s");
    assertThat(Figures.time(Duration.ofSeconds(10))).isEqualTo("10 s");
    assertThat(Figures.time(Duration.ofSeconds(90))).isEqualTo("90 s");
    assertThat(Figures.time(Duration.ofMinutes(5))).isEqualTo("5 min");
  }

  private static String plain(String text) {
    return Figures.plain(text);
  }
}
