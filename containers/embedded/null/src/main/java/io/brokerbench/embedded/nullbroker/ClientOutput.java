package io.brokerbench.embedded.nullbroker;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * The output to one client: answers and messages, in their order, flushed once per turn.
 *
 * <p>While it accepts no more, the publishers that fill it are not read.
 */
@SuppressWarnings("FutureReturnValueIgnored") // writes report by the channel's events
final class ClientOutput {

  /** Messages that may wait for the client's acknowledgement: packet ids come round after 65535. */
  private static final int WINDOW = 32_767;

  private static final int FIRST_PIECE = 256;

  private final Channel channel;
  private final TurnFlusher turn;
  private List<Channel> paused = List.of();
  private ByteBuf pending;
  private ArrayDeque<ByteBuf> waiting;
  private boolean touched;
  private int lastId;
  private int inFlight;

  ClientOutput(Channel channel, TurnFlusher turn) {
    this.channel = channel;
    this.turn = turn;
  }

  Channel channel() {
    return channel;
  }

  /** Sends whole packets as they are, and takes over the reference to them. */
  void forward(ByteBuf packets) {
    writePending();
    channel.write(packets, channel.voidPromise());
    touch();
  }

  /** Sends bytes of a packet that is not a message. */
  void answer(int... bytes) {
    ByteBuf out = pending();
    for (int value : bytes) {
      out.writeByte(value);
    }
  }

  /** Sends a packet that acknowledges an id. */
  void acknowledge(int firstByte, int id) {
    pending().writeByte(firstByte).writeByte(2).writeShort(id);
  }

  /**
   * Sends a message of its own packet.
   *
   * @param topic of it, with its length before it
   * @param payload what follows the packet id
   */
  void deliver(int qos, ByteBuf topic, ByteBuf payload) {
    if (qos > 0 && inFlight >= WINDOW) {
      waiting = waiting == null ? new ArrayDeque<>() : waiting;
      int size = topic.readableBytes() + payload.readableBytes();
      ByteBuf kept = channel.alloc().buffer(size + 1).writeByte(qos);
      kept.writeBytes(topic.duplicate()).writeBytes(payload.duplicate());
      waiting.add(kept);
      return;
    }
    write(qos, topic, payload);
  }

  private void write(int qos, ByteBuf topic, ByteBuf payload) {
    ByteBuf out = pending();
    int length = topic.readableBytes() + payload.readableBytes() + (qos > 0 ? 2 : 0);
    out.writeByte(0x30 | (qos << 1));
    while (length > 127) {
      out.writeByte((length & 127) | 128);
      length >>= 7;
    }
    out.writeByte(length);
    out.writeBytes(topic, topic.readerIndex(), topic.readableBytes());
    if (qos > 0) {
      lastId = lastId == 65_535 ? 1 : lastId + 1;
      inFlight++;
      out.writeShort(lastId);
    }
    out.writeBytes(payload, payload.readerIndex(), payload.readableBytes());
  }

  /** The client has a message for good: PUBACK or PUBCOMP. */
  void onAcknowledged() {
    inFlight--;
    if (waiting == null) {
      return;
    }
    ByteBuf next = waiting.poll();
    if (next == null) {
      waiting = null;
      return;
    }
    int qos = next.readByte();
    ByteBuf topic = next.readSlice(2 + next.getUnsignedShort(next.readerIndex()));
    write(qos, topic, next);
    next.release();
  }

  /** Reads a publisher no more until this one takes something again. */
  void holdBack(Channel publisher) {
    if (!channel.isWritable() && publisher != channel && publisher.config().isAutoRead()) {
      publisher.config().setAutoRead(false);
      paused = paused.isEmpty() ? new ArrayList<>() : paused;
      paused.add(publisher);
    }
  }

  /** It takes more again, or is gone. */
  void letGo() {
    for (Channel publisher : paused) {
      publisher.config().setAutoRead(true);
    }
    paused = List.of();
  }

  void flush() {
    touched = false;
    writePending();
    channel.flush();
  }

  void close() {
    letGo();
    if (pending != null) {
      pending.release();
      pending = null;
    }
    if (waiting != null) {
      waiting.forEach(ByteBuf::release);
      waiting = null;
    }
  }

  private ByteBuf pending() {
    if (pending == null) {
      pending = channel.alloc().buffer(FIRST_PIECE);
      touch();
    }
    return pending;
  }

  private void writePending() {
    if (pending != null) {
      ByteBuf out = pending;
      pending = null;
      channel.write(out, channel.voidPromise());
    }
  }

  private void touch() {
    if (!touched) {
      touched = true;
      turn.touch(this);
    }
  }
}
