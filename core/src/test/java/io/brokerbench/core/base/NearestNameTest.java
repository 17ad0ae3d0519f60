package io.brokerbench.core.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestNameTest {

  private static final List<String> NAMES =
      List.of("FANIN.Q0.SHARED", "FANIN.Q1.SHARED", "FANIN.Q0.SINGLE", "publishers", "qos");

  @Test
  void theNameWithTheFewestDifferencesIsNearest() {
    assertThat(NearestName.of("FANNIN.Q0.SHARED", NAMES)).contains("FANIN.Q0.SHARED");
    assertThat(NearestName.of("FANIN.Q1.SHRD", NAMES)).contains("FANIN.Q1.SHARED");
    assertThat(NearestName.of("pubs", NAMES)).isEmpty();
    assertThat(NearestName.of("cos", NAMES)).contains("qos");
  }

  @Test
  void ofNamesAtTheSameDistanceTheFirstIsOffered() {
    assertThat(NearestName.of("FANIN.Q2.SHARED", NAMES)).contains("FANIN.Q0.SHARED");
  }

  @Test
  void upperAndLowerCaseAreAlike() {
    assertThat(NearestName.of("fanin.q0.single", NAMES)).contains("FANIN.Q0.SINGLE");
  }

  @Test
  void aBeginningIsNearEvenIfMuchIsMissing() {
    assertThat(NearestName.of("pub", NAMES)).contains("publishers");
    assertThat(NearestName.of("publishersCount", NAMES)).contains("publishers");
  }

  @Test
  void whereNothingIsNearNothingIsOffered() {
    assertThat(NearestName.of("xyz", NAMES)).isEmpty();
    assertThat(NearestName.of("", NAMES)).isEmpty();
    assertThat(NearestName.of("anything", List.of())).isEmpty();
    assertThat(NearestName.hint("xyz", NAMES)).isEmpty();
    assertThat(NearestName.hint("publisher", NAMES)).isEqualTo("; did you mean publishers?");
  }

  @Test
  void whereNothingIsNearAllMayBeListed() {
    List<String> names = List.of("publishers", "qos");
    assertThat(NearestName.hintOrList("publisher", names)).isEqualTo("; did you mean publishers?");
    assertThat(NearestName.hintOrList("xyzxyz", names)).isEqualTo("; there are publishers, qos");
  }
}
