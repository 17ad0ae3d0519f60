package io.brokerbench.acceptance;

import io.brokerbench.containers.embedded.EmbeddedProvider;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.jms.QpidDriverProvider;
import io.brokerbench.testkit.driver.JmsDriverKit;
import org.junit.jupiter.api.Tag;

@Tag("release")
class QpidOnBrokerJIT extends JmsDriverKit {

  @Override
  protected ClientDriverProvider provider() {
    return new QpidDriverProvider();
  }

  @Override
  protected BrokerProvider brokers() {
    return new EmbeddedProvider.Qpid();
  }

  /** The embedded one offers the mechanism ANONYMOUS alone. */
  @Override
  protected boolean takesLogins() {
    return false;
  }
}
