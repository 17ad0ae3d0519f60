package io.brokerbench.containers.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.containers.Tool;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever ends the tool removes its container, and the container's volume. */
@Tag("containers")
class ContainerEndIT {

  private static final Duration SOON = Duration.ofSeconds(30);

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aToolThatEndsLeavesNoContainer(boolean killed) throws Exception {
    DockerEngine docker = LocalImages.assume("mosquitto");
    try (Tool tool = Tool.start(LocalImages.selector("mosquitto"))) {
      String id = containerOf(docker, tool.brokerPid());
      List<String> volumes =
          docker.inspect(id).getMounts().stream().map(mount -> mount.getName()).toList();
      assertThat(volumes).isNotEmpty();
      if (killed) {
        tool.kill();
      } else {
        tool.terminate();
      }
      await()
          .atMost(SOON)
          .untilAsserted(
              () -> {
                assertThat(ids(docker)).doesNotContain(id);
                assertThat(volumes(docker)).doesNotContainAnyElementsOf(volumes);
              });
    }
  }

  /** Whatever Docker is asked at that instant: no call of an interrupted thread reaches it. */
  @ParameterizedTest
  @ValueSource(ints = {0, 50, 150, 400})
  void aStartThatIsInterruptedLeavesNoContainer(int afterMillis) throws Exception {
    DockerEngine docker = LocalImages.assume("mosquitto");
    BrokerRequest request = BrokerRequest.of(LocalImages.selector("mosquitto"));
    List<String> before = ids(docker);
    AtomicReference<Exception> end = new AtomicReference<>();
    Thread starting =
        new Thread(
            () -> {
              try (Broker broker = Providers.of("mosquitto").start(request)) {
                assertThat(broker.endpoints()).isNotEmpty();
                Thread.sleep(SOON.toMillis()); // where it was not interrupted yet
              } catch (Exception e) {
                end.set(e);
              }
            });
    starting.start();
    starting.join(afterMillis + 1L);
    starting.interrupt();
    starting.join(SOON.toMillis());
    assertThat(end.get()).isInstanceOf(InterruptedException.class);
    assertThat(ids(docker)).containsExactlyInAnyOrderElementsOf(before);
  }

  @Test
  void aToolThatIsKilledLeavesNothingOfACluster() throws Exception {
    DockerEngine docker = LocalImages.assume("mosquitto");
    String image =
        StandIn.of(
            docker,
            "emqx",
            "emqx-end",
            Map.of("/api/v5/prometheus/stats", "emqx_cluster_nodes_running 2"));
    try (Tool tool = Tool.startCluster("container:emqx=" + image)) {
      String id = containerOf(docker, tool.brokerPid());
      String label = docker.inspect(id).getConfig().getLabels().get(ContainerSession.LABEL);
      assertThat(networks(docker, label)).isEqualTo(1);
      tool.kill();
      await()
          .atMost(SOON)
          .untilAsserted(
              () -> {
                assertThat(ids(docker)).doesNotContain(id);
                assertThat(networks(docker, label)).isZero();
              });
    } finally {
      docker.client().removeImageCmd(image).withForce(true).exec();
    }
  }

  private static int networks(DockerEngine docker, String label) {
    return docker
        .client()
        .listNetworksCmd()
        .withFilter("label", List.of(ContainerSession.LABEL + "=" + label))
        .exec()
        .size();
  }

  private static String containerOf(DockerEngine docker, long pid) {
    return ids(docker).stream()
        .filter(id -> docker.inspect(id).getState().getPidLong() == pid)
        .findFirst()
        .orElseThrow();
  }

  private static List<String> ids(DockerEngine docker) {
    return docker
        .client()
        .listContainersCmd()
        .withShowAll(true)
        .withLabelFilter(List.of(ContainerSession.LABEL))
        .exec()
        .stream()
        .map(container -> container.getId())
        .toList();
  }

  private static List<String> volumes(DockerEngine docker) {
    return docker.client().listVolumesCmd().exec().getVolumes().stream()
        .map(volume -> volume.getName())
        .toList();
  }
}
