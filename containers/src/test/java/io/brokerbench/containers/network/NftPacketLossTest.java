package io.brokerbench.containers.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import java.util.List;
import org.junit.jupiter.api.Test;

class NftPacketLossTest {

  @Test
  void theRulesDropTheShareThatIsAskedForOnAllPortsInBothDirections() {
    assertThat(NftPacketLoss.chains(List.of(1884, 1883, 1883), 0.001))
        .contains("numgen random mod 1000000000 < 1000000 counter drop;")
        .contains("tcp sport { 1883, 1884 } goto lossy;")
        .contains("tcp dport { 1883, 1884 } goto lossy;");
  }

  @Test
  void aShareThatIsTooSmallToBeToldIsTheLeastThatCan() {
    assertThat(NftPacketLoss.chains(List.of(1883), 1e-12)).contains("< 1 counter");
  }

  @Test
  void nothingAndEverythingAreNoLoss() {
    assertThatThrownBy(() -> NftPacketLoss.chains(List.of(1883), 0))
        .isInstanceOf(DefinitionException.class)
        .hasMessage("lossFraction 0.0: above 0 and below 1");
    assertThatThrownBy(() -> NftPacketLoss.chains(List.of(1883), 1))
        .isInstanceOf(DefinitionException.class);
  }
}
