package io.brokerbench.mqtt.hivemq;

import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.testkit.driver.ClientDriverKit;
import org.junit.jupiter.api.Tag;

@Tag("release")
class HiveMqDriverTest extends ClientDriverKit {

  @Override
  protected ClientDriverProvider provider() {
    return new HiveMqDriverProvider();
  }

  @Override
  protected boolean alwaysUsesSubscriptionIdentifiers() {
    return true;
  }
}
