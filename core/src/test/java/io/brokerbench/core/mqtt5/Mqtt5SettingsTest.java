package io.brokerbench.core.mqtt5;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.definition.ScenarioChange;
import io.brokerbench.core.definition.ScenarioCodec;
import io.brokerbench.core.definition.ScenarioFormat;
import io.brokerbench.core.scenario.Scenario;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Mqtt5SettingsTest {

  private static final Scenario USUAL =
      ScenarioCodec.read("name: it\nsession: {protocol: mqtt5}", ScenarioFormat.YAML, "it");

  private static Scenario changed(Scenario base, String... changes) {
    Scenario scenario = base;
    for (String change : changes) {
      scenario = ScenarioChange.parse(change).applyTo(scenario);
    }
    return scenario;
  }

  @Test
  void eachSettingCanBeSetByItsPath() {
    Mqtt5Settings settings =
        changed(
                USUAL,
                "session.mqtt5.messageExpiry=20s",
                "session.mqtt5.userProperties={tenant: acme, n: '1'}",
                "session.mqtt5.topicAliases=true",
                "session.mqtt5.subscriptionIdentifiers=true",
                "session.mqtt5.receiveMaximum=7",
                "session.mqtt5.sessionExpiry=5m")
            .session()
            .mqtt5OrNone();
    assertThat(settings.messageExpiry()).contains(Duration.ofSeconds(20));
    assertThat(settings.userProperties()).contains(Map.of("tenant", "acme", "n", "1"));
    assertThat(settings.usesTopicAliases()).isTrue();
    assertThat(settings.usesSubscriptionIdentifiers()).isTrue();
    assertThat(settings.receiveMaximum()).contains(7);
    assertThat(settings.sessionExpirySeconds()).isEqualTo(300);
  }

  @Test
  void whatIsWrittenReadsAsTheSame() {
    Scenario scenario =
        changed(
            USUAL,
            "session.mqtt5.userProperties={b: 'x', a: 'y'}",
            "session.mqtt5.messageExpiry=1s");
    String yaml = ScenarioCodec.write(scenario, ScenarioFormat.YAML);
    assertThat(ScenarioCodec.read(yaml, ScenarioFormat.YAML, "it")).isEqualTo(scenario);
    assertThat(scenario.session().mqtt5OrNone().userProperties().orElseThrow().keySet())
        .containsExactly("b", "a");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "session.protocol=mqtt3.1.1 | only where session.protocol is mqtt5",
        "session.mqtt5.receiveMaximum=65536 | receiveMaximum 65536: between 1 and 65535",
        "session.mqtt5.messageExpiry=0s | whole seconds, between 1 and 4294967294",
        "workload.load.type=none | sessionExpiry alone where nothing is sent",
      })
  void whatCannotBeIsRefusedInOneLine(String change, String message) {
    Scenario aliases = changed(USUAL, "session.mqtt5.topicAliases=true");
    assertThatThrownBy(() -> change(change).applyTo(aliases))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining(message)
        .hasMessageNotContaining("\n");
  }

  /** A load of nothing has no consumers. */
  private static ScenarioChange change(String text) {
    ScenarioChange change = ScenarioChange.parse(text);
    return text.endsWith("=none") ? change.and("topology.distribution", "NONE") : change;
  }
}
