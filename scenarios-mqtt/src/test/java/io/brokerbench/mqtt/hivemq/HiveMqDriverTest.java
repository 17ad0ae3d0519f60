package io.brokerbench.mqtt.hivemq;

import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.testkit.driver.ClientDriverKit;

class HiveMqDriverTest extends ClientDriverKit {

  @Override
  protected ClientDriverProvider provider() {
    return new HiveMqDriverProvider();
  }
}
