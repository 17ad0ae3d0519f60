package io.brokerbench.containers.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.brokerbench.containers.MqttProbe;
import io.brokerbench.core.broker.BridgeRule;
import io.brokerbench.core.broker.BridgeRule.Direction;
import io.brokerbench.core.broker.BridgedBrokers;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.scenario.FaultKind;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.testkit.RequiredProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two Mosquittos of this machine carry each other's messages as the rules say. */
@Tag("release")
class MosquittoBridgesIT {

  private static final Duration SOON = Duration.ofSeconds(20);

  static final List<BridgeRule> RULES =
      List.of(
          BridgeRule.of("up/#", Direction.OUT, Qos.AT_LEAST_ONCE),
          new BridgeRule("t/#", Direction.IN, Qos.AT_LEAST_ONCE, "from-main/", "site/"),
          new BridgeRule("t/#", Direction.OUT, Qos.AT_LEAST_ONCE, "to-main/", "bridge/"));

  @TempDir private Path folder;

  @Test
  void messagesCrossAsTheRulesSayAndNothingIsLeft() throws Exception {
    RequiredProgram.MOSQUITTO.orSkip();
    BrokerRequest request =
        BrokerRequest.of("process:mosquitto").withLogFile(folder.resolve("broker.log"));
    Endpoint main;
    Endpoint bridge;
    List<Long> pids;
    try (BridgedBrokers pair = new MosquittoBridges().start(request, RULES)) {
      Broker from = pair.main();
      Broker to = pair.bridge();
      assertThat(Crossing.of(from, "site/t/a", to, "from-main/t/a")).isTrue();
      assertThat(Crossing.of(to, "to-main/t/b", from, "bridge/t/b")).isTrue();
      assertThat(Crossing.of(to, "up/c", from, "up/c")).isTrue();
      assertThat(Crossing.of(from, "up/c", to, "up/c")).isFalse();
      assertThat(Crossing.of(from, "t/a", to, "t/a")).isFalse();
      main = pair.main().endpoints().get(0);
      bridge = pair.bridge().endpoints().get(0);
      pids = List.of(pair.main().pid().orElseThrow(), pair.bridge().pid().orElseThrow());
      assertThat(folder.resolve("broker.log")).isNotEmptyFile();
      assertThat(folder.resolve("broker-bridge.log")).isNotEmptyFile();

      pair.main().nodes().get(0).inject(FaultKind.KILL);
      pair.main().nodes().get(0).heal();
      await().atMost(SOON).until(() -> Crossing.of(pair.bridge(), "up/a", pair.main(), "up/a"));
    }
    assertThat(pids).allSatisfy(pid -> assertThat(ProcessHandle.of(pid)).isEmpty());
    for (Endpoint gone : List.of(main, bridge)) {
      assertThatThrownBy(() -> MqttProbe.reach(gone.host(), gone.port(), SOON))
          .isInstanceOf(IOException.class);
    }
  }
}
