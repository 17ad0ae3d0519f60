package io.brokerbench.mqtt.library;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.driver.DriverSettings;
import io.brokerbench.core.driver.SubscriberSpec;
import io.brokerbench.core.driver.Target;
import io.brokerbench.core.result.NegotiatedTls;
import io.brokerbench.core.security.Access.Login;
import io.brokerbench.core.security.ClientIdentity;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** Spreads a driver's connections over endpoints and source addresses. For any thread. */
final class LinkPlan {

  private final DriverSettings driver;
  private final TlsAgreement agreement = new TlsAgreement();
  private final Optional<LibraryTls> publishing;
  private final Optional<LibraryTls> consuming;
  private final AtomicInteger publishers = new AtomicInteger();
  private final AtomicInteger subscribers = new AtomicInteger();
  private final AtomicInteger connections = new AtomicInteger();

  /**
   * A plan for a driver.
   *
   * @param name of the driver, for messages
   * @throws DefinitionException if libraries cannot connect as asked
   */
  LinkPlan(String name, DriverSettings driver) {
    this.driver = driver;
    refusePsk(name, driver.publishing());
    refusePsk(name, driver.consuming());
    this.publishing = LibraryTls.of(driver.publishing(), driver.access(), agreement);
    this.consuming = LibraryTls.of(driver.consuming(), driver.access(), agreement);
  }

  private static void refusePsk(String name, Target target) {
    boolean psk =
        target.endpoints().stream().anyMatch(e -> e.listener() == Listener.MQTT_PSK)
            || target.cipher().filter(cipher -> cipher.isPsk()).isPresent();
    if (psk) {
      throw new DefinitionException(
          "the driver " + name + " has no pre-shared keys; swarm has them");
    }
  }

  /** Settings of the next publisher. */
  LinkSettings publisher(String clientId, ClientIdentity identity, LibraryLane lane) {
    Optional<LibraryTls> tls = publishing.map(all -> all.as(identity));
    return settings(
        new Client(clientId, identity.login().or(() -> driver.access().login()), lane, false),
        driver.publishing(),
        publishers.getAndIncrement(),
        tls);
  }

  /** Settings of the next subscriber. */
  LinkSettings subscriber(SubscriberSpec spec, LibraryLane lane) {
    ClientIdentity identity = spec.identity();
    Optional<LibraryTls> tls = consuming.map(all -> all.as(identity));
    return settings(
        new Client(
            spec.clientId(),
            identity.login().or(() -> driver.access().login()),
            lane,
            spec.provedByProperty()),
        driver.consuming(),
        subscribers.getAndIncrement(),
        tls);
  }

  private record Client(String id, Optional<Login> login, LibraryLane lane, boolean proves) {}

  /** Each endpoint is reached from each source, so that each pair has its own range of ports. */
  private LinkSettings settings(
      Client client, Target target, int number, Optional<LibraryTls> tls) {
    List<InetAddress> sources = driver.sources();
    int connection = connections.getAndIncrement();
    return new LinkSettings(
        client.id(),
        target.endpoint(number),
        sources.isEmpty()
            ? Optional.empty()
            : Optional.of(sources.get(connection / target.endpoints().size() % sources.size())),
        tls,
        client.login(),
        client.lane(),
        driver,
        client.proves());
  }

  /** What the handshakes agreed on. */
  Optional<NegotiatedTls> negotiatedTls() {
    return agreement.agreed();
  }
}
