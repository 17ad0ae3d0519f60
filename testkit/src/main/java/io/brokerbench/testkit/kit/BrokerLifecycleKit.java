package io.brokerbench.testkit.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Endpoint;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

/**
 * The part of the kit that is about how brokers start, what they say of themselves, and how they
 * end.
 */
abstract class BrokerLifecycleKit extends BrokerKitBase {

  private static final int LOG_LINES = 10;

  @Test
  void itSaysWhatItIs() {
    assertThat(provider().accepts(selector())).isTrue();
    assertThat(provider().description()).isNotBlank();
    assertThat(broker().identity().product()).isNotBlank();
    assertThat(broker().identity().version()).isNotBlank().isNotEqualTo("unknown");
    assertThat(broker().identity().origin()).isNotNull();
    assertThat(broker().identity().selector()).isEqualTo(selector());
    assertThat(broker().capabilities()).isEqualTo(provider().capabilities());
    assertThat(broker().failure()).isEmpty();
  }

  @Test
  void itSpeaksAVersionOfMqttOrAmqp() {
    assertThat(!protocols().isEmpty() || claims(Capability.AMQP)).isTrue();
  }

  @Test
  void aLocalBrokerShowsItsProcessAndItsLog() {
    assumeThat(startsProcess()).isTrue();
    assertThat(broker().pid()).isPresent();
    assertThat(ProcessHandle.of(broker().pid().orElseThrow())).isPresent();
    assertThat(broker().logTail(LOG_LINES)).isNotEmpty().hasSizeLessThanOrEqualTo(LOG_LINES);
  }

  @Test
  void itTakesConnectionsAtOnceAndLeavesNothingBehind()
      throws BrokerException, InterruptedException, IOException {
    Broker another = provider().start(BrokerRequest.of(selector()));
    Endpoint endpoint = endpoint(another);
    if (protocols().isEmpty()) {
      KitJms.connect(endpoint, "kit-first").close();
    } else {
      KitMqtt.of(protocols().get(0), endpoint, "kit-first").connected().close();
    }
    another.close();
    another.close();

    if (startsProcess()) {
      assertThat(ProcessHandle.of(another.pid().orElseThrow()).filter(ProcessHandle::isAlive))
          .isEmpty();
    }
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(endpoint.host(), endpoint.port()));
      assertThat(socket.isBound()).isTrue();
    }
  }

  @Test
  void aKilledBrokerSaysSoAndCanBeClosed() throws BrokerException, InterruptedException {
    assumeThat(startsProcess()).isTrue();
    Broker another = provider().start(BrokerRequest.of(selector()));
    try {
      ProcessHandle.of(another.pid().orElseThrow()).orElseThrow().destroyForcibly();
      await().until(() -> another.failure().isPresent());
      assertThat(another.failure().orElseThrow()).isNotBlank().doesNotContain("\n");
    } finally {
      another.close();
    }
  }

  @Test
  void aPortThatIsTakenIsNamed() {
    int port = endpoint(broker()).port();
    assertThatThrownBy(() -> provider().start(BrokerRequest.of(selector()).withPort(port)).close())
        .isInstanceOf(BrokerException.class)
        .hasMessageContaining(Integer.toString(port));
  }
}
