package io.brokerbench.mqtt.paho;

import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.testkit.driver.ClientDriverKit;
import org.junit.jupiter.api.Tag;

@Tag("release")
class PahoDriverTest extends ClientDriverKit {

  @Override
  protected ClientDriverProvider provider() {
    return new PahoDriverProvider();
  }

  @Override
  protected boolean alwaysUsesTopicAliases() {
    return true;
  }

  @Override
  protected boolean reportsQos2OnRelease(Protocol protocol) {
    return protocol == Protocol.MQTT_3_1_1;
  }
}
