package io.brokerbench.containers.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.brokerbench.containers.Installed;
import io.brokerbench.containers.metrics.AbsentSession;
import io.brokerbench.containers.product.ContainerProduct;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerNode;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.Impairment;
import io.brokerbench.core.result.BrokerIdentity.Origin;
import io.brokerbench.core.scenario.FaultKind;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The nodes of a cluster are joined, one of them can be lost, and nothing is left behind. */
@Tag("containers")
class ContainerClusterIT {

  /** By which the nodes of an Artemis pair listen for each other. */
  private static final int LINK_PORT = 61_620;

  private static final Duration LONG = Duration.ofSeconds(60);
  private static final int WAITING = 20;

  @TempDir private Path folder;

  /**
   * RabbitMQ 3 is the one of Debian 12, and 4 that of a newer suite: they form clusters
   * differently.
   */
  @ParameterizedTest
  @ValueSource(strings = {"local", "forky"})
  void whatThreeNodesHaveAcknowledgedIsThereWhenOneIsKilled(String tag) throws Exception {
    DockerEngine docker = LocalImages.assume("rabbitmq", tag);
    BrokerRequest request =
        BrokerRequest.of(LocalImages.selector("rabbitmq", tag))
            .withHighAvailability()
            .withLogFile(folder.resolve("broker.log"));
    try (Broker broker = Providers.of("rabbitmq").start(request)) {
      assertThat(broker.nodes())
          .extracting(BrokerNode::name)
          .containsExactly("node 1", "node 2", "node 3");
      assertThat(broker.nodes()).allMatch(BrokerNode::isActive);
      assertThat(broker.identity().origin()).isEqualTo(Origin.CONTAINER_CLUSTER);
      assertThat(folder.resolve("broker-node3.log")).isNotEmptyFile();
      List<Endpoint> endpoints = broker.nodes().get(1).endpoints();
      AbsentSession.with(broker.endpoints().get(0), WAITING).close();
      await().atMost(LONG).until(() -> broker.metrics().queuedMessages().orElse(0) == WAITING);

      broker.nodes().get(0).inject(FaultKind.KILL);
      assertThat(AbsentSession.deliveries(endpoints.get(0), WAITING)).isEqualTo(WAITING);
      assertThat(broker.failure()).isEmpty();
      broker.nodes().get(0).heal();
      await().atMost(LONG).until(broker.nodes().get(0)::isActive);
    }
    assertThat(docker.remove(ContainerSession.labels())).as("left").isZero();
  }

  @Test
  void whatThePrimaryOfAPairHasAcknowledgedIsThereOnTheBackupAndBack() throws Exception {
    DockerEngine docker = LocalImages.assume("artemis");
    BrokerRequest request =
        BrokerRequest.of(LocalImages.selector("artemis"))
            .withHighAvailability()
            .withAmqp()
            .withLogFile(folder.resolve("broker.log"));
    try (Broker broker = Providers.of("artemis").start(request)) {
      BrokerNode primary = broker.nodes().get(0);
      BrokerNode backup = broker.nodes().get(1);
      assertThat(List.of(primary.name(), backup.name())).containsExactly("primary", "backup");
      assertThat(broker.identity().origin()).isEqualTo(Origin.CONTAINER_PAIR);
      assertThat(primary.isActive()).isTrue();
      assertThat(primary.isStandby()).isFalse();
      assertThat(backup.isActive()).isFalse();
      assertThat(backup.isStandby()).isTrue();
      assertThat(folder.resolve("broker-backup.log")).isNotEmptyFile();
      assertThat(broker.endpoints().stream().filter(at -> at.listener() == Endpoint.Listener.AMQP))
          .hasSize(2);
      AbsentSession.with(primary.endpoints().get(0), WAITING).close();

      await().atMost(LONG).until(() -> broker.metrics().queuedMessages().orElse(0) == WAITING);

      primary.inject(FaultKind.KILL);
      await().atMost(LONG).until(backup::isActive);
      primary.heal();
      await().atMost(LONG).until(primary::isStandby);
      assertThat(primary.isActive()).as("two active nodes").isFalse();
      backup.inject(FaultKind.KILL);
      await().atMost(LONG).until(primary::isActive);
      assertThat(AbsentSession.deliveries(primary.endpoints().get(0), WAITING)).isEqualTo(WAITING);
      assertThat(broker.failure()).isEmpty();
    }
    assertThat(docker.remove(ContainerSession.labels())).as("left").isZero();
  }

  /**
   * EMQX is not available: all but the product itself is tried on Mosquittos that say they are two.
   */
  @Test
  void theNodesOfEmqxAreStartedFaultedAndRemovedOneByOne() throws Exception {
    DockerEngine docker = LocalImages.assume("mosquitto");
    String image =
        StandIn.of(
            docker,
            "emqx",
            "emqx-cluster",
            Map.of("/api/v5/prometheus/stats", "emqx_cluster_nodes_running 2"));
    try (Broker broker =
        Providers.of("emqx")
            .start(BrokerRequest.of("container:emqx=" + image).withHighAvailability())) {
      areFaultedOneByOne(broker);
    } finally {
      docker.client().removeImageCmd(image).exec();
    }
    assertThat(docker.remove(ContainerSession.labels())).as("left").isZero();
  }

  /** The same for VerneMQ, for one who accepts its licence. */
  @Test
  void theNodesOfVerneMqAreStartedFaultedAndRemovedOneByOne() throws Exception {
    DockerEngine docker = LocalImages.assume("mosquitto");
    String page =
        """
        [{"VerneMQ@node1":{"mystatus":[{"VerneMQ@node1":true,"VerneMQ@node2":true}]},\
        "VerneMQ@node2":{"mystatus":[{"VerneMQ@node1":true,"VerneMQ@node2":true}]}}]\
        """;
    String image = StandIn.of(docker, "vernemq", "vernemq-cluster", Map.of("/status.json", page));
    ContainerProduct accepted =
        ContainerProduct.named("vernemq", Map.of("DOCKER_VERNEMQ_ACCEPT_EULA", "yes"));
    BrokerRequest request = BrokerRequest.of("container:vernemq=" + image).withHighAvailability();
    try (Broker broker = accepted.start(request)) {
      ContainerNode second = (ContainerNode) broker.nodes().get(1);
      assertThat(docker.inspect(second.owned().id()).getConfig().getEnv())
          .contains(
              "DOCKER_VERNEMQ_ACCEPT_EULA=yes",
              "DOCKER_VERNEMQ_NODENAME=node2.brokerbench",
              "DOCKER_VERNEMQ_DISCOVERY_NODE=node1.brokerbench",
              "DOCKER_VERNEMQ_MAX_INFLIGHT_MESSAGES=65535");
      areFaultedOneByOne(broker);
    } finally {
      docker.client().removeImageCmd(image).exec();
    }
    assertThat(docker.remove(ContainerSession.labels())).as("left").isZero();
  }

  private static void areFaultedOneByOne(Broker broker) throws Exception {
    List<BrokerNode> nodes = broker.nodes();
    assertThat(nodes).extracting(BrokerNode::name).containsExactly("node 1", "node 2");
    assertThat(broker.endpoints())
        .containsExactly(nodes.get(0).endpoints().get(0), nodes.get(1).endpoints().get(0));
    assertThat(nodes).allMatch(BrokerNode::isActive);

    nodes.get(0).inject(FaultKind.KILL);
    nodes.get(1).inject(FaultKind.STOP);
    assertThat(nodes).noneMatch(BrokerNode::isActive);
    assertThat(broker.failure()).isEmpty();
    nodes.forEach(ContainerClusterIT::heal);
    await().atMost(LONG).until(() -> nodes.stream().allMatch(BrokerNode::isActive));
    if (Installed.canFilterPackets()) {
      nodes.get(1).inject(FaultKind.CUT);
      assertThat(nodes.get(0).isActive()).isTrue();
      assertThat(nodes.get(1).isActive()).isFalse();
      nodes.get(1).heal();
      arePartedAndJoined((ContainerNode) nodes.get(0), (ContainerNode) nodes.get(1));
    }
  }

  /** What one reaches of the other is asked in its own network. */
  private static void arePartedAndJoined(ContainerNode one, ContainerNode other) throws Exception {
    assertThat(reaches(other, one)).isTrue();
    other.inject(FaultKind.PARTITION);
    assertThat(reaches(other, one)).isFalse();
    assertThat(reaches(one, other)).isFalse();
    assertThat(List.of(one, other)).as("reached by clients").allMatch(BrokerNode::isActive);
    other.heal();
    assertThat(reaches(other, one)).isTrue();
    Impairment loss = other.loseOnLinks(0.999999);
    assertThat(reaches(other, one)).isFalse();
    assertThat(other.isActive()).isTrue();
    loss.close();
    assertThat(reaches(other, one)).isTrue();
  }

  /** Between each node and the relay: clients still reach both. */
  @Test
  void nodesWithALatencyBetweenThemArePartedToo() throws Exception {
    DockerEngine docker = LocalImages.assume("artemis");
    assumeTrue(Installed.canFilterPackets(), "requires root and nft");
    BrokerRequest request =
        BrokerRequest.of(LocalImages.selector("artemis"))
            .withHighAvailability()
            .withNodeLatency(Duration.ofMillis(5));
    try (Broker broker = Providers.of("artemis").start(request)) {
      ContainerNode primary = (ContainerNode) broker.nodes().get(0);
      ContainerNode backup = (ContainerNode) broker.nodes().get(1);
      InetSocketAddress relay = primary.links().orElseThrow().reached().get(1);
      InetSocketAddress link = new InetSocketAddress(primary.addressFromOthers(), LINK_PORT);
      InetSocketAddress mqtt = new InetSocketAddress(primary.addressFromOthers(), 1883);
      assertThat(reaches(primary, relay)).isTrue();
      assertThat(isReached(link)).isTrue();
      primary.inject(FaultKind.PARTITION);
      assertThat(reaches(primary, relay)).isFalse();
      assertThat(isReached(link)).isFalse();
      assertThat(isReached(mqtt)).as("by clients").isTrue();
      assertThat(reaches(backup, relay)).isTrue();
      primary.heal();
      assertThat(reaches(primary, relay)).isTrue();
      Impairment loss = primary.loseOnLinks(0.999999);
      assertThat(reaches(primary, relay)).isFalse();
      assertThat(isReached(link)).isFalse();
      assertThat(isReached(mqtt)).as("by clients").isTrue();
      loss.close();
      assertThat(isReached(link)).isTrue();
    }
    assertThat(docker.remove(ContainerSession.labels())).as("left").isZero();
  }

  /** From this machine, where the relay is. */
  private static boolean isReached(InetSocketAddress node) {
    try (Socket socket = new Socket()) {
      socket.connect(node, 1_000);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean reaches(ContainerNode from, ContainerNode to) throws Exception {
    return reaches(from, new InetSocketAddress(to.addressFromOthers(), 1883));
  }

  private static boolean reaches(ContainerNode from, InetSocketAddress to) throws Exception {
    String connect = "exec 3<>/dev/tcp/%s/%d".formatted(to.getHostString(), to.getPort());
    String pid = Long.toString(from.pid().orElseThrow());
    return new ProcessBuilder("nsenter", "-t", pid, "-n", "timeout", "1", "bash", "-c", connect)
            .start()
            .waitFor()
        == 0;
  }

  private static void heal(BrokerNode node) {
    try {
      node.heal();
    } catch (BrokerException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aProductThatCanNotBeAClusterSaysSo() {
    assertThatThrownBy(
            () ->
                Providers.of("mosquitto")
                    .start(BrokerRequest.of("container:mosquitto").withHighAvailability())
                    .close())
        .isInstanceOf(DefinitionException.class)
        .hasMessage("container:mosquitto cannot be started as a cluster");
  }
}
