package io.brokerbench.core.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {

  @Property
  void whatIsWrittenIsReadToTheNanosecond(@ForAll @LongRange(min = 0) long nanos) {
    Duration duration = Duration.ofNanos(nanos);

    assertThat(Durations.parse(Durations.format(duration))).isEqualTo(duration);
  }

  @ParameterizedTest
  @CsvSource({
    "10s, 10000000000",
    "500us, 500000",
    "1.5m, 90000000000",
    "0.1ms, 100000",
    "2 h, 7200000000000",
    "7d, 604800000000000",
    "3ns, 3",
    "0s, 0",
    "9007199254740993ns, 9007199254740993",
    "9223372036854775807ns, 9223372036854775807"
  })
  void aNumberWithAUnitIsRead(String text, long nanos) {
    assertThat(Durations.parse(text)).isEqualTo(Duration.ofNanos(nanos));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "s", "-1s", "1e3s", "ten", "1s2m", "1..5s", "PT10S", "٣s", "1S"})
  void whatIsNotANumberWithAUnitIsRefused(String text) {
    assertThatThrownBy(() -> Durations.parse(text))
        .isInstanceOf(DefinitionException.class)
        .hasMessage(
            "duration "
                + text
                + ": a number with a unit (ns, us, ms, s, m, h, d), such as 500ms or 10s");
  }

  @ParameterizedTest
  @ValueSource(strings = {"106752d", "9223372036854775808ns", "9999999999999999999d"})
  void whatIsTooLongToCountInNanosecondsIsRefused(String text) {
    assertThatThrownBy(() -> Durations.parse(text))
        .isInstanceOf(DefinitionException.class)
        .hasMessage("duration " + text + ": the most is 106751d");
  }

  @Test
  void theLargestUnitWithoutAFractionIsWritten() {
    assertThat(Durations.format(Duration.ZERO)).isEqualTo("0s");
    assertThat(Durations.format(Duration.ofMillis(1_500))).isEqualTo("1500ms");
    assertThat(Durations.format(Duration.ofDays(2))).isEqualTo("2d");
    assertThat(Durations.format(Duration.ofSeconds(-90))).isEqualTo("-90s");
    assertThat(Durations.format(Duration.ofSeconds(Long.MAX_VALUE))).endsWith("s");
  }

  @Test
  void aNumberWithoutAUnitIsRefusedWithASuggestion() {
    assertThatThrownBy(() -> Durations.parse("1.5"))
        .isInstanceOf(DefinitionException.class)
        .hasMessage(
            "duration 1.5: a number with a unit (ns, us, ms, s, m, h, d); did you mean 1.5s?");
  }
}
