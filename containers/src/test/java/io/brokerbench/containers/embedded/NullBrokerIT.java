package io.brokerbench.containers.embedded;

import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.testkit.kit.BrokerKit;

class NullBrokerIT extends BrokerKit {

  @Override
  protected BrokerProvider provider() {
    return new EmbeddedProvider.Null();
  }
}
