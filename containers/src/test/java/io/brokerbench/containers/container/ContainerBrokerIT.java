package io.brokerbench.containers.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.github.dockerjava.api.exception.NotFoundException;
import io.brokerbench.containers.MqttProbe;
import io.brokerbench.containers.metrics.AbsentSession;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.result.BrokerMetrics;
import io.brokerbench.core.result.ResourceLimits;
import io.brokerbench.core.security.CipherSuite;
import io.brokerbench.core.security.Security;
import io.brokerbench.core.telemetry.ProcessSampler;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Real containers, of the images that {@code scripts/build-images} builds. */
@Tag("containers")
class ContainerBrokerIT {

  private static final Duration SOON = Duration.ofSeconds(5);
  private static final Duration METRICS_SOON = Duration.ofSeconds(30);

  private static final int WAITING = 20;

  @TempDir private Path folder;

  /** One start for each product: all that can be seen of it is looked at here. */
  @ParameterizedTest
  @CsvSource(textBlock = LocalImages.MADE_HERE)
  void aProductStartsWithBothListenersAndTellsWhatItUses(String product, String tag)
      throws Exception {
    DockerEngine docker = LocalImages.assume(product, tag);
    BrokerRequest request =
        BrokerRequest.of(LocalImages.selector(product, tag))
            .withLogFile(folder.resolve("broker.log"))
            .withSecurity(Security.ofAll(CipherSuite.ECDHE_RSA_AES256_GCM));
    if (Providers.of(product).capabilities().contains(Capability.AMQP)) {
      request = request.withAmqp();
    }
    String id;
    try (Broker broker = Providers.of(product).start(request)) {
      id = containerOf(broker);
      Endpoint plain = broker.endpoint(Listener.MQTT).orElseThrow();
      assertThat(MqttProbe.connect(plain.host(), plain.port(), SOON)).isZero();
      assertThat(suiteAt(broker, Listener.MQTTS))
          .isEqualTo(CipherSuite.ECDHE_RSA_AES256_GCM.ianaName());
      assertThat(broker.identity().version()).matches("\\d+\\.\\d.*");
      assertThat(broker.usage(ProcessSampler.ofThisMachine()))
          .hasValueSatisfying(
              usage -> {
                assertThat(usage.cpuNanos()).isPositive();
                assertThat(usage.rssBytes()).isGreaterThan(1_000_000);
              });
      assertThat(filesOfBroker(docker, id)).as("files that it may open").isGreaterThan(4_096);
      assertAmqp(product, broker);
      assertMetrics(product, broker);
      assertThat(LargestPayload.comesBack(plain)).isTrue();
      assertThat(broker.failure()).isEmpty();
      assertThat(folder.resolve("broker.log")).isNotEmptyFile();
    }
    assertGone(docker, id);
  }

  /** The largest process of a container is the broker; others only start it. */
  private static long filesOfBroker(DockerEngine docker, String id) throws IOException {
    ProcessHandle first =
        ProcessHandle.of(docker.inspect(id).getState().getPidLong()).orElseThrow();
    Path largest =
        Stream.concat(Stream.of(first), first.descendants())
            .map(process -> Path.of("/proc", Long.toString(process.pid())))
            .max(Comparator.comparingLong(ContainerBrokerIT::residentPages))
            .orElseThrow();
    String limits = Files.readString(largest.resolve("limits"), StandardCharsets.UTF_8);
    Matcher soft = Pattern.compile("Max open files +(\\d+)").matcher(limits);
    assertThat(soft.find()).as(limits).isTrue();
    return Long.parseLong(soft.group(1));
  }

  private static long residentPages(Path process) {
    try {
      String pages = Files.readString(process.resolve("statm"), StandardCharsets.UTF_8);
      return Long.parseLong(pages.split(" ", -1)[1]);
    } catch (IOException e) {
      return 0; // it has ended
    }
  }

  /** It answers AMQP's header with its own, and takes the suite on its secured port. */
  private static void assertAmqp(String product, Broker broker)
      throws IOException, GeneralSecurityException {
    if (!List.of("artemis", "activemq", "rabbitmq").contains(product)) {
      assertThat(broker.endpoint(Listener.AMQP)).isEmpty();
      return;
    }
    byte[] saslHeader = {'A', 'M', 'Q', 'P', 3, 1, 0, 0};
    Endpoint plain = broker.endpoint(Listener.AMQP).orElseThrow();
    try (Socket socket = new Socket(plain.host(), plain.port())) {
      socket.setSoTimeout((int) SOON.toMillis());
      socket.getOutputStream().write(saslHeader);
      assertThat(socket.getInputStream().readNBytes(8)).isEqualTo(saslHeader);
    }
    assertThat(suiteAt(broker, Listener.AMQPS))
        .isEqualTo(CipherSuite.ECDHE_RSA_AES256_GCM.ianaName());
  }

  /** What waits, who is connected, and memory; HiveMQ CE in a container reports nothing. */
  private static void assertMetrics(String product, Broker broker) {
    if (product.equals("hivemq")) {
      assertThat(broker.metrics()).isEqualTo(BrokerMetrics.NONE);
      return;
    }
    try (AbsentSession absent =
        AbsentSession.with(broker.endpoint(Listener.MQTT).orElseThrow(), WAITING)) {
      assertThat(absent).isNotNull();
      await()
          .atMost(METRICS_SOON)
          .untilAsserted(
              () -> {
                BrokerMetrics reported = broker.metrics();
                assertThat(reported.heapBytes().orElse(0)).isGreaterThan(10_000);
                assertThat(reported.connections()).hasValue(1);
                assertThat(reported.queuedMessages()).hasValue(WAITING);
              });
    }
  }

  @Test
  void limitsAreSetAndToldAndAPortIsTheOneAskedFor() throws Exception {
    DockerEngine docker = LocalImages.assume("mosquitto");
    int port = freePort();
    ResourceLimits limits = new ResourceLimits(OptionalDouble.of(0.5), OptionalLong.of(64L << 20));
    BrokerRequest request =
        BrokerRequest.of(LocalImages.selector("mosquitto")).withLimits(limits).withPort(port);
    try (Broker broker = Providers.of("mosquitto").start(request)) {
      var host = docker.inspect(containerOf(broker)).getHostConfig();
      assertThat(host.getNanoCPUs()).isEqualTo(500_000_000L);
      assertThat(host.getMemory()).isEqualTo(64L << 20);
      assertThat(broker.identity().limits()).contains(limits);
      assertThat(broker.endpoints().get(0)).isEqualTo(Endpoint.mqtt("127.0.0.1", port));

      assertThatThrownBy(() -> Providers.of("mosquitto").start(request).close())
          .isInstanceOf(BrokerException.class)
          .hasMessageContaining("Mosquitto did not start")
          .hasMessageContaining(Integer.toString(port));
    }
    assertThat(docker.remove(ContainerSession.labels())).as("containers left").isZero();
  }

  @Test
  void aContainerThatEndsSaysWhyAndLeavesNothing() {
    DockerEngine docker = LocalImages.assume("mosquitto");
    // The image of another product has no such program.
    String selector = "container:hivemq=brokerbench/base:local";
    LocalImages.assume("base");

    assertThatThrownBy(() -> Providers.of("hivemq").start(BrokerRequest.of(selector)).close())
        .isInstanceOf(BrokerException.class)
        .hasMessageStartingWith("HiveMQ CE did not start");
    assertThat(docker.remove(ContainerSession.labels())).as("containers left").isZero();
  }

  @Test
  void aBrokerThatIsKilledSaysSo() throws Exception {
    DockerEngine docker = LocalImages.assume("mosquitto");
    try (Broker broker =
        Providers.of("mosquitto").start(BrokerRequest.of(LocalImages.selector("mosquitto")))) {
      docker.client().killContainerCmd(containerOf(broker)).exec();
      await()
          .atMost(SOON)
          .untilAsserted(
              () -> assertThat(broker.failure()).contains("Mosquitto was killed (signal 9)"));
    }
  }

  /** EMQX and VerneMQ are not available: all but the product itself is tried on another one. */
  @Test
  void theEnvironmentOfAProductReachesItsContainer() throws Exception {
    DockerEngine docker = LocalImages.assume("mosquitto");
    String page = "emqx_live_connections_count 7\nerlang_vm_memory_bytes_total 8192";
    String image = StandIn.of(docker, "emqx", "emqx", Map.of("/api/v5/prometheus/stats", page));
    String selector = "container:emqx=" + image;
    try (Broker broker = Providers.of("emqx").start(BrokerRequest.of(selector))) {
      assertThat(docker.inspect(containerOf(broker)).getConfig().getEnv())
          .contains("EMQX_MQTT__MAX_INFLIGHT=65535");
      assertThat(broker.identity().version()).as("of its log").isEqualTo("5.8.6.1");
      BrokerMetrics reported =
          new BrokerMetrics(OptionalLong.empty(), OptionalLong.of(7), OptionalLong.of(8192));
      await().atMost(METRICS_SOON).until(() -> broker.metrics().equals(reported));
    } finally {
      docker.client().removeImageCmd(image).exec();
    }
  }

  /** Maven has no distribution of ActiveMQ 6: 5.18 with what 6.2.6 and 6.3.0 have changed. */
  @Test
  void anActiveMqWithTheFilesOfLaterReleasesStartsAndReports() throws Exception {
    DockerEngine docker = LocalImages.assume("activemq");
    String image = LaterActiveMq.of(docker);
    BrokerRequest request = BrokerRequest.of("container:activemq=" + image);
    try (Broker broker = Providers.of("activemq").start(request)) {
      Endpoint plain = broker.endpoint(Listener.MQTT).orElseThrow();
      assertThat(MqttProbe.connect(plain.host(), plain.port(), SOON)).isZero();
      await()
          .atMost(METRICS_SOON)
          .untilAsserted(
              () -> {
                assertThat(broker.metrics().queuedMessages()).isPresent();
                assertThat(broker.metrics().connections()).isPresent();
                assertThat(broker.metrics().heapBytes()).isPresent();
              });
    } finally {
      docker.client().removeImageCmd(image).withForce(true).exec();
    }
  }

  @Test
  void anImageThatCanNotBeHadIsNamed() {
    LocalImages.assume("mosquitto");
    String selector = "container:emqx=127.0.0.1:1/no/such-image:1";

    assertThatThrownBy(() -> Providers.of("emqx").start(BrokerRequest.of(selector)).close())
        .isInstanceOf(BrokerException.class)
        .hasMessageStartingWith(
            selector
                + ": there is no image 127.0.0.1:1/no/such-image:1 here, and it cannot be"
                + " pulled (")
        .hasMessageContaining("scripts/build-images")
        .hasMessageNotContaining("\n");
  }

  private static String containerOf(Broker broker) {
    return ((ContainerNode) broker.nodes().get(0)).owned().id();
  }

  private static void assertGone(DockerEngine docker, String id) {
    assertThatThrownBy(() -> docker.inspect(id)).isInstanceOf(NotFoundException.class);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private static String suiteAt(Broker broker, Listener listener)
      throws IOException, GeneralSecurityException {
    Endpoint secured = broker.endpoint(listener).orElseThrow();
    KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
    trusted.load(null);
    try (InputStream in = new FileInputStream(broker.access().trust().orElseThrow().toFile())) {
      trusted.setCertificateEntry(
          "ca", CertificateFactory.getInstance("X.509").generateCertificate(in));
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    try (SSLSocket socket =
        (SSLSocket) context.getSocketFactory().createSocket(secured.host(), secured.port())) {
      socket.startHandshake();
      return socket.getSession().getCipherSuite();
    }
  }
}
