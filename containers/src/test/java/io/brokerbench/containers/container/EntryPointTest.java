package io.brokerbench.containers.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.containers.container.ContainerRecipe.Plan;
import io.brokerbench.containers.product.ContainerProduct;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.security.CipherSuite;
import io.brokerbench.core.security.Security;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The environment that products are started with is one that the entry points of their images know,
 * and all that these demand is in it.
 */
class EntryPointTest {

  private static final ContainerProduct EMQX =
      ContainerProduct.named("emqx", Map.of("EMQX_LICENSE__KEY", "of the user"));

  private static final ContainerProduct VERNEMQ =
      ContainerProduct.named("vernemq", Map.of("DOCKER_VERNEMQ_ACCEPT_EULA", "yes"));

  private static final BrokerRequest PLAIN = BrokerRequest.of("container:product");

  @TempDir private Path folder;

  private void starts(String product, ContainerProduct started) throws Exception {
    EntryPoint entry = EntryPoint.of(product);
    Security tls = Security.ofAll(CipherSuite.ECDHE_RSA_AES256_GCM);
    for (BrokerRequest request : new BrokerRequest[] {PLAIN, PLAIN.withSecurity(tls)}) {
      Plan alone = plan(started, request);
      assertThat(entry.refusal(alone.environment())).isEmpty();
      assertThat(alone.environment().keySet())
          .as("of each the values are known")
          .allMatch(
              name ->
                  entry.values().containsKey(name)
                      || entry.demanded().containsKey(name)
                      || name.equals("EMQX_LICENSE__KEY"));
      ClusterRecipe cluster = started.cluster().orElseThrow();
      for (int node = 0; node < cluster.nodes(); node++) {
        assertThat(entry.refusal(cluster.member(alone, node).environment())).isEmpty();
      }
    }
  }

  private Plan plan(ContainerProduct product, BrokerRequest request) throws Exception {
    return product.container("").plan(request, folder);
  }

  @Test
  void emqxIsStartedAsItsEntryPointDemands() throws Exception {
    starts("emqx", EMQX);
  }

  @Test
  void verneMqIsStartedAsItsEntryPointDemands() throws Exception {
    starts("vernemq", VERNEMQ);
  }

  /** So that the list is read again from the sources when another version is pinned. */
  @Test
  void theListIsOfTheVersionThatIsPinned() throws Exception {
    assertThat(EntryPoint.of("emqx").source())
        .contains("emqx/emqx, tag v" + pinned("emqx") + " (commit ");
    assertThat(EntryPoint.of("vernemq").source())
        .contains("vernemq/vernemq (tag " + pinned("vernemq") + ", commit ");
  }

  private static String pinned(String product) {
    return ContainerImage.tag(ContainerProduct.named(product).pinned());
  }

  /** Settings that brokerbench does not make are in the list too: it is not a copy of them. */
  @Test
  void neighboursOfOurSettingsAreKnown() throws Exception {
    assertThat(EntryPoint.of("emqx").known())
        .contains("EMQX_MQTT__RETRY_INTERVAL", "EMQX_FORCE_SHUTDOWN__MAX_HEAP_SIZE")
        .doesNotContain("EMQX_MQTT__MAX_INFLIGHT_MESSAGES", "EMQX_MQTT__MAX_MQUEUE_LENGTH");
    assertThat(EntryPoint.of("vernemq").known())
        .contains("DOCKER_VERNEMQ_RETRY_INTERVAL", "DOCKER_VERNEMQ_LISTENER__SSL__DEPTH")
        .doesNotContain("DOCKER_VERNEMQ_MAX_INFLIGHT", "DOCKER_VERNEMQ_LISTENER__SSL__CACERTFILE");
  }

  @Test
  void aVariableThatTheEntryPointDoesNotKnowIsRefused() throws Exception {
    Map<String, String> misspelt =
        plan(EMQX, PLAIN).with("EMQX_MQTT__MAX_INFLIGHTS", "1").environment();
    assertThat(EntryPoint.of("emqx").refusal(misspelt))
        .contains("entry point: no setting EMQX_MQTT__MAX_INFLIGHTS");
    assertThat(EntryPoint.of("vernemq").refusal(misspelt))
        .contains("entry point: DOCKER_VERNEMQ_ACCEPT_EULA has to be yes");
  }

  @Test
  void aValueThatTheSchemaDoesNotHaveIsRefused() throws Exception {
    assertThat(
            EntryPoint.of("emqx")
                .refusal(plan(EMQX, PLAIN).with("EMQX_MQTT__MAX_INFLIGHT", "none").environment()))
        .contains("entry point: EMQX_MQTT__MAX_INFLIGHT has to be [1-9][0-9]{0,4}");
    assertThat(
            EntryPoint.of("vernemq")
                .refusal(
                    plan(VERNEMQ, PLAIN).with("DOCKER_VERNEMQ_LOG__CONSOLE", "").environment()))
        .contains("entry point: DOCKER_VERNEMQ_LOG__CONSOLE has to be off|file|console|both");
  }

  @Test
  void aVariableThatItDemandsIsMissed() throws Exception {
    Map<String, String> without = new HashMap<>(plan(EMQX, PLAIN).environment());
    without.put("EMQX_NODE_NAME", "no-host");
    assertThat(EntryPoint.of("emqx").refusal(without).orElseThrow())
        .startsWith("entry point: EMQX_NODE_NAME has to be");
    Map<String, String> refused = new HashMap<>(plan(VERNEMQ, PLAIN).environment());
    refused.remove("DOCKER_VERNEMQ_NODENAME");
    assertThat(EntryPoint.of("vernemq").refusal(refused).orElseThrow())
        .startsWith("entry point: DOCKER_VERNEMQ_NODENAME has to be");
  }
}
