package io.brokerbench.mqtt.swarm;

import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.testkit.driver.ClientDriverKit;

class SwarmDriverTest extends ClientDriverKit {

  @Override
  protected ClientDriverProvider provider() {
    return new SwarmDriverProvider();
  }
}
