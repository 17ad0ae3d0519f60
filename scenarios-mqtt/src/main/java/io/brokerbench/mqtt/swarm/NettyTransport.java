package io.brokerbench.mqtt.swarm;

import io.brokerbench.core.base.DefinitionException;
import io.netty.channel.ChannelConfig;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.channel.uring.IoUring;
import io.netty.channel.uring.IoUringIoHandler;
import io.netty.channel.uring.IoUringSocketChannel;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** How bytes move between the kernel and a lane. */
enum NettyTransport {
  /** Linux io_uring. */
  IO_URING {
    @Override
    boolean isAvailable() {
      return IoUring.isAvailable();
    }

    @Override
    IoHandlerFactory ioHandlers() {
      return IoUringIoHandler.newFactory();
    }

    @Override
    SocketChannel newChannel() {
      return new IoUringSocketChannel();
    }
  },

  /** Linux epoll, with waits that are exact to some tens of microseconds. */
  EPOLL {
    @Override
    boolean isAvailable() {
      return Epoll.isAvailable();
    }

    @Override
    IoHandlerFactory ioHandlers() {
      return EpollIoHandler.newFactory();
    }

    @Override
    SocketChannel newChannel() {
      return new EpollSocketChannel();
    }

    @Override
    void choosePortLate(ChannelConfig config) {
      config.setOption(EpollChannelOption.IP_BIND_ADDRESS_NO_PORT, true);
    }
  },

  /** The JDK's selector, everywhere else; its waits are exact to a millisecond. */
  NIO {
    @Override
    boolean isAvailable() {
      return true;
    }

    @Override
    IoHandlerFactory ioHandlers() {
      return NioIoHandler.newFactory();
    }

    @Override
    SocketChannel newChannel() {
      return new NioSocketChannel();
    }
  };

  /** System property that chooses one by name. */
  static final String PROPERTY = "brokerbench.transport";

  abstract boolean isAvailable();

  abstract IoHandlerFactory ioHandlers();

  abstract SocketChannel newChannel();

  /**
   * Lets the system choose a local port when the channel is connected, and not when it is bound to
   * an address: it then takes one that is free towards that remote address. Without it, an address
   * has each port once.
   */
  void choosePortLate(ChannelConfig config) {}

  /** As reports name it. */
  String title() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The one that the system property names, or else epoll where it loads, or else the JDK's.
   *
   * @throws DefinitionException if the named one does not exist or does not load here
   */
  static NettyTransport choose() {
    Optional<String> asked = Optional.ofNullable(System.getProperty(PROPERTY));
    if (asked.isEmpty()) {
      return EPOLL.isAvailable() ? EPOLL : NIO;
    }
    return Arrays.stream(values())
        .filter(transport -> transport.title().equalsIgnoreCase(asked.get()))
        .filter(NettyTransport::isAvailable)
        .findFirst()
        .orElseThrow(
            () ->
                new DefinitionException(
                    PROPERTY, "io_uring, epoll or nio, as far as they load here", asked.get()));
  }
}
