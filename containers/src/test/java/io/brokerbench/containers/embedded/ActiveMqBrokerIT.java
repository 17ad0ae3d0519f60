package io.brokerbench.containers.embedded;

import io.brokerbench.containers.process.RestartableProcess;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.testkit.kit.BrokerKit;
import io.brokerbench.testkit.kit.RestartableBroker;
import java.util.Optional;
import org.junit.jupiter.api.Tag;

@Tag("release")
class ActiveMqBrokerIT extends BrokerKit {

  @Override
  protected BrokerProvider provider() {
    return new EmbeddedProvider.ActiveMq();
  }

  @Override
  protected Optional<RestartableBroker> startRestartable()
      throws BrokerException, InterruptedException {
    return Optional.of(
        RestartableProcess.start(
            new EmbeddedRecipe(EmbeddedProduct.ACTIVEMQ, EmbeddedLibrary.ofThisJvm())));
  }

  /** The session present flag of its CONNACK is never set, though the messages are there. */
  @Override
  protected boolean announcesSessions() {
    return false;
  }

  /** It takes a tenth of the messages per second that the others take for a client that is away. */
  @Override
  protected int burst() {
    return 2_000;
  }
}
