package io.brokerbench.containers.mosquitto;

import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.testkit.kit.BrokerKit;
import org.junit.jupiter.api.condition.EnabledIf;

@EnabledIf(
    value = "io.brokerbench.containers.Installed#mosquitto",
    disabledReason = "mosquitto is not installed (apt-get install mosquitto)")
class MosquittoBrokerIT extends BrokerKit {

  @Override
  protected BrokerProvider provider() {
    return new MosquittoProvider();
  }
}
