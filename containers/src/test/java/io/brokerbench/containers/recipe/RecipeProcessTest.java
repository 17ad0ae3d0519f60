package io.brokerbench.containers.recipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.containers.container.ContainerRecipe.Plan;
import io.brokerbench.containers.metrics.ManagementPages;
import io.brokerbench.containers.metrics.MetricsQuery;
import io.brokerbench.containers.process.Executables;
import io.brokerbench.containers.process.FreePort;
import io.brokerbench.containers.process.ProcessLog;
import io.brokerbench.containers.process.ProcessRecipe.Launch;
import io.brokerbench.containers.process.Readiness.Ready;
import io.brokerbench.containers.product.ContainerProduct;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.broker.JmsProtocol;
import io.brokerbench.core.recipe.Recipe;
import io.brokerbench.core.recipe.RecipeReader;
import io.brokerbench.core.security.Access.PreSharedKey;
import io.brokerbench.core.security.CipherSuite;
import io.brokerbench.core.security.Security;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RecipeProcessTest {

  private static final BrokerRequest REQUEST = BrokerRequest.of("recipe:mosquitto").withPort(1883);

  private static final String MINE =
      """
      title: Mine
      program:
        command: mosquitto
        arguments: [--port, "${port.mqtt}", --packet, "${limit.packetBytes}"]
        environment: {DATA: "${folder}/data"}
      ports: [admin]
      options:
        home:
          meaning: where it is
          kind: FOLDER
        mode:
          meaning: how it works
          usual: fast
      parts:
        - when: [ws]
          arguments: [--ws, "${port.ws}", --mode, "${option.mode}"]
      version:
        pattern: Mine (.+)
      stop:
        command: [end, "${pid}", "${port.admin}"]
        within: 3s
      capabilities: [MQTT_3_1_1, WEBSOCKET]
      reports:
        http:
          port: admin
      """;

  @TempDir private Path folder;
  private Executables executables;

  @BeforeEach
  void install() throws Exception {
    Path programs = Files.createDirectory(folder.resolve("bin"));
    assertThat(Files.createFile(programs.resolve("mosquitto")).toFile().setExecutable(true))
        .isTrue();
    executables = new Executables(List.of(programs));
  }

  private Launch mosquitto(BrokerRequest request) throws Exception {
    Recipe recipe = ShippedRecipes.named("mosquitto");
    return new RecipeProcess(
            recipe, RecipeOptions.of(request.selector(), recipe), Optional.empty(), executables)
        .prepare(folder, request);
  }

  @Test
  void mosquittoKeepsAllInItsFolderAndListensOnTheLoopbackAddress() throws Exception {
    Launch launch = mosquitto(REQUEST);
    assertThat(Files.readString(folder.resolve("mosquitto.conf")).lines())
        .startsWith("listener 1883 127.0.0.1")
        .contains(
            "user " + System.getProperty("user.name"),
            "persistence_location " + folder + "/",
            "max_queued_messages 0",
            "log_timestamp_format %Y-%m-%dT%H:%M:%S")
        .noneMatch(line -> line.contains("protocol websockets"));
    assertThat(launch.command().words())
        .containsExactly(
            folder.resolve("bin/mosquitto").toString(), "-c", folder + "/mosquitto.conf");
    assertThat(launch.ports()).containsExactly(Map.entry(Listener.MQTT, 1883));
  }

  /** Both are compared as one product, so they have one configuration. */
  @ParameterizedTest
  @EnumSource(CipherSuite.class)
  void mosquittoInAContainerHasTheConfigurationOfTheOneHere(CipherSuite cipher) throws Exception {
    BrokerRequest request = REQUEST.withSecurity(Security.ofAll(cipher));
    Launch launch = mosquitto(request);
    Plan plan = ContainerProduct.named("mosquitto").container("").plan(request, folder);
    String here = Files.readString(folder.resolve("mosquitto.conf"));
    for (Map.Entry<Listener, Integer> listener : launch.ports().entrySet()) {
      int inside = plan.ports().get(listener.getKey());
      here = here.replace("listener " + listener.getValue(), "listener " + inside);
    }
    assertThat(plan.text("/mosquitto/config/mosquitto.conf"))
        .isEqualTo(
            here.replace("127.0.0.1", "0.0.0.0")
                .replace("user " + System.getProperty("user.name"), "user root")
                .replace("location " + folder + "/", "location /mosquitto/data/")
                .replace(folder.toString(), "/brokerbench"));
    assertThat(plan.environment().keySet()).isEqualTo(launch.command().environment().keySet());
  }

  @Test
  void theFirstExecutableOfThatNameIsStarted() throws Exception {
    Path first = Files.createDirectory(folder.resolve("first"));
    Files.createFile(first.resolve("mosquitto")); // not executable
    executables = new Executables(List.of(first, folder.resolve("bin")));
    assertThat(mosquitto(REQUEST).command().words())
        .startsWith(folder.resolve("bin/mosquitto").toString());
  }

  @Test
  void aSelectorNamesAnotherProgram() throws Exception {
    Path program = Files.createFile(folder.resolve("mosquitto-2.1"));
    assertThat(program.toFile().setExecutable(true)).isTrue();
    Launch launch = mosquitto(REQUEST.withSelector("process:mosquitto?command=" + program));
    assertThat(launch.command().words()).startsWith(program.toString());
  }

  @Test
  void theReadyLineHasTheVersion() throws Exception {
    Path log = Files.createFile(folder.resolve("log"));
    int number = FreePort.find();
    Launch launch = mosquitto(REQUEST.withPort(number));
    try (ServerSocket port = new ServerSocket(number, 1, InetAddress.getLoopbackAddress())) {
      assertThat(port.isBound()).isTrue();
      assertThat(launch.ready().look(new ProcessLog(log, true))).isEmpty();
      Files.writeString(log, "2026-11-21T09:17:04: mosquitto version 2.0.11 running\n");
      assertThat(launch.ready().look(new ProcessLog(log, true)))
          .hasValue(new Ready("2.0.11", Map.of()));
    }
  }

  @Test
  void partsFollowWhatIsAskedForAndTheUsersLinesAreTheLast() throws Exception {
    Path lines = Files.writeString(folder.resolve("more.conf"), "max_packet_size 1000\n");
    Launch launch =
        mosquitto(
            REQUEST
                .withSelector("recipe:mosquitto?config=" + lines)
                .withSecurity(Security.ofAll(CipherSuite.RSA_AES256_GCM)));
    int port = launch.ports().get(Listener.MQTTS);
    assertThat(Files.readString(folder.resolve("mosquitto.conf")).strip())
        .endsWith(
            """
            listener %d 127.0.0.1
            tls_version tlsv1.2
            certfile %s
            keyfile %s
            ciphers AES256-GCM-SHA384
            max_packet_size 1000\
            """
                .formatted(port, folder.resolve("server.pem"), folder.resolve("server.key")));
    assertThat(launch.command().environment())
        .containsEntry("OPENSSL_CONF", folder.resolve("openssl.cnf").toString());
    assertThat(folder.resolve("openssl.cnf")).content().contains("MaxProtocol = TLSv1.2");
    assertThat(launch.access().trust()).isPresent();
  }

  /** Of a part, and of the file of the user. */
  @Test
  void eachPartBeginsALine() throws Exception {
    Path more = Files.writeString(folder.resolve("more.conf"), "last 1");
    Path recipe =
        Files.writeString(
            folder.resolve("mine.yaml"),
            """
            title: Mine
            program: {command: mosquitto, arguments: ["${folder}/mine.conf"]}
            files: {mine.conf: "first ${port.mqtt}\\n${parts}"}
            parts:
              - {when: [ws], lines: "second ${port.ws}"}
              - {when: [ws], lines: "third ${port.mqtt}"}
            version: {pattern: Mine (.+)}
            capabilities: [MQTT_3_1_1, WEBSOCKET]
            """);
    Recipe mine = RecipeReader.read(recipe);
    RecipeOptions options = RecipeOptions.of("recipe:" + recipe + "?config=" + more, mine);
    Launch launch =
        new RecipeProcess(mine, options.with("very last 2\n"), Optional.empty(), executables)
            .prepare(folder, REQUEST.withNeeds(Set.of(Capability.WEBSOCKET)));
    assertThat(Files.readString(folder.resolve("mine.conf")).lines())
        .containsExactly(
            "first 1883",
            "second " + launch.ports().get(Listener.WS),
            "third 1883",
            "last 1",
            "very last 2");
  }

  @Test
  void linesInAnotherEncodingAreAMistakeOfTheUser() throws Exception {
    Path lines = Files.write(folder.resolve("more.conf"), new byte[] {'#', (byte) 0xF6, '\n'});
    BrokerRequest request = REQUEST.withSelector("recipe:mosquitto?config=" + lines);
    assertThatThrownBy(() -> mosquitto(request))
        .isInstanceOf(DefinitionException.class)
        .hasMessage("config %s: a file in UTF-8", lines);
  }

  @Test
  void aPreSharedKeyIsHandedToClients() throws Exception {
    Launch launch = mosquitto(REQUEST.withSecurity(Security.ofAll(CipherSuite.PSK_AES256_CBC)));
    assertThat(launch.ports()).containsKey(Listener.MQTT_PSK).doesNotContainKey(Listener.MQTTS);
    PreSharedKey key = launch.access().psk().orElseThrow();
    String hex = HexFormat.of().formatHex(key.key());
    assertThat(hex).hasSize(32);
    assertThat(folder.resolve("mosquitto.conf"))
        .content()
        .contains("ciphers PSK-AES256-CBC-SHA", "psk_file " + folder.resolve("psk.list"))
        .doesNotContain(hex);
    assertThat(folder.resolve("psk.list")).hasContent("brokerbench:" + hex);
    assertThat(key.file().orElseThrow()).hasContent(hex);
    assertThat(
            mosquitto(REQUEST.withSecurity(Security.ofAll(CipherSuite.PSK_AES256_CBC)))
                .access()
                .psk())
        .isNotEqualTo(Optional.of(key));
  }

  @Test
  void argumentsEnvironmentEndAndReportsAreThoseOfTheRecipe() throws Exception {
    Recipe recipe = RecipeReader.read(MINE, "mine.yaml");
    RecipeOptions options = RecipeOptions.of("recipe:m.yaml?home=" + folder, recipe);
    Launch launch =
        new RecipeProcess(recipe, options, Optional.empty(), executables)
            .prepare(folder, REQUEST.withWebSocket());
    String ws = launch.ports().get(Listener.WS).toString();
    assertThat(launch.command().words().subList(1, 9))
        .containsExactly("--port", "1883", "--packet", "17825792", "--ws", ws, "--mode", "fast");
    assertThat(launch.command().environment()).containsEntry("DATA", folder + "/data");
    MetricsQuery reports = launch.metrics().orElseThrow();
    assertThat(reports).isInstanceOf(ManagementPages.class);
    assertThat(launch.command().ending().command())
        .containsExactly("end", "${pid}", "" + reports.port().getAsInt());
    assertThat(launch.command().ending().within()).isEqualTo(Duration.ofSeconds(3));
  }

  private static final String JMS =
      """
      title: Jms
      program:
        command: mosquitto
        arguments: ["${port.amqp}"]
      parts:
        - when: [amqps]
          arguments: ["amqps:${port.amqps}", "${tls.keyStore}"]
        - when: [openwire]
          arguments: ["openwire:${port.openwire}"]
        - when: [openwires]
          arguments: ["openwires:${port.openwires}"]
        - when: [core]
          arguments: ["core:${port.core}"]
        - when: [cores]
          arguments: ["cores:${port.cores}", "${tls.keyStorePassword}"]
      version:
        pattern: Jms (.+)
      capabilities: [AMQP, OPENWIRE, CORE, TLS]
      """;

  private Launch jms(BrokerRequest request) throws Exception {
    Recipe recipe = RecipeReader.read(JMS, "jms.yaml");
    RecipeOptions options = RecipeOptions.of("recipe:jms.yaml", recipe);
    return new RecipeProcess(recipe, options, Optional.empty(), executables)
        .prepare(folder, request);
  }

  @Test
  void listenersOfJmsHavePortsOfTheirOwnWithAndWithoutTls() throws Exception {
    BrokerRequest plain = REQUEST.withJms(JmsProtocol.OPENWIRE);
    Launch one = jms(plain);
    assertThat(one.ports()).containsOnlyKeys(Listener.AMQP, Listener.OPENWIRE);
    assertThat(one.command().words().subList(1, 3))
        .containsExactly("1883", "openwire:" + one.ports().get(Listener.OPENWIRE));

    Launch all =
        jms(
            plain
                .withJms(JmsProtocol.CORE)
                .withSecurity(Security.ofAll(CipherSuite.ECDHE_RSA_AES256_GCM)));
    assertThat(all.ports())
        .containsOnlyKeys(
            Listener.AMQP,
            Listener.AMQPS,
            Listener.OPENWIRE,
            Listener.OPENWIRES,
            Listener.CORE,
            Listener.CORES);
    assertThat(all.command().words())
        .contains(
            "openwires:" + all.ports().get(Listener.OPENWIRES),
            "core:" + all.ports().get(Listener.CORE),
            "cores:" + all.ports().get(Listener.CORES));
    assertThat(Set.copyOf(all.ports().values())).hasSize(6);
  }

  /** The broker of this test prints its version once a client has connected to it. */
  @Test
  void aVersionThatIsPrintedAfterThePortAcceptsIsAwaited() throws Exception {
    Path log = Files.createFile(folder.resolve("log"));
    Recipe recipe = RecipeReader.read(MINE, "mine.yaml");
    RecipeOptions options = RecipeOptions.of("recipe:m.yaml?home=" + folder, recipe);
    Launch launch =
        new RecipeProcess(recipe, options, Optional.empty(), executables)
            .prepare(folder, BrokerRequest.of("recipe:m.yaml"));
    int number = launch.ports().get(Listener.MQTT);
    try (ServerSocket port = new ServerSocket(number, 1, InetAddress.getLoopbackAddress())) {
      CompletableFuture<Void> broker =
          CompletableFuture.runAsync(
              () -> {
                try (Socket client = port.accept()) {
                  assertThat(client.getInputStream().read()).isNegative();
                  Files.writeString(log, "Mine 1.2.3\n");
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      assertThat(launch.ready().look(new ProcessLog(log, true)))
          .map(Ready::version)
          .hasValue("1.2.3");
      broker.join();
    }
  }

  /** A program that needs a library path to start needs it to say its version, too. */
  @Test
  void theVersionCommandHasTheEnvironmentOfTheProgram() throws Exception {
    Files.writeString(folder.resolve("bin/mosquitto"), "#!/bin/sh\necho \"Mine $DATA\"\n");
    Recipe recipe =
        RecipeReader.read(
            MINE.replace("pattern: Mine (.+)", "{pattern: Mine (.+), command: [--version]}")
                .replace("version:\n  {", "version: {"),
            "mine.yaml");
    Launch launch =
        new RecipeProcess(
                recipe,
                RecipeOptions.of("recipe:m.yaml?home=" + folder, recipe),
                Optional.empty(),
                executables)
            .prepare(folder, BrokerRequest.of("recipe:m.yaml"));
    int number = launch.ports().get(Listener.MQTT);
    try (ServerSocket port = new ServerSocket(number, 1, InetAddress.getLoopbackAddress())) {
      assertThat(port.isBound()).isTrue();
      Path log = Files.createFile(folder.resolve("log"));
      assertThat(launch.ready().look(new ProcessLog(log, true)))
          .map(Ready::version)
          .hasValue(folder + "/data");
    }
  }

  @Test
  void aProgramThatIsNotInstalledIsNamedWithTheWayToInstallIt() throws Exception {
    Recipe recipe = ShippedRecipes.named("mosquitto");
    RecipeProcess process =
        new RecipeProcess(
            recipe,
            RecipeOptions.of("recipe:mosquitto", recipe),
            Optional.empty(),
            new Executables(List.of()));
    assertThatThrownBy(() -> process.prepare(folder, REQUEST))
        .isInstanceOf(BrokerException.class)
        .hasMessage(
            "recipe:mosquitto: there is no mosquitto on the PATH; install it: apt-get install"
                + " mosquitto, or name it: ?command=FILE");
  }
}
