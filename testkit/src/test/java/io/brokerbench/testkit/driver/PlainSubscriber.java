package io.brokerbench.testkit.driver;

import io.brokerbench.core.base.MessageHeader;
import io.brokerbench.core.driver.DriverSettings;
import io.brokerbench.core.driver.Subscriber;
import io.brokerbench.core.driver.SubscriberListener;
import io.brokerbench.core.driver.SubscriberSpec;
import io.brokerbench.core.scenario.Qos;
import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttMessageBuilders;
import io.netty.handler.codec.mqtt.MqttMessageIdVariableHeader;
import io.netty.handler.codec.mqtt.MqttMessageType;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttPublishMessage;
import io.netty.handler.codec.mqtt.MqttQoS;
import io.netty.handler.codec.mqtt.MqttSubAckMessage;
import java.io.IOException;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;

/** Reports each delivery as it comes, and acknowledges it at once. */
final class PlainSubscriber extends PlainClient implements Subscriber {

  private final SubscriberSpec spec;
  private final SubscriberListener listener;
  private final Set<Integer> unreleased = new HashSet<>();
  private final Set<Long> seen = new HashSet<>();

  PlainSubscriber(
      SubscriberSpec spec,
      DriverSettings settings,
      Defect defect,
      EventLoop loop,
      SubscriberListener listener) {
    super(spec.clientId(), spec.persistent(), settings, defect, loop, listener);
    this.spec = spec;
    this.listener = listener;
  }

  @Override
  void accepted(boolean sessionPresent, MqttProperties properties) {
    if (!sessionPresent || defect == Defect.FORGETS_UNRELEASED_IDS) {
      unreleased.clear();
    }
  }

  @Override
  public void subscribe() {
    String prefix = spec.sharedGroup().map(g -> "$share/" + g + "/").orElse("");
    MqttMessageBuilders.SubscribeBuilder packet = MqttMessageBuilders.subscribe().messageId(1);
    spec.filters()
        .forEach(
            filter -> packet.addSubscription(MqttQoS.valueOf(spec.qos().level()), prefix + filter));
    write(packet.build());
    flush();
  }

  @Override
  public void forget() {
    endSession();
  }

  @Override
  void writable() {}

  @Override
  void received(MqttMessage packet) {
    if (packet instanceof MqttPublishMessage publish) {
      publish(publish);
    } else if (packet instanceof MqttSubAckMessage answer) {
      subscribed(Collections.max(answer.payload().reasonCodes()), answer);
    } else if (packet.fixedHeader().messageType() == MqttMessageType.PUBREL) {
      int id = ((MqttMessageIdVariableHeader) packet.variableHeader()).messageId();
      unreleased.remove(id);
      reply(MqttMessageType.PUBCOMP, id);
    }
  }

  private void subscribed(int worst, MqttSubAckMessage answer) {
    if (worst <= 2) {
      listener.onSubscribed(now(), Qos.of(Collections.min(answer.payload().reasonCodes())));
    } else if (defect != Defect.IGNORES_REFUSED_SUBSCRIPTIONS) {
      fail(new IOException("the broker refused to subscribe to " + spec.filter()));
    }
  }

  private void publish(MqttPublishMessage packet) {
    int id = packet.variableHeader().packetId();
    MqttQoS qos = packet.fixedHeader().qosLevel();
    if (packet.fixedHeader().isRetain()) {
      listener.onRetained();
    }
    if (!packet.fixedHeader().isRetain() && qos.value() < spec.qos().level()) {
      listener.onLowerQos(qos.value());
    } else if (qos != MqttQoS.EXACTLY_ONCE || unreleased.add(id)) {
      deliver(packet.payload());
    }
    if (qos == MqttQoS.AT_LEAST_ONCE) {
      reply(MqttMessageType.PUBACK, id);
    } else if (qos == MqttQoS.EXACTLY_ONCE) {
      reply(MqttMessageType.PUBREC, id);
    }
  }

  private void deliver(ByteBuf payload) {
    int bytes = payload.readableBytes();
    if (bytes < MessageHeader.BYTES) {
      listener.onShortPayload(now(), bytes);
      return;
    }
    long word0 = payload.readLong();
    long word1 = payload.readLong();
    long word2 = payload.readLong();
    if (seen.add(word1) || defect != Defect.HIDES_DUPLICATES) {
      listener.onDelivery(now(), word0, word1, word2, bytes);
    }
  }
}
