package io.brokerbench.mqtt.swarm;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.mqtt.swarm.codec.Acknowledgement;
import io.brokerbench.mqtt.swarm.codec.ClientPackets;
import io.brokerbench.mqtt.swarm.codec.ConnAck;
import io.brokerbench.mqtt.swarm.codec.FixedHeader;
import io.brokerbench.mqtt.swarm.codec.MqttException;
import io.brokerbench.mqtt.swarm.codec.MqttViolationException;
import io.brokerbench.mqtt.swarm.codec.PacketReader;
import io.brokerbench.mqtt.swarm.codec.PublishHeader;
import io.brokerbench.mqtt.swarm.codec.ReasonCodes;
import io.brokerbench.mqtt.swarm.codec.SubAck;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Whatever comes, the decoder reads no byte behind a packet, reports nothing but the named
 * violations and refusals, and reserves no more than it has to.
 */
class DecoderFuzzTest {

  private static final int LIMIT = PacketReader.limitFor(32);
  private static final int MOST_KEPT = 256 * 1024;

  /** Legal packets of MQTT 5, with every kind of field. */
  private static final List<byte[]> PACKETS =
      hex(
          "2006000003210014",
          "201b000018" + "13000a" + "26000161000162" + "1f00026f6b" + "2700100000" + "24012801",
          "40020001",
          "4003000110",
          "4009000100051f00026f6b",
          "6204000192" + "00",
          "70020007",
          "900400010001",
          "90090001051f00026f6b01",
          "d000",
          "e0079805" + "1f0002626f",
          "300b000174" + "00" + "01020304050607",
          "321e00"
              + "0a"
              + "702f302f742f31376162"
              + "0009"
              + "07"
              + "26000161000162"
              + "0102030405",
          "3412000174" + "0001" + "0b" + "0101" + "0200000001" + "09000161" + "ff");

  private static List<byte[]> hex(String... packets) {
    return Arrays.stream(packets).map(HexFormat.of()::parseHex).toList();
  }

  private static void decode(ByteBuf in, boolean v5, UnpooledByteBufAllocator allocator) {
    Protocol protocol = v5 ? Protocol.MQTT_5 : Protocol.MQTT_3_1_1;
    PacketReader reader = new PacketReader(protocol, LIMIT);
    try {
      reader.read(in, 1, allocator, (header, packet, end, nanos) -> parse(header, packet, end, v5));
      assertThat(allocator.metric().usedHeapMemory()).isLessThan(MOST_KEPT);
    } catch (MqttException e) {
      assertThat(e).hasMessageStartingWith("the broker ").hasMessageNotContaining("%");
    } finally {
      reader.release();
    }
    assertThat(allocator.metric().usedHeapMemory()).isZero();
  }

  /** With a copy of the packet's own bytes, behind which there is nothing to read. */
  private static void parse(int header, ByteBuf packet, int end, boolean v5) throws MqttException {
    assertThat(end).isLessThanOrEqualTo(packet.writerIndex());
    ByteBuf own =
        Unpooled.copiedBuffer(packet.slice(packet.readerIndex(), end - packet.readerIndex()));
    int ownEnd = own.writerIndex();
    switch (header & 0xF0) {
      case ClientPackets.CONNACK -> {
        ConnAck read = ConnAck.read(own, ownEnd, v5 ? Protocol.MQTT_5 : Protocol.MQTT_3_1_1);
        assertThat(read.receiveMaximum()).isPositive();
      }
      case ClientPackets.PUBLISH -> PublishHeader.read(header, own, ownEnd, v5);
      case ClientPackets.PUBACK,
          ClientPackets.PUBREC,
          ClientPackets.PUBREL & 0xF0,
          ClientPackets.PUBCOMP ->
          assertThat(Acknowledgement.read(header & 0xF0, own, ownEnd)).isPositive();
      case ClientPackets.SUBACK -> new SubAck(List.of("a", "b"), 1, v5).read(own, ownEnd);
      case ClientPackets.DISCONNECT -> throw ReasonCodes.disconnect(own, ownEnd);
      default -> {}
    }
    assertThat(own.readerIndex()).isLessThanOrEqualTo(ownEnd);
  }

  @Example
  void thePacketsThatAreChangedAreLegal() throws MqttException {
    for (byte[] packet : PACKETS) {
      ByteBuf in = Unpooled.wrappedBuffer(packet);
      PacketReader reader = new PacketReader(Protocol.MQTT_5, LIMIT);
      try {
        reader.read(
            in,
            1,
            UnpooledByteBufAllocator.DEFAULT,
            (header, whole, end, nanos) -> parse(header, whole, end, true));
      } catch (MqttViolationException e) {
        throw new AssertionError(HexFormat.of().formatHex(packet), e);
      } catch (MqttException e) {
        assertThat(e).hasMessage("the broker disconnected: administrative action (0x98)");
        continue; // what follows a DISCONNECT is not read
      }
      assertThat(in.isReadable()).as(HexFormat.of().formatHex(packet)).isFalse();
    }
  }

  @Property(tries = 20_000)
  void changedPacketsAreReadOrRefused(@ForAll long seed, @ForAll boolean v5) {
    SplittableRandom random = new SplittableRandom(seed);
    byte[] bytes = PACKETS.get(random.nextInt(PACKETS.size())).clone();
    for (int change = random.nextInt(4); change >= 0; change--) {
      bytes = changed(bytes, random);
    }
    ByteBuf in = Unpooled.wrappedBuffer(bytes);
    decode(in, v5, new UnpooledByteBufAllocator(false));
  }

  private static byte[] changed(byte[] bytes, SplittableRandom random) {
    byte[] result = bytes.clone();
    int at = bytes.length == 0 ? 0 : random.nextInt(bytes.length);
    switch (bytes.length == 0 ? 3 : random.nextInt(5)) {
      case 0 -> result[at] ^= (byte) (1 << random.nextInt(8));
      case 1 -> result[at] = (byte) random.nextInt(256);
      case 2 -> result = Arrays.copyOf(bytes, at);
      case 3 -> result = Arrays.copyOf(bytes, bytes.length + random.nextInt(1, 20));
      default -> result[Math.min(1, bytes.length - 1)] = (byte) random.nextInt(bytes.length + 3);
    }
    return result;
  }

  @Property(tries = 5_000)
  void anyBytesAreReadOrRefused(@ForAll byte[] bytes, @ForAll boolean v5) {
    decode(Unpooled.wrappedBuffer(bytes), v5, new UnpooledByteBufAllocator(false));
  }

  @Example
  void aPacketThatIsAnnouncedReservesOnlyWhatHasCome() throws MqttException {
    UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(false);
    PacketReader reader = new PacketReader(Protocol.MQTT_3_1_1, FixedHeader.MOST_BYTES);
    ByteBuf in = Unpooled.wrappedBuffer(HexFormat.of().parseHex("30ffffff7f0001"));
    reader.read(in, 1, allocator, (header, packet, end, nanos) -> {});
    assertThat(allocator.metric().usedHeapMemory()).isLessThanOrEqualTo(MOST_KEPT);
    reader.release();
  }
}
