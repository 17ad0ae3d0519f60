package io.brokerbench.testkit.broker;

import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.testkit.broker.record.EventCounters;
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
import java.net.Socket;
import java.util.concurrent.locks.LockSupport;

/** A listening socket. Not for the event loop's own thread: it waits for the loop. */
final class Listener {

  private static final int BACKLOG = 4_096;
  private static final int MOST_BYTES_IN_PACKET = 64 << 20;
  private static final int MOST_TRIES = 1_000;
  private static final long TRY_AGAIN_NANOS = 1_000_000;
  private static final WriteBufferWaterMark WATER_MARK =
      new WriteBufferWaterMark(256 << 10, 1 << 20);

  private final ServerBootstrap bootstrap;
  private final TransportLayers layers;
  private int port;
  private Channel channel;

  /** Bound and not listening, so that no other process gets the port. */
  private Socket keeper;

  Listener(
      EventLoopGroup group,
      BrokerState exchange,
      ConnectHandler handshake,
      TransportLayers layers,
      int port) {
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
                    exchange.tally().increment(EventCounters.Count.TCP_ACCEPTED);
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
    letGo();
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    ChannelFuture bound = bootstrap.bind(address).awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new UncheckedIOException(
          "port " + port + ": cannot listen on it", new IOException(bound.cause()));
    }
    channel = bound.channel();
    port = ((InetSocketAddress) channel.localAddress()).getPort();
  }

  /** Finds a port to listen on later. */
  void reserve() {
    open();
    close();
  }

  /** From now on, the system refuses connections. The port stays taken. */
  synchronized void close() {
    if (channel == null) {
      return;
    }
    channel.close().awaitUninterruptibly();
    channel = null;
    keeper = keep(port);
  }

  /** The system may take a moment until the port of a closed channel is free. */
  private static Socket keep(int port) {
    for (int tries = 1; true; tries++) {
      Socket socket = new Socket();
      try {
        socket.setReuseAddress(true);
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        return socket;
      } catch (IOException e) {
        if (tries == MOST_TRIES) {
          throw new UncheckedIOException("port " + port + ": cannot keep it", e);
        }
        LockSupport.parkNanos(TRY_AGAIN_NANOS);
      }
    }
  }

  /** Listens no more, and leaves the port to others. */
  synchronized void end() {
    if (channel != null) {
      channel.close().awaitUninterruptibly();
      channel = null;
    }
    letGo();
  }

  private void letGo() {
    if (keeper == null) {
      return;
    }
    try {
      keeper.close();
    } catch (IOException e) {
      throw new UncheckedIOException("port " + port + ": cannot leave it", e);
    }
    keeper = null;
  }
}
