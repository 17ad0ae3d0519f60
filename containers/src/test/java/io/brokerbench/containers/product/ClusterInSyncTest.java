package io.brokerbench.containers.product;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.containers.ServedPage;
import io.brokerbench.containers.container.ClusterRecipe;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the status page of a cluster says, and whether its nodes are in sync then. */
class ClusterInSyncTest {

  /** Two nodes are connected on each of these pages; what counts is how many have joined. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'{\"V@node1\":true,\"V@node2\":true}'  | true",
        "'{\"V@node1\":true,\"V@node2\":false}' | false",
        "'{\"V@node1\":true}'                   | false",
        "'{}'                                   | false"
      })
  void verneMqCountsTheNodesThatHaveJoined(String joined, boolean inSync) throws IOException {
    String page =
        "[{\"V@node1\":{\"mystatus\":[%1$s]},\"V@node2\":{\"mystatus\":[%1$s]}}]".formatted(joined);
    assertThat(isInSync(new VerneMqCluster(), "/status.json", page)).isEqualTo(inSync);
  }

  @ParameterizedTest
  @CsvSource({"2, true", "1, false"})
  void emqxCountsTheNodesThatRun(int running, boolean inSync) throws IOException {
    String page =
        "emqx_cluster_nodes_running %d\nemqx_cluster_nodes_stopped 1\n".formatted(running);
    assertThat(isInSync(new EmqxCluster(false), "/api/v5/prometheus/stats", page))
        .isEqualTo(inSync);
  }

  private static boolean isInSync(ClusterRecipe cluster, String path, String page)
      throws IOException {
    try (ServedPage served = new ServedPage(path, page)) {
      return cluster.isInSync(served.address());
    }
  }
}
