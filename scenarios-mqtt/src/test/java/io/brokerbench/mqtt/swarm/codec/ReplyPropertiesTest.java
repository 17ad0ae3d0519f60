package io.brokerbench.mqtt.swarm.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Qos;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplyPropertiesTest {

  private static final int FIXED_HEADER_BYTES = 2;

  private static PublishTemplate requests(int qos, String responseTopic, int payloadBytes) {
    return new PublishTemplate(
        new PublisherSpec("c", "p/x/0/t/17", Qos.of(qos), payloadBytes, false, 10, false)
            .withResponseTopic(Optional.of(responseTopic)),
        Protocol.MQTT_5);
  }

  private static ByteBuf request(int qos, String responseTopic, int payloadBytes) {
    ByteBuf packet = Unpooled.buffer();
    requests(qos, responseTopic, payloadBytes).write(packet, qos == 0 ? 0 : 7, 0, 11, 22, 33);
    return packet;
  }

  /** Reads a packet up to its payload. */
  private static ReplyProperties read(ByteBuf packet) throws MqttException {
    ReplyProperties found = new ReplyProperties();
    int header = packet.readUnsignedByte();
    int length = packet.readUnsignedByte();
    if (length >= 128) {
      length = length - 128 + 128 * packet.readUnsignedByte();
    }
    assertThat(length).as("remaining length").isEqualTo(packet.readableBytes());
    PublishHeader.read(header, packet, packet.writerIndex(), found);
    return found;
  }

  @ParameterizedTest
  @CsvSource({"0, 32, 7", "1, 32, 7", "2, 32, 7", "1, 100, 7", "1, 4000, 7", "1, 32, 120"})
  void aReplyHasTheTopicTheDataAndThePayloadOfItsRequest(int qos, int payloadBytes, int letters)
      throws MqttException {
    String topic = "r".repeat(letters);
    ByteBuf request = request(qos, topic, payloadBytes);
    ReplyProperties found = read(request);
    assertThat(found.isRequest()).isTrue();
    assertThat(found.correlates(request, 22)).isTrue();
    assertThat(found.correlates(request, 23)).isFalse();

    ByteBuf reply = Unpooled.buffer();
    int payload = request.readerIndex();
    int packetId = found.writeReply(reply, request, payload, payloadBytes, qos);
    assertThat(reply.readableBytes()).isEqualTo(found.replyBytes(qos, payloadBytes));
    assertThat(packetId > 0).isEqualTo(qos > 0);
    if (qos > 0) {
      reply.setShort(packetId, 5);
    }
    int lengthBytes = reply.getUnsignedByte(1) < 128 ? 1 : 2;
    assertThat(reply.toString(1 + lengthBytes + 2, topic.length(), StandardCharsets.US_ASCII))
        .isEqualTo(topic);
    ReplyProperties ofReply = read(reply);
    assertThat(ofReply.isRequest()).as("asks for no reply itself").isFalse();
    assertThat(ofReply.correlates(reply, 22)).isTrue();
    assertThat(reply.readableBytes()).isEqualTo(payloadBytes);
    assertThat(reply.readLong()).isEqualTo(11);
    assertThat(reply.readLong()).isEqualTo(22);
    assertThat(reply.readLong()).isEqualTo(33);
  }

  @Test
  void aMessageWithoutPropertiesIsNoRequest() throws MqttException {
    ByteBuf packet = Unpooled.buffer();
    new PublishTemplate(
            new PublisherSpec("c", "t", Qos.AT_MOST_ONCE, 24, false, 10), Protocol.MQTT_5)
        .write(packet, 0, 0, 1, 2, 3);
    ReplyProperties found = read(packet);
    assertThat(found.isRequest()).isFalse();
    assertThat(found.correlates(packet, 2)).isFalse();
  }

  @Test
  void aReplyAllocatesNothing() throws MqttException {
    ByteBuf request = request(1, "r/run/1/t/1", 32);
    ByteBuf reply = Unpooled.buffer(1_000);
    ReplyProperties found = new ReplyProperties();
    com.sun.management.ThreadMXBean threads =
        (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    long bytes = 0;
    int messages = 100_000;
    for (int round = 0; round < 2; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < messages; i++) {
        request.readerIndex(FIXED_HEADER_BYTES);
        PublishHeader.read(0x32, request, request.writerIndex(), found);
        reply.clear();
        found.writeReply(reply, request, request.readerIndex(), request.readableBytes(), 1);
      }
      bytes = threads.getCurrentThreadAllocatedBytes() - before;
    }
    assertThat((double) bytes / messages).isLessThan(0.1);
  }
}
