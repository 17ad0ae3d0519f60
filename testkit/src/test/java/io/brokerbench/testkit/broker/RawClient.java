package io.brokerbench.testkit.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.base.MessageHeader;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.mqtt.MqttConnAckMessage;
import io.netty.handler.codec.mqtt.MqttDecoder;
import io.netty.handler.codec.mqtt.MqttEncoder;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttMessageBuilders;
import io.netty.handler.codec.mqtt.MqttMessageIdVariableHeader;
import io.netty.handler.codec.mqtt.MqttMessageType;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttPublishMessage;
import io.netty.handler.codec.mqtt.MqttQoS;
import io.netty.handler.codec.mqtt.MqttSubAckMessage;
import io.netty.handler.codec.mqtt.MqttVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * An MQTT client that sends what the test asks for, and nothing else: it answers no packet by
 * itself.
 */
final class RawClient implements AutoCloseable {

  private static final long TIMEOUT_SECONDS = 10;
  private static final EventLoopGroup LOOP =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());

  /** A PUBLISH that came: topic, QoS, flags, packet id, the header's place, and the payload. */
  record Received(
      String topic,
      int qos,
      boolean dup,
      boolean retain,
      int id,
      int publisherId,
      long sequence,
      String payload) {}

  private final BlockingQueue<MqttMessage> control = new LinkedBlockingQueue<>();
  private final BlockingQueue<Received> deliveries = new LinkedBlockingQueue<>();
  private final Channel channel;

  private RawClient(int port) {
    Bootstrap bootstrap =
        new Bootstrap()
            .group(LOOP)
            .channel(NioSocketChannel.class)
            .handler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel child) {
                    child
                        .pipeline()
                        .addLast(new MqttDecoder(1 << 24), MqttEncoder.INSTANCE, new Reader());
                  }
                });
    channel = bootstrap.connect("127.0.0.1", port).syncUninterruptibly().channel();
  }

  /** Opens a TCP connection, and no more. */
  static RawClient open(FaultyBroker broker) {
    return new RawClient(broker.port());
  }

  /** Connects with MQTT 3.1.1, a clean session and no keep-alive, and is accepted. */
  static RawClient connected(FaultyBroker broker, String clientId) {
    return connected(broker, clientId, MqttVersion.MQTT_3_1_1);
  }

  /** Connects with a clean session and no keep-alive, and is accepted. */
  static RawClient connected(FaultyBroker broker, String clientId, MqttVersion version) {
    RawClient client = open(broker);
    client.send(connectPacket(clientId, version, true, 0));
    MqttConnAckMessage answer = (MqttConnAckMessage) client.next(MqttMessageType.CONNACK);
    assertThat(answer.variableHeader().connectReturnCode().byteValue()).isZero();
    return client;
  }

  /** Connects with MQTT 3.1.1 and is accepted. @return session present */
  boolean connect(String clientId, boolean clean) {
    send(connectPacket(clientId, MqttVersion.MQTT_3_1_1, clean, 0));
    MqttConnAckMessage answer = (MqttConnAckMessage) next(MqttMessageType.CONNACK);
    assertThat(answer.variableHeader().connectReturnCode().byteValue()).isZero();
    return answer.variableHeader().isSessionPresent();
  }

  static MqttMessage connectPacket(
      String clientId, MqttVersion version, boolean clean, int keepAliveSeconds) {
    return MqttMessageBuilders.connect()
        .clientId(clientId)
        .protocolVersion(version)
        .cleanSession(clean)
        .keepAlive(keepAliveSeconds)
        .properties(new MqttProperties())
        .build();
  }

  /** A CONNECT packet of MQTT 5 without clean start or keep-alive, with one property. */
  static MqttMessage connectPacket5(String clientId, int propertyId, int value) {
    MqttProperties properties = new MqttProperties();
    properties.add(new MqttProperties.IntegerProperty(propertyId, value));
    return MqttMessageBuilders.connect()
        .clientId(clientId)
        .protocolVersion(MqttVersion.MQTT_5)
        .cleanSession(false)
        .properties(properties)
        .build();
  }

  /** Subscribes. @return the code of the SUBACK */
  int subscribe(String filter, int qos) {
    send(
        MqttMessageBuilders.subscribe()
            .messageId(1)
            .addSubscription(MqttQoS.valueOf(qos), filter)
            .build());
    MqttSubAckMessage answer = (MqttSubAckMessage) next(MqttMessageType.SUBACK);
    return answer.payload().reasonCodes().get(0);
  }

  /** Sends messages from one sequence number to before another, as publisher 1. */
  void publish(String topic, int qos, int fromSequence, int toSequence) {
    for (int sequence = fromSequence; sequence < toSequence; sequence++) {
      ChannelFuture unused = channel.write(packet(topic, qos, sequence, false));
    }
    channel.flush();
  }

  /** A PUBLISH of publisher 1, whose packet id is its sequence number + 1. */
  static MqttPublishMessage packet(String topic, int qos, long sequence, boolean retain) {
    ByteBuf payload = Unpooled.buffer(MessageHeader.BYTES);
    payload.writeLong(0).writeLong(MessageHeader.word1(1, sequence)).writeLong(0);
    return MqttMessageBuilders.publish()
        .topicName(topic)
        .qos(MqttQoS.valueOf(qos))
        .retained(retain)
        .messageId(qos == 0 ? 0 : (int) (sequence % 65_535) + 1)
        .payload(payload)
        .build();
  }

  void send(MqttMessage packet) {
    channel.writeAndFlush(packet).syncUninterruptibly();
  }

  void reply(MqttMessageType type, int id) {
    send(Packets.reply(type, id, 0));
  }

  /** The next packet that is not a PUBLISH, which has to be of a type. */
  MqttMessage next(MqttMessageType type) {
    MqttMessage packet = poll(TIMEOUT_SECONDS * 1_000).orElseThrow();
    assertThat(packet.fixedHeader().messageType()).isEqualTo(type);
    return packet;
  }

  /** The packet id of the next packet that is not a PUBLISH. */
  int nextId(MqttMessageType type) {
    return ((MqttMessageIdVariableHeader) next(type).variableHeader()).messageId();
  }

  /** The next packet that is not a PUBLISH, if one comes in time. */
  Optional<MqttMessage> poll(long millis) {
    try {
      return Optional.ofNullable(control.poll(millis, TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Waits for a number of deliveries and takes them. */
  List<Received> take(int count) {
    List<Received> taken = new ArrayList<>();
    while (taken.size() < count) {
      taken.add(pollDelivery(TIMEOUT_SECONDS * 1_000).orElseThrow());
    }
    return taken;
  }

  /** Sequence numbers of the next deliveries. */
  List<Long> takeSequences(int count) {
    return take(count).stream().map(Received::sequence).toList();
  }

  /** Sends a ping, and once it is answered returns how many deliveries had come before. */
  int deliveriesBeforePong() {
    send(MqttMessage.PINGREQ);
    next(MqttMessageType.PINGRESP);
    return deliveries.size();
  }

  Optional<Received> pollDelivery(long millis) {
    try {
      return Optional.ofNullable(deliveries.poll(millis, TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  boolean awaitClosed() {
    return channel.closeFuture().awaitUninterruptibly(TIMEOUT_SECONDS, TimeUnit.SECONDS);
  }

  boolean isOpen() {
    return channel.isOpen();
  }

  @Override
  public void close() {
    channel.close().syncUninterruptibly();
  }

  private final class Reader extends SimpleChannelInboundHandler<MqttMessage> {
    @Override
    protected void channelRead0(ChannelHandlerContext context, MqttMessage packet) {
      if (packet instanceof MqttPublishMessage publish) {
        deliveries.add(received(publish));
      } else {
        control.add(packet);
      }
    }

    private Received received(MqttPublishMessage packet) {
      ByteBuf payload = packet.payload();
      long word1 = payload.readableBytes() >= 16 ? payload.getLong(payload.readerIndex() + 8) : -1;
      return new Received(
          packet.variableHeader().topicName(),
          packet.fixedHeader().qosLevel().value(),
          packet.fixedHeader().isDup(),
          packet.fixedHeader().isRetain(),
          packet.variableHeader().packetId(),
          MessageHeader.publisherId(word1),
          MessageHeader.sequence(word1),
          ByteBufUtil.hexDump(payload));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      ChannelFuture unused = context.close();
    }
  }
}
