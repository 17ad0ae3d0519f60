package io.brokerbench.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.containers.metrics.AbsentSession;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerMetrics;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.scenario.FaultKind;
import java.time.Duration;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the brokers of this machine tell about themselves is what was done to them. */
class BrokerMetricsIT {

  private static final Duration SOON = Duration.ofSeconds(20);
  private static final int MESSAGES = 20;

  @ParameterizedTest
  @ValueSource(
      strings = {"embedded:artemis", "embedded:activemq", "embedded:hivemq", "process:mosquitto"})
  void messagesThatWaitAndClientsAreCounted(String selector) throws Exception {
    Installed.assume(selector);
    // HiveMQ CE counts everything but what waits.
    OptionalLong waiting =
        selector.equals("embedded:hivemq") ? OptionalLong.empty() : OptionalLong.of(MESSAGES);
    try (Broker broker = Tool.provider(selector).start(BrokerRequest.of(selector))) {
      Endpoint plain = broker.endpoints().get(0);
      try (AbsentSession absent = AbsentSession.with(plain, MESSAGES)) {
        assertThat(absent).isNotNull();
        await()
            .atMost(SOON)
            .untilAsserted(
                () -> {
                  BrokerMetrics told = broker.metrics();
                  assertThat(told.queuedMessages()).isEqualTo(waiting);
                  assertThat(told.connections()).hasValue(1);
                  assertThat(told.heapBytes().orElse(0)).isGreaterThan(10_000);
                });
      }
    }
  }

  @Test
  void aBrokerThatIsHaltedTellsNothing() throws Exception {
    try (Broker broker = Tool.provider("embedded").start(BrokerRequest.of("embedded"))) {
      await().atMost(SOON).until(() -> broker.metrics().any());
      broker.nodes().get(0).inject(FaultKind.STOP);
      await().atMost(SOON).until(() -> !broker.metrics().any());
    }
  }
}
