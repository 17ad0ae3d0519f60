package io.brokerbench.mqtt.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.RequiredCapabilities;
import io.brokerbench.core.definition.Scenarios;
import io.brokerbench.core.scenario.Fault;
import io.brokerbench.core.scenario.FaultKind;
import io.brokerbench.core.scenario.Scenario;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FailoverCatalogTest {

  private final Scenarios scenarios = Scenarios.load();

  @Test
  void allOfThemAreListedAndFound() {
    assertThat(scenarios.list())
        .extracting(Scenario::name)
        .contains("FAILOVER.Q1", "FAILOVER.Q2", "FAILOVER.RESTART.Q1", "FAILOVER.RESTART.Q2");
    assertThat(new FailoverCatalog().scenarios())
        .allSatisfy(s -> assertThat(scenarios.find(s.name())).isEqualTo(s));
  }

  @Test
  void aPairGoesOnWithoutTheNodeThatWasKilled() {
    Scenario pair = scenarios.find("FAILOVER.Q2");
    assertThat(RequiredCapabilities.of(pair))
        .contains(
            Capability.HIGH_AVAILABILITY,
            Capability.PERSISTENT_SESSIONS,
            Capability.QOS_2_REPEATED);
    assertThat(pair.conditions().fault())
        .contains(new Fault(FaultKind.KILL, Duration.ofSeconds(10), Optional.empty()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"FAILOVER.Q1.JMS", "FAILOVER.QUEUE", "FAILOVER.QUEUE.TRANSACTED"})
  void jmsClientsTakeAPairToo(String name) {
    assertThat(RequiredCapabilities.of(scenarios.find(name)))
        .contains(Capability.HIGH_AVAILABILITY, Capability.AMQP)
        .doesNotContain(Capability.JMS_SHARED);
    assertThat(scenarios.find(name).session().jmsConsumers()).isPresent();
  }

  @Test
  void oneBrokerIsStartedAgainAtOnce() {
    Scenario single = scenarios.find("FAILOVER.RESTART.Q1");
    assertThat(single.conditions().highAvailability()).isFalse();
    assertThat(RequiredCapabilities.of(single)).contains(Capability.SURVIVES_KILL);
    assertThat(single.conditions().fault().orElseThrow().healAfter()).contains(Duration.ZERO);
  }

  @Test
  void aNameThatIsNearlyOneIsAnsweredWithTheRightOne() {
    assertThatThrownBy(() -> scenarios.find("FAILOVER.Q3")).hasMessageContaining("FAILOVER.Q");
  }
}
