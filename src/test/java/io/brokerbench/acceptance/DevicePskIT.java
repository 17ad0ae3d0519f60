package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.mqtt.hivemq.HiveMqDriverProvider;
import io.brokerbench.mqtt.swarm.SwarmDriverProvider;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Devices with a pre-shared key each: Mosquitto takes the identity for the user, and a message of a
 * client that showed another's is not delivered, and counts as lost.
 */
class DevicePskIT extends GuardedMosquitto {

  private static final String SECURED = "security: {cipher: PSK-AES256-CBC-SHA, clients: ALL}";

  private static String key(int device) {
    return "0123456789abcdef%02x".formatted(device);
  }

  private void startWithKeys() throws IOException {
    List<String> keys = new ArrayList<>();
    IntStream.range(0, DEVICES).forEach(i -> keys.add("d-%d:%s".formatted(i, key(i))));
    keys.addAll(List.of("reader:aa01", "probe:bb02"));
    write("keys", keys.toArray(String[]::new));
    start(
        "psk_hint fleet",
        "psk_file " + folder.resolve("keys"),
        "use_identity_as_username true",
        "ciphers PSK-AES256-CBC-SHA");
    write("readers.csv", "id,pskIdentity,psk", "app,reader,aa01");
  }

  /** The tool's first look at the broker has the key of the address. */
  private String secured() throws IOException {
    write("probe-key", "bb02");
    return "mqtt+psk://127.0.0.1:%d?psk-identity=probe&psk-file=%s"
        .formatted(port, folder.resolve("probe-key"));
  }

  private void devices(IntFunction<String> key) throws IOException {
    List<String> lines = new ArrayList<>(List.of("id,pskIdentity,psk,site"));
    IntStream.range(0, DEVICES)
        .forEach(i -> lines.add("d-%d,d-%d,%s,site%d".formatted(i, i, key.apply(i), i % 2)));
    write("devices.csv", lines.toArray(String[]::new));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void eachClientHasAKeyOfItsOwn(int workers) throws Exception {
    startWithKeys();
    devices(DevicePskIT::key);
    Scenario scenario = scenario(SECURED);

    allArrived(run(scenario, secured(), new SwarmDriverProvider(), workers));
  }

  @Test
  void aWrongKeyIsThatClientsRefusal() throws Exception {
    startWithKeys();
    devices(i -> i == 4 ? "ffff" : key(i));
    Scenario scenario = scenario(SECURED);

    assertThatThrownBy(() -> run(scenario, secured(), new SwarmDriverProvider(), 1))
        .isInstanceOf(RunException.class)
        .hasMessageContaining("publisher 4")
        .hasMessageContaining("another pre-shared key for the identity d-4");
  }

  @Test
  void keysRequireAConnectionThatUsesThem() throws Exception {
    Mosquitto.assumeInstalled();
    write("readers.csv", "id", "app");
    devices(DevicePskIT::key);
    Scenario scenario = scenario("");
    try (Broker broker = Mosquitto.start()) {
      String plain = "mqtt://127.0.0.1:%d".formatted(broker.endpoints().get(0).port());

      assertThatThrownBy(() -> run(scenario, plain, new SwarmDriverProvider(), 1))
          .isInstanceOf(DefinitionException.class)
          .hasMessageContaining("devices.csv:2: psk is given: only over TLS with pre-shared keys")
          .hasMessageContaining("these clients connect without TLS");
    }
  }

  @Test
  void aDriverWithoutThemSaysSo() throws Exception {
    startWithKeys();
    devices(DevicePskIT::key);
    Scenario scenario = scenario(SECURED);

    assertThatThrownBy(() -> run(scenario, secured(), new HiveMqDriverProvider(), 1))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining("pre-shared key");
  }
}
