package io.brokerbench.containers.product;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.brokerbench.containers.container.ClusterRecipe;
import io.brokerbench.containers.container.ContainerRecipe.Plan;
import io.brokerbench.containers.metrics.HttpPage;
import java.io.IOException;
import java.net.InetSocketAddress;

/**
 * Two nodes of VerneMQ that know of each other's subscriptions, and go on apart from each other:
 * released, a node that misses another one accepts no client. What waits for a session is on one
 * node until its client connects to the other one.
 */
public record VerneMqCluster() implements ClusterRecipe {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String VARIABLE = "DOCKER_VERNEMQ_";
  private static final int STATUS_PORT = 8_888;

  @Override
  public Plan member(Plan alone, int index) {
    Plan plan = alone;
    for (String what : new String[] {"REGISTER", "PUBLISH", "SUBSCRIBE", "UNSUBSCRIBE"}) {
      plan = plan.with(VARIABLE + "ALLOW_" + what + "_DURING_NETSPLIT", "on");
    }
    plan = plan.with(VARIABLE + "NODENAME", ClusterRecipe.host(index));
    return index == 0 ? plan : plan.with(VARIABLE + "DISCOVERY_NODE", ClusterRecipe.host(0));
  }

  @Override
  public int statusPort() {
    return STATUS_PORT;
  }

  /**
   * The page is a list with one object, which has a field for each node that is connected, the one
   * that answers first. Its field {@literal mystatus} has the nodes that have joined, with {@code
   * true} where they are ready.
   */
  @Override
  public boolean isInSync(InetSocketAddress status) throws IOException {
    JsonNode joined =
        JSON.readTree(HttpPage.text(status, "/status.json", "")).findPath("mystatus").path(0);
    int ready = 0;
    for (JsonNode node : joined) {
      ready += node.asBoolean() ? 1 : 0;
    }
    return ready == nodes();
  }
}
