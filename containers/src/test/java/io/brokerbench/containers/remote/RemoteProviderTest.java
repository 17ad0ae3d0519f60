package io.brokerbench.containers.remote;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.scenario.DefinitionException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

class RemoteProviderTest {

  private final RemoteProvider provider = new RemoteProvider();

  @Test
  void whereNothingListensIsSaidInALine() throws Exception {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    assertThatThrownBy(() -> start("mqtt://127.0.0.1:" + port))
        .isInstanceOf(BrokerException.class)
        .hasMessage("mqtt://127.0.0.1:%d: no MQTT broker to be reached: Connection refused", port);
  }

  @Test
  void aProcessThatIsNotThereIsSaid() {
    assertThatThrownBy(() -> start("mqtt://127.0.0.1?pid=999999999"))
        .isInstanceOf(BrokerException.class)
        .hasMessage(
            "mqtt://127.0.0.1:1883?pid=999999999: there is no such process on this machine");
  }

  @Test
  void aPortCannotBeChosen() {
    assertThatThrownBy(() -> provider.start(BrokerRequest.of("mqtt://127.0.0.1").withPort(1)))
        .isInstanceOf(DefinitionException.class);
  }

  private void start(String selector) throws BrokerException {
    provider.start(BrokerRequest.of(selector)).close();
  }
}
