package io.brokerbench.containers.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.Endpoint.Listener;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RemoteAddressTest {

  @ParameterizedTest
  @CsvSource({
    "mqtt://broker, mqtt://broker:1883",
    "mqtt://10.1.2.3:1884?pid=42, mqtt://10.1.2.3:1884",
    "mqtts://broker, mqtts://broker:8883",
    "mqtt+psk://broker, mqtt+psk://broker:8883",
    "ws://broker, ws://broker:80/mqtt",
    "ws://broker:8000/, ws://broker:8000/",
    "wss://broker/deep/path?trust=ca.pem, wss://broker:443/deep/path",
    "mqtt://[::1]:1884, mqtt://[::1]:1884"
  })
  void portAndPathHaveTheUsualDefaults(String selector, String endpoint) {
    assertThat(RemoteAddress.isOne(selector)).isTrue();
    assertThat(RemoteAddress.parse(selector).endpoints())
        .extracting(Endpoint::uri)
        .containsExactly(endpoint);
  }

  @Test
  void anAddressOfIpVersion6LosesItsBrackets() {
    assertThat(RemoteAddress.parse("mqtt://[::1]").endpoints())
        .containsExactly(Endpoint.mqtt("::1", 1883));
  }

  @Test
  void severalAddressesAreSeveralEndpointsOfOneKind() {
    assertThat(uris("mqtt://127.0.0.1:1883,127.0.0.1:1884,[::1]"))
        .containsExactly("mqtt://127.0.0.1:1883", "mqtt://127.0.0.1:1884", "mqtt://[::1]:1883");
    assertThat(uris("wss://a:1,b:2/x")).containsExactly("wss://a:1/x", "wss://b:2/x");
  }

  @Test
  void otherListenersOfTheSameHostsAreParameters() {
    assertThat(uris("mqtt://a,a:1884,b?mqtts=8883&psk=8884"))
        .containsExactly(
            "mqtt://a:1883",
            "mqtt://a:1884",
            "mqtt://b:1883",
            "mqtts://a:8883",
            "mqtts://b:8883",
            "mqtt+psk://a:8884",
            "mqtt+psk://b:8884");
    assertThat(uris("mqtt://a?amqp=5672&amqps=b,c:1"))
        .containsExactly("mqtt://a:1883", "amqp://a:5672", "amqps://b:5671", "amqps://c:1");
    assertThat(uris("mqtt://a:1,a:2?mqtts=a:3,a:4"))
        .containsExactly("mqtt://a:1", "mqtt://a:2", "mqtts://a:3", "mqtts://a:4");
    assertThat(uris("amqp://a,b:1?amqps=2"))
        .containsExactly("amqp://a:5672", "amqp://b:1", "amqps://a:2", "amqps://b:2");
    assertThat(RemoteAddress.isOne("amqp://a")).isTrue();
    assertThat(RemoteAddress.parse("amqp://a").hasMqtt()).isFalse();
    assertThat(RemoteAddress.parse("ws://a?amqp=1").hasMqtt()).isTrue();
    assertThat(RemoteAddress.parse("mqtt://a?mqtts=1").has(Listener.MQTTS)).isTrue();
    assertThat(RemoteAddress.parse("mqtt://a?mqtts=1").has(Listener.MQTT_PSK)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mqtt://",
        "mqtt://user@host",
        "mqtt://user:secret@host",
        "mqtt://host/path",
        "mqtt://host#x",
        "mqtt://a b",
        "mqtt://host:port",
        "mqtt://host:99999",
        "mqtt://host,",
        "mqtt://,host",
        "mqtt://a,mqtt://b",
        "mqtt://a,a",
        "ws:///mqtt"
      })
  void anotherFormIsRefused(String selector) {
    assertThatThrownBy(() -> RemoteAddress.parse(selector)).isInstanceOf(DefinitionException.class);
  }

  @Test
  void theFormIsTold() {
    assertThatThrownBy(() -> RemoteAddress.parse("mqtts://host/path"))
        .hasMessage("the form is mqtts://HOST[:PORT][,HOST[:PORT]...][?NAME=VALUE&...]");
    assertThatThrownBy(() -> RemoteAddress.parse("ws://"))
        .hasMessageContaining("the form is ws://HOST[:PORT][,HOST[:PORT]...][/PATH][?NAME=");
  }

  @ParameterizedTest
  @ValueSource(strings = {"tcp://host", "embedded", "mqtt:host", "host:1883", "wsx://host", ""})
  void otherSelectorsAreNotOurs(String selector) {
    assertThat(RemoteAddress.isOne(selector)).isFalse();
  }

  private static List<String> uris(String selector) {
    return RemoteAddress.parse(selector).endpoints().stream().map(Endpoint::uri).toList();
  }
}
