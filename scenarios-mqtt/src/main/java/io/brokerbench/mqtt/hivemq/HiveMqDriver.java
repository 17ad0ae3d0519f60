package io.brokerbench.mqtt.hivemq;

import com.hivemq.client.mqtt.MqttClient;
import io.brokerbench.core.driver.DriverSettings;
import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.mqtt.library.LibraryDriver;
import io.brokerbench.mqtt.library.LibraryVersion;
import io.brokerbench.mqtt.library.Link;
import io.brokerbench.mqtt.library.LinkSettings;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.EventExecutorGroup;
import io.netty.util.concurrent.Future;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Clients of the HiveMQ MQTT client library, which works on the lanes' event loops. */
final class HiveMqDriver extends LibraryDriver {

  private static final long QUIET_MILLIS = 20;
  private static final long MAX_MILLIS = 2_000;

  /** The library takes epoll channels where epoll loads, and the JDK's elsewhere. */
  HiveMqDriver(DriverSettings settings) {
    super(
        HiveMqDriverProvider.NAME,
        settings,
        thread ->
            new MultiThreadIoEventLoopGroup(
                1,
                thread,
                Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory()));
  }

  @Override
  protected Link link(LinkSettings settings, Optional<PublisherSpec> publisher) {
    return new HiveLink(settings, publisher.map(HiveMessageTemplate::of));
  }

  @Override
  public String transport() {
    return "hivemq-mqtt-client "
        + LibraryVersion.of(MqttClient.class)
        + ", "
        + (Epoll.isAvailable() ? "epoll" : "nio");
  }

  /** With no quiet period the loop could end in the turn of the request, and close nothing. */
  @Override
  protected void beginShutdown(ScheduledExecutorService executor) {
    Future<?> unused =
        ((EventExecutorGroup) executor)
            .shutdownGracefully(QUIET_MILLIS, MAX_MILLIS, TimeUnit.MILLISECONDS);
  }
}
