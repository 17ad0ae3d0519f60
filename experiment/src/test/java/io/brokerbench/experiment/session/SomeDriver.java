package io.brokerbench.experiment.session;

import io.brokerbench.core.driver.ClientDriver;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.driver.DriverSettings;
import io.brokerbench.core.scenario.Protocol;
import java.util.EnumSet;
import java.util.Set;

/** A driver that is asked for files only: each process of it needs 200 besides its connections. */
public final class SomeDriver implements ClientDriverProvider {
  @Override
  public String name() {
    return "some";
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
  public long fileDescriptorsFor(long connections) {
    return connections + 200;
  }

  @Override
  public ClientDriver open(DriverSettings settings) {
    throw new UnsupportedOperationException();
  }
}
