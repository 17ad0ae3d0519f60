package io.brokerbench.testkit.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.security.Access.PreSharedKey;
import io.brokerbench.core.security.CipherSuite;
import io.brokerbench.core.security.Security;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The part of the kit that is about TLS: each suite takes a broker of its own. */
public abstract class BrokerTlsKit extends BrokerPairKit {

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "PSK_AES256_CBC")
  void messagesGoOverTheCipherSuiteThatIsAskedForAndNoOtherIsTaken(CipherSuite cipher)
      throws BrokerException, InterruptedException, GeneralSecurityException, IOException {
    assumeClaimed(Capability.TLS);
    assumeThat(protocols()).isNotEmpty();
    Path trust;
    try (Broker secured = start(cipher)) {
      trust = secured.access().trust().orElseThrow();
      Endpoint endpoint = secured.endpoint(Listener.MQTTS).orElseThrow();
      KitTls tls = new KitTls(secured.access());
      assertThat(tls.chosenOfAllBut("none", endpoint)).isEqualTo(cipher.ianaName());
      assertThatThrownBy(() -> tls.chosenOfAllBut(cipher.ianaName(), endpoint))
          .isInstanceOf(SSLException.class);
      Protocol protocol = protocols().get(0);
      try (KitMqtt publisher = KitMqtt.of(protocol, endpoint, "kit-tls", tls.accepting(cipher));
          KitMqtt subscriber = KitMqtt.of(protocol, endpoint(secured), "kit-plain")) {
        subscriber.connected().subscribe("kit/tls", 1);
        publisher.connected().publishNumbers("kit/tls", 1, 0, 100);
        NumberedMessages.assertOnceInOrder(subscriber.take(100), 100);
        publisher.subscribe("kit/back", 1);
        subscriber.publishNumbers("kit/back", 1, 0, 100);
        NumberedMessages.assertOnceInOrder(publisher.take(100), 100);
      }
    }
    assertThat(trust).doesNotExist();
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "PSK_AES256_CBC")
  void messagesOfJmsGoOverTheCipherSuiteThatIsAskedForAndNoOtherIsTaken(CipherSuite cipher)
      throws BrokerException, InterruptedException, GeneralSecurityException, IOException {
    assumeClaimed(Capability.TLS);
    assumeClaimed(Capability.AMQP);
    assumeThat(protocols()).as("MQTT").isEmpty();
    try (Broker secured = start(cipher)) {
      Endpoint endpoint = secured.endpoint(Listener.AMQPS).orElseThrow();
      KitTls tls = new KitTls(secured.access());
      assertThat(tls.chosenOfAllBut("none", endpoint)).isEqualTo(cipher.ianaName());
      assertThatThrownBy(() -> tls.chosenOfAllBut(cipher.ianaName(), endpoint))
          .isInstanceOf(SSLException.class);
      try (KitJms over = KitJms.connect(endpoint, tls);
          KitJms plain = KitJms.connect(endpoint(secured))) {
        over.sendNumbers(over.queue("kit-tls"), 0, 100);
        NumberedMessages.assertOnce(KitJms.take(plain.consumer(plain.queue("kit-tls")), 100), 100);
      }
    }
  }

  @Test
  void messagesGoOverAPreSharedKeyAndAWrongOneIsRefused()
      throws BrokerException, InterruptedException, IOException {
    assumeClaimed(Capability.TLS_PSK);
    try (Broker secured = start(CipherSuite.PSK_AES256_CBC)) {
      Endpoint endpoint = secured.endpoint(Listener.MQTT_PSK).orElseThrow();
      PreSharedKey key = secured.access().psk().orElseThrow();
      try (KitPsk client = KitPsk.connect(endpoint, key, "kit-psk")) {
        assertThat(client.roundTrip("kit/psk", "secret")).isEqualTo("secret");
      }
      PreSharedKey wrong = new PreSharedKey(key.identity(), new byte[16]);
      assertThatThrownBy(() -> KitPsk.connect(endpoint, wrong, "kit-psk"))
          .isInstanceOf(IOException.class);
      PreSharedKey unknown = new PreSharedKey("unknown", key.key());
      assertThatThrownBy(() -> KitPsk.connect(endpoint, unknown, "kit-psk"))
          .isInstanceOf(IOException.class);
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatIsNotClaimedIsRefusedBeforeAnythingIsStarted(CipherSuite cipher) {
    Capability needed = cipher.isPsk() ? Capability.TLS_PSK : Capability.TLS;
    if (!claims(needed)) {
      assertThatThrownBy(() -> start(cipher).close())
          .isInstanceOf(DefinitionException.class)
          .hasMessageContaining(needed.title());
    }
  }

  @Test
  void onlyTheOwnerMayReadKeysAndCertificates()
      throws BrokerException, InterruptedException, IOException {
    assumeClaimed(Capability.TLS);
    try (Broker secured = start(CipherSuite.TLS13_AES256_GCM)) {
      Path folder = secured.access().trust().orElseThrow().toAbsolutePath().getParent();
      assertThat(Files.getPosixFilePermissions(folder))
          .noneMatch(permission -> permission.name().matches("(GROUP|OTHERS)_.*"));
    }
  }

  private Broker start(CipherSuite cipher) throws BrokerException, InterruptedException {
    return provider().start(BrokerRequest.of(selector()).withSecurity(Security.ofAll(cipher)));
  }
}
