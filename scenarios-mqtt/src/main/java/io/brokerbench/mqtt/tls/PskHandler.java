package io.brokerbench.mqtt.tls;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import org.bouncycastle.tls.TlsClientProtocol;

/**
 * Bouncy Castle's TLS between a channel and the handlers behind it, in its non-blocking mode: bytes
 * go in on one side and come out on the other, on the channel's thread.
 */
@SuppressWarnings("FutureReturnValueIgnored") // writes and closes report by the channel's events
final class PskHandler extends ChannelDuplexHandler {

  private final TlsClientProtocol protocol = new TlsClientProtocol();
  private final PskClient client;
  private boolean reported;

  PskHandler(PskClient client) {
    this.client = client;
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    try {
      protocol.connect(client);
      writeRecords(context);
    } catch (IOException e) {
      report(context, new SslHandshakeCompletionEvent(e));
    }
    context.fireChannelActive();
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    byte[] records = bytesOf((ByteBuf) message);
    if (protocol.isClosed()) {
      return;
    }
    try {
      protocol.offerInput(records);
    } catch (IOException e) {
      fail(context, e);
      return;
    } finally {
      writeRecords(context);
    }
    if (client.isComplete()) {
      report(context, SslHandshakeCompletionEvent.SUCCESS);
    }
    int readable = protocol.getAvailableInputBytes();
    if (readable > 0) {
      byte[] plain = new byte[readable];
      protocol.readInput(plain, 0, readable);
      context.fireChannelRead(context.alloc().buffer(readable).writeBytes(plain));
    }
    if (protocol.isClosed()) {
      context.close();
    }
  }

  private void fail(ChannelHandlerContext context, IOException failure) {
    if (reported) {
      context.fireExceptionCaught(failure);
    } else {
      report(context, new SslHandshakeCompletionEvent(failure));
    }
  }

  private void report(ChannelHandlerContext context, SslHandshakeCompletionEvent event) {
    if (!reported) {
      reported = true;
      context.fireUserEventTriggered(event);
    }
  }

  /** Takes the bytes out of a buffer and releases it. */
  private static byte[] bytesOf(ByteBuf buffer) {
    try {
      byte[] bytes = new byte[buffer.readableBytes()];
      buffer.readBytes(bytes);
      return bytes;
    } finally {
      buffer.release();
    }
  }

  private void writeRecords(ChannelHandlerContext context) {
    ByteBuf records = takeRecords(context);
    if (records != null) {
      context.writeAndFlush(records, context.voidPromise());
    }
  }

  /** What the protocol wants to send; null for nothing. */
  private ByteBuf takeRecords(ChannelHandlerContext context) {
    int available = protocol.getAvailableOutputBytes();
    if (available == 0) {
      return null;
    }
    byte[] records = new byte[available];
    protocol.readOutput(records, 0, available);
    return context.alloc().buffer(available).writeBytes(records);
  }

  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise)
      throws IOException {
    if (protocol.isClosed()) {
      ReferenceCountUtil.release(message);
      promise.tryFailure(new ClosedChannelException());
      return;
    }
    byte[] plain = bytesOf((ByteBuf) message);
    protocol.writeApplicationData(plain, 0, plain.length);
    ByteBuf records = takeRecords(context);
    context.write(records == null ? context.alloc().buffer(0) : records, promise);
  }

  /** Says goodbye, where there is a peer to say it to. */
  @Override
  public void close(ChannelHandlerContext context, ChannelPromise promise) throws IOException {
    if (client.isComplete() && !protocol.isClosed()) {
      protocol.close();
      writeRecords(context);
    }
    context.close(promise);
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    report(context, new SslHandshakeCompletionEvent(new ClosedChannelException()));
    context.fireChannelInactive();
  }
}
