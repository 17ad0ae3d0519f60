package io.brokerbench.core.broker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BrokerSelectorTest {

  @ParameterizedTest
  @CsvSource({
    "embedded:artemis, artemis",
    "container:emqx=registry.example:5000/emqx:6.0, emqx=registry.example:5000/emqx:6.0",
    "recipe:brokers/own.yaml, brokers/own.yaml",
    "mosquitto, mosquitto",
    "'', ''"
  })
  void theProductIsWhatFollowsTheFirstColon(String text, String shortName) {
    BrokerSelector selector = new BrokerSelector(text);
    assertThat(selector.isAddress()).isFalse();
    assertThat(selector.shortName()).isEqualTo(shortName);
  }

  @ParameterizedTest
  @CsvSource({
    "mqtt://broker.example:1883, broker.example:1883",
    "mqtt://10.0.0.1:1883?pid=17&product=EMQX, 10.0.0.1:1883",
    "'mqtt://a:1883,b:1884?pid=1', 'a:1883,b:1884'",
    "ws://broker.example:8083/mqtt?product=EMQX, broker.example:8083/mqtt",
    "amqp://[::1]:5672#here, [::1]:5672"
  })
  void ofAnAddressTheHostsAndThePathAreLeft(String text, String shortName) {
    BrokerSelector selector = new BrokerSelector(text);
    assertThat(selector.isAddress()).isTrue();
    assertThat(selector.shortName()).isEqualTo(shortName);
  }
}
