package io.brokerbench.mqtt.swarm.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.security.Access.Login;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.mqtt.MqttConnectMessage;
import io.netty.handler.codec.mqtt.MqttDecoder;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttMessageIdVariableHeader;
import io.netty.handler.codec.mqtt.MqttMessageType;
import io.netty.handler.codec.mqtt.MqttPublishMessage;
import io.netty.handler.codec.mqtt.MqttReasonCodeAndPropertiesVariableHeader;
import io.netty.handler.codec.mqtt.MqttSubscribeMessage;
import io.netty.handler.codec.mqtt.MqttVersion;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.NumericChars;
import net.jqwik.api.constraints.StringLength;

/** What swarm writes, read by netty-codec-mqtt. */
class ClientPacketsPropertiesTest {

  private static final int SESSION_EXPIRY_INTERVAL = 0x11;
  private static final int MAXIMUM_PACKET_SIZE = 0x27;
  private static final int MAX_BYTES = 20 * 1024 * 1024;

  private static EmbeddedChannel decoderFor(Protocol protocol) {
    EmbeddedChannel channel = new EmbeddedChannel(new MqttDecoder(MAX_BYTES));
    ByteBuf connect = Unpooled.buffer();
    ClientPackets.connect(
        connect, "c", true, new ConnectFields(protocol, 0, Optional.empty()), 0x10_0000);
    channel.writeInbound(connect);
    assertThat((MqttMessage) channel.readInbound()).isInstanceOf(MqttConnectMessage.class);
    return channel;
  }

  private static <T extends MqttMessage> T decoded(
      EmbeddedChannel channel, ByteBuf bytes, Class<T> type) {
    channel.writeInbound(bytes);
    MqttMessage message = channel.readInbound();
    assertThat(message.decoderResult().isSuccess())
        .as("%s", message.decoderResult().cause())
        .isTrue();
    assertThat((MqttMessage) channel.readInbound()).isNull();
    return type.cast(message);
  }

  @Property(tries = 200)
  void aPublishIsReadAsItWasMeant(
      @ForAll Protocol protocol,
      @ForAll Qos qos,
      @ForAll @AlphaChars @NumericChars @StringLength(min = 1, max = 200) String topic,
      @ForAll @IntRange(min = 24, max = 20_000) int payloadBytes,
      @ForAll boolean retain,
      @ForAll @IntRange(min = 1, max = 65_535) int packetId,
      @ForAll boolean again,
      @ForAll long word0,
      @ForAll long word1,
      @ForAll long word2) {
    PublishTemplate template =
        new PublishTemplate(new PublisherSpec("c", topic, qos, payloadBytes, retain, 10), protocol);
    boolean identified = qos != Qos.AT_MOST_ONCE;
    ByteBuf out = Unpooled.buffer();
    template.write(
        out,
        identified ? packetId : 0,
        again && identified ? ClientPackets.DUP : 0,
        word0,
        word1,
        word2);
    assertThat(out.readableBytes()).isEqualTo(template.bytes());

    MqttPublishMessage read = decoded(decoderFor(protocol), out, MqttPublishMessage.class);
    assertThat(read.fixedHeader().qosLevel().value()).isEqualTo(qos.level());
    assertThat(read.fixedHeader().isRetain()).isEqualTo(retain);
    assertThat(read.fixedHeader().isDup()).isEqualTo(again && identified);
    assertThat(read.variableHeader().topicName()).isEqualTo(topic);
    if (identified) {
      assertThat(read.variableHeader().packetId()).isEqualTo(packetId);
    }
    assertThat(read.payload().readableBytes()).isEqualTo(payloadBytes);
    assertThat(read.payload().readLong()).isEqualTo(word0);
    assertThat(read.payload().readLong()).isEqualTo(word1);
    assertThat(read.payload().readLong()).isEqualTo(word2);
    read.release();
  }

  @Property(tries = 100)
  void aConnectIsReadAsItWasMeant(
      @ForAll Protocol protocol,
      @ForAll @AlphaChars @StringLength(min = 1, max = 23) String clientId,
      @ForAll boolean clean,
      @ForAll @IntRange(max = 65_535) int keepAlive,
      @ForAll @IntRange(min = 30, max = FixedHeader.MOST_BYTES) int largestPacket,
      @ForAll boolean withLogin) {
    Optional<Login> login =
        withLogin ? Optional.of(new Login("Jürgen", "pass" + clientId)) : Optional.empty();
    ByteBuf out = Unpooled.buffer();
    ClientPackets.connect(
        out, clientId, clean, new ConnectFields(protocol, keepAlive, login), largestPacket);
    MqttConnectMessage read =
        decoded(new EmbeddedChannel(new MqttDecoder(MAX_BYTES)), out, MqttConnectMessage.class);
    assertThat(read.payload().clientIdentifier()).isEqualTo(clientId);
    assertThat(read.payload().userName()).isEqualTo(login.map(Login::user).orElse(null));
    assertThat(read.payload().passwordInBytes())
        .isEqualTo(login.map(l -> l.password().getBytes(StandardCharsets.UTF_8)).orElse(null));
    assertThat(read.variableHeader().isCleanSession()).isEqualTo(clean);
    assertThat(read.variableHeader().keepAliveTimeSeconds()).isEqualTo(keepAlive);
    MqttVersion version = protocol == Protocol.MQTT_5 ? MqttVersion.MQTT_5 : MqttVersion.MQTT_3_1_1;
    assertThat(read.variableHeader().version()).isEqualTo(version.protocolLevel());
    boolean v5 = protocol == Protocol.MQTT_5;
    assertThat(number(read, SESSION_EXPIRY_INTERVAL)).isEqualTo(v5 && !clean ? 86_400 : null);
    assertThat(number(read, MAXIMUM_PACKET_SIZE))
        .isEqualTo(v5 && largestPacket < FixedHeader.MOST_BYTES ? largestPacket : null);
  }

  private static Object number(MqttConnectMessage connect, int property) {
    var found = connect.variableHeader().properties().getProperty(property);
    return found == null ? null : found.value();
  }

  @Property(tries = 100)
  void aSubscribeIsReadAsItWasMeant(
      @ForAll Protocol protocol,
      @ForAll Qos qos,
      @ForAll @AlphaChars @StringLength(min = 1, max = 300) String filter,
      @ForAll @IntRange(min = 1, max = 65_535) int packetId) {
    ByteBuf out = Unpooled.buffer();
    ClientPackets.subscribe(out, protocol, packetId, "$share/g/" + filter + "/#", qos);
    MqttSubscribeMessage read = decoded(decoderFor(protocol), out, MqttSubscribeMessage.class);
    assertThat(read.variableHeader().messageId()).isEqualTo(packetId);
    var subscription = read.payload().topicSubscriptions().get(0);
    assertThat(subscription.topicFilter()).isEqualTo("$share/g/" + filter + "/#");
    assertThat(subscription.qualityOfService().value()).isEqualTo(qos.level());
  }

  @Property(tries = 50)
  void acknowledgementsAreReadAsTheyWereMeant(
      @ForAll Protocol protocol, @ForAll @IntRange(min = 1, max = 65_535) int packetId) {
    int[] types = {
      ClientPackets.PUBACK, ClientPackets.PUBREC, ClientPackets.PUBREL, ClientPackets.PUBCOMP
    };
    for (int type : types) {
      ByteBuf out = Unpooled.buffer();
      ClientPackets.acknowledgement(out, type, packetId);
      MqttMessage read = decoded(decoderFor(protocol), out, MqttMessage.class);
      assertThat(read.fixedHeader().messageType().value()).isEqualTo(type >> 4);
      assertThat(((MqttMessageIdVariableHeader) read.variableHeader()).messageId())
          .isEqualTo(packetId);
    }
  }

  @Property(tries = 10)
  void pingAndGoodbyeAreReadAsTheyWereMeant(@ForAll Protocol protocol, @ForAll boolean endSession) {
    ByteBuf ping = Unpooled.buffer();
    ClientPackets.ping(ping);
    assertThat(decoded(decoderFor(protocol), ping, MqttMessage.class).fixedHeader().messageType())
        .isEqualTo(MqttMessageType.PINGREQ);
    ByteBuf goodbye = Unpooled.buffer();
    ClientPackets.disconnect(goodbye, protocol, endSession);
    MqttMessage read = decoded(decoderFor(protocol), goodbye, MqttMessage.class);
    assertThat(read.fixedHeader().messageType()).isEqualTo(MqttMessageType.DISCONNECT);
    if (protocol == Protocol.MQTT_5 && endSession) {
      var header = (MqttReasonCodeAndPropertiesVariableHeader) read.variableHeader();
      var expiry = header.properties().getProperty(SESSION_EXPIRY_INTERVAL);
      assertThat(expiry.value()).isEqualTo(0);
    }
  }
}
