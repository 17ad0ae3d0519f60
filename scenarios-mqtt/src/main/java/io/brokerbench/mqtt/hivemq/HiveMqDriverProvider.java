package io.brokerbench.mqtt.hivemq;

import io.brokerbench.core.driver.ClientDriver;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.driver.DriverFeature;
import io.brokerbench.core.driver.DriverSettings;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.security.CipherSuite;
import io.brokerbench.mqtt.library.LibraryDriver;
import java.util.EnumSet;
import java.util.Set;

/** Opens {@code hivemq} drivers. */
public final class HiveMqDriverProvider implements ClientDriverProvider {

  static final String NAME = "hivemq";

  /** Of each event loop: epoll, event and timer descriptors, with some to spare. */
  private static final long DESCRIPTORS_PER_LANE = 4;

  /** For the service loader. */
  public HiveMqDriverProvider() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "MQTT 3.1.1 and 5 with the HiveMQ MQTT client, on event loops that clients share";
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
    return connections + DESCRIPTORS_PER_LANE * Runtime.getRuntime().availableProcessors();
  }

  @Override
  public ClientDriver open(DriverSettings settings) {
    return new HiveMqDriver(settings);
  }
}
