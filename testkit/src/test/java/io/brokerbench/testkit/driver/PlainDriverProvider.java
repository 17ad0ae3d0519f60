package io.brokerbench.testkit.driver;

import io.brokerbench.core.driver.ClientDriver;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.driver.DriverSettings;
import io.brokerbench.core.scenario.Protocol;
import java.util.Set;

/** Opens plain drivers, with a defect if wanted. */
final class PlainDriverProvider implements ClientDriverProvider {

  private final Defect defect;
  private final Set<Protocol> protocols;

  PlainDriverProvider(Defect defect, Set<Protocol> protocols) {
    this.defect = defect;
    this.protocols = protocols;
  }

  @Override
  public String name() {
    return "plain";
  }

  @Override
  public String description() {
    return "The least that passes the kit, on netty-codec-mqtt.";
  }

  @Override
  public Set<Protocol> protocols() {
    return protocols;
  }

  @Override
  public long fileDescriptorsFor(long connections) {
    return connections + 16;
  }

  @Override
  public ClientDriver open(DriverSettings settings) {
    return new PlainDriver(settings, defect);
  }
}
