package io.brokerbench.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.result.BrokerIdentity.Origin;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the compatibility kit cannot know: texts, folders, a broker reached by its address. */
class BrokerLifecycleIT {

  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  @TempDir private Path results;

  @ParameterizedTest
  @ValueSource(strings = {"embedded:artemis", "process:mosquitto"})
  void startsAndLeavesNothing(String selector) throws Exception {
    Installed.assume(selector);
    Path log = results.resolve("broker.log");
    Path folder;
    Endpoint endpoint;
    ProcessHandle process;
    try (Broker broker = start(BrokerRequest.of(selector).withLogFile(log))) {
      endpoint = broker.endpoint(Endpoint.Listener.MQTT).orElseThrow();
      process = ProcessHandle.of(broker.pid().getAsLong()).orElseThrow();
      folder = Path.of("/proc", Long.toString(process.pid()), "cwd").toRealPath();
      assertThat(MqttProbe.connect(endpoint.host(), endpoint.port(), TIMEOUT)).isZero();
      assertThat(broker.identity().version()).matches("\\d.*");
      assertThat(broker.identity().selector()).isEqualTo(selector);
      assertThat(broker.capabilities()).isEqualTo(Tool.provider(selector).capabilities());
      assertThat(broker.failure()).isEmpty();
      assertThat(broker.logTail(5)).isNotEmpty();
    }
    assertThat(process.isAlive()).isFalse();
    assertThat(folder).doesNotExist();
    assertThat(log).isNotEmptyFile();
    bind(endpoint.port()).close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"embedded:artemis", "process:mosquitto"})
  void aTakenPortIsToldAtOnce(String selector) throws Exception {
    Installed.assume(selector);
    Path log = results.resolve("broker.log");
    try (ServerSocket taken = bind(0)) {
      BrokerRequest request =
          BrokerRequest.of(selector).withLogFile(log).withPort(taken.getLocalPort());
      assertThatThrownBy(() -> start(request))
          .isInstanceOf(BrokerException.class)
          .hasMessageMatching(
              ".* did not start on port %d.*: .*Address already in use.*"
                  .formatted(taken.getLocalPort()));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"embedded:artemis", "process:mosquitto"})
  void aKilledBrokerIsNoticed(String selector) throws Exception {
    Installed.assume(selector);
    try (Broker broker = start(BrokerRequest.of(selector))) {
      ProcessHandle.of(broker.pid().getAsLong()).orElseThrow().destroyForcibly();
      await().until(() -> broker.failure().isPresent());
      assertThat(broker.failure().orElseThrow()).endsWith(" was killed (signal 9)");
    }
  }

  @Test
  void aBrokerThatIsThereAlreadyIsWatchedAndNotStopped() throws Exception {
    Installed.assume("process:mosquitto");
    try (Broker mosquitto = start(BrokerRequest.of("process:mosquitto"))) {
      long pid = mosquitto.pid().getAsLong();
      String selector = mosquitto.endpoints().get(0).uri() + "?pid=" + pid;
      try (Broker remote = start(BrokerRequest.of(selector))) {
        assertThat(remote.endpoints()).isEqualTo(mosquitto.endpoints());
        assertThat(remote.pid()).hasValue(pid);
        assertThat(remote.identity().origin()).isEqualTo(Origin.REMOTE);
        assertThat(remote.failure()).isEmpty();
      }
      assertThat(mosquitto.failure()).isEmpty();
      try (Broker remote = start(BrokerRequest.of(selector))) {
        ProcessHandle.of(pid).orElseThrow().destroyForcibly();
        await().until(() -> remote.failure().isPresent());
        assertThat(remote.failure()).hasValue("the broker's process " + pid + " has ended");
      }
    }
  }

  private static Broker start(BrokerRequest request) throws Exception {
    return Tool.provider(request.selector()).start(request);
  }

  private static ServerSocket bind(int port) throws Exception {
    ServerSocket socket = new ServerSocket();
    socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    return socket;
  }
}
