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
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.security.Access.Login;
import io.brokerbench.experiment.session.ProviderRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Clients of JMS are what their rows say: {@link DevicesIT} has it for MQTT. */
@ResourceLock(FaultyJmsFactory.LOCK)
class JmsDevicesIT {

  private static final int MESSAGES = 600;

  @TempDir private Path folder;

  private ScenarioChange fleet(String producers, String consumers) throws Exception {
    Path publishers = Files.writeString(folder.resolve("devices.csv"), producers);
    Path subscribers = Files.writeString(folder.resolve("readers.csv"), consumers);
    return ScenarioChange.set("topology.publishers", 3)
        .and("topology.consumers", 2)
        .and("devices.publishers", publishers.toString())
        .and("devices.consumers", subscribers.toString())
        .and("workload.load.rate", 400)
        .and("phases.warmUp", "500ms")
        .and("phases.steady", "1s")
        .and("phases.drainLimit", "120s");
  }

  private static RunResult run(Scenario scenario, BrokerProvider provider, String driver)
      throws Exception {
    ClientDriverProvider clients = ProviderRegistry.load().driver(driver);
    BrokerRequest request =
        BrokerRequest.of(provider.name()).withNeedsOf(scenario, clients.jmsProtocol());
    try (Broker broker = provider.start(request)) {
      return new LoadRig(
              scenario, broker, clients, RigSettings.defaults().withLanes(1), RunListener.NONE)
          .run();
    }
  }

  private static void allArrived(RunResult result, int copies) {
    Messages messages = result.messages();
    String account = messages + " " + result.verdict();
    assertThat(messages.sent()).as(account).isEqualTo(MESSAGES);
    assertThat(messages.received()).as(account).isEqualTo((long) copies * MESSAGES);
    assertThat(messages.lost() + messages.damaged() + messages.misdelivered()).as(account).isZero();
    assertThat(messages.duplicated() + messages.unrecognised()).as(account).isZero();
  }

  /** Each consumer gets what both measurements of all devices on its site are. */
  @ParameterizedTest
  @CsvSource({
    "TOPIC, embedded:artemis, qpid",
    "TOPIC, embedded:artemis, jms:artemis-core",
    "TOPIC, embedded:artemis, jms:openwire",
    "TOPIC, embedded:activemq, qpid",
    "TOPIC, embedded:activemq, jms:openwire",
    "FANIN.Q1.PERSISTENT.JMS.SINGLE, embedded:artemis, qpid"
  })
  @Tag("release")
  void eachMeasurementHasItsTopic(String scenario, String broker, String driver) throws Exception {
    Scenario measured =
        fleet("id,site\na,north\nb,north\nc,north\n", "id\nx\ny\n")
            .and("topology.consumers", scenario.equals("TOPIC") ? 2 : 1)
            .and("topology.topics.publish", "site/{site}/device/{id}/{metric}")
            .and("topology.topics.subscribe", List.of("site/north/#"))
            .and("topology.topics.metrics", List.of("temperature", "humidity"))
            .applyTo(Scenarios.load().find(scenario));

    RunResult result =
        run(
            measured,
            broker.equals("embedded:artemis")
                ? new EmbeddedProvider.Artemis()
                : new EmbeddedProvider.ActiveMq(),
            driver);

    allArrived(result, scenario.equals("TOPIC") ? 2 : 1);
  }

  @Test
  void eachClientShowsTheLoginOfItsRow() throws Exception {
    FaultyJmsFactory.reset();
    Path client = Files.writeString(folder.resolve("own.yaml"), FaultyJmsFactory.clientFile());
    Scenario scenario =
        fleet(
                "id,user,password\na,ua,pa\nb,ub,pb\nc,uc,pc\n",
                "id,user,password\nx,ux,px\ny,uy,py\n")
            .and("session.jmsConsumers.consumersPerConnection", 1)
            .and("workload.qos", 1)
            .applyTo(Scenarios.load().find("QUEUE"));

    allArrived(run(scenario, new EmbeddedProvider.Artemis(), "jms:" + client), 1);

    assertThat(FaultyJmsFactory.logins())
        .contains(
            new Login("ua", "pa"),
            new Login("ub", "pb"),
            new Login("uc", "pc"),
            new Login("ux", "px"),
            new Login("uy", "py"));
  }
}
