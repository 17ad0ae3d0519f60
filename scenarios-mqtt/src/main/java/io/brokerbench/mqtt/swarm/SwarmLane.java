package io.brokerbench.mqtt.swarm;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.driver.Lane;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelFuture;
import io.netty.channel.EventLoop;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.socket.SocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.ThreadAwareExecutor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/** One event loop with its connections. */
@SuppressWarnings(
    "FutureReturnValueIgnored") // the sweep ends with the loop, and the loop is awaited
final class SwarmLane implements Lane {

  /** Looks at all connections in one keep-alive interval. */
  private static final int SWEEPS_PER_KEEP_ALIVE = 4;

  private final int index;
  private final NettyTransport transport;
  private final NanoClock clock;
  private final MultiThreadIoEventLoopGroup group;
  private final EventLoop eventLoop;
  private final List<SwarmConnection> connections = new ArrayList<>();

  private final RecvByteBufAllocator readBuffers = new AdaptiveRecvByteBufAllocator();

  private PacedIoHandler pacer;
  private volatile Thread thread;
  private volatile boolean closing;
  private int sweep;

  /** 0 for none. */
  private int keepAliveSeconds;

  private Future<?> sweeps;

  SwarmLane(int index, NettyTransport transport, NanoClock clock, Duration keepAlive) {
    this.index = index;
    this.transport = transport;
    this.clock = clock;
    this.group =
        new MultiThreadIoEventLoopGroup(1, new LaneThreads("swarm-" + index), pacedHandlers());
    this.eventLoop = group.next();
    execute(() -> keepAliveAtMost(Math.toIntExact(keepAlive.toSeconds())));
  }

  /**
   * Shortens the keep-alive of all connections to what one broker wishes, from 1 s up. Each
   * connection may ping more often than its broker asks for, so one interval does for all.
   */
  void keepAliveAtMost(int seconds) {
    if (seconds <= 0 || (keepAliveSeconds != 0 && keepAliveSeconds <= seconds)) {
      return;
    }
    keepAliveSeconds = seconds;
    if (sweeps != null) {
      sweeps.cancel(false);
    }
    long period = TimeUnit.SECONDS.toMillis(seconds) / SWEEPS_PER_KEEP_ALIVE;
    sweeps = eventLoop.scheduleWithFixedDelay(this::sweep, period, period, TimeUnit.MILLISECONDS);
  }

  int keepAliveSeconds() {
    return keepAliveSeconds;
  }

  /** Connects a registered channel. */
  ChannelFuture connect(Channel channel, ConnectRoute route) {
    if (route.local() == null) {
      return channel.connect(route.remote());
    }
    transport.choosePortLate(channel.config());
    return channel.connect(route.remote(), route.local());
  }

  private IoHandlerFactory pacedHandlers() {
    IoHandlerFactory handlers = transport.ioHandlers();
    return new IoHandlerFactory() {
      @Override
      public IoHandler newHandler(ThreadAwareExecutor executor) {
        pacer = new PacedIoHandler(handlers.newHandler(executor), clock);
        return pacer;
      }
    };
  }

  @Override
  public int index() {
    return index;
  }

  @Override
  public void execute(Runnable task) {
    eventLoop.execute(task);
  }

  @Override
  public void executeAt(long nanos, Runnable task) {
    pacer.at(nanos, task);
  }

  NanoClock clock() {
    return clock;
  }

  EventLoop eventLoop() {
    return eventLoop;
  }

  /** One allocator of read buffers for all channels, where Netty would make one for each. */
  void tune(ChannelConfig config) {
    config.setRecvByteBufAllocator(readBuffers);
  }

  /** Not connected yet. */
  SocketChannel newChannel() {
    SocketChannel channel = transport.newChannel();
    channel.config().setTcpNoDelay(true);
    channel.config().setConnectTimeoutMillis(0); // the rig has the limit
    return channel;
  }

  /** Number of looks at the connections so far: a clock of a quarter of the keep-alive. */
  int sweepCount() {
    return sweep;
  }

  void add(SwarmConnection connection) {
    connection.position = connections.size();
    connections.add(connection);
  }

  void remove(SwarmConnection connection) {
    int position = connection.position;
    if (position < 0) {
      return;
    }
    SwarmConnection last = connections.remove(connections.size() - 1);
    if (last != connection) {
      connections.set(position, last);
      last.position = position;
    }
    connection.position = -1;
  }

  private void sweep() {
    sweep++;
    for (int i = connections.size() - 1; i >= 0; i--) {
      connections.get(i).keepAlive(sweep);
    }
  }

  /**
   * Ends the loop, which closes its channels. It looks whether it is to end right after its turn of
   * input and output, and closes them there; asked at another moment, it may end at the end of the
   * same turn, and leave them open. So the request is made in that very place.
   */
  void beginShutdown() {
    if (!closing) {
      closing = true;
      try {
        execute(() -> pacer.atLast(() -> group.shutdownGracefully(0, 2, TimeUnit.SECONDS)));
      } catch (RejectedExecutionException e) {
        group.shutdownGracefully(0, 2, TimeUnit.SECONDS); // the loop has ended by itself
      }
    }
  }

  /** Whether it accepts no new channels: what its last tasks open would stay open. */
  boolean isClosing() {
    return closing;
  }

  void awaitShutdown() throws InterruptedException {
    group.awaitTermination(5, TimeUnit.SECONDS);
    if (thread != null) {
      thread.join(1_000);
    }
  }

  /** Names the lane's one thread like the lane, and keeps it, so that its end can be waited for. */
  private final class LaneThreads extends DefaultThreadFactory {
    private final String laneName;

    LaneThreads(String name) {
      super(name, true);
      this.laneName = name;
    }

    @Override
    protected Thread newThread(Runnable task, String numbered) {
      thread = super.newThread(task, laneName);
      return thread;
    }
  }
}
