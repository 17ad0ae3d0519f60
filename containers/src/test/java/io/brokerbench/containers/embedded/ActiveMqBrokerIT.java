package io.brokerbench.containers.embedded;

import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.testkit.kit.BrokerKit;
import org.junit.jupiter.api.Tag;

@Tag("release")
class ActiveMqBrokerIT extends BrokerKit {

  @Override
  protected BrokerProvider provider() {
    return new EmbeddedProvider.ActiveMq();
  }

  /** It takes a tenth of the messages per second that the others take for a client that is away. */
  @Override
  protected int burst() {
    return 2_000;
  }
}
