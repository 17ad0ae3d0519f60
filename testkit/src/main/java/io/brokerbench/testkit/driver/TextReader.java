package io.brokerbench.testkit.driver;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.mqtt3.Mqtt3BlockingClient;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A client of another project, which reads payloads as an application does. */
final class TextReader implements AutoCloseable {

  private final Queue<String> texts = new ConcurrentLinkedQueue<>();
  private final Mqtt3BlockingClient client;
  private final DriverRig rig;

  /** Subscribes to what all clients of a rig publish. */
  TextReader(DriverRig rig) {
    this.rig = rig;
    client =
        MqttClient.builder()
            .useMqttVersion3()
            .serverHost("127.0.0.1")
            .serverPort(rig.broker().port())
            .buildBlocking();
    client.connect();
    client
        .toAsync()
        .subscribeWith()
        .topicFilter(DriverRig.TOPIC)
        .callback(m -> texts.add(new String(m.getPayloadAsBytes(), StandardCharsets.UTF_8)))
        .send()
        .join();
  }

  /** Waits for so many, in the order in which they came. */
  List<String> texts(int count) {
    rig.await().until(() -> texts.size() == count);
    return List.copyOf(texts);
  }

  @Override
  public void close() {
    client.disconnect();
  }
}
