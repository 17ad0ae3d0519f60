package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.containers.embedded.EmbeddedProvider;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.definition.ScenarioChange;
import io.brokerbench.core.definition.Scenarios;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.engine.LoadRig;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.engine.worker.RigSettings;
import io.brokerbench.core.payload.PayloadBytes;
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
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Payloads that are not a header and zeros, from JMS producers to JMS consumers and from MQTT
 * publishers to them: {@link PayloadTruthIT} has them for MQTT alone.
 */
@ResourceLock(FaultyJmsFactory.LOCK)
class JmsPayloadTruthIT {

  private static final int PUBLISHERS = 4;
  private static final int MESSAGES = 600;

  @TempDir private Path folder;

  private static ScenarioChange brief() {
    return ScenarioChange.set("topology.publishers", PUBLISHERS)
        .and("workload.load.rate", 400)
        .and("phases.warmUp", "500ms")
        .and("phases.steady", "1s")
        .and("phases.drainLimit", "120s")
        .and("phases.quietPeriod", "1s");
  }

  private static RunResult run(Scenario scenario, String driver) throws Exception {
    ClientDriverProvider clients = ProviderRegistry.load().driver(driver);
    BrokerRequest request =
        BrokerRequest.of("embedded:artemis").withNeedsOf(scenario, clients.jmsProtocol());
    try (Broker broker = new EmbeddedProvider.Artemis().start(request)) {
      return new LoadRig(
              scenario, broker, clients, RigSettings.defaults().withLanes(1), RunListener.NONE)
          .run();
    }
  }

  private ScenarioChange withTemplate(String text) throws Exception {
    Path file = Files.writeString(folder.resolve("payload.json"), text + "\n");
    return brief().and("workload.payload.template", file.toString());
  }

  private Scenario proved() throws Exception {
    return withTemplate("{\"n\": ${sequence}, \"of\": ${publisher}}")
        .and("workload.payload.proof", "JMS_PROPERTY")
        .and("workload.qos", 1)
        .applyTo(Scenarios.load().find("QUEUE"));
  }

  private static void allArrived(RunResult result) {
    Messages messages = result.messages();
    assertThat(messages.sent()).isEqualTo(MESSAGES);
    assertThat(messages.received()).as("%s", messages).isEqualTo(MESSAGES);
    assertThat(messages.lost() + messages.damaged() + messages.unrecognised()).isZero();
  }

  @ParameterizedTest
  @Tag("release")
  @ValueSource(strings = {"qpid", "jms:artemis-core", "jms:openwire"})
  void theHeaderTravelsInAPropertyAndThePayloadIsTheApplicationsOwn(String driver)
      throws Exception {
    allArrived(run(proved(), driver));
  }

  @ParameterizedTest
  @Tag("release")
  @CsvSource({"QUEUE, qpid", "QUEUE, jms:artemis-core", "FANIN.Q1.PERSISTENT.JMS.SINGLE, qpid"})
  void theHeaderIsReadWhereTheTemplateHasIt(String scenario, String driver) throws Exception {
    ScenarioChange change =
        withTemplate("{\"n\": ${sequence}, \"proof\": \"${proof}\", \"of\": ${publisher}}");
    allArrived(run(change.applyTo(Scenarios.load().find(scenario)), driver));
  }

  @ParameterizedTest
  @Tag("release")
  @ValueSource(strings = {"qpid", "jms:openwire"})
  void theBytesAreThoseOfTheMessages(String driver) throws Exception {
    RunResult result =
        run(
            brief()
                .and("workload.payload.sizes.shape", "UNIFORM")
                .and("workload.payload.sizes.most", 20_000)
                .applyTo(Scenarios.load().find("QUEUE")),
            driver);
    allArrived(result);
    PayloadBytes bytes = result.payloadBytes().orElseThrow();
    assertThat(bytes.received()).isEqualTo(bytes.sent()).isGreaterThan(24L * MESSAGES);
    assertThat(bytes.owed()).isEqualTo(bytes.sent());
  }

  /** The saboteur withholds each 97th message on its way to the consumer. */
  @Test
  void whatIsWithheldIsLostToTheMessage() throws Exception {
    FaultyJmsFactory.reset();
    FaultyJmsFactory.withholdsMessageEvery(97);
    Path client = Files.writeString(folder.resolve("faulty.yaml"), FaultyJmsFactory.clientFile());
    RunResult result = run(proved(), "jms:" + client);
    assertThat(FaultyJmsFactory.withheldMessages())
        .as("%s", result.verdict())
        .isEqualTo(MESSAGES / 97);
    assertThat(result.messages().lost()).isEqualTo(MESSAGES / 97);
    assertThat(result.messages().received()).isEqualTo(MESSAGES - MESSAGES / 97);
    assertThat(result.messages().damaged() + result.messages().unrecognised()).isZero();
    assertThat(result.verdict().status()).isEqualTo(Status.CONTRACT_BROKEN);
  }

  @Test
  void aPropertyOfJmsRequiresThatAllClientsSpeakIt() throws Exception {
    ScenarioChange change = brief().and("workload.payload.proof", "JMS_PROPERTY");
    assertThatThrownBy(
            () -> change.applyTo(Scenarios.load().find("FANIN.Q1.PERSISTENT.JMS.SINGLE")))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining("all clients speak JMS");
  }
}
