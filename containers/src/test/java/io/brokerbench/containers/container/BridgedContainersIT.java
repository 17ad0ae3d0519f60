package io.brokerbench.containers.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.containers.bridge.Crossing;
import io.brokerbench.containers.bridge.MosquittoBridges;
import io.brokerbench.core.broker.BridgeRule;
import io.brokerbench.core.broker.BridgeRule.Direction;
import io.brokerbench.core.broker.BridgedBrokers;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.scenario.Qos;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The same bridge between two containers. */
@Tag("containers")
class BridgedContainersIT {

  @Test
  void messagesCrossBetweenContainersAndNoneIsLeft() throws Exception {
    DockerEngine docker = LocalImages.assume("mosquitto");
    List<BridgeRule> rules =
        List.of(
            new BridgeRule("t/#", Direction.IN, Qos.AT_LEAST_ONCE, "from-main/", "site/"),
            BridgeRule.of("up/#", Direction.OUT, Qos.AT_LEAST_ONCE));
    BrokerRequest request = BrokerRequest.of(LocalImages.selector("mosquitto"));
    try (BridgedBrokers pair = new MosquittoBridges().start(request, rules)) {
      assertThat(Crossing.of(pair.main(), "site/t/a", pair.bridge(), "from-main/t/a")).isTrue();
      assertThat(Crossing.of(pair.bridge(), "up/b", pair.main(), "up/b")).isTrue();
    }
    assertThat(docker.remove(ContainerSession.labels())).as("containers left").isZero();
  }
}
