package io.brokerbench.jms;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.driver.DriverSettings;
import io.brokerbench.core.driver.Lane;
import io.brokerbench.core.driver.Publisher;
import io.brokerbench.core.driver.PublisherListener;
import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.core.driver.Target;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Qos;
import jakarta.jms.Connection;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class JmsDriverTest {

  private static final int CLIENTS = 100;

  private static final PublisherListener SILENT =
      new PublisherListener() {
        @Override
        public void onConnected(long nanos, boolean sessionPresent) {}

        @Override
        public void onDisconnected(long nanos, Throwable cause) {}

        @Override
        public void onAcknowledged(long sequence, long intendedSendTimeNanos, long nanos) {}

        @Override
        public void onReady() {}
      };

  /** The broker answers none before all have asked: a limit of ours would be taken for its own. */
  @Test
  void asManyClientsWaitForTheBrokerAsThereAre() throws Exception {
    CountDownLatch waiting = new CountDownLatch(CLIENTS);
    JmsLibrary library =
        Fakes.library(
            () -> {
              waiting.countDown();
              try {
                waiting.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              return Fakes.made(Connection.class, (self, method, arguments) -> null);
            });
    Target target = Target.of(new Endpoint(Endpoint.Listener.AMQP, "127.0.0.1", 1));
    DriverSettings settings = DriverSettings.of(target, Protocol.JMS, NanoClock.SYSTEM);
    try (JmsDriver driver = new JmsDriver(settings, library)) {
      Lane lane = driver.lanes().get(0);
      for (int i = 0; i < CLIENTS; i++) {
        PublisherSpec spec =
            new PublisherSpec("writes-" + i, "topic", Qos.AT_LEAST_ONCE, 24, false, 10);
        Publisher publisher = driver.publisher(spec, lane, SILENT);
        lane.execute(publisher::connect);
      }
      assertThat(waiting.await(20, TimeUnit.SECONDS)).as("%s", waiting).isTrue();
    }
  }
}
