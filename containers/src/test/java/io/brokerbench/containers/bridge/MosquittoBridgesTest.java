package io.brokerbench.containers.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.BridgeRule;
import io.brokerbench.core.broker.BridgeRule.Direction;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.scenario.Qos;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MosquittoBridgesTest {

  @Test
  void aRuleIsALineOfTheConfiguration() {
    BridgeRule plain = BridgeRule.of("p/#", Direction.BOTH, Qos.EXACTLY_ONCE);
    assertThat(MosquittoBridges.line(plain)).isEqualTo("topic p/# both 2");
    BridgeRule mapped =
        new BridgeRule("t/+", Direction.IN, Qos.AT_LEAST_ONCE, "from-main/", "site/");
    assertThat(MosquittoBridges.line(mapped)).isEqualTo("topic t/+ in 1 from-main/ site/");
    assertThat(mapped.localFilter()).isEqualTo("from-main/t/+");
    assertThat(mapped.remoteFilter()).isEqualTo("site/t/+");
    BridgeRule half = new BridgeRule("t", Direction.OUT, Qos.AT_MOST_ONCE, "", "site/");
    assertThat(MosquittoBridges.line(half)).isEqualTo("topic t out 0 \"\" site/");
    assertThat(MosquittoBridges.lines("127.0.0.1:1883", List.of(mapped, half)).lines())
        .containsSequence("connection brokerbench", "address 127.0.0.1:1883")
        .endsWith(MosquittoBridges.line(mapped), MosquittoBridges.line(half));
  }

  @ParameterizedTest
  @CsvSource({
    "'', '', '', bridge.pattern '': a topic filter",
    "a b, '', '', bridge.pattern 'a b': without spaces and quotes",
    "a, l o, '', bridge.localPrefix 'l o': without spaces and quotes",
    "a, '', r#, bridge.remotePrefix 'r#': without wildcards",
  })
  void whatCanNotBeWrittenIsRefused(String pattern, String local, String remote, String message) {
    assertThatThrownBy(() -> new BridgeRule(pattern, Direction.IN, Qos.AT_MOST_ONCE, local, remote))
        .isInstanceOf(DefinitionException.class)
        .hasMessage(message);
  }

  @Test
  void aBridgeTakesMosquittosAndARule() {
    List<BridgeRule> one = List.of(BridgeRule.of("a", Direction.IN, Qos.AT_MOST_ONCE));
    assertThatThrownBy(
            () -> new MosquittoBridges().start(BrokerRequest.of("embedded:artemis"), one))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining("process:mosquitto");
    assertThatThrownBy(
            () -> new MosquittoBridges().start(BrokerRequest.of("process:mosquitto"), List.of()))
        .isInstanceOf(DefinitionException.class)
        .hasMessage("bridge.rules 0: at least one");
    assertThat(new MosquittoBridges().accepts("container:mosquitto=x:1")).isTrue();
  }

  @Test
  void aFilterHasATopicThatItTakes() {
    assertThat(BridgeProbe.topic("a/+/b/#")).isEqualTo("a/brokerbench-probe/b/brokerbench-probe");
    assertThat(BridgeProbe.topic("a/b")).isEqualTo("a/b");
  }
}
