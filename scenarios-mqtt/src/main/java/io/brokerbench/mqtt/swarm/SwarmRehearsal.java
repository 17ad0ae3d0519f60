package io.brokerbench.mqtt.swarm;

import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.driver.ClientDriver;
import io.brokerbench.core.driver.DriverSettings;
import io.brokerbench.core.driver.Lane;
import io.brokerbench.core.driver.Publisher;
import io.brokerbench.core.driver.PublisherListener;
import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.core.driver.Target;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.security.Access;
import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Connects some clients to a broker that only accepts them, one after the other, so that the code
 * is loaded.
 */
final class SwarmRehearsal {

  private static final int CONNECTS = 1_000;
  private static final int LONGEST_SECONDS = 3;

  private SwarmRehearsal() {}

  static void run(DriverSettings settings) {
    CountDownLatch done = new CountDownLatch(1);
    try (RehearsalBroker broker = new RehearsalBroker(settings.protocol());
        ClientDriver driver = new SwarmDriver(forRehearsal(settings, broker.port()))) {
      Lane lane = driver.lanes().get(0);
      lane.execute(() -> new Rehearsing(driver, lane, done).connect());
      // one that takes longer has loaded what it could
      boolean unused = done.await(LONGEST_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static DriverSettings forRehearsal(DriverSettings settings, int port) {
    Target target =
        Target.of(Endpoint.mqtt(InetAddress.getLoopbackAddress().getHostAddress(), port));
    return settings
        .withPublishing(target)
        .withConsuming(target)
        .withAccess(Access.OPEN)
        .withLanes(1)
        .withSources(List.of());
  }

  /** One connect after the other. Confined to the lane's thread. */
  private static final class Rehearsing implements PublisherListener {
    private final ClientDriver driver;
    private final Lane lane;
    private final CountDownLatch done;
    private Publisher publisher;
    private int made;

    Rehearsing(ClientDriver driver, Lane lane, CountDownLatch done) {
      this.driver = driver;
      this.lane = lane;
      this.done = done;
    }

    void connect() {
      if (made++ == CONNECTS) {
        done.countDown();
        return;
      }
      PublisherSpec spec =
          new PublisherSpec("rehearsal" + made, "t", Qos.AT_MOST_ONCE, 32, false, 1);
      publisher = driver.publisher(spec, lane, this);
      publisher.connect();
    }

    @Override
    public void onConnected(long nanos, boolean sessionPresent) {
      publisher.disconnect();
    }

    @Override
    public void onDisconnected(long nanos, Throwable cause) {
      lane.execute(this::connect);
    }

    @Override
    public void onAcknowledged(long sequence, long intendedSendTimeNanos, long nanos) {}

    @Override
    public void onReady() {}
  }
}
