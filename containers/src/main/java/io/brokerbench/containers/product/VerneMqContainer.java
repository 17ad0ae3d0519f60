package io.brokerbench.containers.product;

import io.brokerbench.containers.container.ClusterRecipe;
import io.brokerbench.containers.container.ContainerRecipe;
import io.brokerbench.containers.container.ContainerTls;
import io.brokerbench.containers.metrics.MetricsQuery;
import io.brokerbench.containers.metrics.PrometheusPage;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.Capability;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * vernemq/vernemq. Its settings are environment variables: {@code DOCKER_VERNEMQ_A__B} is {@code
 * a.b} of its configuration. Its licence has to be accepted by the user, not by us.
 */
public record VerneMqContainer(Map<String, String> environment) implements ContainerRecipe {

  private static final String VARIABLE = "DOCKER_VERNEMQ_";
  private static final String LICENCE = VARIABLE + "ACCEPT_EULA";
  private static final String SSL = VARIABLE + "LISTENER__SSL__";

  /** Its name would otherwise follow the address of the container, which a restart changes. */
  private static final String ALONE = "127.0.0.1";

  /** Not -1 for "no limit", with which retained messages disappear. */
  private static final Map<String, String> SETTINGS =
      Map.of(
          "ALLOW_ANONYMOUS", "on",
          "MAX_INFLIGHT_MESSAGES", "65535",
          "MAX_ONLINE_MESSAGES", "1000000",
          "MAX_OFFLINE_MESSAGES", "1000000",
          "LISTENER__MAX_CONNECTIONS", "1000000",
          "SYSTREE_INTERVAL", "1000",
          "LOG__CONSOLE", "console");

  @Override
  public String name() {
    return "vernemq";
  }

  @Override
  public String title() {
    return "VerneMQ";
  }

  @Override
  public Set<Capability> capabilities() {
    return ContainerRecipe.mqttAnd(Capability.HIGH_AVAILABILITY);
  }

  @Override
  public Pattern version() {
    return Pattern.compile("VerneMQ (?<version>\\d[\\d.]+)");
  }

  @Override
  public Plan plan(Listeners listeners) throws BrokerException {
    Optional<ContainerTls> tls = listeners.tls();
    String accepted = environment.getOrDefault(LICENCE, "");
    if (!accepted.equals("yes")) {
      throw new BrokerException(
          "container:vernemq: its image starts only for those who accept its licence: if you do,"
              + " set the environment variable %s=yes".formatted(LICENCE));
    }
    Plan plan =
        Plan.of(listeners)
            .with(LICENCE, accepted)
            .with(VARIABLE, SETTINGS)
            .with(VARIABLE + "NODENAME", ALONE);
    return tls.isEmpty() ? plan : secured(plan, tls.get());
  }

  @Override
  public Optional<ClusterRecipe> cluster() {
    return Optional.of(new VerneMqCluster());
  }

  @Override
  public Optional<MetricsQuery> metrics() {
    return Optional.of(PrometheusPage.VERNEMQ);
  }

  private static Plan secured(Plan plan, ContainerTls tls) {
    return plan.with(SSL + "DEFAULT", "0.0.0.0:8883")
        .with(SSL + "CAFILE", ContainerTls.AUTHORITY)
        .with(SSL + "CERTFILE", ContainerTls.CERTIFICATE)
        .with(SSL + "KEYFILE", ContainerTls.KEY)
        .with(SSL + "TLS_VERSION", tls.version())
        .with(SSL + "CIPHERS", tls.cipher().openSslName());
  }
}
