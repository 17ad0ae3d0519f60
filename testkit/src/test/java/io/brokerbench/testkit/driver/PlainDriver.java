package io.brokerbench.testkit.driver;

import io.brokerbench.core.driver.ClientDriver;
import io.brokerbench.core.driver.DriverSettings;
import io.brokerbench.core.driver.Lane;
import io.brokerbench.core.driver.Publisher;
import io.brokerbench.core.driver.PublisherListener;
import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.core.driver.Subscriber;
import io.brokerbench.core.driver.SubscriberListener;
import io.brokerbench.core.driver.SubscriberSpec;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** A driver without any ambition but to be right, save for one defect. */
final class PlainDriver implements ClientDriver {

  private final DriverSettings settings;
  private final Defect defect;
  private final MultiThreadIoEventLoopGroup group;
  private final List<Lane> lanes = new ArrayList<>();
  private final List<PlainClient> clients = new CopyOnWriteArrayList<>();

  PlainDriver(DriverSettings settings, Defect defect) {
    this.settings = settings;
    this.defect = defect;
    int threads = Math.max(1, settings.lanes());
    group =
        new MultiThreadIoEventLoopGroup(
            threads, new DefaultThreadFactory("plain", true), NioIoHandler.newFactory());
    for (int i = 0; i < threads; i++) {
      lanes.add(new PlainLane(i, group.next()));
    }
  }

  @Override
  public List<Lane> lanes() {
    return List.copyOf(lanes);
  }

  @Override
  public Publisher publisher(PublisherSpec spec, Lane lane, PublisherListener listener) {
    return add(new PlainPublisher(spec, settings, defect, ((PlainLane) lane).loop, listener));
  }

  @Override
  public Subscriber subscriber(SubscriberSpec spec, Lane lane, SubscriberListener listener) {
    return add(new PlainSubscriber(spec, settings, defect, ((PlainLane) lane).loop, listener));
  }

  private <T extends PlainClient> T add(T client) {
    clients.add(client);
    return client;
  }

  @Override
  public String transport() {
    return "nio";
  }

  @Override
  public void close() {
    if (defect != Defect.LEAVES_ITS_THREADS) {
      clients.forEach(PlainClient::drop);
      group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }
  }

  private final class PlainLane implements Lane {

    final EventLoop loop;
    private final int index;
    private Future<?> timed;

    PlainLane(int index, EventLoop loop) {
      this.index = index;
      this.loop = loop;
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
      if (timed != null && defect != Defect.RUNS_REPLACED_TASKS) {
        timed.cancel(false);
      }
      long delay = Math.max(0, nanos - settings.clock().nanoTime());
      timed = loop.schedule(task, delay, TimeUnit.NANOSECONDS);
    }
  }
}
