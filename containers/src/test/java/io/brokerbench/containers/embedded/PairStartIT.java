package io.brokerbench.containers.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.result.BrokerIdentity.Origin;
import io.brokerbench.core.security.CipherSuite;
import io.brokerbench.core.security.Security;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a pair comes up, and what is left of one that does not. */
class PairStartIT {

  @TempDir private Path results;
  @TempDir private Path temporary;

  @Test
  void aPairTellsBothListenersOfEachKindThePrimarysFirst() throws Exception {
    Path log = results.resolve("broker.log");
    BrokerRequest request =
        BrokerRequest.of("embedded:activemq")
            .withHighAvailability()
            .withSecurity(Security.ofPublishers(CipherSuite.RSA_AES256_GCM))
            .withLogFile(log);
    try (Broker pair = new EmbeddedProvider.ActiveMq().start(request)) {
      assertThat(pair.identity().origin()).isEqualTo(Origin.EMBEDDED_PAIR);
      assertThat(pair.endpoints())
          .extracting(Endpoint::listener)
          .containsExactly(Listener.MQTT, Listener.MQTT, Listener.MQTTS, Listener.MQTTS);
      assertThat(pair.nodes().get(0).endpoints())
          .containsExactly(pair.endpoints().get(0), pair.endpoints().get(2));
      assertThat(pair.pid()).isEqualTo(pair.nodes().get(0).pid());
      assertThat(log).isNotEmptyFile();
      assertThat(results.resolve("broker-backup.log")).isNotEmptyFile();
    }
  }

  @Test
  void aPortThatIsTakenEndsBoth() throws Exception {
    String before = System.setProperty("java.io.tmpdir", temporary.toString());
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      BrokerRequest request =
          BrokerRequest.of("embedded:artemis")
              .withHighAvailability()
              .withPort(taken.getLocalPort());
      assertThatThrownBy(() -> new EmbeddedProvider.Artemis().start(request))
          .isInstanceOf(BrokerException.class)
          .hasMessageMatching(
              "Artemis primary did not start on port %d .*already in use.*"
                  .formatted(taken.getLocalPort()));
    } finally {
      System.setProperty("java.io.tmpdir", before);
    }
    try (Stream<Path> left = Files.list(temporary)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void whoCanNotBeAPairSaysSoBeforeAnythingIsStarted() {
    BrokerRequest request = BrokerRequest.of("embedded:hivemq").withHighAvailability();
    assertThatThrownBy(() -> new EmbeddedProvider.HiveMq().start(request))
        .isInstanceOf(DefinitionException.class)
        .hasMessage("HiveMQ CE cannot be started as a pair");
  }

  /** The store that both share holds none of the messages that wait. */
  @Test
  void aPairOfActiveMqHasNoDeliveryDelay() {
    BrokerRequest request =
        BrokerRequest.of("embedded:activemq").withHighAvailability().withAmqp().withDeliveryDelay();
    assertThatThrownBy(() -> new EmbeddedProvider.ActiveMq().start(request))
        .isInstanceOf(DefinitionException.class)
        .hasMessage(
            "the nodes of ActiveMQ Classic share a store, in which messages with a delivery delay"
                + " are not");
  }
}
