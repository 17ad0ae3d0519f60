package io.brokerbench.containers.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.broker.BrokerException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class NftTableTest {

  /** Other programs may use the same port at other addresses of this machine. */
  @Test
  void aCutIsOfTheBrokersAddressOnly() throws BrokerException {
    assertThat(ProcessNode.chain("127.0.0.1", new TreeSet<>(Set.of(1883, 61616))))
        .contains(
            " ip saddr 127.0.0.1 tcp sport { 1883, 61616 } drop;"
                + " ip daddr 127.0.0.1 tcp dport { 1883, 61616 } drop;");
    assertThat(ProcessNode.chain("::1", Set.of(1883)))
        .contains(" ip6 daddr 0:0:0:0:0:0:0:1 tcp dport");
  }

  @Test
  void whereThereIsNoNftItSaysWhatItTakes() {
    assertThatThrownBy(() -> NftTable.make("a cut", "", List.of(), new Executables(List.of())))
        .isInstanceOf(BrokerException.class)
        .hasMessage(
            "there is no nft on the PATH: a cut requires Linux, nft (apt-get install nftables) and"
                + " root or CAP_NET_ADMIN");
  }
}
