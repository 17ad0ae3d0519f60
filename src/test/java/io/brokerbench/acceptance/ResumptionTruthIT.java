package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.containers.mosquitto.MosquittoProvider;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.definition.ScenarioChange;
import io.brokerbench.core.definition.Scenarios;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.Scenario;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How many connections of a burst resume a TLS session. */
@Tag("release")
class ResumptionTruthIT {

  private static final int CLIENTS = 200;

  private static Scenario burst(String cipher, boolean resumption) {
    return ScenarioChange.set("topology.publishers", CLIENTS)
        .and("session.connectRate", 200)
        .and("security.clients", "ALL")
        .and("security.cipher", cipher)
        .and("security.resumption", resumption)
        .and("phases.warmUp", "0s")
        .and("phases.steady", "500ms")
        .applyTo(Scenarios.load().find("CONNBURST"));
  }

  private static RunResult run(Scenario scenario, int workers) throws Exception {
    Mosquitto.assumeInstalled();
    BrokerRequest request = BrokerRequest.of("process:mosquitto").withNeedsOf(scenario);
    try (Broker broker = new MosquittoProvider().start(request)) {
      return Runs.on(broker, scenario, workers);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "ECDHE-RSA-AES256-GCM-SHA384, 1",
    "ECDHE-RSA-AES256-GCM-SHA384, 2",
    "TLS_AES_256_GCM_SHA384, 1"
  })
  void connectionsAfterTheFirstOnesResumeASession(String cipher, int workers) throws Exception {
    RunResult result = run(burst(cipher, true), workers);
    assertThat(result.connections().connected()).isEqualTo(CLIENTS);
    assertThat(result.connections().resumed().orElseThrow()).isBetween(CLIENTS / 4L, CLIENTS - 1L);
    assertThat(FigureCatalogue.find("connections.resumed").in(result)).isPresent();
  }

  @Test
  void withoutTheSettingNothingIsSaidOfIt() throws Exception {
    RunResult result = run(burst("ECDHE-RSA-AES256-GCM-SHA384", false), 1);
    assertThat(result.connections().connected()).isEqualTo(CLIENTS);
    assertThat(result.connections().resumed()).isEmpty();
  }

  @Test
  void resumptionIsRefusedWithoutTls() {
    assertThatThrownBy(
            () ->
                ScenarioChange.set("security.resumption", true)
                    .applyTo(Scenarios.load().find("CONNBURST")))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining("only over TLS with certificates");
    assertThatThrownBy(() -> burst("PSK-AES256-CBC-SHA", true))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining("only over TLS with certificates");
  }
}
