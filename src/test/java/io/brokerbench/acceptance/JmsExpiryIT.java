package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.containers.embedded.EmbeddedProvider;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.definition.ScenarioChange;
import io.brokerbench.core.definition.Scenarios;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.engine.LoadRig;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.engine.worker.RigSettings;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict.Status;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.experiment.session.ProviderRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A message of JMS that a broker may drop is no loss, and one that it may not is; as {@link
 * MessageExpiryIT} has it for MQTT 5.
 */
@Tag("release")
@ResourceLock(FaultyJmsFactory.LOCK)
class JmsExpiryIT {

  @TempDir private Path folder;

  private static ScenarioChange living(String time, String steady) {
    return ScenarioChange.set("topology.publishers", 10)
        .and("topology.distribution", "PARTITIONS")
        .and("topology.consumers", 2)
        .and("session.persistent", true)
        .and("session.jmsProducers.timeToLive", time)
        .and("workload.load.rate", 200)
        .and("phases.warmUp", "500ms")
        .and("phases.steady", steady)
        .and("phases.drainLimit", "120s")
        .and("phases.quietPeriod", "2s");
  }

  private static RunResult run(ScenarioChange change, String driver, String product)
      throws Exception {
    ClientDriverProvider clients = ProviderRegistry.load().driver(driver);
    Scenario scenario = change.applyTo(Scenarios.load().find("TOPIC.PERSISTENT"));
    BrokerProvider brokers =
        product.equals("artemis")
            ? new EmbeddedProvider.Artemis()
            : new EmbeddedProvider.ActiveMq();
    BrokerRequest request =
        BrokerRequest.of(brokers.name()).withNeedsOf(scenario, clients.jmsProtocol());
    try (Broker broker = brokers.start(request)) {
      return new LoadRig(
              scenario, broker, clients, RigSettings.defaults().withLanes(1), RunListener.NONE)
          .run();
    }
  }

  /** One of two consumers is away for a third of the run. */
  @ParameterizedTest
  @CsvSource({
    "qpid, artemis",
    "jms:artemis-core, artemis",
    "jms:openwire, artemis",
    "qpid, activemq",
    "jms:openwire, activemq"
  })
  void whatExpiresWhileConsumersAreAwayIsCountedApart(String driver, String product)
      throws Exception {
    RunResult result = run(living("2s", "12s").and("session.absentFraction", 0.5), driver, product);
    Messages messages = result.messages();
    String reasons = String.join("; ", result.verdict().reasons());
    assertThat(messages.expired().orElseThrow()).as(reasons).isPositive();
    assertThat(messages.lost()).as(reasons).isZero();
    assertThat(messages.received() + messages.expired().orElseThrow())
        .as(reasons)
        .isEqualTo(messages.expected());
    assertThat(result.verdict().status()).isNotIn(Status.CONTRACT_BROKEN, Status.FAILED);
    assertThat(reasons)
        .contains("deliveries were not made before their messages expired, after 2s")
        .as("what has expired does not wait")
        .doesNotContain("fell behind");
  }

  @Test
  void nothingExpiresOnABrokerThatKeepsUp() throws Exception {
    Messages messages = run(living("60s", "2s"), "qpid", "artemis").messages();
    assertThat(messages.expired()).hasValue(0);
    assertThat(messages.received()).isEqualTo(messages.expected()).isPositive();
  }

  /** What is withheld had not expired, however long the run goes on. */
  @Test
  void aWithheldMessageIsLostThoughItsExpiryHasPassedByTheEnd() throws Exception {
    FaultyJmsFactory.reset();
    FaultyJmsFactory.withholdsMessageEvery(97);
    Path file = Files.writeString(folder.resolve("faulty.yaml"), FaultyJmsFactory.clientFile());
    RunResult result = run(living("3s", "8s"), "jms:" + file, "artemis");
    String reasons = String.join("; ", result.verdict().reasons());
    assertThat(FaultyJmsFactory.withheldMessages())
        .isEqualTo((int) (result.messages().sent() / 97))
        .isPositive();
    assertThat(result.messages().lost()).as(reasons).isEqualTo(FaultyJmsFactory.withheldMessages());
    assertThat(result.messages().expired()).hasValue(0);
    assertThat(result.verdict().status()).isEqualTo(Status.CONTRACT_BROKEN);
  }
}
