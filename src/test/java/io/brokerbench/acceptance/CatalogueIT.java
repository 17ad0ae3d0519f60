package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.containers.mosquitto.MosquittoProvider;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.RequiredCapabilities;
import io.brokerbench.core.engine.LoadRig;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.engine.worker.RigSettings;
import io.brokerbench.core.load.ConstantLoad;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict.Status;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Topology;
import io.brokerbench.mqtt.fanin.FanInCatalog;
import io.brokerbench.mqtt.swarm.SwarmDriverProvider;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every fan-in scenario with MQTT on both sides that one broker can be asked for, with few clients
 * and for a moment: all that is sent arrives, once. Those with JMS are {@link JmsRunsIT}'s, those
 * of pairs {@link PairIT}'s.
 */
@Tag("release")
class CatalogueIT {

  private static final MosquittoProvider MOSQUITTO = new MosquittoProvider();

  private static boolean canRun(Scenario scenario) {
    return RequiredCapabilities.missing(scenario, MOSQUITTO.capabilities()).isEmpty();
  }

  private static Scenario named(String name) {
    return new FanInCatalog().find(name).orElseThrow();
  }

  static List<String> names() {
    return new FanInCatalog()
        .scenarios().stream()
            .filter(scenario -> scenario.session().jmsConsumers().isEmpty())
            .filter(CatalogueIT::canRun)
            .map(Scenario::name)
            .toList();
  }

  private static Scenario small(Scenario named) {
    Topology topology = named.topology();
    return named
        .withTopology(new Topology(20, Math.min(4, topology.consumers()), topology.distribution()))
        .withWorkload(named.workload().withLoad(new ConstantLoad(Rate.perSecond(1_000))))
        .withPhases(Runs.SHORT);
  }

  @Test
  void allAreThereThatNeedNoPair() {
    assertThat(names()).hasSize(36);
  }

  @ParameterizedTest
  @MethodSource("names")
  void allThatIsSentArrivesOnce(String name) throws Exception {
    Mosquitto.assumeInstalled();
    Scenario scenario = small(named(name));
    BrokerRequest start = BrokerRequest.of(MOSQUITTO.name()).withNeedsOf(scenario);
    try (Broker broker = MOSQUITTO.start(start)) {
      RunResult result =
          new LoadRig(
                  scenario,
                  broker,
                  new SwarmDriverProvider(),
                  RigSettings.defaults().withLanes(1),
                  RunListener.NONE)
              .run();
      assertThat(result.verdict().status())
          .as("%s", result.verdict().reasons())
          .isNotIn(Status.CONTRACT_BROKEN, Status.FAILED);
      assertThat(result.messages().sent()).isEqualTo(250);
      assertThat(result.messages().received()).isEqualTo(250);
      assertThat(result.messages().lost() + result.messages().duplicated()).isZero();
      assertThat(result.driver().tls().isPresent())
          .isEqualTo(scenario.security().cipher().isPresent());
    }
  }
}
