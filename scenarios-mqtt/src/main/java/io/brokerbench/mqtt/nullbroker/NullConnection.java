package io.brokerbench.mqtt.nullbroker;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/** One client of the null broker. */
@SuppressWarnings("FutureReturnValueIgnored") // writes and closes report by the channel's events
final class NullConnection extends ChannelInboundHandlerAdapter {

  private static final int CONNECT = 1;
  private static final int PUBLISH = 3;
  private static final int SUBSCRIBE = 8;
  private static final int PINGREQ = 12;
  private static final int DISCONNECT = 14;

  private final Forwarder forwarder;
  private ByteBuf partial;

  NullConnection(Forwarder forwarder) {
    this.forwarder = forwarder;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf in = (ByteBuf) message;
    if (partial != null) {
      ByteBuf joined = context.alloc().buffer(partial.readableBytes() + in.readableBytes());
      joined.writeBytes(partial).writeBytes(in);
      partial.release();
      in.release();
      partial = null;
      in = joined;
    }
    try {
      read(context, in);
      if (in.isReadable()) {
        partial = context.alloc().buffer(in.readableBytes()).writeBytes(in);
      }
    } finally {
      in.release();
    }
  }

  private void read(ChannelHandlerContext context, ByteBuf in) {
    int firstPublish = -1;
    while (true) {
      int start = in.readerIndex();
      int end = endOfPacket(in, start, in.writerIndex());
      int type = end < 0 ? -1 : in.getUnsignedByte(start) >> 4;
      if (type == PUBLISH) {
        if ((in.getUnsignedByte(start) & 6) != 0) {
          context.close(); // acknowledgements are not its business
          return;
        }
        firstPublish = firstPublish < 0 ? start : firstPublish;
        in.readerIndex(end);
        continue;
      }
      if (firstPublish >= 0) {
        forwarder.forward(in.retainedSlice(firstPublish, start - firstPublish), context.channel());
        firstPublish = -1;
      }
      if (end < 0) {
        return;
      }
      answer(context, type, in, start);
      in.readerIndex(end);
    }
  }

  private void answer(ChannelHandlerContext context, int type, ByteBuf in, int start) {
    switch (type) {
      case CONNECT -> write(context, 0x20, 2, 0, 0);
      case SUBSCRIBE -> {
        int packetId = in.getUnsignedShort(start + (in.getByte(start + 1) < 0 ? 3 : 2));
        forwarder.add(context.channel());
        write(context, 0x90, 3, packetId >> 8, packetId & 255, 0);
      }
      case PINGREQ -> write(context, 0xD0, 0);
      case DISCONNECT -> context.close();
      default -> {}
    }
  }

  private static void write(ChannelHandlerContext context, int... bytes) {
    ByteBuf out = context.alloc().buffer(bytes.length);
    for (int value : bytes) {
      out.writeByte(value);
    }
    context.writeAndFlush(out, context.voidPromise());
  }

  /** Index after the packet that begins at {@code start}; -1 if it isn't all there. */
  private static int endOfPacket(ByteBuf in, int start, int limit) {
    int length = 0;
    for (int i = start + 1, shift = 0; i < limit && shift < 28; i++, shift += 7) {
      byte digit = in.getByte(i);
      length |= (digit & 127) << shift;
      if (digit >= 0) {
        int end = i + 1 + length;
        return end <= limit ? end : -1;
      }
    }
    return -1;
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    if (context.channel().isWritable()) {
      forwarder.onWritable();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    forwarder.remove(context.channel());
    if (partial != null) {
      partial.release();
      partial = null;
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable error) {
    context.close();
  }
}
