package io.brokerbench.testkit.driver;

import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.scenario.Protocol;
import java.util.EnumSet;

/** A driver that does as it should passes the kit. */
class ClientDriverKitTest extends ClientDriverKit {

  @Override
  protected ClientDriverProvider provider() {
    return new PlainDriverProvider(Defect.NONE, EnumSet.of(Protocol.MQTT_3_1_1, Protocol.MQTT_5));
  }
}
