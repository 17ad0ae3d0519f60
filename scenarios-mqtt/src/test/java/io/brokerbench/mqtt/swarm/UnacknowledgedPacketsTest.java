package io.brokerbench.mqtt.swarm;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.mqtt.swarm.codec.ClientPackets;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;

class UnacknowledgedPacketsTest {

  private static final int QOS_1 = 0x32;
  private static final int QOS_1_AGAIN = 0x3A;

  private final UnacknowledgedPackets kept = new UnacknowledgedPackets();

  private void add(int packetId, int... bytes) {
    ByteBuf buffer = Unpooled.buffer().writeByte(99);
    for (int value : bytes) {
      buffer.writeByte(value);
    }
    kept.add(packetId, buffer, 1, bytes.length);
    buffer.setZero(0, buffer.writerIndex()); // the copy is its own
  }

  private byte[] again(int packetId) {
    ByteBuf out = Unpooled.buffer().writeByte(7);
    kept.writeAgain(out, packetId, ClientPackets.DUP);
    return ByteBufUtil.getBytes(out);
  }

  @Test
  void aPacketIsWrittenAgainAsItWasButForItsFlag() {
    add(1, QOS_1, 2, 3);
    add(300, QOS_1, 5);
    assertThat(again(1)).containsExactly(7, QOS_1_AGAIN, 2, 3);
    assertThat(again(300)).containsExactly(7, QOS_1_AGAIN, 5);
    assertThat(again(1)).containsExactly(7, QOS_1_AGAIN, 2, 3);
  }

  @Test
  void theBytesAreThoseOfPacketsThatAreThere() {
    kept.remove(70_000); // never was
    add(1, QOS_1, 2, 3);
    add(2, QOS_1, 4);
    assertThat(kept.bytes()).isEqualTo(5);
    kept.remove(1);
    kept.remove(1);
    assertThat(kept.bytes()).isEqualTo(2);
    add(1, QOS_1, 8);
    assertThat(kept.length(1)).as("shorter than the one before").isEqualTo(2);
    assertThat(again(1)).containsExactly(7, QOS_1_AGAIN, 8);
    assertThat(kept.bytes()).isEqualTo(4);
  }
}
