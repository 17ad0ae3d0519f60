package io.brokerbench.core.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.broker.Endpoint.Listener;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;

class JmsProtocolTest {

  private static final TopicMapping DOTS = new TopicMapping("dots", "", ".", "*", "#");

  @Test
  void needsAreThoseOfTheProtocolThatClientsSpeak() {
    EnumSet<Capability> needed = EnumSet.of(Capability.MQTT_5, Capability.AMQP, Capability.TLS);
    assertThat(JmsProtocol.OPENWIRE.in(needed))
        .containsExactlyInAnyOrder(Capability.MQTT_5, Capability.OPENWIRE, Capability.TLS);
    assertThat(JmsProtocol.AMQP.in(needed)).isEqualTo(needed);
    EnumSet<Capability> withoutJms = EnumSet.of(Capability.MQTT_5);
    assertThat(JmsProtocol.CORE.in(withoutJms)).isEqualTo(withoutJms);
  }

  @Test
  void openWireHasItsOwnWildcardOnEachBroker() {
    assertThat(JmsProtocol.OPENWIRE.topics(DOTS).of("p/+/#")).isEqualTo("p.*.>");
    assertThat(JmsProtocol.CORE.topics(DOTS).of("p/+/#")).isEqualTo("p.*.#");
    assertThat(JmsProtocol.AMQP.topics(DOTS)).isEqualTo(DOTS);
  }

  @Test
  void whereTlsIsRequiredThePlainListenerWillNotDo() {
    assertThat(JmsProtocol.AMQP.listeners(false)).containsExactly(Listener.AMQP, Listener.AMQPS);
    assertThat(JmsProtocol.AMQP.listeners(true)).containsExactly(Listener.AMQPS);
    assertThat(JmsProtocol.OPENWIRE.listeners(false))
        .containsExactly(Listener.OPENWIRE, Listener.OPENWIRES);
    assertThat(JmsProtocol.OPENWIRE.listeners(true)).containsExactly(Listener.OPENWIRES);
    assertThat(JmsProtocol.CORE.listeners(true)).containsExactly(Listener.CORES);
  }
}
