package io.brokerbench.containers.mosquitto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.containers.process.Executables;
import io.brokerbench.containers.process.ProcessLog;
import io.brokerbench.containers.process.ProcessRecipe.Launch;
import io.brokerbench.containers.process.Readiness.Ready;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.security.Access.PreSharedKey;
import io.brokerbench.core.security.CipherSuite;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MosquittoRecipeTest {

  private static final BrokerRequest REQUEST = BrokerRequest.of("process:mosquitto");

  @TempDir private Path folder;

  @Test
  void whereItIsNotInstalledItSaysHowToHelp() {
    MosquittoRecipe recipe =
        new MosquittoRecipe(new Executables(List.of(folder)), MosquittoOptions.NONE);
    assertThatThrownBy(() -> recipe.prepare(folder, REQUEST))
        .isInstanceOf(BrokerException.class)
        .hasMessage(
            "process:mosquitto: there is no mosquitto on the PATH; install it (apt-get install"
                + " mosquitto), or use an embedded broker");
  }

  @Test
  void theFirstExecutableOfThatNameIsStarted() throws Exception {
    Path first = Files.createDirectory(folder.resolve("first"));
    Path second = Files.createDirectory(folder.resolve("second"));
    Files.createFile(first.resolve("mosquitto")); // not executable
    Path program = Files.createFile(second.resolve("mosquitto"));
    assertThat(program.toFile().setExecutable(true)).isTrue();
    MosquittoRecipe recipe =
        new MosquittoRecipe(new Executables(List.of(first, second)), MosquittoOptions.NONE);
    Launch launch = recipe.prepare(folder, REQUEST.withPort(1883));
    Path configuration = folder.resolve("mosquitto.conf");
    assertThat(launch.command().words())
        .containsExactly(program.toString(), "-c", configuration.toString());
    assertThat(launch.ports()).containsExactly(Map.entry(Listener.MQTT, 1883));
    assertThat(configuration).content().startsWith("listener 1883 127.0.0.1\n");
  }

  @Test
  void aSelectorNamesAnotherProgramAndLinesOfItsConfiguration() throws Exception {
    Path program = Files.createFile(folder.resolve("mosquitto-2.1"));
    assertThat(program.toFile().setExecutable(true)).isTrue();
    Path lines = Files.writeString(folder.resolve("more.conf"), "max_inflight_messages 20\n");
    MosquittoOptions options =
        MosquittoOptions.of("process:mosquitto?command=%s&config=%s".formatted(program, lines));
    Launch launch =
        new MosquittoRecipe(new Executables(List.of()), options).prepare(folder, REQUEST);
    assertThat(launch.command().words()).startsWith(program.toString());
    assertThat(folder.resolve("mosquitto.conf"))
        .content()
        .endsWith("\n\nmax_inflight_messages 20\n");
  }

  @Test
  void whatASelectorNamesHasToBeThere() throws Exception {
    Path notExecutable = Files.createFile(folder.resolve("mosquitto"));
    assertThatThrownBy(() -> MosquittoOptions.of("process:mosquitto?command=" + notExecutable))
        .isInstanceOf(DefinitionException.class)
        .hasMessage(
            "process:mosquitto?command=%1$s: command %1$s: a file that may be executed",
            notExecutable);
    assertThatThrownBy(() -> MosquittoOptions.of("process:mosquitto?config=/no/such"))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining("config /no/such: there is no such file to read");
    assertThatThrownBy(() -> MosquittoOptions.of("process:mosquitto?comand=x"))
        .isInstanceOf(DefinitionException.class)
        .hasMessage("process:mosquitto?comand=x: no parameter comand; did you mean command?");
  }

  @Test
  void theConfigurationKeepsEverythingInItsFolderAndOnTheLoopbackAddress() {
    String text = new MosquittoConfig("127.0.0.1", 41883, Path.of("/tmp/x"), "ann", "").render();
    assertThat(text.lines())
        .contains(
            "listener 41883 127.0.0.1",
            "user ann",
            "persistence_location /tmp/x/",
            "max_queued_messages 0",
            "log_timestamp_format %Y-%m-%dT%H:%M:%S");
  }

  @Test
  void aListenerForTlsTakesOneSuiteOfOneVersion() throws Exception {
    MosquittoTls tls = MosquittoTls.write(folder, 8883, CipherSuite.RSA_AES256_GCM);
    assertThat(tls.lines().lines())
        .containsExactly(
            "listener 8883 127.0.0.1",
            "tls_version tlsv1.2",
            "ciphers AES256-GCM-SHA384",
            "certfile " + folder.resolve("server.pem"),
            "keyfile " + folder.resolve("server.key"));
    assertThat(tls.listener()).isEqualTo(Listener.MQTTS);
    assertThat(tls.access().trust()).hasValue(folder.resolve("ca.pem"));
    assertThat(MosquittoTls.limited(List.of("x"), folder, CipherSuite.RSA_AES256_GCM))
        .containsExactly("/usr/bin/env", "OPENSSL_CONF=" + folder.resolve("openssl.cnf"), "x");

    assertThat(MosquittoTls.write(folder, 8883, CipherSuite.TLS13_AES256_GCM).lines().lines())
        .contains("tls_version tlsv1.3", "ciphers_tls1.3 TLS_AES_256_GCM_SHA384");
    assertThat(MosquittoTls.limited(List.of("x"), folder, CipherSuite.TLS13_AES256_GCM))
        .containsExactly("x");
  }

  @Test
  void aPreSharedKeyHas16BytesAndIsInFilesOfTheOwner() throws Exception {
    MosquittoTls tls = MosquittoTls.write(folder, 8884, CipherSuite.PSK_AES256_CBC);
    PreSharedKey key = tls.access().psk().orElseThrow();
    String hex = HexFormat.of().formatHex(key.key());
    assertThat(hex).hasSize(32);
    assertThat(tls.listener()).isEqualTo(Listener.MQTT_PSK);
    assertThat(tls.lines().lines())
        .contains("ciphers PSK-AES256-CBC-SHA", "psk_file " + folder.resolve("psk.list"));
    assertThat(tls.lines()).doesNotContain(hex);
    assertThat(folder.resolve("psk.list")).hasContent("brokerbench:" + hex);
    assertThat(key.file().orElseThrow()).hasContent(hex);
    assertThat(MosquittoTls.write(folder, 8884, CipherSuite.PSK_AES256_CBC).access().psk())
        .isNotEqualTo(Optional.of(key));
  }

  @Test
  void theReadyLineTellsTheVersion() throws Exception {
    Path program = Files.createFile(folder.resolve("mosquitto"));
    assertThat(program.toFile().setExecutable(true)).isTrue();
    Launch launch =
        new MosquittoRecipe(new Executables(List.of(folder)), MosquittoOptions.NONE)
            .prepare(folder, REQUEST);
    Path log =
        Files.writeString(
            folder.resolve("broker.log"),
            "2026-11-21T09:17:04: mosquitto version 2.0.11 running\n");
    assertThat(launch.ready().look(new ProcessLog(log, true)))
        .hasValue(new Ready("2.0.11", Map.of()));
  }
}
