package io.brokerbench.testkit.broker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TopicFilterTest {

  @ParameterizedTest
  @CsvSource({
    "a/b, a/b, true",
    "a/b, a/b/c, false",
    "a/+, a/b, true",
    "a/+, a/, true",
    "a/+, a, false",
    "a/+, a/b/c, false",
    "+/+, /b, true",
    "a/#, a, true",
    "a/#, a/b/c, true",
    "#, a/b, true",
    "#, $SYS/x, false",
    "+/x, $SYS/x, false",
    "$SYS/#, $SYS/x, true"
  })
  void filtersMatchAsTheSpecificationSays(String filter, String topic, boolean matches) {
    assertThat(TopicFilter.matches(filter, topic)).isEqualTo(matches);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"a+", "a/#/b", "a#", "", "$share/g/", "$share//a", "$share/+/a", "$share/g"})
  void malformedFiltersAreFound(String filter) {
    assertThat(Subscription.isValid(filter)).isFalse();
  }
}
