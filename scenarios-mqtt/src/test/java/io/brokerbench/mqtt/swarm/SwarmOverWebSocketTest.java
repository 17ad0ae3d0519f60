package io.brokerbench.mqtt.swarm;

import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.testkit.broker.FaultyBroker;
import io.brokerbench.testkit.driver.ClientDriverKit;
import org.junit.jupiter.api.Tag;

/** All that holds for plain connections holds for WebSockets. */
@Tag("release")
class SwarmOverWebSocketTest extends ClientDriverKit {

  @Override
  protected ClientDriverProvider provider() {
    return new SwarmDriverProvider();
  }

  @Override
  protected Listener listener() {
    return Listener.WS;
  }

  @Override
  protected FaultyBroker.Builder brokers() {
    return FaultyBroker.builder().webSocket("/mqtt");
  }
}
