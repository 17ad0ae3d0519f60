package io.brokerbench.cli.session;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.cli.Stubs;
import io.brokerbench.cli.option.Offers;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.definition.Scenarios;
import io.brokerbench.core.driver.ClientDriver;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.driver.DriverSettings;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.JmsAcknowledgement;
import io.brokerbench.core.scenario.JmsConsumers;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.security.CipherSuite;
import io.brokerbench.core.security.Security;
import io.brokerbench.mqtt.swarm.SwarmDriverProvider;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PreflightTest {

  private static final ClientDriverProvider ALL_CIPHERS = new Stubs.Driver();
  private static final ClientDriverProvider NO_PSK = new DriverWithoutPsk();
  private static final Offers OFFERS =
      new Offers(Scenarios.of(List.of()), List.of(), List.of(NO_PSK, ALL_CIPHERS));

  private static Scenario secured(CipherSuite cipher) {
    return Stubs.scenario(Distribution.SHARED, Qos.AT_MOST_ONCE, false, "SECURED")
        .withSecurity(Security.ofPublishers(cipher));
  }

  @Test
  void aDriverWithoutTheCipherIsRefusedWithThoseThatHaveIt() {
    assertThatThrownBy(
            () -> Preflight.requireCipher(secured(CipherSuite.PSK_AES256_CBC), NO_PSK, OFFERS))
        .isInstanceOf(DefinitionException.class)
        .hasMessage(
            "SECURED needs PSK-AES256-CBC-SHA, which the driver other hasn't;"
                + " drivers that have it: swarm");
  }

  @Test
  void aDriverWithTheCipherIsTaken() {
    assertThatCode(
            () -> {
              Preflight.requireCipher(secured(CipherSuite.RSA_AES256_GCM), NO_PSK, OFFERS);
              Preflight.requireCipher(secured(CipherSuite.PSK_AES256_CBC), ALL_CIPHERS, OFFERS);
              Preflight.requireCipher(
                  Stubs.scenario(Distribution.SHARED, Qos.AT_MOST_ONCE, false, "PLAIN"),
                  NO_PSK,
                  OFFERS);
            })
        .doesNotThrowAnyException();
  }

  @Test
  void aFaultTakesDriversOnBothSidesThatConnectAgain() {
    Scenario mqtt = Stubs.scenario(Distribution.SHARED, Qos.AT_LEAST_ONCE, true, "MQTT");
    Scenario jms =
        mqtt.withSession(
            mqtt.session().withJmsConsumers(JmsConsumers.of(JmsAcknowledgement.CLIENT)));
    ClientDriverProvider swarm = new SwarmDriverProvider();

    assertThatCode(() -> Preflight.requireReconnects(mqtt, swarm, OFFERS))
        .doesNotThrowAnyException();
    assertThatCode(() -> Preflight.requireReconnects(jms, swarm, OFFERS))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> Preflight.requireReconnects(jms, new DriverWithoutPsk(), OFFERS))
        .isInstanceOf(DefinitionException.class)
        .hasMessageStartingWith("--fault: the driver other can't connect again; drivers that can:");
  }

  private static final class DriverWithoutPsk implements ClientDriverProvider {
    @Override
    public String name() {
      return "other";
    }

    @Override
    public String description() {
      return "a stand-in";
    }

    @Override
    public Set<Protocol> protocols() {
      return EnumSet.allOf(Protocol.class);
    }

    @Override
    public Set<CipherSuite> cipherSuites() {
      return EnumSet.complementOf(EnumSet.of(CipherSuite.PSK_AES256_CBC));
    }

    @Override
    public long fileDescriptorsFor(long connections) {
      return connections;
    }

    @Override
    public ClientDriver open(DriverSettings settings) {
      throw new UnsupportedOperationException();
    }
  }
}
