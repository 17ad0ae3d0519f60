package io.brokerbench.containers.product;

import io.brokerbench.containers.container.ClusterRecipe;
import io.brokerbench.containers.container.ContainerRecipe.Plan;
import io.brokerbench.containers.metrics.PrometheusPage;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Two nodes of EMQX that know of each other's subscriptions. A session lives on the node that its
 * client is connected to, and is gone with it.
 *
 * @param licensed whether the user has given a licence key
 */
public record EmqxCluster(boolean licensed) implements ClusterRecipe {

  private static final int FIRST_LICENSED_MAJOR = 5;
  private static final int FIRST_LICENSED_MINOR = 9;

  private static final Pattern VERSION = Pattern.compile("v?(\\d{1,4})(\\.(\\d{1,4}))?(?!\\w)");

  @Override
  public Optional<String> refusal(String tag) {
    return isFree(tag) || licensed
        ? Optional.empty()
        : Optional.of(
            "EMQX %s forms a cluster only with a licence: set the environment variable %s"
                .formatted(tag, EmqxContainer.LICENCE));
  }

  /** A tag without a minor version is of the newest one; one that is no version says nothing. */
  private static boolean isFree(String tag) {
    Matcher version = VERSION.matcher(tag);
    if (!version.lookingAt()) {
      return !tag.equals("latest");
    }
    int major = Integer.parseInt(version.group(1));
    int minor = version.group(3) == null ? Integer.MAX_VALUE : Integer.parseInt(version.group(3));
    return major < FIRST_LICENSED_MAJOR
        || (major == FIRST_LICENSED_MAJOR && minor < FIRST_LICENSED_MINOR);
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
    return PrometheusPage.EMQX.httpPort();
  }

  @Override
  public boolean isInSync(InetSocketAddress status) throws IOException {
    return PrometheusPage.EMQX.value(status, "emqx_cluster_nodes_running").orElse(0) == nodes();
  }
}
