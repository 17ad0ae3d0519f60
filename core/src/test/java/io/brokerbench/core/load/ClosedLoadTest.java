package io.brokerbench.core.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.definition.ScenarioCodec;
import io.brokerbench.core.definition.ScenarioFormat;
import io.brokerbench.core.engine.RunRequirements;
import io.brokerbench.core.scenario.Scenario;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClosedLoadTest {

  @ParameterizedTest
  @ValueSource(ints = {0, -1, 65_536})
  void aWindowHasAsManyPlacesAsMqttHasPacketIdentifiers(int window) {
    assertThatThrownBy(() -> new ClosedLoad(window))
        .isInstanceOf(DefinitionException.class)
        .hasMessage("window " + window + ": between 1 and 65535");
  }

  @Test
  void theLeastAndTheGreatestWindowAreLegal() {
    assertThat(new ClosedLoad(1).window()).isEqualTo(1);
    assertThat(new ClosedLoad(65_535).window()).isEqualTo(65_535);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, 100_000_001})
  void aBacklogHasALimitThatMeansSomething(int backlog) {
    assertThatThrownBy(() -> new ClosedLoad(1, OptionalInt.of(backlog)))
        .isInstanceOf(DefinitionException.class)
        .hasMessage("backlog " + backlog + ": between 1 and 100000000");
  }

  /** Several processes do not know what all of them are owed. */
  @Test
  void aLimitOfTheBacklogIsForOneProcess() {
    Scenario scenario =
        ScenarioCodec.read(
            "name: it\nworkload: {qos: 1, load: {type: closed, window: 10, backlog: 1000}}",
            ScenarioFormat.YAML,
            "it.yaml");
    assertThat(scenario.workload().load()).isEqualTo(new ClosedLoad(10, OptionalInt.of(1_000)));
    RunRequirements required = new RunRequirements(scenario);
    required.requireOneProcess(1, false);
    for (int workers = 1; workers <= 2; workers++) {
      int count = workers;
      assertThatThrownBy(() -> required.requireOneProcess(count, count == 1))
          .isInstanceOf(DefinitionException.class)
          .hasMessage(
              "workload.load.backlog 1000: only with one process, which knows what is owed: not"
                  + " with workers and agents");
    }
  }

  /** When another process sent a message decides whether the broker was free to drop it. */
  @Test
  void messagesThatExpireUnderAClosedLoadAreForOneProcess() {
    Scenario scenario =
        ScenarioCodec.read(
            """
            name: it
            workload: {qos: 1, load: {type: closed, window: 10}}
            session: {protocol: mqtt5, mqtt5: {messageExpiry: 5s}}
            """,
            ScenarioFormat.YAML,
            "it.yaml");
    RunRequirements required = new RunRequirements(scenario);
    required.requireOneProcess(1, false);
    assertThatThrownBy(() -> required.requireOneProcess(2, false))
        .isInstanceOf(DefinitionException.class)
        .hasMessageStartingWith("workers 2: 1 where messages expire under a closed load");
    assertThatThrownBy(() -> required.requireOneProcess(1, true))
        .hasMessageStartingWith("agents some: none where messages expire");
  }

  /** What has expired stays owed, so nothing would be sent any more. */
  @Test
  void aLimitOfTheBacklogIsForMessagesThatAreAllDelivered() {
    assertThatThrownBy(
            () ->
                ScenarioCodec.read(
                    """
                    name: it
                    workload: {qos: 1, load: {type: closed, window: 10, backlog: 1000}}
                    session: {protocol: mqtt5, mqtt5: {messageExpiry: 1s}}
                    """,
                    ScenarioFormat.YAML,
                    "it.yaml"))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining("backlog")
        .hasMessageContaining("not where messages expire or a selector holds them back");
  }
}
