package io.brokerbench.mqtt.swarm;

import io.brokerbench.core.driver.ClientDriver;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.driver.DriverFeature;
import io.brokerbench.core.driver.DriverSettings;
import io.brokerbench.core.scenario.Protocol;
import java.util.EnumSet;
import java.util.Set;

/** Opens {@code swarm} drivers. */
public final class SwarmDriverProvider implements ClientDriverProvider {

  /** Of each event loop: epoll, event and timer descriptors, with some to spare. */
  private static final long DESCRIPTORS_PER_LANE = 4;

  /** For the service loader. */
  public SwarmDriverProvider() {}

  @Override
  public String name() {
    return "swarm";
  }

  @Override
  public String description() {
    return "MQTT 3.1.1 and 5 on Netty event loops, for very many connections";
  }

  @Override
  public Set<Protocol> protocols() {
    return EnumSet.of(Protocol.MQTT_3_1_1, Protocol.MQTT_5);
  }

  @Override
  public boolean reconnects() {
    return true;
  }

  @Override
  public Set<DriverFeature> features() {
    return EnumSet.allOf(DriverFeature.class);
  }

  @Override
  public long fileDescriptorsFor(long connections) {
    return connections + DESCRIPTORS_PER_LANE * Runtime.getRuntime().availableProcessors();
  }

  @Override
  public void rehearse(DriverSettings settings) {
    SwarmRehearsal.run(settings);
  }

  @Override
  public ClientDriver open(DriverSettings settings) {
    return new SwarmDriver(settings);
  }
}
