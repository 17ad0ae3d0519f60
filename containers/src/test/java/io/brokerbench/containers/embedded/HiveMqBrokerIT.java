package io.brokerbench.containers.embedded;

import io.brokerbench.containers.process.RestartableProcess;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.testkit.kit.BrokerKit;
import io.brokerbench.testkit.kit.RestartableBroker;
import java.util.Optional;
import org.junit.jupiter.api.Tag;

@Tag("release")
class HiveMqBrokerIT extends BrokerKit {

  @Override
  protected BrokerProvider provider() {
    return new EmbeddedProvider.HiveMq();
  }

  @Override
  protected Optional<RestartableBroker> startRestartable()
      throws BrokerException, InterruptedException {
    return Optional.of(
        RestartableProcess.start(
            new EmbeddedRecipe(EmbeddedProduct.HIVEMQ, EmbeddedLibrary.ofThisJvm())));
  }

  /** Well above the 1000 that a queue holds by default. */
  @Override
  protected int burst() {
    return 2_000;
  }
}
