package io.brokerbench.containers.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.brokerbench.containers.Installed;
import io.brokerbench.containers.MqttProbe;
import io.brokerbench.containers.metrics.AbsentSession;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerNode;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.scenario.FaultKind;
import io.brokerbench.core.telemetry.ProcessSampler;
import io.brokerbench.testkit.RequiredProgram;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is done to a container is done, is undone, and loses nothing that the product keeps. */
@Tag("containers")
class ContainerNodesIT {

  private static final Duration SHORT = Duration.ofMillis(500);
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final int WAITING = 20;

  private static Broker start(String product) throws Exception {
    LocalImages.assume(product);
    String selector = LocalImages.selector(product);
    return Providers.of(product).start(BrokerRequest.of(selector));
  }

  @ParameterizedTest
  @ValueSource(strings = {"artemis", "activemq", "hivemq", "rabbitmq"})
  void aKilledContainerComesBackWhereItWasWithWhatItHadAcknowledged(String product)
      throws Exception {
    try (Broker broker = start(product)) {
      List<Endpoint> endpoints = broker.endpoints();
      Endpoint plain = endpoints.get(0);
      AbsentSession.with(plain, WAITING).close();
      BrokerNode node = broker.nodes().get(0);
      assertThat(node.isActive()).isTrue();
      long used = cpuNanos(broker);

      node.inject(FaultKind.KILL);
      assertThat(node.isActive()).isFalse();
      assertThat(broker.failure()).isEmpty();
      assertThat(cpuNanos(broker)).isGreaterThanOrEqualTo(used);
      node.heal();
      await().atMost(LONG).until(node::isActive);

      assertThat(broker.endpoints()).isEqualTo(endpoints);
      assertThat(broker.failure()).isEmpty();
      assertThat(cpuNanos(broker)).isGreaterThan(used);
      assertThat(AbsentSession.deliveries(plain, WAITING)).isEqualTo(WAITING);
    }
  }

  @Test
  void aPausedContainerAnswersNothingAndGoesOn() throws Exception {
    try (Broker broker = start("mosquitto")) {
      BrokerNode node = broker.nodes().get(0);
      node.inject(FaultKind.STOP);
      assertThatThrownBy(() -> probe(node)).isInstanceOf(IOException.class);
      assertThatThrownBy(() -> node.inject(FaultKind.KILL))
          .isInstanceOf(BrokerException.class)
          .hasMessage("Mosquitto: KILL cannot be done: it has STOP already");
      node.heal();
      probe(node);
      node.inject(FaultKind.STOP);
    }
  }

  @Test
  void aCutContainerIsOutOfReachUntilItIsJoined() throws Exception {
    RequiredProgram.NFT.orSkip();
    assumeTrue(Installed.canFilterPackets(), "nft takes rights that are missing here");
    try (Broker broker = start("mosquitto")) {
      BrokerNode node = broker.nodes().get(0);
      node.inject(FaultKind.CUT);
      assertThatThrownBy(() -> probe(node)).isInstanceOf(IOException.class);
      assertThat(broker.failure()).isEmpty();
      node.heal();
      probe(node);
      node.inject(FaultKind.CUT);
    }
  }

  private static long cpuNanos(Broker broker) {
    return broker.usage(ProcessSampler.ofThisMachine()).orElseThrow().cpuNanos();
  }

  private static void probe(BrokerNode node) throws IOException {
    Endpoint plain = node.endpoints().get(0);
    assertThat(MqttProbe.connect(plain.host(), plain.port(), SHORT)).isZero();
  }
}
