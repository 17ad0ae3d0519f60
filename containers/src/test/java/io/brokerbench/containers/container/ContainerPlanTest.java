package io.brokerbench.containers.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.containers.container.ContainerRecipe.Listeners;
import io.brokerbench.containers.container.ContainerRecipe.Plan;
import io.brokerbench.containers.product.ActiveMqContainer;
import io.brokerbench.containers.product.ArtemisContainer;
import io.brokerbench.containers.product.EmqxCluster;
import io.brokerbench.containers.product.EmqxContainer;
import io.brokerbench.containers.product.RabbitMqCluster;
import io.brokerbench.containers.product.RabbitMqContainer;
import io.brokerbench.containers.product.VerneMqCluster;
import io.brokerbench.containers.product.VerneMqContainer;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.security.CipherSuite;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the documentation of products asks for whose images are not available everywhere. */
class ContainerPlanTest {

  private static final VerneMqContainer ACCEPTED =
      new VerneMqContainer(Map.of("DOCKER_VERNEMQ_ACCEPT_EULA", "yes"));

  private static final EmqxContainer EMQX = new EmqxContainer(Map.of());

  @TempDir private Path folder;

  @Test
  void emqxTakesTheOneSuiteOnItsListenerForTls() throws IOException {
    Plan plan = EMQX.plan(secured());

    assertThat(plan.ports()).isEqualTo(Map.of(Listener.MQTT, 1883, Listener.MQTTS, 8883));
    assertThat(plan.environment())
        .containsEntry("EMQX_LISTENERS__SSL__DEFAULT__BIND", "0.0.0.0:8883")
        .containsEntry(
            "EMQX_LISTENERS__SSL__DEFAULT__SSL_OPTIONS__CERTFILE", "/brokerbench/server.pem")
        .containsEntry("EMQX_LISTENERS__SSL__DEFAULT__SSL_OPTIONS__VERSIONS", "[\"tlsv1.2\"]")
        .containsEntry(
            "EMQX_LISTENERS__SSL__DEFAULT__SSL_OPTIONS__CIPHERS", "[\"AES256-GCM-SHA384\"]");
    assertThat(plan.files())
        .containsOnlyKeys(
            "/brokerbench/ca.pem",
            "/brokerbench/server.pem",
            "/brokerbench/server.key",
            "/brokerbench/server.p12");
  }

  @Test
  void verneMqStartsOnlyForThoseWhoAcceptItsLicence() throws BrokerException {
    assertThatThrownBy(() -> new VerneMqContainer(Map.of()).plan(Listeners.NONE))
        .isInstanceOf(BrokerException.class)
        .hasMessageContaining("DOCKER_VERNEMQ_ACCEPT_EULA=yes");

    Plan plan = ACCEPTED.plan(Listeners.NONE);
    assertThat(plan.environment())
        .containsEntry("DOCKER_VERNEMQ_ACCEPT_EULA", "yes")
        .containsEntry("DOCKER_VERNEMQ_ALLOW_ANONYMOUS", "on")
        .doesNotContainValue("-1");
  }

  @Test
  void verneMqTakesTheOneSuiteOnItsListenerForTls() throws Exception {
    Plan plan = ACCEPTED.plan(secured());

    assertThat(plan.environment())
        .containsEntry("DOCKER_VERNEMQ_LISTENER__SSL__DEFAULT", "0.0.0.0:8883")
        .containsEntry("DOCKER_VERNEMQ_LISTENER__SSL__CIPHERS", "AES256-GCM-SHA384")
        .containsEntry("DOCKER_VERNEMQ_LISTENER__SSL__TLS_VERSION", "tlsv1.2");
  }

  @Test
  void amqpIsSpokenWhereItIsAskedForAndOverTlsWithTheSameSuite() throws Exception {
    Listeners both = new Listeners(Optional.of(tls()), true, true);
    Map<Listener, Integer> ports =
        Map.of(
            Listener.MQTT, 1883, Listener.MQTTS, 8883, Listener.AMQP, 5672, Listener.AMQPS, 5671);
    Plan artemis = new ArtemisContainer().plan(both);
    assertThat(artemis.ports()).isEqualTo(ports);
    assertThat(text(artemis, "/var/lib/artemis-instance/etc-override/broker.xml"))
        .contains(
            "<acceptor"
                + " name=\"amqp\">tcp://0.0.0.0:5672?protocols=AMQP;handshake-timeout=0</acceptor>")
        .containsPattern(
            "name=\"amqps\">tcp://0.0.0.0:5671\\?protocols=AMQP;handshake-timeout=0;sslEnabled=true.*")
        .contains("enabledCipherSuites=TLS_RSA_WITH_AES_256_GCM_SHA384");
    Plan activeMq = new ActiveMqContainer().plan(both);
    assertThat(activeMq.ports()).isEqualTo(ports);
    assertThat(text(activeMq, "/opt/apache-activemq/conf/activemq.xml"))
        .contains("amqp+nio://0.0.0.0:5672?", "amqp+nio+ssl://0.0.0.0:5671?")
        .contains("transport.transformer=jms");
    assertThat(new RabbitMqContainer().plan(secured()).ports()).isEqualTo(ports);

    assertThat(new ArtemisContainer().plan(Listeners.NONE).ports()).containsOnlyKeys(Listener.MQTT);
    assertThat(
            text(
                new ActiveMqContainer().plan(Listeners.NONE),
                "/opt/apache-activemq/conf/activemq.xml"))
        .doesNotContain("amqp");
  }

  @Test
  void theNodesOfAClusterKnowEachOtherByName() throws Exception {
    Map<String, String> emqx =
        new EmqxCluster(false).member(EMQX.plan(Listeners.NONE), 1).environment();
    assertThat(emqx)
        .containsEntry("EMQX_NODE_NAME", "emqx@node2.brokerbench")
        .containsEntry(
            "EMQX_CLUSTER__STATIC__SEEDS", "[emqx@node1.brokerbench,emqx@node2.brokerbench]");
    Plan verneMq = ACCEPTED.plan(Listeners.NONE);
    assertThat(new VerneMqCluster().member(verneMq, 0).environment())
        .doesNotContainKey("DOCKER_VERNEMQ_DISCOVERY_NODE");
    assertThat(new VerneMqCluster().member(verneMq, 1).environment())
        .containsEntry("DOCKER_VERNEMQ_NODENAME", "node2.brokerbench")
        .containsEntry("DOCKER_VERNEMQ_DISCOVERY_NODE", "node1.brokerbench")
        .containsEntry("DOCKER_VERNEMQ_ALLOW_REGISTER_DURING_NETSPLIT", "on");
    Plan rabbitMq = new RabbitMqCluster().member(new RabbitMqContainer().plan(Listeners.NONE), 2);
    assertThat(rabbitMq.environment())
        .containsEntry("RABBITMQ_NODENAME", "rabbit@node3.brokerbench");
    assertThat(text(rabbitMq, "/etc/rabbitmq/conf.d/91-cluster.conf"))
        .contains(
            "mqtt.durable_queue_type = quorum",
            "nodes.1 = rabbit@node1.brokerbench",
            "nodes.2 = rabbit@node3.brokerbench");
  }

  @Test
  void theFirstNodeOfRabbitMqListsNoneThatIsNotThereYet() {
    Plan first = new RabbitMqCluster().member(new RabbitMqContainer().plan(Listeners.NONE), 0);

    assertThat(text(first, "/etc/rabbitmq/conf.d/91-cluster.conf"))
        .contains("nodes.1 = rabbit@node1.brokerbench")
        .doesNotContain("nodes.2", "node2", "node3");
  }

  @Test
  void aNodeAloneHasANameThatDoesNotFollowItsAddress() throws Exception {
    assertThat(EMQX.plan(Listeners.NONE).environment())
        .containsEntry("EMQX_NODE_NAME", "emqx@127.0.0.1");
    assertThat(ACCEPTED.plan(Listeners.NONE).environment())
        .containsEntry("DOCKER_VERNEMQ_NODENAME", "127.0.0.1");
  }

  @Test
  void theLargestPayloadOfAScenarioFitsIntoAPacket() {
    assertThat(EMQX.plan(Listeners.NONE).environment())
        .containsEntry("EMQX_MQTT__MAX_PACKET_SIZE", "17MB");
    assertThat(text(new RabbitMqContainer().plan(Listeners.NONE), "/etc/rabbitmq/advanced.config"))
        .contains("max_message_size, 17825792", "max_packet_size_authenticated, 17825792");
  }

  @Test
  void figuresAreThereThoughTheImageKeepsThemBack() {
    assertThat(
            text(
                new RabbitMqContainer().plan(Listeners.NONE),
                "/etc/rabbitmq/conf.d/90-brokerbench.conf"))
        .contains("management_agent.disable_metrics_collector = false");
    assertThat(EMQX.plan(Listeners.NONE).environment())
        .containsEntry("EMQX_PROMETHEUS__ENABLE_BASIC_AUTH", "false");
  }

  @Test
  void aClusterOfEmqx59RequiresALicence() throws Exception {
    ClusterRecipe without = EMQX.cluster().orElseThrow();
    for (String old : List.of("5.8.6", "v5.8", "5.0.26", "4", "unknown")) {
      assertThat(without.refusal(old)).as(old).isEmpty();
    }
    for (String tag : List.of("5.9.0", "5.10.1", "6.0.0", "v6.3", "5", "6", "latest")) {
      assertThat(without.refusal(tag))
          .hasValue(
              "EMQX %s forms a cluster only with a licence: set the environment variable"
                      .formatted(tag)
                  + " EMQX_LICENSE__KEY");
    }

    EmqxContainer licensed = new EmqxContainer(Map.of("EMQX_LICENSE__KEY", "key"));
    assertThat(licensed.cluster().orElseThrow().refusal("6.0.0")).isEmpty();
    assertThat(licensed.plan(Listeners.NONE).environment())
        .containsEntry("EMQX_LICENSE__KEY", "key");
    assertThat(EMQX.plan(Listeners.NONE).environment()).doesNotContainKey("EMQX_LICENSE__KEY");
  }

  private static String text(Plan plan, String file) {
    return new String(plan.files().get(file), StandardCharsets.UTF_8);
  }

  private Listeners secured() throws IOException {
    return new Listeners(Optional.of(tls()), false, false);
  }

  private ContainerTls tls() throws IOException {
    return ContainerTls.make(CipherSuite.RSA_AES256_GCM, folder);
  }
}
