package io.brokerbench.containers.process;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.broker.BrokerException;
import java.util.List;
import org.junit.jupiter.api.Test;

class NftTableTest {

  @Test
  void whereThereIsNoNftItSaysWhatItTakes() {
    assertThatThrownBy(() -> NftTable.make("a cut", "", List.of(), new Executables(List.of())))
        .isInstanceOf(BrokerException.class)
        .hasMessage(
            "there is no nft on the PATH: a cut requires Linux, nft (apt-get install nftables) and"
                + " root or CAP_NET_ADMIN");
  }
}
