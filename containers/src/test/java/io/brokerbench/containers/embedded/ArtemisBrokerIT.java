package io.brokerbench.containers.embedded;

import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.testkit.kit.BrokerKit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("release")
class ArtemisBrokerIT extends BrokerKit {

  @RegisterExtension
  static final KnownReordering REORDERS =
      new KnownReordering(
          "Artemis 2.44 and later may swap messages of one publisher" + " (ARTEMIS-6191)");

  @Override
  protected BrokerProvider provider() {
    return new EmbeddedProvider.Artemis();
  }
}
