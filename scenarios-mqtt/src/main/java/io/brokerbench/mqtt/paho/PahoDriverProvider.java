package io.brokerbench.mqtt.paho;

import io.brokerbench.core.driver.ClientDriver;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.driver.DriverFeature;
import io.brokerbench.core.driver.DriverSettings;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.security.CipherSuite;
import io.brokerbench.mqtt.library.LibraryDriver;
import java.util.EnumSet;
import java.util.Set;

/** Opens {@code paho} drivers. */
public final class PahoDriverProvider implements ClientDriverProvider {

  static final String NAME = "paho";

  /** The first blocking socket of a JVM takes some for itself. */
  private static final long DESCRIPTORS_OF_THE_DRIVER = 8;

  /** For the service loader. */
  public PahoDriverProvider() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "MQTT 3.1.1 and 5 with the Eclipse Paho clients, three threads per connection";
  }

  @Override
  public Set<Protocol> protocols() {
    return EnumSet.of(Protocol.MQTT_3_1_1, Protocol.MQTT_5);
  }

  @Override
  public Set<CipherSuite> cipherSuites() {
    return CipherSuite.OF_CERTIFICATES;
  }

  @Override
  public Set<DriverFeature> features() {
    return LibraryDriver.FEATURES;
  }

  @Override
  public long fileDescriptorsFor(long connections) {
    return connections + DESCRIPTORS_OF_THE_DRIVER;
  }

  @Override
  public ClientDriver open(DriverSettings settings) {
    return new PahoDriver(settings);
  }
}
