package io.brokerbench.jms;

import io.brokerbench.core.base.NanoClock;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.handler.ssl.SslHandler;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLSession;

/**
 * What is seen of the channels of one JMS connection: when TCP and TLS were done, what credit its
 * producer has, and how to drop them. Safe for use by several threads.
 */
final class ChannelWatch implements AutoCloseable {

  private static final Map<String, ChannelWatch> WATCHES = new ConcurrentHashMap<>();
  private static final AtomicLong NUMBERS = new AtomicLong();

  private final String path = "/" + NUMBERS.incrementAndGet();
  private final NanoClock clock;
  private final ProducerCredit credit = new ProducerCredit();
  private volatile Channel channel;
  private volatile boolean dropped;
  private volatile long tcpNanos;
  private volatile long securedNanos;

  private ChannelWatch(NanoClock clock) {
    this.clock = clock;
  }

  /** A new one, which the library finds until it is closed. */
  static ChannelWatch open(NanoClock clock) {
    ChannelWatch watch = new ChannelWatch(clock);
    WATCHES.put(watch.path, watch);
    return watch;
  }

  /** The one of an address that was made with {@link #path}. */
  static ChannelWatch of(URI remote) {
    ChannelWatch watch = WATCHES.get(remote.getPath());
    if (watch == null) {
      throw new IllegalStateException("the connection has been given up");
    }
    return watch;
  }

  /** To be the path of the address. */
  String path() {
    return path;
  }

  /** Of the connection's producer. */
  ProducerCredit credit() {
    return credit;
  }

  void onTcp(Channel connected) {
    channel = connected;
    tcpNanos = clock.nanoTime();
    if (dropped) {
      close(connected);
    }
  }

  void onReady(Channel connected) {
    channel = connected;
    securedNanos = clock.nanoTime();
  }

  /** When TCP was connected. */
  long tcpNanos() {
    return tcpNanos;
  }

  /** When the channel was ready for the protocol's first bytes. */
  long securedNanos() {
    return securedNanos;
  }

  /** The session of TLS, once there is one. */
  Optional<SSLSession> tls() {
    return Optional.ofNullable(channel)
        .map(open -> open.pipeline().get(SslHandler.class))
        .map(handler -> handler.engine().getSession());
  }

  /** Closes the socket silently, and any that is opened later. */
  void drop() {
    dropped = true;
    WATCHES.remove(path);
    Channel open = channel;
    if (open != null) {
      close(open);
    }
  }

  /** When it is done is of no interest. */
  private static void close(Channel open) {
    ChannelFuture unused = open.close();
  }

  @Override
  public void close() {
    WATCHES.remove(path);
  }
}
