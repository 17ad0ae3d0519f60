package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt3.Mqtt3BlockingClient;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.definition.ScenarioCodec;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.engine.LoadRig;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.engine.worker.RigSettings;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict;
import io.brokerbench.core.scenario.PayloadSpec;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.security.Access;
import io.brokerbench.mqtt.hivemq.HiveMqDriverProvider;
import io.brokerbench.mqtt.paho.PahoDriverProvider;
import io.brokerbench.mqtt.swarm.SwarmDriverProvider;
import io.brokerbench.testkit.RequiredProgram;
import io.brokerbench.testkit.broker.FaultyBroker;
import io.brokerbench.testkit.broker.record.ConnectRecord;
import io.brokerbench.testkit.tls.TestAuthority;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Devices as data, on a Mosquitto that lets each client do only what its own login or certificate
 * may: a message of a client that showed another's is not delivered, and counts as lost.
 */
class DevicesIT extends GuardedMosquitto {

  static Stream<Arguments> driversAndWorkers() {
    return Stream.of(
        Arguments.of(new SwarmDriverProvider(), 1),
        Arguments.of(new SwarmDriverProvider(), 2),
        Arguments.of(new HiveMqDriverProvider(), 1),
        Arguments.of(new PahoDriverProvider(), 1));
  }

  @ParameterizedTest
  @MethodSource("driversAndWorkers")
  void eachClientHasALoginOfItsOwn(ClientDriverProvider driver, int workers) throws Exception {
    start("password_file " + passwords());
    write("readers.csv", "id,user,password", "app,reader,read-1");
    write("devices.csv", rows(i -> "d-%d,d-%d,p-%d,site%d".formatted(i, i, i, i % 2)));
    Scenario scenario = scenario("");

    allArrived(run(scenario, selector(), driver, workers));
  }

  private static String[] rows(IntFunction<String> row) {
    List<String> lines = new ArrayList<>();
    lines.add("id,user,password,site");
    IntStream.range(0, DEVICES).mapToObj(row).forEach(lines::add);
    return lines.toArray(String[]::new);
  }

  /** Of all devices, the reader, and one for the tool's first look at the broker. */
  private Path passwords() throws Exception {
    Path file = folder.resolve("passwords");
    Files.createFile(file);
    for (int i = 0; i < DEVICES; i++) {
      addPassword(file, "d-" + i, "p-" + i);
    }
    addPassword(file, "reader", "read-1");
    addPassword(file, "probe", "probe-1");
    return file;
  }

  private static void addPassword(Path file, String user, String password) throws Exception {
    Path program = RequiredProgram.MOSQUITTO.orSkip().resolveSibling("mosquitto_passwd");
    Path installed = Files.exists(program) ? program : Path.of("/usr/bin/mosquitto_passwd");
    Process process =
        new ProcessBuilder(installed.toString(), "-b", file.toString(), user, password)
            .redirectErrorStream(true)
            .start();
    assertThat(process.waitFor()).isZero();
  }

  /** On Mosquitto; what arrives is read by a client of its own. */
  @ParameterizedTest
  @MethodSource("driversAndWorkers")
  void payloadsAreTheApplicationsAndTheAccountIsExact(ClientDriverProvider driver, int workers)
      throws Exception {
    Mosquitto.assumeInstalled();
    write("readers.csv", "id", "app");
    write("devices.csv", rows(i -> "d-%d,,,%s".formatted(i, "site".repeat(i + 1))));
    Scenario scenario = withTemplate();
    try (Broker broker = Mosquitto.start()) {
      List<String> texts = new CopyOnWriteArrayList<>();
      Mqtt3BlockingClient reader = reader(broker, texts);
      RunResult result =
          new LoadRig(
                  scenario,
                  broker,
                  driver,
                  RigSettings.defaults().withWorkers(workers),
                  RunListener.NONE)
              .run();
      allArrived(result);
      await().until(() -> texts.size() == MESSAGES);
      reader.disconnect();
      for (String text : texts) {
        JsonNode json = JsonMapper.builder().build().readTree(text);
        int device = Integer.parseInt(json.get("device").asText().substring(2));
        assertThat(json.get("site").asText()).isEqualTo("site".repeat(device + 1));
        assertThat(json.get("pressure").asDouble()).isBetween(0.8, 6.5);
        assertThat(Instant.parse(json.get("time").asText()))
            .isBetween(result.startedAt(), result.startedAt().plusSeconds(60));
      }
      assertThat(texts).doesNotHaveDuplicates();
    }
  }

  private Scenario withTemplate() throws IOException {
    Files.copy(
        Tool.PROJECT.resolve("examples/fleet/payload.json"),
        folder.resolve("payload.json"),
        StandardCopyOption.REPLACE_EXISTING);
    Scenario scenario = scenario("");
    return scenario.withWorkload(
        scenario
            .workload()
            .withPayload(
                new PayloadSpec(
                    32,
                    Optional.of(folder.resolve("payload.json").toString()),
                    Optional.empty(),
                    Optional.empty())));
  }

  private static Mqtt3BlockingClient reader(Broker broker, List<String> texts) {
    Mqtt3BlockingClient reader =
        MqttClient.builder()
            .useMqttVersion3()
            .serverHost("127.0.0.1")
            .serverPort(broker.endpoints().get(0).port())
            .buildBlocking();
    reader.connect();
    reader
        .toAsync()
        .subscribeWith()
        .topicFilter("site/#")
        .qos(MqttQos.AT_LEAST_ONCE)
        .callback(m -> texts.add(new String(m.getPayloadAsBytes(), StandardCharsets.UTF_8)))
        .send()
        .join();
    return reader;
  }

  /** The saboteur: what it withholds and what it changes is counted to the message. */
  @Test
  void whatABrokerWithholdsOrDamagesIsFoundInPayloadsOfATemplate() throws Exception {
    write("readers.csv", "id", "app");
    write("devices.csv", rows(i -> "d-%d,,,north".formatted(i)));
    Scenario scenario = withTemplate();
    try (FaultyBroker broker = FaultyBroker.start()) {
      broker.faults().dropEvery(97);
      RunResult result = Runs.on(broker, scenario);
      assertThat(result.messages().lost()).isEqualTo(MESSAGES / 97);
      assertThat(result.messages().received()).isEqualTo(MESSAGES - MESSAGES / 97);
      assertThat(result.messages().missing()).hasSize(MESSAGES / 97);
      assertThat(result.messages().unrecognised() + result.messages().damaged()).isZero();
    }
  }

  @Test
  void aWrongPasswordIsThatClientsRefusal() throws Exception {
    start("password_file " + passwords());
    write("readers.csv", "id,user,password", "app,reader,read-1");
    write(
        "devices.csv",
        rows(i -> "d-%d,d-%d,%s,north".formatted(i, i, i == 4 ? "wrong" : "p-" + i)));
    Scenario scenario = scenario("");

    assertThatThrownBy(() -> run(scenario, selector(), new SwarmDriverProvider(), 1))
        .isInstanceOf(RunException.class)
        .hasMessageContaining("publisher 4")
        .hasMessageContaining("not authorized");
  }

  /** A device that shows another one's login may not write to its topic, and MQTT 5 says so. */
  @Test
  void aMessageThatABrokerRefusesIsCountedByItsReason() throws Exception {
    start("password_file " + passwords());
    write("readers.csv", "id,user,password", "app,reader,read-1");
    write("devices.csv", rows(i -> "d-%d,d-0,p-0,north".formatted(i)));
    Scenario scenario = scenario("session: {protocol: mqtt5}");

    RunResult result = run(scenario, selector(), new SwarmDriverProvider(), 1);
    assertThat(result.verdict().status()).isEqualTo(Verdict.Status.FAILED);
    assertThat(result.reasonCodes().orElseThrow())
        .singleElement()
        .satisfies(
            count -> {
              assertThat(count.text()).isEqualTo("PUBACK not authorized (0x87)");
              assertThat(count.count()).isPositive();
            });
  }

  @ParameterizedTest
  @MethodSource("driversAndWorkers")
  void eachClientHasACertificateOfItsOwn(ClientDriverProvider driver, int workers)
      throws Exception {
    TestAuthority authority = TestAuthority.create();
    X509Bundle own = authority.forLoopback();
    Access access = authority.access(folder, authority.forHost("probe"));
    Path certificate = Files.writeString(folder.resolve("own.crt"), own.getCertificatePathPEM());
    Path key = Files.writeString(folder.resolve("own.key"), own.getPrivateKeyPEM());
    start(
        "certfile " + certificate,
        "keyfile " + key,
        "cafile " + access.trust().orElseThrow(),
        "require_certificate true",
        "use_identity_as_username true");
    List<String> rows = new ArrayList<>(List.of("id,site,certificate,key"));
    for (int i = 0; i < DEVICES; i++) {
      rows.add("d-%d,north,%s".formatted(i, pair(authority, "d-" + i)));
    }
    write("devices.csv", rows.toArray(String[]::new));
    write("readers.csv", "id,certificate,key", "app," + pair(authority, "reader"));
    Scenario scenario = scenario("security: {clients: ALL, cipher: ECDHE-RSA-AES256-GCM-SHA384}");

    allArrived(
        run(
            scenario,
            "mqtts://127.0.0.1:%d?trust=%s&cert=%s&key=%s"
                .formatted(
                    port,
                    access.trust().orElseThrow(),
                    folder.resolve("client.crt"),
                    folder.resolve("client.key")),
            driver,
            workers));
  }

  private String pair(TestAuthority authority, String name) throws IOException {
    X509Bundle bundle = authority.forHost(name);
    Files.createDirectories(folder.resolve("certs"));
    Files.writeString(folder.resolve("certs/" + name + ".pem"), bundle.getCertificatePathPEM());
    Files.writeString(folder.resolve("certs/" + name + ".key"), bundle.getPrivateKeyPEM());
    return "certs/%s.pem,certs/%s.key".formatted(name, name);
  }

  @Test
  void aBadCertificateInLine4711IsNamedBeforeAnythingConnects() throws Exception {
    TestAuthority authority = TestAuthority.create();
    String good = pair(authority, "good");
    pair(authority, "other");
    List<String> rows = new ArrayList<>(List.of("id,site,certificate,key"));
    for (int line = 2; line < 4_711; line++) {
      rows.add("d-%d,north,%s".formatted(line, good));
    }
    String file = folder.resolve("devices.csv").toString();
    write("readers.csv", "id", "app");
    for (String[] bad :
        new String[][] {
          {
            "certs/none.pem,certs/good.key",
            ":4711: certificate certs/none.pem: must be a certificate in PEM: no such file"
          },
          {
            "certs/good.key,certs/good.key",
            ":4711: certificate certs/good.key: must be a certificate in PEM"
          },
          {
            "certs/good.pem,certs/other.key",
            ":4711: key certs/other.key: must be the key of the certificate in the same row"
          },
          {"certs/good.pem,certs/good.pem", ":4711: key certs/good.pem: a private key in PEM"},
        }) {
      List<String> all = new ArrayList<>(rows);
      all.add("last,north," + bad[0]);
      write("devices.csv", all.toArray(String[]::new));
      Scenario scenario = scenario("");
      Scenario large = scenario.withTopology(scenario.topology().withPublishers(all.size() - 1));
      try (FaultyBroker broker = FaultyBroker.start()) {
        LoadRig rig =
            new LoadRig(
                large, broker, new SwarmDriverProvider(), RigSettings.defaults(), RunListener.NONE);
        assertThatThrownBy(rig::run)
            .isInstanceOf(DefinitionException.class)
            .hasMessageStartingWith(file + bad[1])
            .hasMessageNotContaining("\n");
        assertThat(broker.counters().tcpAccepted()).isZero();
      }
    }
  }

  @Test
  void certificatesWithoutTlsAreRefused() throws Exception {
    write("readers.csv", "id", "app");
    List<String> rows = new ArrayList<>(List.of("id,site,certificate,key"));
    String pair = pair(TestAuthority.create(), "good");
    IntStream.range(0, DEVICES).forEach(i -> rows.add("d-%d,north,%s".formatted(i, pair)));
    write("devices.csv", rows.toArray(String[]::new));
    try (FaultyBroker broker = FaultyBroker.start()) {
      LoadRig rig =
          new LoadRig(
              scenario(""),
              broker,
              new SwarmDriverProvider(),
              RigSettings.defaults(),
              RunListener.NONE);
      assertThatThrownBy(rig::run)
          .isInstanceOf(DefinitionException.class)
          .hasMessageEndingWith(
              "devices.csv:2: certificate is given: only over TLS with certificates, and these"
                  + " clients connect without TLS; see security.clients");
      assertThat(broker.counters().tcpAccepted()).isZero();
    }
  }

  /** What a newcomer begins with runs as it stands. */
  @Test
  void theExampleOfAFleetRuns() throws Exception {
    Scenario scenario = ScenarioCodec.read(Tool.PROJECT.resolve("examples/fleet/fleet.yaml"));
    try (FaultyBroker broker = FaultyBroker.start()) {
      RunResult result =
          new LoadRig(
                  scenario.withPhases(Runs.SHORT),
                  broker,
                  new SwarmDriverProvider(),
                  RigSettings.defaults(),
                  RunListener.NONE)
              .run();
      assertThat(result.messages().lost()).isZero();
      assertThat(result.messages().received()).isEqualTo(result.messages().sent()).isPositive();
      assertThat(broker.connects())
          .extracting(ConnectRecord::clientId)
          .contains("pump-1", "meter-1", "dashboard-2");
      assertThat(broker.connects("pump-3").get(0).login())
          .contains(new Access.Login("pump-3", "change-me-3"));
    }
  }
}
