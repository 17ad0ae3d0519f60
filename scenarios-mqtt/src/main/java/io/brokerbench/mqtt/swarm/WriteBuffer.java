package io.brokerbench.mqtt.swarm;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;

/** Collects what one connection is to write, in one buffer. Confined to its lane's thread. */
@SuppressWarnings("FutureReturnValueIgnored") // a write reports by the channel's events
final class WriteBuffer {

  static final int SMALLEST_BYTES = 128;
  private static final int FULL_BYTES = 64 * 1024; // of a buffer that is handed to the channel

  private ByteBuf buffer;
  private int usualBytes = SMALLEST_BYTES;

  boolean isEmpty() {
    return buffer == null;
  }

  /** The buffer, with room for some more bytes; a full one is handed to the channel first. */
  ByteBuf withRoom(Channel channel, int bytes) {
    if (buffer != null && buffer.readableBytes() + bytes > FULL_BYTES) {
      write(channel);
    }
    if (buffer == null) {
      buffer = channel.alloc().directBuffer(Math.max(bytes, usualBytes));
    }
    return buffer;
  }

  /** Hands what was collected to the channel, which is still to be flushed. */
  void write(Channel channel) {
    usualBytes = Math.min(FULL_BYTES, Math.max(SMALLEST_BYTES, buffer.readableBytes()));
    channel.write(take(), channel.voidPromise());
  }

  /** The buffer, which is the caller's now; null if nothing was collected. */
  ByteBuf take() {
    ByteBuf taken = buffer;
    buffer = null;
    return taken;
  }

  /** Drops what was collected. */
  void release() {
    if (buffer != null) {
      take().release();
    }
  }
}
