package io.brokerbench.acceptance;

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
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.experiment.session.ProviderRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Short runs of a scenario of JMS, each on a broker that has just been started. */
final class JmsFeatureRuns {

  private JmsFeatureRuns() {}

  /**
   * Runs it.
   *
   * @param product {@code artemis}, {@code activemq} or {@code qpid}
   */
  static RunResult run(String scenario, ScenarioChange change, String driver, String product)
      throws Exception {
    ClientDriverProvider clients = ProviderRegistry.load().driver(driver);
    Scenario changed = change.applyTo(Scenarios.load().find(scenario));
    BrokerProvider brokers = provider(product);
    BrokerRequest request =
        BrokerRequest.of(brokers.name()).withNeedsOf(changed, clients.jmsProtocol());
    try (Broker broker = brokers.start(request)) {
      return new LoadRig(
              changed, broker, clients, RigSettings.defaults().withLanes(1), RunListener.NONE)
          .run();
    }
  }

  static BrokerProvider provider(String product) {
    return switch (product) {
      case "artemis" -> new EmbeddedProvider.Artemis();
      case "activemq" -> new EmbeddedProvider.ActiveMq();
      case "qpid" -> new EmbeddedProvider.Qpid();
      default -> throw new IllegalArgumentException(product);
    };
  }

  /** The driver of the client with faults. */
  static String faultyDriver(Path folder) throws IOException {
    return "jms:" + Files.writeString(folder.resolve("faulty.yaml"), FaultyJmsFactory.clientFile());
  }

  static String reasons(RunResult result) {
    return String.join("; ", result.verdict().reasons());
  }
}
