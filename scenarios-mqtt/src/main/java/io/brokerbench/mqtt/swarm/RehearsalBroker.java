package io.brokerbench.mqtt.swarm;

import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.mqtt.swarm.codec.ClientPackets;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/** Accepts every session and does nothing else: for clients that only rehearse connecting. */
final class RehearsalBroker implements AutoCloseable {

  private static final byte[] ACCEPTED_3 = {(byte) ClientPackets.CONNACK, 2, 0, 0};
  private static final byte[] ACCEPTED_5 = {(byte) ClientPackets.CONNACK, 3, 0, 0, 0};

  private final MultiThreadIoEventLoopGroup group =
      new MultiThreadIoEventLoopGroup(
          1, new DefaultThreadFactory("rehearsal-broker", true), NioIoHandler.newFactory());
  private final Channel channel;

  /** Listens on a free loopback port. */
  RehearsalBroker(Protocol protocol) {
    byte[] accepted = protocol == Protocol.MQTT_5 ? ACCEPTED_5 : ACCEPTED_3;
    this.channel =
        new ServerBootstrap()
            .group(group)
            .channel(NioServerSocketChannel.class)
            .childHandler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel client) {
                    client.pipeline().addLast(new ConnAckHandler(accepted));
                  }
                })
            .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .syncUninterruptibly()
            .channel();
  }

  int port() {
    return ((InetSocketAddress) channel.localAddress()).getPort();
  }

  @Override
  public void close() {
    channel.close().syncUninterruptibly();
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }

  /** Answers the first bytes, and reads over all that follow. */
  @SuppressWarnings("FutureReturnValueIgnored") // a failed write ends the channel
  private static final class ConnAckHandler extends ChannelInboundHandlerAdapter {
    private final byte[] accepted;
    private boolean answered;

    ConnAckHandler(byte[] accepted) {
      this.accepted = accepted;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ((ByteBuf) message).release();
      if (!answered) {
        answered = true;
        context.writeAndFlush(Unpooled.wrappedBuffer(accepted), context.voidPromise());
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      context.close();
    }
  }
}
