package io.brokerbench.kit;

import static io.brokerbench.kit.BrokenClaimException.require;
import static io.brokerbench.kit.BrokenClaimException.requireEqual;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.broker.JmsProtocol;
import io.brokerbench.core.broker.RequiredCapabilities;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.security.Access;
import io.brokerbench.core.security.Access.PreSharedKey;
import io.brokerbench.core.security.CipherSuite;
import java.io.IOException;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.net.ssl.SSLException;

/**
 * Checks of TLS: each suite has a broker of its own.
 *
 * @param kit what they are made on
 */
record TlsChecks(KitBroker kit) {

  private static final int FEW = 100;

  /** Of a listener that a broker has besides the one that is asked for each suite. */
  private static final CipherSuite BESIDE = CipherSuite.TLS13_AES256_GCM;

  /** Of all that is claimed, and that what is not claimed is refused. */
  List<ClaimCheck> all() {
    List<ClaimCheck> checks = new ArrayList<>();
    if (!kit.provider().startsBrokers()) {
      return checks;
    }
    for (CipherSuite cipher : CipherSuite.values()) {
      Capability needed = RequiredCapabilities.of(cipher);
      if (!kit.claims(needed)) {
        checks.add(
            new ClaimCheck(
                "a listener for " + cipher + ", which is not claimed, is refused",
                () -> refused(cipher, needed)));
      } else if (!cipher.isPsk()) {
        checks.add(
            new ClaimCheck(
                Capability.TLS,
                "messages go over " + cipher + ", and no other suite is accepted",
                () -> suite(cipher)));
      }
    }
    if (kit.claims(Capability.TLS)) {
      checks.add(
          new ClaimCheck(
              Capability.WEBSOCKET, "messages go over a WebSocket over TLS", this::webSocket));
    }
    if (kit.claims(Capability.AMQP) && listener() == Listener.MQTTS) {
      checks.add(
          new ClaimCheck(
              Capability.TLS,
              "JMS messages go over " + BESIDE + " beside MQTT, and no other suite is accepted",
              this::besideMqtt));
    }
    checks.add(
        new ClaimCheck(
            Capability.TLS_PSK,
            "messages go over a pre-shared key, and a wrong one is refused",
            this::preSharedKey));
    checks.add(
        new ClaimCheck(
            Capability.TLS, "only the owner may read keys and certificates", this::permissions));
    return checks;
  }

  private void suite(CipherSuite cipher)
      throws BrokerException, InterruptedException, GeneralSecurityException, IOException {
    Path trust;
    try (Broker secured = kit.another(cipher)) {
      trust = trust(secured.access());
      Endpoint endpoint = KitBroker.endpoint(secured, listener());
      KitTls tls = new KitTls(secured.access());
      requireOnly(tls, cipher, endpoint);
      switch (endpoint.listener()) {
        case MQTTS -> overMqtt(secured, endpoint, tls, cipher);
        case AMQPS -> overJms(secured, endpoint, tls);
        default -> {} // only its own library could send something
      }
    }
    require(!Files.exists(trust), "%s is left", trust);
  }

  private Listener listener() {
    if (!kit.protocols().isEmpty()) {
      return Listener.MQTTS;
    }
    return kit.claims(Capability.AMQP) ? Listener.AMQPS : Listener.JMSS;
  }

  private void webSocket() throws BrokerException, InterruptedException {
    try (Broker secured = kit.anotherWithWebSocket(BESIDE)) {
      KitTls tls = new KitTls(secured.access());
      overMqtt(secured, KitBroker.endpoint(secured, Listener.WSS), tls, BESIDE);
    }
  }

  private void besideMqtt()
      throws BrokerException, InterruptedException, IOException, GeneralSecurityException {
    try (Broker secured = kit.another(BESIDE, JmsProtocol.AMQP)) {
      Endpoint endpoint = KitBroker.endpoint(secured, Listener.AMQPS);
      KitTls tls = new KitTls(secured.access());
      requireOnly(tls, BESIDE, endpoint);
      overJms(secured, endpoint, tls);
    }
  }

  private static Path trust(Access access) {
    return access
        .trust()
        .orElseThrow(() -> new BrokenClaimException("there is no certificate to trust"));
  }

  /** A refusal is an alert, or a connection that breaks, where that overtakes the alert. */
  private static void requireOnly(KitTls tls, CipherSuite cipher, Endpoint endpoint)
      throws GeneralSecurityException, IOException {
    requireEqual("suite", tls.chosenOfAllBut("none", endpoint), cipher.ianaName());
    try {
      String other = tls.chosenOfAllBut(cipher.ianaName(), endpoint);
      throw new BrokenClaimException("it accepts " + other + " too");
    } catch (SSLException | SocketException e) {
      // as it has to be
    }
  }

  private void overMqtt(Broker secured, Endpoint endpoint, KitTls tls, CipherSuite cipher) {
    Protocol protocol = kit.protocols().get(0);
    try (KitMqtt publisher = KitMqtt.of(protocol, endpoint, "kit-tls", tls.accepting(cipher));
        KitMqtt subscriber = KitMqtt.of(protocol, KitBroker.endpoint(secured), "kit-plain")) {
      subscriber.connected().subscribe("kit/tls", 1);
      publisher.connected().publishNumbers("kit/tls", 1, 0, FEW);
      kit.requireDelivered(subscriber.take(FEW), FEW);
      publisher.subscribe("kit/back", 1);
      subscriber.publishNumbers("kit/back", 1, 0, FEW);
      kit.requireDelivered(publisher.take(FEW), FEW);
    }
  }

  private static void overJms(Broker secured, Endpoint endpoint, KitTls tls)
      throws GeneralSecurityException {
    try (KitJms over = KitJms.connect(endpoint, tls);
        KitJms plain = KitJms.connect(KitBroker.endpoint(secured, Listener.AMQP))) {
      over.sendNumbers(over.queue("kit-tls"), 0, FEW);
      NumberedMessages.requireOnce(KitJms.take(plain.consumer(plain.queue("kit-tls")), FEW), FEW);
    }
  }

  private void preSharedKey() throws BrokerException, InterruptedException, IOException {
    try (Broker secured = kit.another(CipherSuite.PSK_AES256_CBC)) {
      Endpoint endpoint = KitBroker.endpoint(secured, Listener.MQTT_PSK);
      PreSharedKey key =
          secured
              .access()
              .psk()
              .orElseThrow(() -> new BrokenClaimException("there is no key for clients"));
      try (KitPsk client = KitPsk.connect(endpoint, key, "kit-psk")) {
        requireEqual("round trip", client.roundTrip("kit/psk", "secret"), "secret");
      }
      requireRefused(endpoint, new PreSharedKey(key.identity(), new byte[16]), "a wrong key");
      requireRefused(endpoint, new PreSharedKey("unknown", key.key()), "an unknown identity");
    }
  }

  private static void requireRefused(Endpoint endpoint, PreSharedKey key, String what)
      throws IOException {
    KitPsk accepted;
    try {
      accepted = KitPsk.connect(endpoint, key, "kit-psk");
    } catch (IOException e) {
      return;
    }
    accepted.close();
    throw new BrokenClaimException("it accepts " + what);
  }

  private void refused(CipherSuite cipher, Capability needed)
      throws BrokerException, InterruptedException {
    try {
      kit.another(cipher).close();
    } catch (DefinitionException e) {
      require(
          e.getMessage().contains(needed.title()),
          "the message does not name %s: %s",
          needed.title(),
          e.getMessage());
      return;
    }
    throw new BrokenClaimException("it started");
  }

  private void permissions() throws BrokerException, InterruptedException, IOException {
    try (Broker secured = kit.another(BESIDE)) {
      Path folder = trust(secured.access()).toAbsolutePath().getParent();
      Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(folder);
      require(
          permissions.stream().noneMatch(each -> each.name().matches("(GROUP|OTHERS)_.*")),
          "%s: %s",
          folder,
          permissions);
    }
  }
}
