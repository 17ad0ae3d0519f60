package io.brokerbench.mqtt.burst;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.definition.Scenarios;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Topology;
import io.brokerbench.core.security.CipherSuite;
import io.brokerbench.core.security.Security;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BurstCatalogsTest {

  private final Scenarios scenarios = Scenarios.load();

  @Test
  void allOfThemAreListedAndFound() {
    assertThat(scenarios.list())
        .extracting(Scenario::name)
        .contains(
            "CONNBURST", "CONNBURST.SEC", "CONNBURST.SEC.ECDHE", "CONNBURST.SEC.PSK", "BROADCAST");
    assertThat(scenarios.list()).allSatisfy(s -> assertThat(scenarios.find(s.name())).isEqualTo(s));
  }

  @ParameterizedTest
  @CsvSource({
    "CONNBURST.SEC, RSA_AES256_GCM",
    "CONNBURST.SEC.ECDHE, ECDHE_RSA_AES256_GCM",
    "CONNBURST.SEC.PSK, PSK_AES256_CBC"
  })
  void everyDeviceOfASecureBurstUsesTheCipher(String name, CipherSuite cipher) {
    assertThat(scenarios.find(name).security()).isEqualTo(Security.ofAll(cipher));
  }

  @Test
  void devicesOnlyConnect() {
    Scenario burst = scenarios.find("CONNBURST");
    assertThat(burst.connectsOnly()).isTrue();
    assertThat(burst.topology()).isEqualTo(new Topology(5_000, 0, Distribution.NONE));
    assertThat(burst.security()).isEqualTo(Security.NONE);
  }

  @Test
  void aBroadcastGoesToAll() {
    Scenario broadcast = scenarios.find("BROADCAST");
    assertThat(broadcast.topology()).isEqualTo(new Topology(1, 1_000, Distribution.ALL));
    assertThat(broadcast.topology().fanOut()).isEqualTo(1_000);
  }

  @Test
  void aNameThatIsNearlyOneIsAnsweredWithTheRightOne() {
    assertThatThrownBy(() -> scenarios.find("CONNBURST.SEC.PSX"))
        .isInstanceOf(DefinitionException.class)
        .hasMessage("no scenario CONNBURST.SEC.PSX; did you mean CONNBURST.SEC.PSK?");
    assertThatThrownBy(() -> scenarios.find("BROADCST"))
        .hasMessage("no scenario BROADCST; did you mean BROADCAST?");
  }
}
