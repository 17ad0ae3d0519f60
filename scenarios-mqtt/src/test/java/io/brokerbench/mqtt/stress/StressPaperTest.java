package io.brokerbench.mqtt.stress;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.definition.ScenarioChange;
import io.brokerbench.core.publication.Publications;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What stands beside a run, a search and a comparison of the paper's scenarios. */
class StressPaperTest {

  private static String sentence(Scenario scenario, String... products) {
    return NumberText.plain(
        Publications.load().sentence(scenario, List.of(products)).orElse("nothing"));
  }

  @Test
  void aBrokerThatWasMeasuredHasAllItsVersions() {
    assertThat(sentence(StressCatalog.scenario(Qos.AT_LEAST_ONCE), "Mosquitto"))
        .isEqualTo(
            "Stress-Testing MQTT Brokers, 2021, other hardware: Mosquitto 1.4.15 at most 9 488/s,"
                + " mean latency 0.74 ms at that rate (local); Mosquitto 2.0.7 at most 8 927/s,"
                + " mean latency 0.5 ms at that rate (cloud); whether published or delivered"
                + " messages were counted is not said");
  }

  @Test
  void anyOtherHasTheLowestAndTheHighestRate() {
    String any = "highest rates from 579/s (HiveMQ CE 2020.2, local) to 10 508/s (ActiveMQ Classic";
    assertThat(sentence(StressCatalog.scenario(Qos.EXACTLY_ONCE), "Artemis")).contains(any);
    assertThat(sentence(StressCatalog.scenario(Qos.EXACTLY_ONCE))).contains(any);
  }

  @Test
  void eachOfSeveralThatWereMeasuredHasItsVersionsInTheOrderOfTheBrokers() {
    String both =
        sentence(StressCatalog.scenario(Qos.AT_MOST_ONCE), "HiveMQ CE", "Artemis", "Mosquitto");

    assertThat(both)
        .containsSubsequence(
            "HiveMQ CE 2020.2 at most 8 748/s", "Mosquitto 1.4.15 at most 32 016/s")
        .doesNotContain("highest rates", "EMQX", "Artemis");
  }

  @Test
  void otherWorkHasNoneAndAnotherLoadIsTheSameWork() {
    Scenario original = StressCatalog.scenario(Qos.AT_MOST_ONCE);

    assertThat(
            Stream.of(
                ScenarioChange.set("workload.payload.bytes", 65),
                ScenarioChange.set("topology.publishers", 4),
                ScenarioChange.set("session.persistent", true)))
        .allSatisfy(
            change -> assertThat(sentence(change.applyTo(original), "EMQX")).isEqualTo("nothing"));
    ScenarioChange faster = ScenarioChange.set("workload.load.rate", 77);
    assertThat(sentence(faster.applyTo(original), "EMQX")).contains("EMQX 4.0.8 at most 18 034/s");
  }
}
