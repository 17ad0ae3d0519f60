package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.driver.DriverFeature;
import io.brokerbench.experiment.session.ProviderRegistry;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What docs/devices.md says of all drivers, and docs/mqtt5.md of those of MQTT: the kits prove what
 * a driver claims, and leave out what it does not.
 */
class DriverFeaturesTest {

  private static final DriverFeature[] OF_ALL = {
    DriverFeature.CLIENT_LOGINS,
    DriverFeature.CLIENT_CERTIFICATES,
    DriverFeature.PAYLOAD_TEMPLATES,
    DriverFeature.PAYLOAD_SIZES,
    DriverFeature.SEVERAL_TOPICS,
    DriverFeature.PROOF_PROPERTIES
  };

  @ParameterizedTest
  @ValueSource(strings = {"swarm", "hivemq", "paho", "qpid", "jms:artemis-core", "jms:openwire"})
  void allDriversClaimWhatDevicesNeed(String driver) {
    assertThat(ProviderRegistry.load().driver(driver).features()).contains(OF_ALL);
  }

  @ParameterizedTest
  @ValueSource(strings = {"swarm", "hivemq", "paho"})
  void driversOfMqttClaimTheSettingsOfMqtt5(String driver) {
    assertThat(ProviderRegistry.load().driver(driver).features())
        .contains(DriverFeature.MQTT5_SETTINGS);
  }
}
