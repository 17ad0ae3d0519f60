package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.containers.remote.RemoteProvider;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.definition.ScenarioCodec;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.engine.LoadRig;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.engine.worker.RigSettings;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.testkit.RequiredProgram;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * A Mosquitto that lets each client do only what its own login, certificate or key may, and a fleet
 * of devices with a reader.
 */
abstract class GuardedMosquitto {

  static final int DEVICES = 6;
  static final int MESSAGES = 250;

  @TempDir Path folder;

  private Process mosquitto;
  int port;

  @AfterEach
  void stop() throws InterruptedException {
    if (mosquitto != null) {
      mosquitto.destroy();
      mosquitto.waitFor();
    }
  }

  /** Each device may write below its own name, and the reader may read all. */
  void start(String... options) throws IOException {
    Path program = RequiredProgram.MOSQUITTO.orSkip();
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    Path rights = folder.resolve("rights");
    Files.writeString(rights, "user reader\ntopic read site/#\npattern write site/+/device/%u\n");
    Path configuration = folder.resolve("mosquitto.conf");
    Files.writeString(
        configuration,
        "user %s\nlistener %d 127.0.0.1\nallow_anonymous false\nacl_file %s\n%s\n"
            .formatted(System.getProperty("user.name"), port, rights, String.join("\n", options)));
    mosquitto =
        new ProcessBuilder(program.toString(), "-c", configuration.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("mosquitto.log").toFile())
            .start();
    await().until(this::isListening);
  }

  private boolean isListening() {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  Scenario scenario(String security) throws IOException {
    Path file = folder.resolve("fleet.yaml");
    Files.writeString(
        file,
        """
        name: fleet
        topology:
          publishers: %d
          consumers: 1
          distribution: SINGLE
          topics: {publish: 'site/{site}/device/{id}', subscribe: ['site/+/device/+']}
        workload: {qos: 1, load: {type: constant, rate: 100}}
        devices: {publishers: devices.csv, consumers: readers.csv}
        phases: {warmUp: 500ms, steady: 2s, drainLimit: 5s, quietPeriod: 400ms}
        %s
        """
            .formatted(DEVICES, security));
    return ScenarioCodec.read(file);
  }

  void write(String name, String... lines) throws IOException {
    Files.writeString(folder.resolve(name), String.join("\n", lines) + "\n");
  }

  RunResult run(Scenario scenario, String selector, ClientDriverProvider driver, int workers)
      throws Exception {
    try (Broker broker = new RemoteProvider().start(BrokerRequest.of(selector))) {
      return new LoadRig(
              scenario,
              broker,
              driver,
              RigSettings.defaults().withWorkers(workers),
              RunListener.NONE)
          .run();
    }
  }

  /** The tool looks at the broker as a client of its own, as rows have no login for that. */
  String selector() throws IOException {
    write("probe-password", "probe-1");
    return "mqtt://127.0.0.1:%d?user=probe&password-file=%s"
        .formatted(port, folder.resolve("probe-password"));
  }

  static void allArrived(RunResult result) {
    assertThat(result.messages().sent()).isEqualTo(MESSAGES);
    assertThat(result.messages().acknowledged()).isEqualTo(MESSAGES);
    assertThat(result.messages().received()).isEqualTo(MESSAGES);
    assertThat(result.messages().lost()).isZero();
  }
}
