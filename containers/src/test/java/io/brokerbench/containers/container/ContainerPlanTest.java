package io.brokerbench.containers.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.containers.container.ContainerRecipe.Plan;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.scenario.CipherSuite;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Of the products whose images can't be had everywhere, what their documentation asks for. */
class ContainerPlanTest {

  @TempDir private Path folder;

  @Test
  void emqxTakesTheOneSuiteOnItsListenerForTls() throws IOException {
    Plan plan = new EmqxContainer().plan(Optional.of(tls()));

    assertThat(plan.ports()).isEqualTo(Map.of(Listener.MQTT, 1883, Listener.MQTTS, 8883));
    assertThat(plan.environment())
        .containsEntry("EMQX_LISTENERS__SSL__DEFAULT__BIND", "0.0.0.0:8883")
        .containsEntry(
            "EMQX_LISTENERS__SSL__DEFAULT__SSL_OPTIONS__CERTFILE", "/brokerbench/server.pem")
        .containsEntry("EMQX_LISTENERS__SSL__DEFAULT__SSL_OPTIONS__VERSIONS", "[\"tlsv1.2\"]")
        .containsEntry(
            "EMQX_LISTENERS__SSL__DEFAULT__SSL_OPTIONS__CIPHERS", "[\"AES256-GCM-SHA384\"]");
    assertThat(plan.files())
        .containsOnlyKeys(
            "/brokerbench/ca.pem",
            "/brokerbench/server.pem",
            "/brokerbench/server.key",
            "/brokerbench/server.p12");
  }

  @Test
  void verneMqStartsOnlyForThoseWhoAcceptItsLicence() throws BrokerException {
    assertThatThrownBy(() -> VerneMqContainer.plan(Optional.empty(), Map.of()))
        .isInstanceOf(BrokerException.class)
        .hasMessageContaining("DOCKER_VERNEMQ_ACCEPT_EULA=yes");

    Plan plan =
        VerneMqContainer.plan(Optional.empty(), Map.of("DOCKER_VERNEMQ_ACCEPT_EULA", "yes"));
    assertThat(plan.environment())
        .containsEntry("DOCKER_VERNEMQ_ACCEPT_EULA", "yes")
        .containsEntry("DOCKER_VERNEMQ_ALLOW_ANONYMOUS", "on")
        .doesNotContainValue("-1");
  }

  @Test
  void verneMqTakesTheOneSuiteOnItsListenerForTls() throws Exception {
    Plan plan =
        VerneMqContainer.plan(Optional.of(tls()), Map.of("DOCKER_VERNEMQ_ACCEPT_EULA", "yes"));

    assertThat(plan.environment())
        .containsEntry("DOCKER_VERNEMQ_LISTENER__SSL__DEFAULT", "0.0.0.0:8883")
        .containsEntry("DOCKER_VERNEMQ_LISTENER__SSL__CIPHERS", "AES256-GCM-SHA384")
        .containsEntry("DOCKER_VERNEMQ_LISTENER__SSL__TLS_VERSION", "tlsv1.2");
  }

  private ContainerTls tls() throws IOException {
    return ContainerTls.make(CipherSuite.RSA_AES256_GCM, folder);
  }
}
