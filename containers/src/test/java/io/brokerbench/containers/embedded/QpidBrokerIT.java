package io.brokerbench.containers.embedded;

import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.testkit.kit.BrokerKit;
import org.junit.jupiter.api.Tag;

@Tag("release")
class QpidBrokerIT extends BrokerKit {

  @Override
  protected BrokerProvider provider() {
    return new EmbeddedProvider.Qpid();
  }
}
