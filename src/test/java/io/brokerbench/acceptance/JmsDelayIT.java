package io.brokerbench.acceptance;

import static io.brokerbench.acceptance.JmsFeatureRuns.faultyDriver;
import static io.brokerbench.acceptance.JmsFeatureRuns.reasons;
import static io.brokerbench.acceptance.JmsFeatureRuns.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.definition.ScenarioChange;
import io.brokerbench.core.definition.Scenarios;
import io.brokerbench.core.engine.RunRequirements;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict.Status;
import io.brokerbench.experiment.session.ProviderRegistry;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Messages with a delivery delay arrive, all of them, and none of them before it has passed. */
@Tag("release")
@ResourceLock(FaultyJmsFactory.LOCK)
class JmsDelayIT {

  private static final ScenarioChange DELAYED =
      ScenarioChange.set("topology.publishers", 4)
          .and("session.jmsProducers.deliveryDelay", "1s")
          .and("workload.load.rate", 200)
          .and("phases.warmUp", "1s")
          .and("phases.steady", "3s")
          .and("phases.drainLimit", "120s")
          .and("phases.quietPeriod", "2s");

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "QUEUE.PERSISTENT, qpid, artemis",
    "QUEUE.PERSISTENT, jms:artemis-core, artemis",
    "QUEUE.PERSISTENT.TRANSACTED, qpid, artemis",
    "TOPIC, jms:artemis-core, artemis",
    "QUEUE.PERSISTENT, qpid, activemq",
    "TOPIC.PERSISTENT, qpid, activemq"
  })
  void allArriveAndNoneTooEarly(String scenario, String driver, String product) throws Exception {
    RunResult result = run(scenario, DELAYED, driver, product);
    Messages messages = result.messages();
    assertThat(messages.early()).as(reasons(result)).hasValue(0);
    assertThat(messages.received()).isEqualTo(messages.expected()).isPositive();
    assertThat(result.verdict().status())
        .as(reasons(result))
        .isNotIn(Status.CONTRACT_BROKEN, Status.FAILED);
  }

  /** The broker holds what is not due yet in its store, and has it when it is there again. */
  @ParameterizedTest
  @CsvSource({
    "QUEUE.PERSISTENT, qpid, artemis",
    "QUEUE.PERSISTENT, jms:artemis-core, artemis",
    "QUEUE.PERSISTENT, qpid, activemq"
  })
  void allArriveAlthoughTheBrokerIsKilled(String scenario, String driver, String product)
      throws Exception {
    ScenarioChange killed =
        DELAYED
            .and("conditions.fault.kind", "KILL")
            .and("conditions.fault.at", "1s")
            .and("conditions.fault.healAfter", "500ms");
    RunResult result = run(scenario, killed, driver, product);
    Messages messages = result.messages();
    assertThat(messages.early()).as(reasons(result)).hasValue(0);
    assertThat(messages.acknowledged()).isEqualTo(messages.sent());
    assertThat(messages.received()).as(reasons(result)).isEqualTo(messages.expected()).isPositive();
    assertThat(result.failover().orElseThrow().course().allBackNanos()).isPresent();
    assertThat(result.verdict().status())
        .as(reasons(result))
        .isNotIn(Status.CONTRACT_BROKEN, Status.FAILED);
  }

  @Test
  void earlyDeliveriesAreCountedAndBreakTheContract() throws Exception {
    FaultyJmsFactory.reset();
    FaultyJmsFactory.hurriesMessageEvery(97);
    RunResult result = run("QUEUE.PERSISTENT", DELAYED, faultyDriver(folder), "artemis");
    Messages messages = result.messages();
    assertThat(messages.early()).as(reasons(result)).hasValue(messages.sent() / 97);
    assertThat(messages.early().orElseThrow()).isPositive();
    assertThat(messages.received()).isEqualTo(messages.expected());
    assertThat(result.verdict().status()).isEqualTo(Status.CONTRACT_BROKEN);
    assertThat(reasons(result))
        .contains("deliveries came before the delivery delay of their messages had passed, 1s");
  }

  @Test
  void whatNeverComesIsLostOnceItWasDue() throws Exception {
    FaultyJmsFactory.reset();
    FaultyJmsFactory.withholdsMessageEvery(97);
    RunResult result = run("QUEUE.PERSISTENT", DELAYED, faultyDriver(folder), "artemis");
    assertThat(result.messages().lost())
        .as(reasons(result))
        .isEqualTo(FaultyJmsFactory.withheldMessages())
        .isPositive();
    assertThat(result.messages().early()).hasValue(0);
    assertThat(result.verdict().status()).isEqualTo(Status.CONTRACT_BROKEN);
  }

  @Test
  void aBrokerWithoutItIsRefusedBeforeAnythingStarts() {
    RunRequirements delayed =
        new RunRequirements(DELAYED.applyTo(Scenarios.load().find("QUEUE.PERSISTENT")));
    assertThatThrownBy(() -> delayed.requireCapabilities(JmsFeatureRuns.provider("qpid")))
        .hasMessage("QUEUE.PERSISTENT needs delivery delay, which embedded:qpid does not support");
  }

  @Test
  void aClientWithoutItIsRefusedBeforeAnythingStarts() {
    ProviderRegistry providers = ProviderRegistry.load();
    RunRequirements delayed =
        new RunRequirements(DELAYED.applyTo(Scenarios.load().find("QUEUE.PERSISTENT")));
    assertThatThrownBy(() -> delayed.requireAble(providers.driver("jms:openwire")))
        .hasMessageStartingWith(
            "QUEUE.PERSISTENT needs a delivery delay (session.jmsProducers.deliveryDelay), which"
                + " the driver jms:openwire does not support");
  }
}
