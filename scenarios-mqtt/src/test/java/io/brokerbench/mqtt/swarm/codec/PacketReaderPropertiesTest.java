package io.brokerbench.mqtt.swarm.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.scenario.Protocol;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.mqtt.MqttEncoder;
import io.netty.handler.codec.mqtt.MqttFixedHeader;
import io.netty.handler.codec.mqtt.MqttMessageType;
import io.netty.handler.codec.mqtt.MqttPublishMessage;
import io.netty.handler.codec.mqtt.MqttPublishVariableHeader;
import io.netty.handler.codec.mqtt.MqttQoS;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** What netty-codec-mqtt writes, cut in pieces and found again. */
class PacketReaderPropertiesTest {

  private static ByteBuf publish(int payloadBytes, int mark) {
    ByteBuf payload = Unpooled.buffer(payloadBytes).writeInt(mark).writeZero(payloadBytes - 4);
    EmbeddedChannel encoder = new EmbeddedChannel(MqttEncoder.INSTANCE);
    encoder.writeOutbound(
        new MqttPublishMessage(
            new MqttFixedHeader(MqttMessageType.PUBLISH, false, MqttQoS.AT_MOST_ONCE, false, 0),
            new MqttPublishVariableHeader("t", 0),
            payload));
    ByteBuf bytes = Unpooled.buffer();
    for (ByteBuf part = encoder.readOutbound(); part != null; part = encoder.readOutbound()) {
      bytes.writeBytes(part);
      part.release();
    }
    return bytes;
  }

  @Property(tries = 300)
  void packetsAreFoundWholeWhereverTheReadsCutThem(
      @ForAll @Size(min = 1, max = 12) List<@IntRange(min = 4, max = 40_000) Integer> sizes,
      @ForAll @Size(min = 1, max = 30) List<@IntRange(min = 1, max = 9_000) Integer> cuts)
      throws MqttException {
    ByteBuf stream = Unpooled.buffer();
    for (int i = 0; i < sizes.size(); i++) {
      stream.writeBytes(publish(sizes.get(i), i));
    }
    PacketReader reader = new PacketReader(Protocol.MQTT_3_1_1, FixedHeader.MOST_BYTES);
    List<String> found = new ArrayList<>();
    for (int piece = 0; stream.isReadable(); piece++) {
      int length = Math.min(stream.readableBytes(), cuts.get(piece % cuts.size()));
      ByteBuf in = Unpooled.copiedBuffer(stream.readSlice(length));
      reader.read(
          in,
          piece,
          UnpooledByteBufAllocator.DEFAULT,
          (header, packet, end, nanos) -> {
            packet.skipBytes(packet.readUnsignedShort());
            found.add(packet.getInt(packet.readerIndex()) + ":" + (end - packet.readerIndex()));
          });
      in.release();
    }
    List<String> sent = new ArrayList<>();
    for (int i = 0; i < sizes.size(); i++) {
      sent.add(i + ":" + sizes.get(i));
    }
    assertThat(found).isEqualTo(sent);
  }

  @Example
  void aLengthOfMoreThanFourBytesIsNotMqtt() {
    ByteBuf bytes = Unpooled.wrappedBuffer(new byte[] {0x30, -1, -1, -1, -1, 1});
    assertThatThrownBy(
            () ->
                new PacketReader(Protocol.MQTT_3_1_1, FixedHeader.MOST_BYTES)
                    .read(bytes, 0, UnpooledByteBufAllocator.DEFAULT, (h, in, end, nanos) -> {}))
        .isInstanceOf(MqttException.class)
        .hasMessageContaining("length");
  }
}
