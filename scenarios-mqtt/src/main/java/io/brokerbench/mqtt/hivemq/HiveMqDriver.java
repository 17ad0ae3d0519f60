package io.brokerbench.mqtt.hivemq;

import com.hivemq.client.mqtt.MqttClient;
import io.brokerbench.core.driver.ClientDriver;
import io.brokerbench.core.driver.DriverSettings;
import io.brokerbench.core.driver.Lane;
import io.brokerbench.core.driver.Publisher;
import io.brokerbench.core.driver.PublisherListener;
import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.core.driver.Subscriber;
import io.brokerbench.core.driver.SubscriberListener;
import io.brokerbench.core.driver.SubscriberSpec;
import io.brokerbench.core.result.NegotiatedTls;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.mqtt.library.LibraryPublisher;
import io.brokerbench.mqtt.library.LibrarySubscriber;
import io.brokerbench.mqtt.library.LibraryVersion;
import io.brokerbench.mqtt.library.Link;
import io.brokerbench.mqtt.library.LinkPlan;
import io.brokerbench.mqtt.library.LinkSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Clients of the HiveMQ MQTT client library. */
final class HiveMqDriver implements ClientDriver {

  private final LinkPlan plan;
  private final Protocol protocol;
  private final List<HiveLane> lanes = new ArrayList<>();

  HiveMqDriver(DriverSettings settings) {
    this.plan = new LinkPlan(HiveMqDriverProvider.NAME, settings);
    this.protocol = settings.protocol();
    for (int i = 0; i < plan.lanes(); i++) {
      lanes.add(new HiveLane(i, settings.clock()));
    }
  }

  @Override
  public List<Lane> lanes() {
    return List.copyOf(lanes);
  }

  @Override
  public Publisher publisher(PublisherSpec spec, Lane lane, PublisherListener listener) {
    LinkSettings settings = plan.publisher(spec.clientId(), lane);
    HiveMessageTemplate message = HiveMessageTemplate.of(spec);
    return new LibraryPublisher(settings, link(settings, Optional.of(message)), spec, listener);
  }

  @Override
  public Subscriber subscriber(SubscriberSpec spec, Lane lane, SubscriberListener listener) {
    LinkSettings settings = plan.subscriber(spec.clientId(), lane);
    return new LibrarySubscriber(settings, link(settings, Optional.empty()), spec, listener);
  }

  /**
   * A link.
   *
   * @param message what a publisher's messages have in common; empty for a subscriber
   */
  private Link link(LinkSettings settings, Optional<HiveMessageTemplate> message) {
    HiveApi api = protocol == Protocol.MQTT_5 ? new HiveApi5(settings) : new HiveApi3(settings);
    return new HiveLink(settings, api, message);
  }

  @Override
  public String transport() {
    return "hivemq-mqtt-client "
        + LibraryVersion.of(MqttClient.class)
        + ", "
        + HiveLane.transport();
  }

  @Override
  public Optional<NegotiatedTls> negotiatedTls() {
    return plan.negotiatedTls();
  }

  @Override
  public void close() {
    lanes.forEach(HiveLane::beginShutdown);
    boolean interrupted = false;
    for (HiveLane lane : lanes) {
      try {
        lane.awaitShutdown();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
