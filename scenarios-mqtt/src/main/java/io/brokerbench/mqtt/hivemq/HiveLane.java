package io.brokerbench.mqtt.hivemq;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.driver.Lane;
import io.netty.channel.EventLoop;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** An event loop that the library works on too. */
final class HiveLane implements Lane {

  private static final long QUIET_MILLIS = 20;
  private static final long MAX_MILLIS = 2_000;

  private final int index;
  private final NanoClock clock;
  private final MultiThreadIoEventLoopGroup group;
  private final EventLoop loop;
  private ScheduledFuture<?> timed;
  private volatile Thread thread;

  HiveLane(int index, NanoClock clock) {
    this.index = index;
    this.clock = clock;
    this.group = new MultiThreadIoEventLoopGroup(1, new Threads("hivemq-" + index), handlers());
    this.loop = group.next();
  }

  /** The library takes epoll channels where epoll loads, and the JDK's elsewhere. */
  private static IoHandlerFactory handlers() {
    return Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
  }

  static String transport() {
    return Epoll.isAvailable() ? "epoll" : "nio";
  }

  MultiThreadIoEventLoopGroup group() {
    return group;
  }

  @Override
  public int index() {
    return index;
  }

  @Override
  public void execute(Runnable task) {
    loop.execute(task);
  }

  @Override
  public void executeAt(long nanos, Runnable task) {
    if (timed != null) {
      timed.cancel(false);
    }
    long delay = Math.max(0, nanos - clock.nanoTime());
    timed = loop.schedule(task, delay, TimeUnit.NANOSECONDS);
  }

  /** Runs a task after a millisecond, to look again at what is about to change. */
  void soon(Runnable task) {
    ScheduledFuture<?> unused = loop.schedule(task, 1, TimeUnit.MILLISECONDS);
  }

  /** With no quiet period the loop could end in the turn of the request, and close nothing. */
  void beginShutdown() {
    Future<?> unused = group.shutdownGracefully(QUIET_MILLIS, MAX_MILLIS, TimeUnit.MILLISECONDS);
  }

  void awaitShutdown() throws InterruptedException {
    group.awaitTermination(5, TimeUnit.SECONDS);
    if (thread != null) {
      thread.join(1_000);
    }
  }

  /** Names the lane's one thread like the lane, and keeps it, so that its end can be waited for. */
  private final class Threads extends DefaultThreadFactory {
    private final String laneName;

    Threads(String name) {
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
