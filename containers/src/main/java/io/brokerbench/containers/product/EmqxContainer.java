package io.brokerbench.containers.product;

import io.brokerbench.containers.container.ClusterRecipe;
import io.brokerbench.containers.container.ContainerRecipe;
import io.brokerbench.containers.container.ContainerTls;
import io.brokerbench.containers.metrics.MetricsQuery;
import io.brokerbench.containers.metrics.PrometheusPage;
import io.brokerbench.core.broker.Capability;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * emqx/emqx. Its settings are environment variables: {@code EMQX_A__B} is {@code a.b} of its
 * configuration. Sessions are in memory, as released.
 */
public record EmqxContainer(Map<String, String> environment) implements ContainerRecipe {

  /** A cluster of 5.9 and newer requires it; a node alone requires none. */
  static final String LICENCE = "EMQX_LICENSE__KEY";

  private static final String SSL = "EMQX_LISTENERS__SSL__DEFAULT__SSL_OPTIONS__";

  /**
   * Its name, and with it the place of its data, would otherwise follow the address of the
   * container, which is another one after a restart.
   */
  private static final String ALONE = "emqx@127.0.0.1";

  /** Released: 32 sent and not acknowledged, 1000 waiting, 100 of QoS 2 that are not released. */
  private static final Map<String, String> SETTINGS =
      Map.of(
          "EMQX_PROMETHEUS__COLLECTORS__VM_MEMORY", "enabled",
          "EMQX_PROMETHEUS__ENABLE_BASIC_AUTH", "false",
          "EMQX_MQTT__MAX_INFLIGHT", "65535",
          "EMQX_MQTT__MAX_MQUEUE_LEN", "1000000",
          "EMQX_MQTT__MAX_AWAITING_REL", "infinity",
          "EMQX_MQTT__MAX_PACKET_SIZE", (PACKET_BYTES >> 20) + "MB",
          "EMQX_FORCE_SHUTDOWN__ENABLE", "false",
          "EMQX_LISTENERS__TCP__DEFAULT__BIND", "0.0.0.0:1883",
          "EMQX_LISTENERS__TCP__DEFAULT__TCP_OPTIONS__BACKLOG", "4096",
          "EMQX_LOG__CONSOLE__ENABLE", "true");

  @Override
  public String name() {
    return "emqx";
  }

  @Override
  public String title() {
    return "EMQX";
  }

  @Override
  public Set<Capability> capabilities() {
    return ContainerRecipe.mqttAnd(Capability.HIGH_AVAILABILITY);
  }

  @Override
  public Pattern version() {
    return Pattern.compile("EMQX (?<version>\\d\\S*) is running now");
  }

  @Override
  public Plan plan(Listeners listeners) {
    Optional<ContainerTls> tls = listeners.tls();
    Plan plan = Plan.of(listeners).with("", SETTINGS).with("EMQX_NODE_NAME", ALONE);
    if (environment.containsKey(LICENCE)) {
      plan = plan.with(LICENCE, environment.get(LICENCE));
    }
    return tls.isEmpty() ? plan : secured(plan, tls.get());
  }

  @Override
  public Optional<ClusterRecipe> cluster() {
    return Optional.of(new EmqxCluster(environment.containsKey(LICENCE)));
  }

  @Override
  public Optional<MetricsQuery> metrics() {
    return Optional.of(PrometheusPage.EMQX);
  }

  /** Lists are arrays in the notation of its configuration. */
  private static Plan secured(Plan plan, ContainerTls tls) {
    return plan.with("EMQX_LISTENERS__SSL__DEFAULT__BIND", "0.0.0.0:8883")
        .with(SSL + "CACERTFILE", ContainerTls.AUTHORITY)
        .with(SSL + "CERTFILE", ContainerTls.CERTIFICATE)
        .with(SSL + "KEYFILE", ContainerTls.KEY)
        .with(SSL + "VERSIONS", "[\"" + tls.version() + "\"]")
        .with(SSL + "CIPHERS", "[\"" + tls.cipher().openSslName() + "\"]");
  }
}
