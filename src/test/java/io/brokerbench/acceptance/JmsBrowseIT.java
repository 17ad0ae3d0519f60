package io.brokerbench.acceptance;

import static io.brokerbench.acceptance.JmsFeatureRuns.faultyDriver;
import static io.brokerbench.acceptance.JmsFeatureRuns.reasons;
import static io.brokerbench.acceptance.JmsFeatureRuns.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.definition.ScenarioChange;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict.Status;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A browser walks through the queue beside its consumers, and takes nothing from them. Messages
 * wait for a delay, so that it has something to see.
 */
@Tag("release")
@ResourceLock(FaultyJmsFactory.LOCK)
class JmsBrowseIT {

  private static final ScenarioChange BROWSED =
      ScenarioChange.set("topology.publishers", 4)
          .and("session.jmsConsumers.browseRate", 5)
          .and("workload.load.rate", 200)
          .and("phases.warmUp", "500ms")
          .and("phases.steady", "3s")
          .and("phases.quietPeriod", "2s");

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "QUEUE.PERSISTENT, qpid, artemis",
    "QUEUE.PERSISTENT, jms:artemis-core, artemis",
    "QUEUE, jms:openwire, artemis",
    "QUEUE.PERSISTENT.TRANSACTED, qpid, activemq",
    "QUEUE.PERSISTENT, jms:openwire, activemq",
    "QUEUE.PERSISTENT, qpid, qpid"
  })
  void theAccountOfTheConsumersStaysExact(String scenario, String driver, String product)
      throws Exception {
    RunResult result = run(scenario, BROWSED, driver, product);
    Messages messages = result.messages();
    assertThat(messages.browses().orElseThrow()).as(reasons(result)).isPositive();
    assertThat(messages.browsed()).isPresent();
    assertThat(result.latency().find(LatencyKind.BROWSE)).isPresent();
    assertThat(messages.received()).isEqualTo(messages.expected()).isPositive();
    assertThat(messages.duplicated()).isZero();
    assertThat(result.verdict().status())
        .as(reasons(result))
        .isNotIn(Status.CONTRACT_BROKEN, Status.FAILED);
  }

  @Test
  void aBrowserThatConsumesIsALossToTheConsumers() throws Exception {
    FaultyJmsFactory.reset();
    FaultyJmsFactory.consumesWhileBrowsing();
    RunResult result = run("QUEUE.PERSISTENT", BROWSED, faultyDriver(folder), "artemis");
    Messages messages = result.messages();
    assertThat(messages.lost())
        .as(reasons(result))
        .isEqualTo(FaultyJmsFactory.consumedByBrowsers())
        .isPositive();
    assertThat(messages.received() + messages.lost()).isEqualTo(messages.expected());
    assertThat(result.verdict().status()).isEqualTo(Status.CONTRACT_BROKEN);
  }
}
