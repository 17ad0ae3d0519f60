package io.brokerbench.containers.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.brokerbench.containers.recipe.RecipeProvider;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.result.BrokerIdentity.Origin;
import io.brokerbench.core.result.ResourceLimits;
import io.brokerbench.kit.CompatibilityKit;
import io.brokerbench.kit.KitBroker;
import io.brokerbench.kit.KitRow;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An image of the user's own, which a file describes and no class of ours knows. */
@Tag("containers")
class RecipeImageIT {

  private static final int BURST = 200;

  private static final String RECIPE =
      """
      title: Mine
      image:
        name: brokerbench/mosquitto:local
        arguments: [mosquitto, -c, "${folder}/own.conf", -v]
        ports:
          ws: 9001
      files:
        own.conf: |
          listener ${port.mqtt} ${host}
          allow_anonymous true
          user root
          max_packet_size ${limit.packetBytes}
          max_queued_messages 0
          max_inflight_messages ${limit.inflightMessages}
          persistence true
          persistence_location ${folder}/
          log_dest stderr
          sys_interval 1
          ${parts}
      parts:
        - when: [ws]
          lines: |
            listener ${port.ws} ${host}
            protocol websockets
        - when: [mqtts]
          lines: |
            listener ${port.mqtts} ${host}
        - when: [wss]
          lines: |
            listener ${port.wss} ${host}
            protocol websockets
        - when: [tls]
          lines: |
            tls_version tlsv${tls.version}
            certfile ${tls.certificate}
            keyfile ${tls.key}
        - when: [tls1.2]
          lines: |
            ciphers ${tls.cipher}
          environment:
            OPENSSL_CONF: ${folder}/openssl.cnf
          files:
            openssl.cnf: |
              openssl_conf = top
              [top]
              ssl_conf = ssl
              [ssl]
              system_default = all
              [all]
              MaxProtocol = TLSv1.2
        - when: [tls1.3]
          lines: |
            ciphers_tls1.3 ${tls.suite}
      ready:
        log: mosquitto version \\S+ running
      version:
        pattern: mosquitto version (\\S+) running
      capabilities: [MQTT_3_1_1, MQTT_5, QOS_2, RETAINED_MESSAGES, TLS, WEBSOCKET, PERSISTENT_SESSIONS]
      reports:
        sys:
          connections: $SYS/broker/clients/connected
      """;

  @TempDir private Path folder;
  private DockerEngine docker;
  private Path file;

  @BeforeEach
  void write() throws Exception {
    docker = LocalImages.assume("mosquitto");
    file = Files.writeString(folder.resolve("mine.yaml"), RECIPE);
  }

  @Test
  void eachOfItsClaimsHoldsAndNothingIsLeft() throws Exception {
    String selector = "recipe:" + file;
    BrokerProvider provider = new RecipeProvider().of(selector);
    assertThat(provider.image(selector)).hasValue("brokerbench/mosquitto:local");
    try (KitBroker broker = KitBroker.start(provider, selector, BURST)) {
      List<KitRow> rows = new CompatibilityKit(broker).run(row -> {});
      assertThat(rows).isNotEmpty().allSatisfy(row -> assertThat(row.problem()).isEmpty());
    }
    assertThat(docker.remove(ContainerSession.labels())).as("left").isZero();
  }

  @Test
  void itsImageItsLinesAndItsLimitsAreTheSelectors() throws Exception {
    Path lines = Files.writeString(folder.resolve("more.conf"), "max_keepalive 10\n");
    String selector =
        "recipe:%s?image=brokerbench/mosquitto:local&config=%s".formatted(file, lines);
    ResourceLimits limits = new ResourceLimits(OptionalDouble.of(0.5), OptionalLong.of(64L << 20));
    BrokerProvider provider = new RecipeProvider().of(selector);
    assertThat(provider.takesLimits()).isTrue();
    try (Broker broker = provider.start(BrokerRequest.of(selector).withLimits(limits))) {
      assertThat(broker.identity().origin()).isEqualTo(Origin.CONTAINER);
      assertThat(broker.identity().version()).matches("\\d+\\.\\d.*");
      assertThat(broker.identity().limits()).contains(limits);
      await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(() -> assertThat(broker.metrics().connections()).hasValue(0));
    }
    assertThat(docker.remove(ContainerSession.labels())).as("left").isZero();
  }

  @Test
  void aProgramThatTheImageDoesNotHaveIsOneLine() throws Exception {
    Files.writeString(file, RECIPE.replace("arguments: [mosquitto", "arguments: [mosquito"));
    assertThatThrownBy(
            () ->
                new RecipeProvider()
                    .of("recipe:" + file)
                    .start(BrokerRequest.of("recipe:" + file))
                    .close())
        .isInstanceOf(BrokerException.class)
        .hasMessageStartingWith("Mine did not start")
        .hasMessageContaining("mosquito")
        .hasMessageNotContaining("\n");
    assertThat(docker.remove(ContainerSession.labels())).as("left").isZero();
  }
}
