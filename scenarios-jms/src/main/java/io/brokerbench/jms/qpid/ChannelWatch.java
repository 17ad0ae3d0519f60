package io.brokerbench.jms.qpid;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.jms.lane.ProducerCredit;
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
 * producer has, who takes its messages, and how to drop them. Safe for use by several threads.
 */
public final class ChannelWatch implements AutoCloseable {

  private static final Map<String, ChannelWatch> WATCHES = new ConcurrentHashMap<>();
  private static final AtomicLong NUMBERS = new AtomicLong();

  private final String path = "/" + NUMBERS.incrementAndGet();
  private final NanoClock clock;
  private final ProducerCredit credit = new ProducerCredit();
  private final LoopReceivers receivers = new LoopReceivers();
  private volatile Channel channel;
  private volatile boolean dropped;
  private volatile long tcpNanos;
  private volatile long securedNanos;

  private ChannelWatch(NanoClock clock) {
    this.clock = clock;
  }

  /** A new one, which the library finds until it is closed. */
  public static ChannelWatch open(NanoClock clock) {
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
  public ProducerCredit credit() {
    return credit;
  }

  /** Of the connection's consumers. */
  public LoopReceivers receivers() {
    return receivers;
  }

  /** A channel is about to connect, for which a node that is cut off gives no answer. */
  void onMade(Channel made) {
    channel = made;
    if (dropped) {
      close(made);
    }
  }

  void onTcp(Channel connected) {
    tcpNanos = clock.nanoTime();
    onMade(connected);
  }

  void onReady(Channel connected) {
    channel = connected;
    securedNanos = clock.nanoTime();
  }

  /** When TCP was connected. */
  public long tcpNanos() {
    return tcpNanos;
  }

  /** When the channel was ready for the protocol's first bytes. */
  public long securedNanos() {
    return securedNanos;
  }

  /** The one that was made last, which may not be connected. */
  Optional<Channel> channel() {
    return Optional.ofNullable(channel);
  }

  /** The session of TLS, once there is one. */
  public Optional<SSLSession> tls() {
    return channel()
        .map(open -> open.pipeline().get(SslHandler.class))
        .map(handler -> handler.engine().getSession());
  }

  /** Closes the socket silently, and any that is opened later. */
  public void drop() {
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
