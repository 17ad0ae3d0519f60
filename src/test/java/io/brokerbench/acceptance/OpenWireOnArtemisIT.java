package io.brokerbench.acceptance;

import io.brokerbench.containers.embedded.EmbeddedProvider;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.jms.AnyJmsDriverProvider;
import io.brokerbench.testkit.driver.JmsDriverKit;
import org.junit.jupiter.api.Tag;

@Tag("release")
class OpenWireOnArtemisIT extends JmsDriverKit {

  private static final ClientDriverProvider DRIVER = new AnyJmsDriverProvider().of("jms:openwire");

  @Override
  protected ClientDriverProvider provider() {
    return DRIVER;
  }

  @Override
  protected BrokerProvider brokers() {
    return new EmbeddedProvider.Artemis();
  }

  @Override
  protected boolean keepsPriorities() {
    return true;
  }
}
