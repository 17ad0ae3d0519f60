package io.brokerbench.mqtt.nullbroker;

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
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/** The null broker: one event loop, on the loopback address. */
public final class NullBroker implements AutoCloseable {

  private static final int BACKLOG = 4_096;

  private final MultiThreadIoEventLoopGroup group;
  private final Channel listener;

  /**
   * Starts one.
   *
   * @param port 0 for a free one
   * @throws io.netty.channel.ChannelException if the port is taken
   */
  public NullBroker(int port) {
    boolean epoll = Epoll.isAvailable();
    IoHandlerFactory handlers = epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
    Class<? extends ServerChannel> channel =
        epoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
    group = new MultiThreadIoEventLoopGroup(1, handlers);
    Forwarder forwarder = new Forwarder();
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
                    child.pipeline().addLast(new NullConnection(forwarder));
                  }
                });
    try {
      listener =
          bootstrap
              .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
              .syncUninterruptibly()
              .channel();
    } catch (RuntimeException e) {
      group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
      throw e;
    }
  }

  /** Port that it listens on. */
  public int port() {
    return ((InetSocketAddress) listener.localAddress()).getPort();
  }

  @Override
  public void close() {
    group.shutdownGracefully(0, 2, TimeUnit.SECONDS).syncUninterruptibly();
  }

  /**
   * Runs one until standard input ends, as it does when the parent process is gone.
   *
   * @param args the port; a free one if there is none. The port is printed as {@code READY port}
   */
  public static void main(String[] args) throws java.io.IOException {
    try (NullBroker broker = new NullBroker(args.length == 0 ? 0 : Integer.parseInt(args[0]))) {
      System.out.println("READY " + broker.port());
      while (System.in.read() >= 0) {
        // nothing is said to it; the end of the stream is its end
      }
    }
  }
}
