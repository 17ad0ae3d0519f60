package io.brokerbench.mqtt.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.driver.DriverSettings;
import io.brokerbench.core.driver.Target;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.security.Access;
import io.brokerbench.core.security.CipherSuite;
import io.brokerbench.core.security.ClientIdentity;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LinkPlanTest {

  private static final Endpoint FIRST = Endpoint.mqtt("127.0.0.1", 1883);
  private static final Endpoint SECOND = Endpoint.mqtt("127.0.0.1", 1884);

  private static LinkPlan plan(Target publishing, Access access, List<InetAddress> sources) {
    return new LinkPlan(
        "it",
        DriverSettings.of(publishing, Protocol.MQTT_5, NanoClock.SYSTEM)
            .withConsuming(Target.of(FIRST))
            .withAccess(access)
            .withSources(sources));
  }

  @Test
  void connectionsAreSpreadOverEndpointsAndSources() throws Exception {
    List<InetAddress> sources =
        List.of(InetAddress.getByName("127.0.0.2"), InetAddress.getByName("127.0.0.3"));
    LinkPlan plan =
        plan(new Target(List.of(FIRST, SECOND), Optional.empty()), Access.OPEN, sources);
    List<LinkSettings> four =
        Stream.generate(() -> plan.publisher("p", ClientIdentity.COMMON, null)).limit(4).toList();
    assertThat(four)
        .extracting(LinkSettings::endpoint)
        .containsExactly(FIRST, SECOND, FIRST, SECOND);
    assertThat(four)
        .extracting(settings -> settings.source().orElseThrow())
        .containsExactly(sources.get(0), sources.get(0), sources.get(1), sources.get(1));
  }

  @Test
  void aPreSharedKeyIsRefused() {
    Target psk =
        new Target(
            List.of(new Endpoint(Listener.MQTT_PSK, "127.0.0.1", 8883)),
            Optional.of(CipherSuite.PSK_AES256_CBC));
    assertThatThrownBy(() -> plan(psk, Access.OPEN, List.of()))
        .isInstanceOf(DefinitionException.class)
        .hasMessage("the driver it has no pre-shared keys; swarm has them");
  }

  @Test
  void aFileThatIsNotThereIsNamed() {
    Target tls = Target.of(new Endpoint(Listener.MQTTS, "127.0.0.1", 8883));
    assertThatThrownBy(() -> plan(tls, Access.OPEN.withTrust(Path.of("no-such.pem")), List.of()))
        .isInstanceOf(DefinitionException.class)
        .hasMessage("certificates to trust no-such.pem: no such file");
  }

  @Test
  void aMissingCertificateOfTheClientsIsNamed() {
    Target tls = Target.of(new Endpoint(Listener.MQTTS, "127.0.0.1", 8883));
    Access own =
        Access.OPEN.withCertificate(
            new Access.ClientCertificate(Path.of("no-such.pem"), Path.of("no-such.key")));
    assertThatThrownBy(() -> plan(tls, own, List.of()))
        .isInstanceOf(DefinitionException.class)
        .hasMessage("client certificate no-such.pem with no-such.key: no such file");
  }

  @ParameterizedTest
  @ValueSource(strings = {"no key at all!", "c29tZXRoaW5nIGVsc2U="})
  void aKeyOfAnotherFormIsNamed(String content, @TempDir Path folder) throws Exception {
    Path key = Files.writeString(folder.resolve("client.key"), content);
    Target tls = Target.of(new Endpoint(Listener.MQTTS, "127.0.0.1", 8883));
    Access own =
        Access.OPEN.withCertificate(new Access.ClientCertificate(Path.of("client.pem"), key));
    assertThatThrownBy(() -> plan(tls, own, List.of()))
        .isInstanceOf(DefinitionException.class)
        .hasMessage(
            "client certificate client.pem with %s: the key is no PKCS #8 in PEM, or is encrypted",
            key);
  }

  @Test
  void theVersionOfALibraryIsThatOfItsJar() {
    assertThat(LibraryVersion.of(com.hivemq.client.mqtt.MqttClient.class)).matches("\\d+\\.\\d+.*");
    assertThat(LibraryVersion.of(org.eclipse.paho.client.mqttv3.MqttAsyncClient.class))
        .matches("\\d+\\.\\d+.*");
    assertThat(LibraryVersion.of(org.eclipse.paho.mqttv5.client.MqttAsyncClient.class))
        .matches("\\d+\\.\\d+.*");
  }
}
