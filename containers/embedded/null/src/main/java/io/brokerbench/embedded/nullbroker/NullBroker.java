package io.brokerbench.embedded.nullbroker;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/** The null broker: one listener, one event loop for all connections. */
final class NullBroker implements AutoCloseable {

  private static final int BACKLOG = 4_096;

  private final MultiThreadIoEventLoopGroup group;
  private final Channel listener;

  /**
   * Starts one.
   *
   * @param address to listen on; port 0 for a free one
   * @throws io.netty.channel.ChannelException if the port is taken
   */
  NullBroker(InetSocketAddress address) {
    boolean epoll = Epoll.isAvailable();
    IoHandlerFactory handlers = epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
    Class<? extends ServerChannel> channel =
        epoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
    group = new MultiThreadIoEventLoopGroup(1, handlers);
    TurnFlusher turn = new TurnFlusher(group.next());
    SubscriptionIndex subscriptions = new SubscriptionIndex();
    ServerBootstrap bootstrap =
        new ServerBootstrap()
            .group(group)
            .channel(channel)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel child) {
                    child
                        .pipeline()
                        .addLast(new NullConnection(new ClientOutput(child, turn), subscriptions));
                  }
                });
    try {
      listener = bootstrap.bind(address).syncUninterruptibly().channel();
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  /** Port that it listens on. */
  int port() {
    return ((InetSocketAddress) listener.localAddress()).getPort();
  }

  @Override
  public void close() {
    group.shutdownGracefully(0, 2, TimeUnit.SECONDS).syncUninterruptibly();
  }
}
