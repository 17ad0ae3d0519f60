package io.brokerbench.core.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.Endpoint.Listener;
import java.util.List;
import org.junit.jupiter.api.Test;

class EndpointConnectsTest {

  private static final Endpoint PLAIN = Endpoint.mqtt("host", 1883);
  private static final Endpoint SECURED = new Endpoint(Listener.MQTTS, "host", 8883);

  @Test
  void theSlowestStepIsNamed() {
    assertThat(waiting(PLAIN, 9, 4, 4, 4))
        .isEqualTo("host:1883 did not accept TCP (TCP 4, MQTT 4 of 9)");
    assertThat(waiting(SECURED, 9, 9, 3, 0))
        .isEqualTo(
            "host:8883 accepted TCP and never answered the TLS handshake (TCP 9, TLS 3, MQTT 0 of"
                + " 9)");
    assertThat(waiting(PLAIN, 9, 9, 9, 8))
        .isEqualTo("host:1883 accepted TCP and never answered MQTT's CONNECT (TCP 9, MQTT 8 of 9)");
  }

  private static String waiting(Endpoint endpoint, int begun, int tcp, int open, int mqtt) {
    return EndpointConnects.waiting(List.of(new EndpointConnects(endpoint, begun, tcp, open, mqtt)))
        .orElseThrow();
  }

  @Test
  void whereAllAreDoneNothingIsSaid() {
    assertThat(EndpointConnects.waiting(List.of(new EndpointConnects(PLAIN, 5, 5, 5, 5))))
        .isEmpty();
    assertThat(EndpointConnects.waiting(List.of())).isEmpty();
  }

  @Test
  void severalDriversAreAddedUpByEndpoint() {
    assertThat(
            EndpointConnects.sum(
                List.of(
                    new EndpointConnects(SECURED, 5, 4, 3, 2),
                    new EndpointConnects(PLAIN, 1, 1, 1, 1),
                    new EndpointConnects(SECURED, 50, 40, 30, 20))))
        .containsExactly(
            new EndpointConnects(SECURED, 55, 44, 33, 22), new EndpointConnects(PLAIN, 1, 1, 1, 1));
  }
}
