package io.brokerbench.containers.mosquitto;

import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.testkit.broker.BrokerKit;

class MosquittoBrokerIT extends BrokerKit {

  @Override
  protected BrokerProvider provider() {
    return new MosquittoProvider();
  }
}
