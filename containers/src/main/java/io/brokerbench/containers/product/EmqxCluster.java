package io.brokerbench.containers.product;

import io.brokerbench.containers.container.ClusterRecipe;
import io.brokerbench.containers.container.ContainerRecipe.Plan;
import io.brokerbench.containers.container.ImageVersion;
import io.brokerbench.containers.metrics.PrometheusPage;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;

/**
 * Two nodes of EMQX that know of each other's subscriptions. A session lives on the node that its
 * client is connected to, and is gone with it.
 *
 * @param licensed whether the user has given a licence key
 */
public record EmqxCluster(boolean licensed) implements ClusterRecipe {

  /** Has the key of the licence, which a cluster of 5.9 and newer requires. */
  static final String LICENCE = "EMQX_LICENSE__KEY";

  private static final ImageVersion FIRST_LICENSED = new ImageVersion(5, 9);
  private static final int DASHBOARD_PORT = 18_083;
  private static final String PAGE = "/api/v5/prometheus/stats";

  /** A tag that is no version means a current one, which forms no cluster without a licence. */
  @Override
  public Optional<String> refusal(String tag) {
    ImageVersion version = ImageVersion.of(tag);
    if (licensed || version.isBefore(FIRST_LICENSED)) {
      return Optional.empty();
    }
    String refusal =
        "EMQX %s forms a cluster only with a licence: set the environment variable %s"
            .formatted(tag, LICENCE);
    return Optional.of(
        version.isAssumed()
            ? refusal + "; for an older EMQX, name the tag with its version: IMAGE:5.8.6"
            : refusal);
  }

  @Override
  public Plan member(Plan alone, int index) {
    return alone
        .with("EMQX_NODE_NAME", name(index))
        .with("EMQX_NODE__COOKIE", "brokerbench")
        .with("EMQX_CLUSTER__DISCOVERY_STRATEGY", "static")
        .with("EMQX_CLUSTER__STATIC__SEEDS", "[%s,%s]".formatted(name(0), name(1)));
  }

  private static String name(int index) {
    return "emqx@" + ClusterRecipe.host(index);
  }

  @Override
  public int statusPort() {
    return DASHBOARD_PORT;
  }

  @Override
  public boolean isInSync(InetSocketAddress status) throws IOException {
    return PrometheusPage.value(status, PAGE, "emqx_cluster_nodes_running").orElse(0) == nodes();
  }
}
