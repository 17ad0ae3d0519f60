package io.brokerbench.embedded.artemis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.embedded.LaunchOptions;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.activemq.artemis.api.config.ActiveMQDefaultConfiguration;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.server.ActiveMQServers;
import org.apache.activemq.artemis.core.server.impl.ActiveMQServerImpl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArtemisSlowStartIT {

  @TempDir private Path folder;

  /** Artemis reads its configuration again where it has been starting for longer than this. */
  @Test
  void aStartThatTakesLongHasItsListenersAllTheSame() throws Exception {
    Duration stale =
        Duration.ofMillis(ActiveMQDefaultConfiguration.getDefaultConfigurationFileRefreshPeriod());
    Configuration configuration =
        ArtemisMain.configuration(
            LaunchOptions.parse("--port=0", "--data=" + folder, "--host=127.0.0.1"));
    ActiveMQServerImpl server =
        (ActiveMQServerImpl) ActiveMQServers.newActiveMQServer(configuration);
    server.setAfterActivationCreated(
        () ->
            await()
                .atMost(stale.multipliedBy(6))
                .until(() -> server.getUptimeMillis() > stale.toMillis()));
    try {
      server.start();
      assertThat(server.getUptimeMillis()).isGreaterThan(stale.toMillis());
      assertThat(server.getRemotingService().getAcceptor("mqtt")).isNotNull();
      assertThat(server.getAddressSettingsRepository().getMatch("any").isAutoDeleteAddresses())
          .isFalse();
    } finally {
      server.stop();
    }
  }
}
