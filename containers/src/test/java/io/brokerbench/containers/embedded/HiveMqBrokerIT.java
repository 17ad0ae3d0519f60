package io.brokerbench.containers.embedded;

import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.testkit.kit.BrokerKit;
import org.junit.jupiter.api.Tag;

@Tag("release")
class HiveMqBrokerIT extends BrokerKit {

  @Override
  protected BrokerProvider provider() {
    return new EmbeddedProvider.HiveMq();
  }

  /** Well above the 1000 that a queue holds by default. */
  @Override
  protected int burst() {
    return 2_000;
  }
}
