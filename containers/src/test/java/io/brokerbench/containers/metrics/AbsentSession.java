package io.brokerbench.containers.metrics;

import static org.awaitility.Awaitility.await;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt3.Mqtt3BlockingClient;
import com.hivemq.client.mqtt.mqtt3.Mqtt3BlockingClient.Mqtt3Publishes;
import io.brokerbench.core.broker.Endpoint;
import java.time.Duration;
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
      publisher.publishWith().topic(TOPIC).qos(MqttQos.AT_LEAST_ONCE).payload(new byte[9]).send();
    }
    return new AbsentSession(publisher);
  }

  /**
   * Lets the client of the session come back, again until the broker lets it in.
   *
   * @return how many messages it gets, at most as many as are wanted
   */
  public static int deliveries(Endpoint plain, int wanted) throws InterruptedException {
    Mqtt3BlockingClient subscriber = client(plain, SUBSCRIBER);
    try (Mqtt3Publishes publishes = subscriber.publishes(MqttGlobalPublishFilter.ALL)) {
      await().atMost(PATIENCE).ignoreExceptions().untilAsserted(() -> comeBack(subscriber));
      int count = 0;
      while (count < wanted
          && publishes.receive(PATIENCE.toSeconds(), TimeUnit.SECONDS).isPresent()) {
        count++;
      }
      return count;
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
    }
    subscriber.subscribeWith().topicFilter(TOPIC).qos(MqttQos.AT_LEAST_ONCE).send();
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
