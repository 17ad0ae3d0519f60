package io.brokerbench.mqtt.swarm.codec;

import io.brokerbench.core.payload.ProofPlace;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/**
 * Where the digits lie that prove a message, in its user property (3.3.2.3.7): an index into the
 * buffer that it was read from, and good until the next message. Allocates nothing.
 */
public final class ProofProperty implements PacketProperties.Visitor {

  private static final byte[] NAME = ProofPlace.PROPERTY.getBytes(StandardCharsets.US_ASCII);

  private int digits;

  void clear() {
    digits = -1;
  }

  @Override
  public void onNumber(int property, long value) throws MqttViolationException {
    PublishHeader.requireNoAlias(property, value);
  }

  @Override
  public void onUserProperty(ByteBuf in, int name, int nameEnd, int value, int valueEnd) {
    if (nameEnd - name != NAME.length || valueEnd - value != ProofPlace.DIGITS) {
      return;
    }
    for (int i = 0; i < NAME.length; i++) {
      if (in.getByte(name + i) != NAME[i]) {
        return;
      }
    }
    digits = value;
  }

  /** Index of the first digit; -1 where the message has no such property. */
  public int digits() {
    return digits;
  }
}
