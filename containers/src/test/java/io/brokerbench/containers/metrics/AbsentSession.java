package io.brokerbench.containers.metrics;

import static org.awaitility.Awaitility.await;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt3.Mqtt3BlockingClient;
import com.hivemq.client.mqtt.mqtt3.Mqtt3BlockingClient.Mqtt3Publishes;
import com.hivemq.client.mqtt.mqtt3.message.publish.Mqtt3Publish;
import io.brokerbench.core.broker.Endpoint;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * A persistent session whose client is away, for which messages with QoS 1 wait, and the one client
 * that has sent them and stays connected.
 */
public final class AbsentSession implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String SUBSCRIBER = "absent-subscriber";
  private static final String TOPIC = "absent/a";

  private final Mqtt3BlockingClient publisher;

  private AbsentSession(Mqtt3BlockingClient publisher) {
    this.publisher = publisher;
  }

  /** Lets some messages wait. */
  public static AbsentSession with(Endpoint plain, int messages) {
    Mqtt3BlockingClient subscriber = client(plain, SUBSCRIBER);
    subscriber.connectWith().cleanSession(false).send();
    subscriber.subscribeWith().topicFilter(TOPIC).qos(MqttQos.AT_LEAST_ONCE).send();
    subscriber.disconnect();
    Mqtt3BlockingClient publisher = client(plain, "absent-publisher");
    publisher.connect();
    for (int i = 0; i < messages; i++) {
      byte[] payload = {(byte) i, 0, 0, 0, 0, 0, 0, 0, 0};
      publisher.publishWith().topic(TOPIC).qos(MqttQos.AT_LEAST_ONCE).payload(payload).send();
    }
    return new AbsentSession(publisher);
  }

  /**
   * Lets the client of the session come back, again whenever the broker ends its connection.
   *
   * @return how many different messages it gets, at most as many as are wanted
   */
  public static int deliveries(Endpoint plain, int wanted) throws InterruptedException {
    Mqtt3BlockingClient subscriber = client(plain, SUBSCRIBER);
    Set<Byte> seen = new HashSet<>();
    try (Mqtt3Publishes publishes = subscriber.publishes(MqttGlobalPublishFilter.ALL)) {
      long last = System.nanoTime();
      while (seen.size() < wanted && System.nanoTime() - last < PATIENCE.toNanos()) {
        await().atMost(PATIENCE).ignoreExceptions().untilAsserted(() -> comeBack(subscriber));
        Optional<Mqtt3Publish> next = publishes.receive(1, TimeUnit.SECONDS);
        if (next.isPresent() && seen.add(next.get().getPayloadAsBytes()[0])) {
          last = System.nanoTime();
        }
      }
      return seen.size();
    } finally {
      if (subscriber.getState().isConnected()) {
        subscriber.disconnect();
      }
    }
  }

  /** A cluster that has just lost a node may let a client in and end its connection again. */
  private static void comeBack(Mqtt3BlockingClient subscriber) {
    if (!subscriber.getState().isConnected()) {
      subscriber.connectWith().cleanSession(false).send();
      subscriber.subscribeWith().topicFilter(TOPIC).qos(MqttQos.AT_LEAST_ONCE).send();
    }
  }

  private static Mqtt3BlockingClient client(Endpoint plain, String id) {
    return MqttClient.builder()
        .identifier(id)
        .serverHost(plain.host())
        .serverPort(plain.port())
        .useMqttVersion3()
        .buildBlocking();
  }

  @Override
  public void close() {
    publisher.disconnect();
  }
}
