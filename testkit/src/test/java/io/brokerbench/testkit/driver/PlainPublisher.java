package io.brokerbench.testkit.driver;

import io.brokerbench.core.driver.DriverSettings;
import io.brokerbench.core.driver.Publisher;
import io.brokerbench.core.driver.PublisherListener;
import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.core.scenario.Qos;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttMessageBuilders;
import io.netty.handler.codec.mqtt.MqttMessageIdVariableHeader;
import io.netty.handler.codec.mqtt.MqttMessageType;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttQoS;
import java.util.LinkedHashMap;
import java.util.Map;

/** Publishes one packet per message, and forgets what is in flight when a connection ends. */
final class PlainPublisher extends PlainClient implements Publisher {

  private record Message(long sequence, long intendedSendTimeNanos) {}

  private final PublisherSpec spec;
  private final PublisherListener listener;
  private final Map<Integer, Message> inFlight = new LinkedHashMap<>();
  private int window;
  private int lastId;
  private boolean refused;

  PlainPublisher(
      PublisherSpec spec,
      DriverSettings settings,
      Defect defect,
      EventLoop loop,
      PublisherListener listener) {
    super(spec.clientId(), false, settings, defect, loop, listener);
    this.spec = spec;
    this.listener = listener;
  }

  @Override
  void accepted(boolean sessionPresent, MqttProperties properties) {
    inFlight.clear();
    window = spec.inFlightWindow();
    MqttProperties.MqttProperty<?> most = properties.getProperty(MqttProperties.RECEIVE_MAXIMUM);
    if (most != null && defect != Defect.IGNORES_THE_RECEIVE_MAXIMUM) {
      window = Math.min(window, (Integer) most.value());
    }
  }

  @Override
  public boolean offer(long sequence, long word0, long word1, long word2) {
    boolean full = spec.qos() != Qos.AT_MOST_ONCE && inFlight.size() >= window;
    boolean overWindow = full && defect != Defect.IGNORES_ITS_WINDOW;
    if (!isAccepted() || overWindow || !isWritable()) {
      refused = true;
      return false;
    }
    int id = spec.qos() == Qos.AT_MOST_ONCE ? 0 : freeId();
    if (id != 0) {
      inFlight.put(id, new Message(sequence, word0));
    }
    ByteBuf payload = Unpooled.buffer(spec.payloadBytes());
    payload.writeLong(word0).writeLong(word1).writeLong(word2).writerIndex(spec.payloadBytes());
    write(
        MqttMessageBuilders.publish()
            .topicName(spec.topic())
            .qos(MqttQoS.valueOf(spec.qos().level()))
            .retained(spec.retain())
            .messageId(id)
            .payload(payload)
            .build());
    return true;
  }

  @Override
  public void flush() {
    super.flush();
  }

  @Override
  public int unacknowledged() {
    return inFlight.size();
  }

  @Override
  void received(MqttMessage packet) {
    MqttMessageType type = packet.fixedHeader().messageType();
    if (packet.variableHeader() instanceof MqttMessageIdVariableHeader header) {
      int id = header.messageId();
      if (type == MqttMessageType.PUBREC) {
        reply(MqttMessageType.PUBREL, id);
      }
      if (type != MqttMessageType.PUBREC || defect == Defect.ACKNOWLEDGES_QOS_2_AT_PUBREC) {
        acknowledged(id);
      }
    }
  }

  private void acknowledged(int id) {
    Message message = inFlight.remove(id);
    if (message == null) {
      return;
    }
    for (int i = 0; i < (defect == Defect.ACKNOWLEDGES_TWICE ? 2 : 1); i++) {
      call(
          () ->
              listener.onAcknowledged(message.sequence(), message.intendedSendTimeNanos(), now()));
    }
    writable();
  }

  @Override
  void writable() {
    if (refused && defect != Defect.NEVER_READY_AGAIN) {
      refused = false;
      listener.onReady();
    }
  }

  private int freeId() {
    do {
      lastId = lastId % 65_535 + 1;
    } while (inFlight.containsKey(lastId));
    return lastId;
  }
}
