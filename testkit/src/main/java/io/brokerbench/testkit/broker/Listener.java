package io.brokerbench.testkit.broker;

import io.brokerbench.core.broker.Endpoint;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.mqtt.MqttDecoder;
import io.netty.handler.codec.mqtt.MqttEncoder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** A listening socket. Not for the event loop's own thread: it waits for the loop. */
final class Listener {

  private static final int BACKLOG = 4_096;
  private static final int MOST_BYTES_IN_PACKET = 64 << 20;
  private static final WriteBufferWaterMark WATER_MARK =
      new WriteBufferWaterMark(256 << 10, 1 << 20);

  private final ServerBootstrap bootstrap;
  private final Layers layers;
  private int port;
  private Channel channel;

  Listener(EventLoopGroup group, Exchange exchange, Handshake handshake, Layers layers, int port) {
    this.layers = layers;
    this.port = port;
    bootstrap =
        new ServerBootstrap()
            .group(group)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARK)
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel child) {
                    exchange.tally().increment(Tally.Count.TCP_ACCEPTED);
                    if (exchange.switches().silent) {
                      return;
                    }
                    layers.addTo(child);
                    child
                        .pipeline()
                        .addLast(
                            new MqttDecoder(MOST_BYTES_IN_PACKET),
                            MqttEncoder.INSTANCE,
                            new Connection(exchange, handshake));
                  }
                });
  }

  /** Where it listens, also after it has closed. */
  synchronized Endpoint endpoint() {
    String host = InetAddress.getLoopbackAddress().getHostAddress();
    return new Endpoint(layers.kind(), host, port, layers.path());
  }

  synchronized int port() {
    return port;
  }

  /** Listens, on the same port as before. */
  synchronized void open() {
    if (channel != null) {
      return;
    }
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    ChannelFuture bound = bootstrap.bind(address).awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new UncheckedIOException(
          "port " + port + ": can't listen on it", new IOException(bound.cause()));
    }
    channel = bound.channel();
    port = ((InetSocketAddress) channel.localAddress()).getPort();
  }

  /** Finds a port to listen on later. */
  void reserve() {
    open();
    close();
  }

  /** From now on, the system refuses connections. */
  synchronized void close() {
    if (channel != null) {
      channel.close().awaitUninterruptibly();
      channel = null;
    }
  }
}
