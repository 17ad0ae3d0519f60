package io.brokerbench.containers.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.scenario.DefinitionException;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RemoteAddressTest {

  @Test
  void portAndPidMayBeLeftOut() {
    assertThat(RemoteAddress.parse("mqtt://broker"))
        .isEqualTo(new RemoteAddress(Endpoint.mqtt("broker", 1883), OptionalLong.empty()));
    assertThat(RemoteAddress.parse("mqtt://10.1.2.3:1884?pid=42"))
        .isEqualTo(new RemoteAddress(Endpoint.mqtt("10.1.2.3", 1884), OptionalLong.of(42)));
  }

  @Test
  void anAddressOfIpVersion6IsInBrackets() {
    assertThat(RemoteAddress.parse("mqtt://[::1]:1884").endpoint())
        .isEqualTo(Endpoint.mqtt("::1", 1884))
        .hasToString("mqtt://[::1]:1884");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mqtt://",
        "mqtt://user@host",
        "mqtt://host/path",
        "mqtt://host#x",
        "mqtt://a b",
        "mqtt://host:port",
        "mqtt://host:99999"
      })
  void anotherFormIsRefused(String selector) {
    assertThatThrownBy(() -> RemoteAddress.parse(selector)).isInstanceOf(DefinitionException.class);
  }

  @Test
  void anUnknownOptionIsNamedWithTheKnownOnes() {
    assertThatThrownBy(() -> RemoteAddress.parse("mqtt://host?amqp=5672"))
        .isInstanceOf(DefinitionException.class)
        .hasMessage("mqtt://host?amqp=5672: unknown option amqp; there is pid");
  }

  @ParameterizedTest
  @ValueSource(strings = {"pid=", "pid", "pid=x", "pid=0", "pid=-3"})
  void aPidIsAPositiveNumber(String option) {
    assertThatThrownBy(() -> RemoteAddress.parse("mqtt://host?" + option))
        .isInstanceOf(DefinitionException.class)
        .hasMessageEndingWith("pid is the number of a process");
  }
}
