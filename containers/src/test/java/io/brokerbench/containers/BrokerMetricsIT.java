package io.brokerbench.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.containers.metrics.AbsentSession;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.result.BrokerMetrics;
import io.brokerbench.core.scenario.FaultKind;
import java.time.Duration;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the brokers of this machine report about themselves is what was done to them. */
class BrokerMetricsIT {

  private static final Duration SOON = Duration.ofSeconds(20);
  private static final int MESSAGES = 20;

  @ParameterizedTest
  @ValueSource(strings = {"embedded:artemis", "process:mosquitto"})
  void messagesThatWaitAndClientsAreCounted(String selector) throws Exception {
    assertCounted(selector, OptionalLong.of(MESSAGES));
  }

  @Test
  @Tag("release")
  void activeMqCountsWhatSubscriptionsWaitFor() throws Exception {
    assertCounted("embedded:activemq", OptionalLong.of(MESSAGES));
  }

  @Test
  @Tag("release")
  void hiveMqCountsEverythingButWhatWaits() throws Exception {
    assertCounted("embedded:hivemq", OptionalLong.empty());
  }

  private static void assertCounted(String selector, OptionalLong waiting) throws Exception {
    Installed.assume(selector);
    try (Broker broker = Tool.provider(selector).start(BrokerRequest.of(selector))) {
      Endpoint plain = broker.endpoints().get(0);
      try (AbsentSession absent = AbsentSession.with(plain, MESSAGES)) {
        assertThat(absent).isNotNull();
        await()
            .atMost(SOON)
            .untilAsserted(
                () -> {
                  BrokerMetrics reported = broker.metrics();
                  assertThat(reported.queuedMessages()).isEqualTo(waiting);
                  assertThat(reported.connections()).hasValue(1);
                  assertThat(reported.heapBytes().orElse(0)).isGreaterThan(10_000);
                });
      }
    }
  }

  @Test
  @Tag("release")
  void aBrokerThatIsHaltedTellsNothing() throws Exception {
    try (Broker broker = Tool.provider("embedded").start(BrokerRequest.of("embedded"))) {
      await().atMost(SOON).until(() -> broker.metrics().any());
      broker.nodes().get(0).inject(FaultKind.STOP);
      await().atMost(SOON).until(() -> !broker.metrics().any());
    }
  }
}
