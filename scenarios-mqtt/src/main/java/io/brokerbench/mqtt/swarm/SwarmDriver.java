package io.brokerbench.mqtt.swarm;

import io.brokerbench.core.driver.ClientDriver;
import io.brokerbench.core.driver.DriverSettings;
import io.brokerbench.core.driver.EndpointConnects;
import io.brokerbench.core.driver.Lane;
import io.brokerbench.core.driver.Publisher;
import io.brokerbench.core.driver.PublisherListener;
import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.core.driver.Subscriber;
import io.brokerbench.core.driver.SubscriberListener;
import io.brokerbench.core.driver.SubscriberSpec;
import io.brokerbench.core.result.NegotiatedTls;
import io.brokerbench.mqtt.swarm.codec.ConnectFields;
import io.brokerbench.mqtt.tls.TlsConnectors;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Very many MQTT connections on few event loops. */
final class SwarmDriver implements ClientDriver {

  private final NettyTransport transport = NettyTransport.choose();
  private final SwarmTlsAgreement agreement = new SwarmTlsAgreement();
  private final TlsConnectors tls;
  private final ConnectRoutes publishing;
  private final ConnectRoutes consuming;
  private final List<SwarmLane> lanes = new ArrayList<>();

  SwarmDriver(DriverSettings driver) {
    this.tls = new TlsConnectors(driver.access(), driver.resumesTls());
    ConnectRoute.Common common =
        new ConnectRoute.Common(
            new ConnectFields(
                driver.protocol(),
                Math.toIntExact(driver.keepAlive().toSeconds()),
                driver.access().login(),
                driver.mqtt5(),
                Optional.empty(),
                driver.sessionsNeeded()),
            agreement);
    this.publishing = new ConnectRoutes(driver.publishing(), driver.sources(), tls, common);
    this.consuming =
        driver.consuming().equals(driver.publishing())
            ? publishing
            : new ConnectRoutes(driver.consuming(), driver.sources(), tls, common);
    for (int i = 0; i < driver.laneCount(); i++) {
      lanes.add(new SwarmLane(i, transport, driver.clock(), driver.keepAlive()));
    }
  }

  @Override
  public List<Lane> lanes() {
    return List.copyOf(lanes);
  }

  @Override
  public Publisher publisher(PublisherSpec spec, Lane lane, PublisherListener listener) {
    return new SwarmPublisher((SwarmLane) lane, publishing.next(spec.identity()), spec, listener);
  }

  @Override
  public Subscriber subscriber(SubscriberSpec spec, Lane lane, SubscriberListener listener) {
    return spec.role() == SubscriberSpec.Role.RESPONDER
        ? new SwarmResponder((SwarmLane) lane, consuming.next(spec.identity()), spec, listener)
        : new SwarmSubscriber((SwarmLane) lane, consuming.next(spec.identity()), spec, listener);
  }

  @Override
  public String transport() {
    return transport.title();
  }

  @Override
  public Optional<NegotiatedTls> negotiatedTls() {
    return agreement.first();
  }

  @Override
  public List<EndpointConnects> connects() {
    return EndpointConnects.sum(
        Stream.of(publishing, consuming).distinct().flatMap(ConnectRoutes::connects).toList());
  }

  /** How often brokers have presented certificates: once in each handshake that is a full one. */
  long certificatesPresented() {
    return tls.certificatesPresented();
  }

  @Override
  public void close() {
    lanes.forEach(SwarmLane::beginShutdown);
    boolean interrupted = false;
    for (SwarmLane lane : lanes) {
      try {
        lane.awaitShutdown();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    tls.close();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
