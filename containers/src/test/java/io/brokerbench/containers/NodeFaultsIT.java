package io.brokerbench.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerNode;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.NodeProcess;
import io.brokerbench.core.scenario.FaultKind;
import io.brokerbench.core.security.CipherSuite;
import io.brokerbench.core.security.Security;
import io.brokerbench.testkit.RequiredProgram;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is done to the process of a broker is done, is undone, and leaves nothing. */
@Tag("release")
class NodeFaultsIT {

  private static final Duration SHORT = Duration.ofMillis(300);
  private static final Duration LONG = Duration.ofSeconds(10);

  @ParameterizedTest
  @ValueSource(strings = {"embedded:artemis", "process:mosquitto"})
  void aKilledNodeComesBackWhereItWas(String selector) throws Exception {
    try (Broker broker = secured(selector)) {
      BrokerNode node = broker.nodes().get(0);
      List<Endpoint> endpoints = broker.endpoints();
      Path trust = broker.access().trust().orElseThrow();
      String certificate = Files.readString(trust);
      long pid = broker.pid().orElseThrow();
      assertThat(node.name()).isEqualTo("broker");
      assertThat(node.isActive()).isTrue();

      node.inject(FaultKind.KILL);
      await().until(() -> ProcessHandle.of(pid).isEmpty());
      assertThat(node.isActive()).isFalse();
      assertThat(broker.failure()).isEmpty();
      NodeProcess killed = node.processes().get(0);
      assertThat(killed.pid()).isEqualTo(pid);
      assertThat(killed.cpuAtEnd()).isPresent();

      node.heal();
      await().atMost(LONG).until(node::isActive);
      assertThat(broker.pid().orElseThrow()).isNotEqualTo(pid);
      assertThat(node.processes()).hasSize(2).contains(killed);
      assertThat(broker.endpoints()).isEqualTo(endpoints);
      assertThat(Files.readString(trust)).isEqualTo(certificate);
      Endpoint tls = broker.endpoint(Endpoint.Listener.MQTTS).orElseThrow();
      MqttProbe.reach(tls.host(), tls.port(), SHORT);
      assertThat(broker.failure()).isEmpty();

      ProcessHandle.of(broker.pid().orElseThrow()).orElseThrow().destroyForcibly();
      await().until(() -> broker.failure().isPresent());
      assertThat(broker.failure().orElseThrow()).endsWith("was killed (signal 9)");
    }
  }

  @Test
  void aHaltedNodeAnswersNothingAndGoesOn() throws Exception {
    try (Broker broker = start("process:mosquitto")) {
      BrokerNode node = broker.nodes().get(0);
      node.inject(FaultKind.STOP);
      assertThat(node.isActive()).isFalse();
      assertThatThrownBy(() -> probe(node)).isInstanceOf(IOException.class);
      assertThatThrownBy(() -> node.inject(FaultKind.KILL))
          .isInstanceOf(BrokerException.class)
          .hasMessage("mosquitto: KILL cannot be done: it has STOP already");
      node.heal();
      probe(node);
      assertThat(node.isActive()).isTrue();
      assertThat(broker.failure()).isEmpty();
    }
  }

  @Test
  void aHaltedNodeIsEndedAtOnce() throws Exception {
    long pid;
    try (Broker broker = start("embedded:artemis")) {
      pid = broker.pid().orElseThrow();
      broker.nodes().get(0).inject(FaultKind.STOP);
    }
    assertThat(ProcessHandle.of(pid)).isEmpty();
  }

  @Test
  void aCutNodeIsOutOfReachUntilItIsJoined() throws Exception {
    assumeCuts();
    try (Broker broker = start("process:mosquitto")) {
      BrokerNode node = broker.nodes().get(0);
      node.inject(FaultKind.CUT);
      assertThat(tables()).contains("brokerbench");
      assertThatThrownBy(() -> probe(node)).hasMessageContaining("timed out");
      node.heal();
      assertThat(tables()).doesNotContain("brokerbench");
      probe(node);
      node.inject(FaultKind.CUT);
    }
    assertThat(tables()).doesNotContain("brokerbench");
  }

  /** What goes between the two is seen where they connect to each other: by their own ports. */
  @Test
  void theNodesOfAPairAreApartUntilTheyAreJoinedAndClientsReachThemAllTheTime() throws Exception {
    assumeCuts();
    BrokerRequest request = BrokerRequest.of("embedded:artemis").withHighAvailability();
    try (Broker broker = Tool.provider("embedded:artemis").start(request)) {
      BrokerNode primary = broker.nodes().get(0);
      List<Integer> links = links(primary.pid().orElseThrow());
      assertThat(links).hasSize(2);
      assertThat(broker.nodes()).allMatch(BrokerNode::hasLinks);
      reach(links.get(0));

      primary.inject(FaultKind.PARTITION);
      assertThat(tables()).contains("brokerbench");
      assertThatThrownBy(() -> reach(links.get(0))).hasMessageContaining("timed out");
      probe(primary);
      assertThat(primary.isActive()).isTrue();
      assertThat(primary.isStandby()).isFalse();
      assertThatThrownBy(() -> primary.inject(FaultKind.KILL))
          .hasMessageEndingWith("KILL cannot be done: it has PARTITION already");
      assertThat(broker.failure()).isEmpty();

      primary.heal();
      assertThat(tables()).doesNotContain("brokerbench");
      reach(links.get(0));
      probe(primary);
      primary.inject(FaultKind.PARTITION);
    }
    assertThat(tables()).doesNotContain("brokerbench");
  }

  @Test
  void nodesThatShareAStoreHaveNoNetworkThatCouldBeCut() throws Exception {
    BrokerRequest request = BrokerRequest.of("embedded:activemq").withHighAvailability();
    try (Broker broker = Tool.provider("embedded:activemq").start(request)) {
      assertThat(broker.nodes()).noneMatch(BrokerNode::hasLinks);
      assertThatThrownBy(() -> broker.nodes().get(0).inject(FaultKind.PARTITION))
          .isInstanceOf(BrokerException.class)
          .hasMessageEndingWith("PARTITION cannot be done: it has no network to other nodes");
    }
  }

  /** Its own, and the other one's. */
  private static List<Integer> links(long pid) throws IOException {
    String command = Files.readString(Path.of("/proc/" + pid + "/cmdline")).replace('\0', ' ');
    Matcher pair = Pattern.compile("--pair=\\w+:(\\d+):\\d+:(\\d+)").matcher(command);
    assertThat(pair.find()).as(command).isTrue();
    return List.of(Integer.valueOf(pair.group(1)), Integer.valueOf(pair.group(2)));
  }

  private static void reach(int port) throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), port), (int) SHORT.toMillis());
    }
  }

  @Test
  void whatIsClosedCanNotBeDisturbed() throws Exception {
    Broker broker = start("process:mosquitto");
    BrokerNode node = broker.nodes().get(0);
    broker.close();
    node.heal();
    assertThatThrownBy(() -> node.inject(FaultKind.STOP))
        .isInstanceOf(BrokerException.class)
        .hasMessage("mosquitto: STOP cannot be done: it does not run");
  }

  private static void probe(BrokerNode node) throws IOException {
    Endpoint plain = node.endpoints().get(0);
    assertThat(MqttProbe.connect(plain.host(), plain.port(), SHORT)).isZero();
  }

  private static Broker secured(String selector) throws Exception {
    Installed.assume(selector);
    Security security = Security.ofAll(CipherSuite.TLS13_AES256_GCM);
    return Tool.provider(selector).start(BrokerRequest.of(selector).withSecurity(security));
  }

  private static Broker start(String selector) throws Exception {
    Installed.assume(selector);
    return Tool.provider(selector).start(BrokerRequest.of(selector));
  }

  private static void assumeCuts() throws Exception {
    RequiredProgram.NFT.orSkip();
    assumeTrue(run("nft", "list", "tables").waitFor() == 0, "not allowed to use nft");
  }

  private static String tables() throws Exception {
    return new String(
        run("nft", "list", "tables").getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  private static Process run(String... command) throws IOException {
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }
}
