package io.brokerbench.containers.product;

import io.brokerbench.containers.container.ClusterRecipe;
import io.brokerbench.containers.container.ContainerRecipe.Plan;
import io.brokerbench.containers.metrics.ManagementPages;
import java.io.IOException;
import java.net.InetSocketAddress;

/**
 * Three nodes of RabbitMQ whose persistent sessions have quorum queues: what is acknowledged is on
 * two of them at least.
 */
public record RabbitMqCluster() implements ClusterRecipe {

  private static final int NODES = 3;
  private static final int MANAGEMENT_PORT = 15_672;
  private static final String RUNNING = "/api/nodes?columns=running";
  private static final String LOGIN = "guest:guest";

  /** They trust each other by it; no other process is on their network. */
  private static final String COOKIE = "-setcookie brokerbench";

  private static final String CONFIG =
      """
      mqtt.durable_queue_type = quorum
      cluster_formation.peer_discovery_backend = rabbit_peer_discovery_classic_config
      cluster_formation.classic_config.nodes.1 = %s
      """;

  @Override
  public int nodes() {
    return NODES;
  }

  /**
   * The first node lists itself only, and the others list it and themselves: 4.x does not start
   * alone while its list names nodes that are not there yet.
   */
  @Override
  public Plan member(Plan alone, int index) {
    String peers = CONFIG.formatted(node(0));
    if (index > 0) {
      peers += "cluster_formation.classic_config.nodes.2 = %s\n".formatted(node(index));
    }
    return alone
        .with("RABBITMQ_USE_LONGNAME", "true")
        .with("RABBITMQ_NODENAME", node(index))
        .with("RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS", COOKIE)
        .with("RABBITMQ_CTL_ERL_ARGS", COOKIE)
        .withFile("/etc/rabbitmq/conf.d/91-cluster.conf", peers);
  }

  private static String node(int index) {
    return "rabbit@" + ClusterRecipe.host(index);
  }

  @Override
  public int statusPort() {
    return MANAGEMENT_PORT;
  }

  @Override
  public boolean isInSync(InetSocketAddress status) throws IOException {
    return ManagementPages.count(status, RUNNING, LOGIN, "true") == NODES;
  }

  @Override
  public boolean eachReportsAll() {
    return true;
  }
}
