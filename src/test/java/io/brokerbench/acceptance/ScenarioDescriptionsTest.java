package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.definition.Scenarios;
import io.brokerbench.core.scenario.Scenario;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What {@code list} says of each scenario of all catalogues distinguishes it from the others. */
class ScenarioDescriptionsTest {

  @Test
  void noTwoScenariosHaveTheSameDescription() {
    List<Scenario> all = Scenarios.load().list();
    assertThat(all).hasSizeGreaterThan(150);
    Map<String, List<String>> names =
        all.stream()
            .collect(
                Collectors.groupingBy(
                    Scenario::description,
                    Collectors.mapping(Scenario::name, Collectors.toList())));

    assertThat(names).doesNotContainKey("");
    assertThat(names.values()).allSatisfy(ofOne -> assertThat(ofOne).hasSize(1));
  }
}
