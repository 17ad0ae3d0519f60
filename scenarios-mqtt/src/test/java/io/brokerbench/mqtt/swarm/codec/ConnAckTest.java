package io.brokerbench.mqtt.swarm.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.scenario.Protocol;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.mqtt.MqttConnectReturnCode;
import io.netty.handler.codec.mqtt.MqttEncoder;
import io.netty.handler.codec.mqtt.MqttMessageBuilders;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConnAckTest {

  @Test
  void everyPropertyOfVersionFiveIsReadOrSkipped() throws MqttException {
    ByteBuf packet =
        encode(
            MqttMessageBuilders.connAck()
                .returnCode(MqttConnectReturnCode.CONNECTION_ACCEPTED)
                .sessionPresent(true)
                .properties(
                    properties ->
                        properties
                            .sessionExpiryInterval(9)
                            .assignedClientId("assigned")
                            .receiveMaximum(11)
                            .maximumQos((byte) 1)
                            .retainAvailable(true)
                            .maximumPacketSize(70_000)
                            .topicAliasMaximum(3)
                            .reasonString("why not")
                            .userProperty("key", "value")
                            .serverKeepAlive(33)
                            .wildcardSubscriptionAvailable(true)
                            .sharedSubscriptionAvailable(true)
                            .subscriptionIdentifiersAvailable(true)
                            .responseInformation("r")
                            .serverReference("s")
                            .authenticationMethod("m")
                            .authenticationData(new byte[] {1, 2, 3}))
                .build());
    packet.readByte();
    int remaining =
        PacketFields.readVariableInteger(packet, packet.writerIndex(), "CONNACK", "length");
    ConnAck read = ConnAck.read(packet, packet.readerIndex() + remaining, Protocol.MQTT_5);
    assertThat(read).isEqualTo(new ConnAck(true, 0, 11, 1, 70_000, 33, 3, true, 9));
  }

  @Test
  void versionThreeHasNoLimits() throws MqttException {
    ByteBuf packet = Unpooled.wrappedBuffer(new byte[] {1, 5});
    assertThat(ConnAck.read(packet, 2, Protocol.MQTT_3_1_1))
        .isEqualTo(
            new ConnAck(
                true,
                5,
                65_535,
                2,
                Long.MAX_VALUE,
                ConnAck.NO_WISH,
                0,
                true,
                SessionExpiry.AS_ASKED));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 4, 5})
  void anAnswerThatEndsBeforeItsPartsIsRefused(int end) {
    ByteBuf packet = Unpooled.wrappedBuffer(new byte[] {0, 0, 3, 0x21, 0, 5});
    assertThatThrownBy(() -> ConnAck.read(packet, end, Protocol.MQTT_5))
        .isInstanceOf(MqttException.class)
        .hasMessageStartingWith("the broker sent an invalid CONNACK: ");
  }

  private static ByteBuf encode(Object message) {
    EmbeddedChannel channel = new EmbeddedChannel(MqttEncoder.INSTANCE);
    ByteBuf connect = Unpooled.buffer();
    ConnectFields fields = new ConnectFields(Protocol.MQTT_5, 0, Optional.empty());
    ClientPackets.connect(connect, "c", true, fields, FixedHeader.MOST_BYTES);
    channel.pipeline().addFirst(new io.netty.handler.codec.mqtt.MqttDecoder());
    channel.writeInbound(connect);
    channel.writeOutbound(message);
    return channel.readOutbound();
  }
}
