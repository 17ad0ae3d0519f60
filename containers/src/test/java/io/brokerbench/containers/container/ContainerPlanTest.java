package io.brokerbench.containers.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.containers.container.ContainerRecipe.Plan;
import io.brokerbench.containers.product.ContainerProduct;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.broker.JmsProtocol;
import io.brokerbench.core.security.CipherSuite;
import io.brokerbench.core.security.Security;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the documentation of products asks for whose images are not available everywhere. */
class ContainerPlanTest {

  private static final ContainerProduct ACCEPTED =
      ContainerProduct.named("vernemq", Map.of("DOCKER_VERNEMQ_ACCEPT_EULA", "yes"));

  private static final ContainerProduct EMQX = ContainerProduct.named("emqx", Map.of());

  private static final BrokerRequest PLAIN = BrokerRequest.of("container:product");

  private static final BrokerRequest SECURED =
      PLAIN.withSecurity(Security.ofAll(CipherSuite.RSA_AES256_GCM));

  private static final String ACTIVEMQ = "/opt/apache-activemq/conf/activemq.xml";

  @TempDir private Path folder;

  /** The tag of an image says its release; where it is no version, the broker's log does. */
  @ParameterizedTest
  @CsvSource({
    "rabbitmq:3.12.14, 4.3.6, false",
    "rabbitmq:4.3.6, 3.12.14, true",
    "me/rabbitmq:stable, 3.12.14, false",
    "me/rabbitmq:stable, 4.3.6, true",
    "me/rabbitmq:stable, unknown, true"
  })
  void whatAnImageClaimsFollowsItsRelease(String image, String logged, boolean claims) {
    Set<Capability> started =
        ContainerProduct.named("rabbitmq", Map.of())
            .of("container:rabbitmq=" + image)
            .container("")
            .capabilities(logged);
    assertThat(started.contains(Capability.MQTT_5)).isEqualTo(claims);
    assertThat(started).contains(Capability.MQTT_3_1_1, Capability.HIGH_AVAILABILITY);
  }

  /** As its boot module prints it, in each edition. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "EMQX 5.8.6 is running now!",
        "EMQX Enterprise 5.8.6 is running now!",
        "EMQX Enterprise(flavour) 5.8.6 is running now!"
      })
  void theVersionOfEmqxIsInItsLog(String line) {
    Matcher version = EMQX.container("").version().matcher(line);
    assertThat(version.find()).isTrue();
    assertThat(version.group(1)).isEqualTo("5.8.6");
  }

  @Test
  void emqxTakesTheOneSuiteOnItsListenerForTls() throws Exception {
    Plan plan = plan(EMQX, SECURED);

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
  void verneMqStartsOnlyForThoseWhoAcceptItsLicence() throws Exception {
    assertThatThrownBy(() -> plan(ContainerProduct.named("vernemq", Map.of()), PLAIN))
        .isInstanceOf(BrokerException.class)
        .hasMessage(
            "container:vernemq: its image starts only for those who accept its licence; if you do,"
                + " set the environment variable DOCKER_VERNEMQ_ACCEPT_EULA=yes");

    Plan plan = plan(ACCEPTED, PLAIN);
    assertThat(plan.environment())
        .containsEntry("DOCKER_VERNEMQ_ACCEPT_EULA", "yes")
        .containsEntry("DOCKER_VERNEMQ_ALLOW_ANONYMOUS", "on")
        .doesNotContainValue("-1");
  }

  @Test
  void verneMqTakesTheOneSuiteOnItsListenerForTls() throws Exception {
    Plan plan = plan(ACCEPTED, SECURED);

    assertThat(plan.environment())
        .containsEntry("DOCKER_VERNEMQ_LISTENER__SSL__DEFAULT", "0.0.0.0:8883")
        .containsEntry("DOCKER_VERNEMQ_LISTENER__SSL__CIPHERS", "AES256-GCM-SHA384")
        .containsEntry("DOCKER_VERNEMQ_LISTENER__SSL__TLS_VERSION", "tlsv1.2");
  }

  @Test
  void artemisSpeaksWithClientsOfJmsWhatIsAskedForAndOverTlsWithTheSameSuite() throws Exception {
    Set<JmsProtocol> all = Set.of(JmsProtocol.AMQP, JmsProtocol.CORE, JmsProtocol.OPENWIRE);
    ContainerProduct artemis = ContainerProduct.named("artemis");
    Plan plan =
        plan(artemis, SECURED.withAmqp().withJms(JmsProtocol.CORE).withJms(JmsProtocol.OPENWIRE));

    assertThat(plan.ports())
        .containsOnlyKeys(
            Listener.MQTT,
            Listener.MQTTS,
            Listener.AMQP,
            Listener.AMQPS,
            Listener.CORE,
            Listener.CORES,
            Listener.OPENWIRE,
            Listener.OPENWIRES)
        .doesNotContainValue(61_620);
    String config = text(plan, "/var/lib/artemis-instance/etc-override/broker.xml");
    for (JmsProtocol protocol : all) {
      assertThat(config)
          .contains(
              "<acceptor name=\"%s\">tcp://0.0.0.0:%d?protocols=%s;handshake-timeout=0</acceptor>"
                  .formatted(
                      protocol.plain().scheme(), plan.ports().get(protocol.plain()), protocol))
          .containsPattern(
              "name=\"%s\">tcp://0.0.0.0:%d\\?protocols=%s;handshake-timeout=0;sslEnabled=true.*;enabledCipherSuites=TLS_RSA_WITH_AES_256_GCM_SHA384;"
                  .formatted(
                      protocol.secured().scheme(), plan.ports().get(protocol.secured()), protocol));
    }

    assertThat(plan(artemis, PLAIN).ports()).containsOnlyKeys(Listener.MQTT);
  }

  @Test
  void activeMqSpeaksWithClientsOfJmsWhatIsAskedForAndOverTlsWithTheSameSuite() throws Exception {
    ContainerProduct activeMq = ContainerProduct.named("activemq");
    Plan plan =
        plan(activeMq, SECURED.withAmqp().withJms(JmsProtocol.OPENWIRE).withDeliveryDelay());

    assertThat(plan.ports())
        .isEqualTo(
            Map.of(
                Listener.MQTT,
                1883,
                Listener.MQTTS,
                8883,
                Listener.AMQP,
                5672,
                Listener.AMQPS,
                5671,
                Listener.OPENWIRE,
                61_616,
                Listener.OPENWIRES,
                61_617));
    String suite = "transport.enabledCipherSuites=TLS_RSA_WITH_AES_256_GCM_SHA384";
    assertThat(text(plan, ACTIVEMQ))
        .contains("\"mqtts\" uri=\"mqtt+nio+ssl://0.0.0.0:8883?")
        .contains("\"amqp\" uri=\"amqp+nio://0.0.0.0:5672?", "transport.transformer=jms")
        .containsPattern("\"amqps\" uri=\"amqp\\+nio\\+ssl://0.0.0.0:5671\\?.*" + suite)
        .contains("\"openwire\" uri=\"nio://0.0.0.0:61616?")
        .containsPattern("\"openwires\" uri=\"nio\\+ssl://0.0.0.0:61617\\?.*" + suite)
        .contains("schedulerSupport=\"true\"");

    assertThat(text(plan(activeMq, PLAIN), ACTIVEMQ))
        .doesNotContain("amqp", "openwire")
        .contains("schedulerSupport=\"false\"");
  }

  @ParameterizedTest
  @CsvSource({
    "4.3.6, true",
    "4-management, true",
    "3.13.7-alpine, true",
    "3, true",
    "v4.0.0, true",
    "latest, true",
    "forky, true",
    "20261127153000, true",
    "99999999999999999999.1, true",
    "3.99999999999999999999, true",
    "1a2b3c, true",
    "unknown, true",
    "3.12.14, false",
    "3.9, false",
    "local, true"
  })
  void rabbitMqSpeaksMqtt5From313On(String tag, boolean mqtt5) {
    assertThat(rabbitMq(tag).capabilities().contains(Capability.MQTT_5)).isEqualTo(mqtt5);
  }

  @Test
  void theImageThatIsBuiltOfAStableDistributionHasAnOldRelease() {
    assertThat(
            ContainerProduct.named("rabbitmq")
                .of("container:rabbitmq=brokerbench/rabbitmq:local")
                .capabilities())
        .doesNotContain(Capability.MQTT_5);
  }

  @Test
  void rabbitMqListensForAmqpInAnyCase() throws Exception {
    assertThat(plan(rabbitMq("4.3.6"), SECURED).ports())
        .containsOnlyKeys(Listener.MQTT, Listener.MQTTS, Listener.AMQP, Listener.AMQPS);
  }

  @Test
  void theNodesOfAClusterKnowEachOtherByName() throws Exception {
    Map<String, String> emqx =
        EMQX.cluster().orElseThrow().member(plan(EMQX, PLAIN), 1).environment();
    assertThat(emqx)
        .containsEntry("EMQX_NODE_NAME", "emqx@node2.brokerbench")
        .containsEntry(
            "EMQX_CLUSTER__STATIC__SEEDS", "[emqx@node1.brokerbench,emqx@node2.brokerbench]");
    Plan verneMq = plan(ACCEPTED, PLAIN);
    assertThat(ACCEPTED.cluster().orElseThrow().member(verneMq, 0).environment())
        .doesNotContainKey("DOCKER_VERNEMQ_DISCOVERY_NODE");
    assertThat(ACCEPTED.cluster().orElseThrow().member(verneMq, 1).environment())
        .containsEntry("DOCKER_VERNEMQ_NODENAME", "node2.brokerbench")
        .containsEntry("DOCKER_VERNEMQ_DISCOVERY_NODE", "node1.brokerbench")
        .containsEntry("DOCKER_VERNEMQ_ALLOW_REGISTER_DURING_NETSPLIT", "on");
    Plan rabbitMq =
        rabbitMq("4.3.6").cluster().orElseThrow().member(plan(rabbitMq("4.3.6"), PLAIN), 2);
    assertThat(rabbitMq.environment())
        .containsEntry("RABBITMQ_NODENAME", "rabbit@node3.brokerbench");
    assertThat(text(rabbitMq, "/etc/rabbitmq/conf.d/91-cluster.conf"))
        .contains(
            "mqtt.durable_queue_type = quorum",
            "nodes.1 = rabbit@node1.brokerbench",
            "nodes.2 = rabbit@node3.brokerbench");
  }

  @Test
  void theFirstNodeOfRabbitMqListsNoneThatIsNotThereYet() throws Exception {
    Plan first =
        rabbitMq("4.3.6").cluster().orElseThrow().member(plan(rabbitMq("4.3.6"), PLAIN), 0);

    assertThat(text(first, "/etc/rabbitmq/conf.d/91-cluster.conf"))
        .contains("nodes.1 = rabbit@node1.brokerbench")
        .doesNotContain("nodes.2", "node2", "node3");
  }

  @Test
  void aNodeAloneHasANameThatDoesNotFollowItsAddress() throws Exception {
    assertThat(plan(EMQX, PLAIN).environment()).containsEntry("EMQX_NODE_NAME", "emqx@127.0.0.1");
    assertThat(plan(ACCEPTED, PLAIN).environment())
        .containsEntry("DOCKER_VERNEMQ_NODENAME", "127.0.0.1");
  }

  @Test
  void theLargestPayloadOfAScenarioFitsIntoAPacket() throws Exception {
    assertThat(plan(EMQX, PLAIN).environment()).containsEntry("EMQX_MQTT__MAX_PACKET_SIZE", "17MB");
    assertThat(text(plan(rabbitMq("4.3.6"), PLAIN), "/etc/rabbitmq/advanced.config"))
        .contains("max_message_size, 17825792", "max_packet_size_authenticated, 17825792");
  }

  @Test
  void figuresAreThereThoughTheImageKeepsThemBack() throws Exception {
    assertThat(text(plan(rabbitMq("4.3.6"), PLAIN), "/etc/rabbitmq/conf.d/90-brokerbench.conf"))
        .contains("management_agent.disable_metrics_collector = false");
    assertThat(plan(EMQX, PLAIN).environment())
        .containsEntry("EMQX_PROMETHEUS__ENABLE_BASIC_AUTH", "false");
  }

  @Test
  void aClusterOfEmqx59RequiresALicence() throws Exception {
    ClusterRecipe without = EMQX.cluster().orElseThrow();
    for (String old : List.of("5.8.6", "v5.8", "5.0.26", "4")) {
      assertThat(without.refusal(old)).as(old).isEmpty();
    }
    for (String tag : List.of("5.9.0", "5.10.1", "6.0.0", "v6.3", "5", "6")) {
      assertThat(without.refusal(tag))
          .hasValue(
              "EMQX %s forms a cluster only with a licence: set the environment variable"
                      .formatted(tag)
                  + " EMQX_LICENSE__KEY");
    }

    for (String tag : List.of("latest", "local", "unknown", "nightly", "20261127153000")) {
      assertThat(without.refusal(tag))
          .hasValue(
              "EMQX %s forms a cluster only with a licence: set the environment variable"
                      .formatted(tag)
                  + " EMQX_LICENSE__KEY; for an older EMQX, name the tag with its version:"
                  + " IMAGE:5.8.6");
    }

    ContainerProduct licensed = ContainerProduct.named("emqx", Map.of("EMQX_LICENSE__KEY", "key"));
    assertThat(licensed.cluster().orElseThrow().refusal("6.0.0")).isEmpty();
    assertThat(plan(licensed, PLAIN).environment()).containsEntry("EMQX_LICENSE__KEY", "key");
    assertThat(plan(EMQX, PLAIN).environment()).doesNotContainKey("EMQX_LICENSE__KEY");
  }

  private static String text(Plan plan, String file) {
    return new String(plan.files().get(file), StandardCharsets.UTF_8);
  }

  private static ContainerProduct rabbitMq(String tag) {
    return ContainerProduct.named("rabbitmq").of("container:rabbitmq=rabbitmq:" + tag);
  }

  private Plan plan(ContainerProduct product, BrokerRequest request) throws Exception {
    return product.container("").plan(request, folder);
  }
}
